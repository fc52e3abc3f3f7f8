import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { createLog } from "../log.ts";
import { probeApp, probeModule } from "../start/probe.ts";
import { job } from "./job.ts";

const KEY = 4_711;
let runs = 0;
/** Waits for a lock, like the sealing of the log beside a first start that has locked what it needs. */
const waiting = job({
  name: "probe.waiting",
  payload: z.object({}),
  run: (work) =>
    work.step(async (tx) => {
      runs++;
      await sql`set local lock_timeout = '50ms'`.execute(tx.kysely);
      await sql`select pg_advisory_xact_lock(${KEY})`.execute(tx.kysely);
    }),
});
const broken = job({
  name: "probe.broken",
  payload: z.object({}),
  run: async () => {
    throw new Error("a fault of ours");
  },
});

interface Line {
  readonly level: number;
  readonly job?: string;
  readonly msg: string;
  readonly err?: unknown;
}
const said: Line[] = [];
const app = probeApp({
  modules: [{ ...probeModule, jobs: [...probeModule.jobs, waiting, broken] }],
  background: true,
  log: createLog("warn", { write: (line) => void said.push(JSON.parse(line)) }),
});

async function saidOf(name: string): Promise<Line> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    const line = said.find((one) => one.job === name);
    if (line) return line;
  }
  throw new Error("it was not said in time");
}

test("platform 10 work that waited too long for a lock is a warning without a stack, and is done when it is tried again", async () => {
  await app.arrange(async (tx) => {
    await sql`select pg_advisory_xact_lock(${KEY})`.execute(tx.kysely);
    await app.arrange((other) => other.enqueue(waiting, {}));
    const { level, msg, err } = await saidOf("probe.waiting");
    assert.deepEqual([level, msg, err], [40, "a job waited too long for a lock and will be tried again", undefined]);
  });
  for (const end = Date.now() + 30_000; runs < 2 && Date.now() < end; ) await sleep(100);
  assert.equal(runs, 2);
});

test("platform 10 any other failure of a job is an error with its stack", async () => {
  await app.arrange((tx) => tx.enqueue(broken, {}));
  const { level, err } = await saidOf("probe.broken");
  assert.equal(level, 50);
  assert.match(JSON.stringify(err), /a fault of ours.*stack/);
});
