import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as contract from "@ops/platform/contract";
import { commonErrors } from "@ops/platform/contract";
import { readXlsx } from "hucre";
import { sql } from "kysely";
import { importCalls, upload } from "../excel/import/testing-import.ts";
import { change, type Exporter, fetchDownload, filePath, givenExporter, LIST, waitForTask } from "../excel/testing.ts";
import {
  APPROVE,
  askLevels,
  BATCH,
  batchApp,
  decideLevels,
  declareUndoable,
  givenProbes,
  held,
  levelsOf,
  probeErrors,
  setLevels,
} from "./testing-batch.ts";

const app = batchApp(true);
const reason = "年度调整";

afterEach(() => {
  held.act = async () => undefined;
  held.run = async () => undefined;
  held.mayRun = () => undefined;
});

const givenOperator = (more: object = {}) => givenExporter(app, { permissions: [LIST, BATCH], ...more });
const call = <E extends contract.Endpoint>(who: Exporter, endpoint: E, input: contract.CallInput<E>) =>
  app.call(endpoint, input, { token: who.token });
const preview = (who: Exporter, rows: contract.BatchRows, level = "B") =>
  call(who, setLevels.preview, { body: { ...rows, level } });
const begin = async (who: Exporter, rows: contract.BatchRows, level = "B") => {
  const { planHash } = (await preview(who, rows, level)).data;
  return call(who, setLevels.run, { body: { ...rows, level, reason, planHash } });
};
const rowsOf = async (who: Exporter, id: string, state?: "DONE" | "REFUSED" | "PLANNED") =>
  (await call(who, contract.listBatchRows, { params: { id }, query: { pageSize: 100, ...(state ? { state } : {}) } }))
    .data;
const actOn = (
  who: Exporter,
  endpoint: typeof contract.pauseTask | typeof contract.resumeTask | typeof contract.cancelTask,
  id: string,
) => call(who, endpoint, { params: { id } });

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await holds()) return;
    await sleep(25);
  }
  assert.fail(what);
}

test("PF-R119 a preview tells counts, the first 100 rows before and after, refusals by reason; nothing is changed", async () => {
  const who = givenOperator();
  const [open, closed] = [await givenProbes(app, who, 118), await givenProbes(app, who, 23, "密")];
  const ids = [...open, ...closed];
  const { data } = await preview(who, { ids });
  assert.deepEqual([data.total, data.ready, data.refused, data.rows.length], [141, 118, 23, 100]);
  assert.deepEqual(
    data.reasons.map(({ reason, count, labels }) => [reason, count, labels.length]),
    [["密级样本不可调整", 23, 20]],
  );
  const shown = data.rows.filter(({ recordId }) => open.includes(recordId ?? ""));
  for (const { before, after, state } of shown) {
    assert.deepEqual([before, after, state], [{ 等级: "A" }, { 等级: "B" }, "PLANNED"]);
  }
  assert.deepEqual(await levelsOf(app, open), { A: 118 });
});

test("PF-R119 whoever waits for a preview hears after each 100 rows how far it is", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 230);
  await preview(who, { ids });
  const told = await app.rows<{ done: number; total: number }>(
    `select (payload ->> 'done')::int as done, (payload ->> 'total')::int as total from live_event
     where user_id = $1 and payload ->> 'type' = 'job.progress' and payload ->> 'jobId' = $2 order by id`,
    [who.userId, setLevels.key],
  );
  assert.deepEqual(
    told,
    [100, 200, 230].map((done) => ({ done, total: 230 })),
  );
});

test("PF-R119 each person has one preview under way and one that waits; others are not held up", async () => {
  const [who, other] = [givenOperator(), givenOperator()];
  const [ids, theirs] = [await givenProbes(app, who, 1), await givenProbes(app, other, 1)];
  const { promise: open, resolve: goOn } = Promise.withResolvers<void>();
  held.act = (_tx, id) => (ids.includes(id) ? open : Promise.resolve());
  const [first, second] = [preview(who, { ids }), preview(who, { ids })];
  await sleep(300);
  assert.equal((await preview(who, { ids })).msg, "您已有一个批量操作在预览，请稍后再试");
  assert.equal((await preview(other, { ids: theirs })).data.ready, 1);
  goOn();
  assert.deepEqual([(await first).data.ready, (await second).data.ready], [1, 1]);
});

