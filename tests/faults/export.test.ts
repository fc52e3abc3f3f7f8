import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sheetsOf } from "../../platform/server/excel/read-back.ts";
import { query } from "./database.ts";
import { type SharedDatabase, startSharedDatabase } from "./shared-database.ts";

const ROWS = 2_000;
let database: SharedDatabase;
const nodes: ChildProcess[] = [];

before(async () => {
  database = await startSharedDatabase();
  for (let n = 0; n < 2; n++) nodes.push(await startExportNode());
});

after(async () => {
  for (const node of nodes) node.kill("SIGKILL");
  await database?.stop();
});

async function startExportNode(): Promise<ChildProcess> {
  const env = { ...process.env, ...database.settings };
  const node = spawn(process.execPath, [join(import.meta.dirname, "export-node.ts")], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  process.once("exit", () => node.kill("SIGKILL"));
  await once(node.stdout, "data");
  return node;
}

const rows = <Row>(text: string) => query<Row>(database.cluster, text);

/** The node that has written a good part of the file. */
function working(): Promise<ChildProcess> {
  return new Promise((resolve) => {
    for (const node of nodes) {
      node.stdout?.on("data", (said) => {
        if (String(said).includes("chunk 500")) resolve(node);
      });
    }
  });
}

test("F4 PF-R93 a worker killed in the middle of an export: another node makes the whole file, once", {
  timeout: 120_000,
}, async (t) => {
  const atWork = working();
  nodes[0]?.stdin?.write("submit\n");
  const dead = await atWork;
  dead.kill("SIGKILL");
  const killedAt = Date.now();
  type State = { status: string; attempts: number; total: number };
  let state: State | undefined;
  for (;;) {
    [state] = await rows<State>("select status, attempts, total from task");
    if (state && state.status !== "QUEUED" && state.status !== "RUNNING") break;
    assert.ok(Date.now() - killedAt < 90_000, `still ${state?.status}`);
    await sleep(200);
  }
  t.diagnostic(`finished ${Math.round((Date.now() - killedAt) / 1000)} s after the kill`);
  assert.deepEqual(state, { status: "SUCCESS", attempts: 2, total: ROWS });
  const files = await rows<{ id: string }>("select id from file where status = 'BOUND'");
  assert.equal(files.length, 1);
  const chunks = await rows<{ bytes: Buffer }>("select bytes from file_chunk order by file_id, no");
  const [data] = sheetsOf(Buffer.concat(chunks.map(({ bytes }) => bytes)));
  const numbers = data?.rows.slice(1).map(([n]) => n) ?? [];
  assert.deepEqual(
    numbers,
    Array.from({ length: ROWS }, (_, n) => n),
    "every row once, in its order",
  );
  const notices = await rows<{ count: number }>("select count(*)::int as count from notice");
  assert.equal(notices[0]?.count, 1, "told once");
});
