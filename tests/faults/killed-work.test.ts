import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sheetsOf } from "../../platform/server/excel/import/read-back.ts";
import { query } from "./database.ts";
import { type SharedDatabase, startSharedDatabase } from "./shared-database.ts";
import { BATCH_ROWS } from "./slow-batch.ts";
import { BAD_EVERY, ROWS } from "./slow-work.ts";

/** Leases last 15 s, and lost ones are searched every 5 s, so this takes about 20 s on an idle machine. */
const TAKEN_UP_WITHIN_MS = 60_000;
const everyRow = Array.from({ length: ROWS }, (_, n) => n);
const goodRows = everyRow.filter((n) => n % BAD_EVERY !== 0);

let database: SharedDatabase;
const nodes: ChildProcess[] = [];
let killedAt = 0;

/** Kills one node in the middle of all kinds of work. The tests check what the other node does with it. */
before(async () => {
  database = await startSharedDatabase();
  const stuck = await startNode({ STUCK: "1" });
  const places = ["export", "import", "batch", "schedule", "timer", "event", "outside"];
  const inTheMiddle = said(
    stuck,
    places.map((place) => `stuck in ${place}`),
  );
  stuck.stdin?.write("submit\n");
  await until("ran once", async () => (await runsOf("slow.daily")) === 1);
  // as if every node had been down for five hours, which the next node that starts must notice
  await rows("update schedule_run set last_slot = last_slot - interval '5 hours' where name = 'slow.daily'");
  await inTheMiddle;
  const other = await startNode({});
  assert.equal(other.exitCode, null);
  for (const name of ["slow.report", "slow.ringing", "slow.hearing"]) {
    assert.equal(await runsOf(name), 0, `nothing of ${name} is committed`);
  }
  stuck.kill("SIGKILL");
  killedAt = Date.now();
});

after(async () => {
  for (const node of nodes) node.kill("SIGKILL");
  await database?.stop();
});

async function startNode(settings: Record<string, string>): Promise<ChildProcess> {
  const node = spawn(process.execPath, [join(import.meta.dirname, "work-node.ts")], {
    env: { ...process.env, ...database.settings, ...settings },
    stdio: ["pipe", "pipe", "inherit"],
  });
  process.once("exit", () => node.kill("SIGKILL"));
  nodes.push(node);
  await once(node.stdout, "data");
  return node;
}

function said(node: ChildProcess, words: readonly string[]): Promise<void> {
  let text = "";
  return new Promise((resolve) => {
    node.stdout?.on("data", (piece) => {
      text += String(piece);
      if (words.every((word) => text.includes(word))) resolve();
    });
  });
}

const rows = <Row>(text: string) => query<Row>(database.cluster, text);

async function runsOf(schedule: string): Promise<number> {
  const [row] = await rows<{ runs: number }>(
    `select count(*)::int as runs from slow_run where schedule = '${schedule}'`,
  );
  return row?.runs ?? 0;
}

async function until(what: string, isIt: () => Promise<boolean>): Promise<void> {
  const began = Date.now();
  while (!(await isIt())) {
    assert.ok(Date.now() - began < TAKEN_UP_WITHIN_MS, `not yet: ${what}`);
    await sleep(100);
  }
}

interface Ended {
  readonly id: string;
  readonly taskNo: string;
  readonly status: string;
  readonly attempts: number;
  readonly total: number;
  readonly successCount: number;
  readonly failCount: number;
  readonly errorMsg: string | null;
}

/** Waits for the end of a task and reads the file that it made. */
async function ended(kind: "EXPORT" | "IMPORT" | "BATCH"): Promise<{ task: Ended; file: Buffer }> {
  const find = () =>
    rows<Ended>(`select id, task_no as "taskNo", status, attempts, total, success_count as "successCount", fail_count as "failCount",
      error_msg as "errorMsg"
      from task where kind = '${kind}' and status not in ('QUEUED', 'RUNNING')`);
  await until(`the end of the ${kind}`, async () => (await find()).length > 0);
  const [task] = await find();
  assert.ok(task);
  const files = await rows<{ id: string }>(`select id from file where biz_id = '${task.id}' and status = 'BOUND'`);
  assert.equal(files.length, 1, `one file of ${JSON.stringify(task)}`);
  const chunks = await rows<{ bytes: Buffer }>(
    `select bytes from file_chunk where file_id = '${files[0]?.id}' order by no`,
  );
  const notices = await rows(`select 1 from notice where content like '%${task.taskNo}%'`);
  assert.equal(notices.length, 1, "told once");
  return { task, file: Buffer.concat(chunks.map(({ bytes }) => bytes)) };
}

