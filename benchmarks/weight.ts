import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { Product } from "../tests/faults/product.ts";
import { serverEnvironment, serverFlags } from "../tests/faults/server-flags.ts";
import { median } from "./measure.ts";
import type { Part } from "./parts.ts";
import { type Address, databaseUrl } from "./volumes.ts";

export interface Weight {
  /** From the start of the process to readiness, on a database that has its schema and data. */
  readonly readyMs: number;
  /** What one of these starts was made of, in milliseconds. */
  readonly stages: Readonly<Record<string, number>>;
  readonly restMb: number;
  readonly parts: readonly Part[];
}

const STARTS = 3;
/** What a start leaves behind is collected after five seconds. */
const REST_MS = 15_000;

/** The whole product as operators start it. Leaves one running for the browser. */
export async function weighProduct(address: Address): Promise<{ weight: Weight; product: Product }> {
  const settings = { DATABASE_URL: databaseUrl(address), LOG_LEVEL: "info" };
  await (await Product.start(settings)).stop(); // loads the demo
  const readyMs: number[] = [];
  for (let n = 1; ; n++) {
    const began = performance.now();
    const product = await Product.start(settings);
    readyMs.push(performance.now() - began);
    if (n === STARTS) {
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      const stages = stagesOf(product.said);
      const weight = { readyMs: median(readyMs), stages, restMb: rssMb(product.pid), parts: weighParts() };
      return { weight, product };
    }
    await product.stop();
  }
}

/** As the server tells them in its log. */
function stagesOf(said: string): Record<string, number> {
  const [, stages] = /"stages":(\{[^}]*\})/.exec(said) ?? [];
  if (!stages) throw new Error(`the server did not tell the stages of its start:\n${said}`);
  return JSON.parse(stages);
}

/** Part by part in a process of its own; the first run compiles. */
export function weighParts(): readonly Part[] {
  const args = [...serverFlags, join(import.meta.dirname, "parts.ts")];
  const env = { ...process.env, ...serverEnvironment };
  const weigh = () => JSON.parse(execFileSync(process.execPath, args, { env, encoding: "utf8" }));
  weigh();
  return weigh();
}

function rssMb(pid: number): number {
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Math.round(Number(stdout) / 1024);
}