test("PF-R119 a batch takes from one row up to the limit of its kind; none, and one more, are refused", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 251, "M");
  assert.equal((await preview(who, { ids: ids.slice(0, 250) })).data.ready, 250);
  assert.equal((await preview(who, { ids })).msg, "单次最多操作250件");
  const tooMany = Array.from({ length: 251 }, (_, n) => `编号${n}`);
  assert.equal((await preview(who, { filter: { level: "M" } })).msg, "单次最多操作250件");
  assert.equal((await preview(who, { numbers: tooMany })).msg, "单次最多操作250件");
  const { workbook } = importCalls(app, contract.batchNumbers.key, ["编号*"]);
  const fileId = await upload(app, who, await workbook(tooMany.map((number) => [number])));
  assert.match((await preview(who, { fileId })).msg, /250/);
  assert.equal((await preview(who, { filter: { level: "不存在" } })).msg, "没有符合条件的数据");
  for (const rows of [{}, { ids: ids.slice(0, 1), numbers: ["x"] }]) {
    assert.equal((await preview(who, rows)).msg, "请选择要操作的数据");
  }
});

test("PF-R119 rows come from a selection, the filter of the list, typed numbers or a sheet of numbers", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 3, "F");
  const names = await app.rows<{ name: string }>("select name from probe where id = any($1) order by id", [ids]);
  const numbers = names.map(({ name }) => name);
  const planned = async (rows: contract.BatchRows) =>
    (await preview(who, rows)).data.rows.filter(({ reason }) => reason === null).map(({ recordId }) => recordId);
  assert.deepEqual(await planned({ ids }), ids);
  assert.deepEqual((await planned({ filter: { level: "F" } })).toSorted(), ids);
  const typed = await preview(who, { numbers: [...numbers, "没有"] });
  assert.deepEqual([typed.data.ready, typed.data.reasons[0]?.labels], [3, ["没有"]]);
  const { sheets } = await readXlsx((await fetchDownload(app, who, contract.getBatchTemplate.path)).body);
  assert.deepEqual(sheets[0]?.rows, [["编号*"]]);
  const { workbook } = importCalls(app, contract.batchNumbers.key, ["编号*"]);
  const fileId = await upload(app, who, await workbook(numbers.map((number) => [number])));
  assert.deepEqual(await planned({ fileId }), ids);
  const misspelt = await preview(who, { filter: { level: "F", levle: "F" } });
  assert.equal(misspelt.msgCode, "COMMON_PARAM", "an unknown key takes no more rows than were meant");
  const listless = givenExporter(app, { permissions: [BATCH] });
  assert.equal((await preview(listless, { filter: { level: "F" } })).msgCode, "COMMON_FORBIDDEN");
});

test("PF-R119 execution quotes the plan: whatever differs since is refused, and nothing is begun", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 2);
  const { planHash } = (await preview(who, { ids })).data;
  const run = (rows: contract.BatchRows, level = "B") =>
    call(who, setLevels.run, { body: { ...rows, level, reason, planHash } });
  const changed = ["COMMON_PLAN_CHANGED", "数据已变化，请重新预览"];
  const told = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
  assert.deepEqual(told(await run({ ids: ids.slice(0, 1) })), changed, "other rows");
  assert.deepEqual(told(await run({ ids }, "C")), changed, "other values");
  await app.rows("update probe set level = 'X' where id = $1", [ids[0]]);
  assert.deepEqual(told(await run({ ids })), changed, "another record");
  await app.rows("update probe set level = 'A' where id = $1", [ids[0]]);
  held.act = async (_tx, id) => {
    if (id === ids[0]) throw commonErrors.param({ field: "等级" });
  };
  assert.deepEqual(told(await run({ ids })), changed, "a refusal");
  const { planHash: withRefusal } = (await preview(who, { ids })).data;
  held.act = async (_tx, id) => {
    if (id === ids[0]) throw commonErrors.param({ field: "名称" });
  };
  const refused = await call(who, setLevels.run, { body: { ids, level: "B", reason, planHash: withRefusal } });
  assert.deepEqual(told(refused), changed, "another reason of a refusal");
  held.act = async () => undefined;
  const begun = await run({ ids });
  assert.equal(begun.msg, "");
  assert.match(begun.data.taskNo, /^PL\d{14}$/);
  await waitForTask(app, who, begun.data.id);
  assert.deepEqual(await levelsOf(app, ids), { B: 2 });
});