const afterTheKill = () => `${((Date.now() - killedAt) / 1000).toFixed(1)} s after the kill`;

test("F8 a node killed in the middle of scheduled work: another does it, and its effect is there once", async (t) => {
  await until("the run of the schedule", async () => (await runsOf("slow.report")) > 0);
  t.diagnostic(`done ${afterTheKill()}`);
  await sleep(1_500);
  assert.equal(await runsOf("slow.report"), 1);
});

for (const [rule, name, title] of [
  ["PF-R110", "slow.ringing", "while it handles a timer"],
  ["PF-R107", "slow.hearing", "while it delivers an event"],
] as const) {
  test(`${rule} a node killed ${title}: another does it, and its effect is there once`, async (t) => {
    await until(title, async () => (await runsOf(name)) > 0);
    t.diagnostic(`done ${afterTheKill()}`);
    await sleep(1_500);
    assert.equal(await runsOf(name), 1);
  });
}

test("PF-R120 a node killed between sending and the answer: another asks what became of it, and nothing is sent twice", async (t) => {
  await until("the end of the call", async () => (await runsOf("slow.paid")) > 0);
  t.diagnostic(`done ${afterTheKill()}`);
  await sleep(1_500);
  const counted = await Promise.all(["slow.send", "slow.query", "slow.paid", "slow.unpaid"].map(runsOf));
  assert.deepEqual(counted, [1, 1, 1, 0]);
});

test("F8 five slots that every node missed are caught up once", async () => {
  assert.equal(await runsOf("slow.daily"), 2, "the first run, and one for all that were missed");
});

test("F4 PF-R93 a node killed in the middle of an export: another makes the whole file, once", async (t) => {
  const { task, file } = await ended("EXPORT");
  t.diagnostic(`done ${afterTheKill()}`);
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", attempts: 2, total: ROWS });
  const [data] = sheetsOf(file);
  assert.deepEqual(
    data?.rows.slice(1).map(([n]) => n),
    everyRow,
    "every row once, in its order",
  );
});

test("F3 PF-R96 a node killed in the middle of an import: another goes on, every row is in once, every bad one told once", async (t) => {
  const { task, file } = await ended("IMPORT");
  t.diagnostic(`done ${afterTheKill()}`);
  const failCount = ROWS - goodRows.length;
  const counts = { total: ROWS, successCount: goodRows.length, failCount };
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", attempts: 2, ...counts });
  const stored = await rows<{ n: number }>("select n from slow_row order by n");
  assert.deepEqual(
    stored.map(({ n }) => n),
    goodRows,
    "every row once",
  );
  const workers = await rows<{ count: number }>("select count(distinct pid)::int as count from slow_row");
  assert.equal(workers[0]?.count, 2, "what the dead one had committed stays");
  const [failures] = sheetsOf(file);
  const lines = failures?.rows.slice(1).map((cells) => cells.at(-2));
  assert.deepEqual(
    lines,
    everyRow.filter((n) => n % BAD_EVERY === 0).map((n) => n + 2),
    "every bad line, once",
  );
});

test("PF-R119 a node killed in the middle of a batch: another goes on, and each record is worked on once", async (t) => {
  const { task, file } = await ended("BATCH");
  t.diagnostic(`done ${afterTheKill()}`);
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", attempts: 2, total: BATCH_ROWS, successCount: BATCH_ROWS });
  const [counted] = await rows<{ once: number }>("select count(*)::int as once from slow_record where times = 1");
  assert.equal(counted?.once, BATCH_ROWS);
  const workers = await rows<{ runs: number }>(
    "select count(*)::int as runs from slow_run where schedule = 'slow.batch' group by pid order by runs",
  );
  assert.deepEqual(
    workers.map(({ runs }) => runs),
    [100, 150],
    "what the dead one had committed stays",
  );
  assert.equal(sheetsOf(file)[0]?.rows.length, BATCH_ROWS + 1);
});
