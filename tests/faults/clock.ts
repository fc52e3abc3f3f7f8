import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { query } from "./database.ts";
import type { SharedDatabase } from "./shared-database.ts";

/** Two nodes that share a schedule, on a separate database. */
export class Clock {
  readonly #nodes: ReturnType<typeof spawn>[] = [];
  readonly #cluster: string;

  private constructor(cluster: string) {
    this.#cluster = cluster;
  }

  static async start({ cluster, settings }: SharedDatabase): Promise<Clock> {
    await query(cluster, "create database clock", [], "console", "app_owner");
    await query(cluster, "grant create on schema public to app", [], "clock", "app_owner");
    await query(cluster, "grant create on database clock to app", [], "clock", "app_owner");
    const clock = new Clock(cluster);
    const env = { ...process.env, DATABASE_URL: settings.DATABASE_URL.replace("/console?", "/clock?") };
    for (let n = 0; n < 2; n++) {
      const stdio = ["ignore", "pipe", "inherit"] as const;
      const node = spawn(process.execPath, [join(import.meta.dirname, "clock-node.ts")], { env, stdio: [...stdio] });
      process.once("exit", () => node.kill("SIGKILL"));
      clock.#nodes.push(node);
      if (node.stdout) await once(node.stdout, "data");
    }
    return clock;
  }

  /** Counts the slots and the runs so far. */
  async counts(): Promise<{ slots: number; distinct: number; runs: number }> {
    const [row] = await query<{ slots: number; distinct: number; runs: number }>(
      this.#cluster,
      `select (select count(*)::int from slot_given) as slots, (select count(distinct slot)::int from slot_given) as distinct,
         (select count(*)::int from tick) as runs`,
      [],
      "clock",
    );
    return row ?? { slots: 0, distinct: 0, runs: 0 };
  }

  async killOne(): Promise<void> {
    await end(this.#nodes[0]);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map(end));
  }
}

async function end(node: ReturnType<typeof spawn> | undefined): Promise<void> {
  if (!node || node.exitCode !== null || node.signalCode !== null) return;
  const gone = once(node, "exit");
  node.kill("SIGKILL");
  await gone;
}