test("PF-R119 a batch runs in chunks of 100, is told, and gives its result row by row", async () => {
  const who = givenOperator();
  const ids = [...(await givenProbes(app, who, 230)), ...(await givenProbes(app, who, 2, "密"))];
  const transactions = new Map<string, number>();
  held.run = async (tx) => {
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx.kysely);
    const id = rows[0]?.id ?? "";
    transactions.set(id, (transactions.get(id) ?? 0) + 1);
  };
  const begun = (await begin(who, { ids })).data;
  const task = await waitForTask(app, who, begun.id);
  const { status, kind, total, done, successCount, failCount } = task;
  assert.deepEqual([kind, status, total, done, successCount, failCount], ["BATCH", "PARTIAL", 232, 232, 230, 2]);
  assert.ok([...transactions.values()].every((count) => count <= 100) && transactions.size >= 2);
  const { sheets } = await readXlsx((await fetchDownload(app, who, filePath(task.id))).body);
  const [titles, ...rows] = sheets[0]?.rows ?? [];
  assert.deepEqual(titles, ["对象", "结果", "执行前", "执行后", "原因"]);
  assert.equal(rows.length, 232);
  assert.equal(rows.filter((row) => row[1] === "已执行" && row[2] === "等级：A" && row[3] === "等级：B").length, 230);
  assert.equal(rows.filter((row) => row[1] === "未执行" && row[4] === "密级样本不可调整").length, 2);
  assert.equal((await rowsOf(who, task.id, "REFUSED")).total, 2);
  const [notice] = await app.rows("select title from notice where user_id = $1", [who.userId]);
  assert.deepEqual(notice, { title: "批量调整等级部分成功" });
});

test("PF-R119 while a batch runs its owner hears how far it is", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 110);
  const { promise, resolve } = Promise.withResolvers<void>();
  held.run = async (_tx, id) => {
    if (id === ids[105]) await promise;
  };
  const begun = (await begin(who, { ids })).data;
  await until("the first chunk is told", async () => {
    const told = await app.rows<{ done: number; total: number }>(
      `select (payload ->> 'done')::int as done, (payload ->> 'total')::int as total from live_event
       where user_id = $1 and payload ->> 'type' = 'job.progress' and payload ->> 'jobId' = $2`,
      [who.userId, begun.id],
    );
    return told.some(({ done, total }) => done === 100 && total === 110);
  });
  resolve();
  assert.equal((await waitForTask(app, who, begun.id)).status, "SUCCESS");
});

test("PF-R119 a record that changed after the plan was made is left alone", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 150);
  const { promise, resolve } = Promise.withResolvers<void>();
  held.run = () => promise;
  const begun = (await begin(who, { ids })).data;
  await app.rows("update probe set level = 'Y' where id = $1", [ids[149]]);
  resolve();
  const task = await waitForTask(app, who, begun.id);
  assert.equal(task.status, "PARTIAL");
  assert.deepEqual(await levelsOf(app, ids), { B: 149, Y: 1 });
  const { list } = await rowsOf(who, task.id, "REFUSED");
  assert.deepEqual(
    list.map(({ recordId, reason }) => [recordId, reason]),
    [[ids[149], "数据已变化，未执行"]],
  );
});

