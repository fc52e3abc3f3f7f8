import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serverEnvironment, serverFlags } from "./server-flags.ts";

const root = join(import.meta.dirname, "../..");
const LONGEST_START_MS = 60_000;
const running = new Set<ChildProcess>();

// whatever ends this process, the processes that it started end with it
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
process.once("SIGTERM", () => process.exit(1));

/** The product as an operator starts it, in a process of its own. */
export class Product {
  readonly origin: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #said = "";

  private constructor(child: ChildProcess, port: number) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#said = (this.#said + text).slice(-100_000);
      });
    }
    running.add(child);
    this.#ended = new Promise((resolve) => {
      child.once("close", (code) => {
        running.delete(child);
        resolve(code);
      });
    });
  }

  /** Starts the product with these settings and waits until it has printed its addresses and is ready. */
  static async start(settings: Record<string, string>): Promise<Product> {
    const [port, ssoPort] = [await freePort(), await freePort()];
    const { NODE_TEST_CONTEXT: _context, TEST_POSTGRES: _postgres, ...inherited } = process.env;
    const env = {
      ...inherited,
      HOST: "127.0.0.1",
      PORT: String(port),
      SSO_PORT: String(ssoPort),
      LOG_LEVEL: "warn",
      ...serverEnvironment,
      APP_ENV: "test",
      CAPTCHA_TEST_ANSWER: "TEST",
      DEMO_DATA: "small",
      ...settings,
    };
    const child = spawn(process.execPath, [...serverFlags, "scripts/start.ts", "--no-build"], { cwd: root, env });
    const product = new Product(child, port);
    const deadline = Date.now() + LONGEST_START_MS;
    while (product.cluster === "" || !(await product.isReady())) {
      if (product.hasEnded || Date.now() > deadline) throw new Error(`the product did not start:\n${product.said}`);
      await sleep(30);
    }
    return product;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The latest output, without lines that an outage of the database explains. */
  get said(): string {
    return this.#said.replaceAll(
      /^.*("msg":"the database did not answer"|"msg":"postgres"|connection was lost).*\n/gm,
      "",
    );
  }

  /** The folder of the embedded database, from the output for the operator. */
  get cluster(): string {
    return /数据位置\s+(\S+)/.exec(this.#said)?.[1] ?? "";
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.origin}/health/ready`).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
  }

  /** Kills the process as kill -9 does, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  /** Stops the product as an operator does, and answers its exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill("SIGTERM");
    return this.#ended;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
