import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as contract from "@ops/platform/contract";
import { sql } from "kysely";
import { type Exporter, givenExporter, LIST, waitForTask } from "../excel/testing.ts";
import { BATCH, batchApp, givenProbes, held, levelsOf, setLevels } from "./testing-batch.ts";

const app = batchApp(true);

afterEach(() => {
  held.run = async () => undefined;
});

const call = <E extends contract.Endpoint>(who: Exporter, endpoint: E, input: contract.CallInput<E>) =>
  app.call(endpoint, input, { token: who.token });

/** Begins a batch that sets these probes to level B. */
async function begin(who: Exporter, ids: readonly string[]): Promise<string> {
  const body = { ids: [...ids], level: "B" };
  const { planHash } = (await call(who, setLevels.preview, { body })).data;
  return (await call(who, setLevels.run, { body: { ...body, reason: "年度调整", planHash } })).data.id;
}

async function beginUndo(who: Exporter, id: string): Promise<string> {
  const { planHash } = (await call(who, contract.previewUndo, { params: { id } })).data;
  return (await call(who, contract.runUndo, { params: { id }, body: { reason: "误操作", planHash } })).data.id;
}

const refusedOf = async (who: Exporter, id: string) => {
  const query = { pageSize: 100, state: "REFUSED" } as const;
  const { list } = (await call(who, contract.listBatchRows, { params: { id }, query })).data;
  return list.map(({ recordId, reason }) => [recordId, reason]);
};

const isWaitedFor = async () => {
  const waiting = await app.rows(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
};

/** A colleague saves the record, lets the task go on, and commits when the task waits for the record. */
function saveWhenWaitedFor(id: string | undefined, goOn: () => void): Promise<unknown> {
  return app.arrange(async (tx) => {
    await sql`update probe set version = version + 1 where id = ${id}`.execute(tx.kysely);
    goOn();
    for (let tries = 0; tries < 200 && !(await isWaitedFor()); tries++) await sleep(10);
  });
}

test("PF-R119 a record that is being saved while its undo begins is waited for, and then not undone", async () => {
  const who = givenExporter(app, { permissions: [LIST, BATCH] });
  const ids = await givenProbes(app, who, 110);
  const batch = await begin(who, ids);
  await waitForTask(app, who, batch);
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  held.run = async (_tx, id) => {
    if (id !== ids[99]) return;
    reached.resolve();
    await goOn.promise;
  };
  const undo = await beginUndo(who, batch);
  await reached.promise; // the first 100 are under way, the others not yet
  await saveWhenWaitedFor(ids[105], goOn.resolve);
  const task = await waitForTask(app, who, undo);
  assert.deepEqual([task.successCount, await refusedOf(who, undo)], [109, [[ids[105], "数据已变化，未执行"]]]);
  assert.deepEqual(await levelsOf(app, ids), { A: 109, B: 1 });
});

/** While the first of two records is changed, a colleague saves the second one as X. */
async function saveMeanwhile([first, second]: readonly string[], start: () => Promise<unknown>): Promise<void> {
  let saving: Promise<unknown> = Promise.resolve();
  held.run = async (_tx, id) => {
    if (id !== first) return;
    saving = app.rows("update probe set level = 'X', version = version + 1 where id = $1", [second]);
    await Promise.race([saving, sleep(300)]); // the lock of the task keeps it waiting until the end of the chunk
  };
  await start();
  await saving;
  held.run = async () => undefined;
}

test("PF-R119 nobody saves a record between the comparison and the change, so a batch and its undo lose nothing", async () => {
  const who = givenExporter(app, { permissions: [LIST, BATCH] });
  const [done, undone] = [await givenProbes(app, who, 2), await givenProbes(app, who, 2)];
  await saveMeanwhile(done, async () => waitForTask(app, who, await begin(who, done)));
  assert.deepEqual(await levelsOf(app, done), { B: 1, X: 1 });
  const batch = await begin(who, undone);
  await waitForTask(app, who, batch);
  await saveMeanwhile(undone, async () => waitForTask(app, who, await beginUndo(who, batch)));
  assert.deepEqual(await levelsOf(app, undone), { A: 1, X: 1 });
});