test("PF-R119 a batch is paused, goes on with each row once, and is cancelled with what was done told", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 210);
  const counts = new Map<string, number>();
  const blocked = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  held.run = async (_tx, id) => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    if (id !== ids[120]) return;
    reached.resolve();
    await blocked.promise;
  };
  const begun = (await begin(who, { ids })).data;
  await reached.promise;
  const paused = (await actOn(who, contract.pauseTask, begun.id)).data;
  assert.equal(paused.status, "PAUSED");
  blocked.resolve();
  await until("the chunk is taken back", async () => (await levelsOf(app, ids))["B"] === 100);
  assert.equal((await actOn(who, contract.pauseTask, begun.id)).msg, "任务不在执行或排队，无法暂停");
  const canceled = Promise.withResolvers<void>();
  held.run = async (_tx, id) => {
    if (id === ids[205]) await canceled.promise;
  };
  assert.equal((await actOn(who, contract.resumeTask, begun.id)).data.status, "QUEUED");
  await until("the second chunk is done", async () => (await levelsOf(app, ids))["B"] === 200);
  assert.equal((await actOn(who, contract.cancelTask, begun.id)).data.status, "CANCELED");
  canceled.resolve();
  await sleep(500);
  assert.deepEqual(await levelsOf(app, ids), { A: 10, B: 200 });
  assert.ok(ids.slice(0, 100).every((id) => counts.get(id) === 1));
  await until("the partial result is written", async () => {
    const [task] = await app.rows<{ size: number | null }>("select file_size as size from task where id = $1", [
      begun.id,
    ]);
    return task?.size !== null;
  });
  const { sheets } = await readXlsx((await fetchDownload(app, who, filePath(begun.id))).body);
  assert.equal((sheets[0]?.rows ?? []).filter((row) => row[1] === "已执行").length, 200);
  assert.equal((sheets[0]?.rows ?? []).filter((row) => row[1] === "待执行").length, 10);
});

test("PF-R119 rights are looked at again at each chunk: whoever lost them goes no further", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 150);
  held.run = async (_tx, id) => {
    if (id === ids[99]) change(app, who, { permissions: [LIST] });
  };
  const begun = (await begin(who, { ids })).data;
  const task = await waitForTask(app, who, begun.id);
  assert.deepEqual([task.status, task.errorMsg], ["FAILED", "您已无该批量操作的权限"]);
  assert.deepEqual(await levelsOf(app, ids), { A: 50, B: 100 });
  assert.equal(
    (await call(who, contract.listBatchRows, { params: { id: begun.id }, query: {} })).msgCode,
    "COMMON_FORBIDDEN",
  );
  change(app, who, { permissions: [LIST, BATCH] });
  const hasFile = async () =>
    (await app.rows("select from task where id = $1 and file_size is not null", [begun.id])).length > 0;
  await until("the result of a batch that failed on the way is written", hasFile);
  const { sheets } = await readXlsx((await fetchDownload(app, who, filePath(begun.id))).body);
  const counts = Map.groupBy(sheets[0]?.rows ?? [], (row) => row[1]);
  assert.deepEqual([counts.get("已执行")?.length, counts.get("待执行")?.length], [100, 50]);
});

test("PF-R119 a plan can be refused as a whole, and one without a row that would be done is not begun", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 2);
  assert.equal((await begin(who, { ids }, "Z")).msg, "不能全部调为Z");
  const one = await begin(who, { ids: ids.slice(0, 1) }, "Z");
  assert.equal(one.msg, "");
  await waitForTask(app, who, one.data.id);
  const closed = await givenProbes(app, who, 1, "密");
  assert.equal((await begin(who, { ids: closed })).msg, "没有可执行的数据，请调整后重新预览");
});

test("PF-R119 undo is a batch of its own over the rows that still are as the batch left them", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 3);
  const { id } = (await begin(who, { ids })).data;
  assert.equal((await call(who, contract.previewUndo, { params: { id } })).msgCode.startsWith("PLAN_"), true);
  assert.equal((await waitForTask(app, who, id)).undoable, true);
  await app.rows("update probe set level = 'C' where id = $1", [ids[0]]);
  const { data: plan } = await call(who, contract.previewUndo, { params: { id } });
  assert.deepEqual([plan.ready, plan.reasons[0]?.reason], [2, "数据已变化，未执行"]);
  await app.rows("update probe set level = 'D' where id = $1", [ids[1]]);
  const body = { reason: "误操作", planHash: plan.planHash };
  assert.equal((await call(who, contract.runUndo, { params: { id }, body })).msgCode, "COMMON_PLAN_CHANGED");
  const again = (await call(who, contract.previewUndo, { params: { id } })).data;
  const undone = await call(who, contract.runUndo, { params: { id }, body: { ...body, planHash: again.planHash } });
  const task = await waitForTask(app, who, undone.data.id);
  assert.deepEqual([task.bizName, task.undoable, task.successCount], ["撤销批量调整等级", false, 1]);
  assert.deepEqual(await levelsOf(app, ids), { A: 1, C: 1, D: 1 });
  assert.equal((await call(who, contract.previewUndo, { params: { id: task.id } })).msg, "该批量操作不能撤销");
  assert.equal((await call(givenOperator(), contract.previewUndo, { params: { id } })).msgCode, "COMMON_NOT_FOUND");
});

test("PF-R119 a record that was saved after the batch is not undone, though it looks the same; nor is it without the right", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 2);
  const { id } = (await begin(who, { ids })).data;
  await waitForTask(app, who, id);
  await app.rows("update probe set version = version + 2 where id = $1", [ids[0]]);
  const { data: plan } = await call(who, contract.previewUndo, { params: { id } });
  assert.deepEqual([plan.ready, plan.reasons[0]?.reason], [1, "数据已变化，未执行"]);
  change(app, who, { permissions: [LIST] });
  const body = { reason: "误操作", planHash: plan.planHash };
  for (const refused of [
    await call(who, contract.previewUndo, { params: { id } }),
    await call(who, contract.runUndo, { params: { id }, body }),
  ])
    assert.equal(refused.msgCode, "COMMON_FORBIDDEN");
});

test("PF-R119 an undo is refused as a whole like the batch itself; what needs an approval has no undo", async () => {
  const who = givenOperator();
  const ids = await givenProbes(app, who, 2);
  const { id } = (await begin(who, { ids })).data;
  await waitForTask(app, who, id);
  const { data: plan } = await call(who, contract.previewUndo, { params: { id } });
  held.mayRun = ({ isUndo, ready }) => {
    if (isUndo && ready > 1) throw probeErrors.whole({ level: "A" });
  };
  const body = { reason: "误操作", planHash: plan.planHash };
  assert.equal((await call(who, contract.runUndo, { params: { id }, body })).msg, "不能全部调为A");
  assert.throws(declareUndoable, /cannot be undone/);
});

test("PF-R119 a batch that needs an approval is run by the decision, not by a click", async () => {
  const who = givenOperator();
  const boss = givenExporter(app, { organizationId: who.organizationId, permissions: [APPROVE] });
  const ids = await givenProbes(app, who, 2);
  const ask = async (level = "B") => {
    const asked = { ids, level };
    const { planHash } = (await call(who, askLevels.preview, { body: asked })).data;
    return (await call(who, askLevels.run, { body: { ...asked, reason, planHash } })).data;
  };
  const decide = async (id: string, verdict: "APPROVE" | "REJECT", version = 1) =>
    call(boss, decideLevels, { params: { id }, body: { verdict, version } });
  const first = await ask();
  assert.equal(first.status, "WAITING");
  assert.equal((await decide(first.id, "REJECT", 2)).msgCode, "COMMON_APPROVAL_CHANGED", "of another version");
  assert.equal((await decide(first.id, "REJECT")).data.status, "CANCELED");
  assert.equal((await decide(first.id, "APPROVE")).msgCode, "COMMON_APPROVAL_CHANGED", "decided already");
  const second = await ask();
  assert.equal((await actOn(who, contract.pauseTask, second.id)).msg, "任务不在执行或排队，无法暂停");
  assert.equal((await actOn(who, contract.resumeTask, second.id)).msg, "任务未暂停，无需继续");
  await sleep(300);
  assert.deepEqual(await levelsOf(app, ids), { A: 2 });
  assert.equal((await decide(second.id, "APPROVE")).msg, "");
  assert.equal((await waitForTask(app, who, second.id)).status, "SUCCESS");
  assert.deepEqual(await levelsOf(app, ids), { B: 2 });
  const third = await ask("C");
  held.mayRun = () => {
    throw probeErrors.whole({ level: "C" });
  };
  assert.equal((await decide(third.id, "APPROVE")).msg, "");
  const refused = await waitForTask(app, who, third.id);
  assert.deepEqual(
    [refused.status, refused.errorMsg],
    ["FAILED", "不能全部调为C"],
    "whether it may run is asked again",
  );
  assert.deepEqual(await levelsOf(app, ids), { B: 2 });
});
