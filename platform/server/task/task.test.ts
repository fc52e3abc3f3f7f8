import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as contract from "@ops/platform/contract";
import { unzip } from "../excel/import/read-back.ts";
import {
  change,
  EXPORT,
  type Exporter,
  exportApp,
  fetchDownload,
  filePath,
  gate,
  givenExporter,
  LIST,
  myTasks,
  submit,
  waitForTask,
} from "../excel/testing.ts";
import { newId } from "../secret/crypto.ts";

const app = exportApp(true);

const call = <E extends contract.Endpoint>(who: Exporter, endpoint: E, input: contract.CallInput<E>) =>
  app.call(endpoint, input, { token: who.token });
const cancel = (who: Exporter, id: string) => call(who, contract.cancelTask, { params: { id } });
const retry = (who: Exporter, id: string) => call(who, contract.retryTask, { params: { id } });
const remove = (who: Exporter, id: string) => call(who, contract.removeTask, { params: { id } });
const unread = async (who: Exporter) => (await call(who, contract.countUnreadTasks, {})).data.count;

/** A gate that a failed test left closed would stop the exports of the next files. */
after(() => {
  gate.open = Promise.resolve();
});

/** Exports begun before `open` is called wait at their first rows. */
function closeGate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.open = promise;
  return resolve;
}

async function givenRow() {
  await app.rows(
    `insert into probe (id, version, created_at, created_by, updated_at, updated_by, org_id, owner_id, name, phone, level)
     select $1::uuid, 1, now(), $1::uuid, now(), $1::uuid, $1::uuid, $1::uuid, '一行', '13800000000', 'A'
     where not exists (select from probe)`,
    [newId()],
  );
}

async function exported(who: Exporter) {
  const { data } = await submit(app, who);
  return waitForTask(app, who, data.id);
}

async function running({ id }: { id: string }) {
  for (;;) {
    const [task] = await app.rows<{ status: string }>("select status from task where id = $1", [id]);
    if (task?.status === "RUNNING") return;
  }
}

test("PF-R93 a task has a number, is told live, and its end is noticed", async () => {
  const who = givenExporter(app);
  const { data } = await submit(app, who);
  assert.match(data.taskNo, /^DC\d{14}$/);
  assert.partialDeepStrictEqual(data, { kind: "EXPORT", bizType: "probe.probe", bizName: "样本列表", total: null });
  const task = await waitForTask(app, who, data.id);
  assert.equal(task.status, "SUCCESS");
  assert.ok(task.expiresAt && task.finishedAt && task.fileSize && task.readAt === null);
  const told = await app.rows<{ event: { type: string; status?: string; jobId?: string } }>(
    "select payload as event from live_event order by id",
  );
  assert.ok(told.some(({ event }) => event.type === "job.finished" && event.jobId === task.id));
  const notices = await app.rows<{ title: string; route: string }>(
    "select title, route from notice where user_id = $1",
    [who.userId],
  );
  assert.deepEqual(notices, [{ title: "样本列表导出成功", route: "/RightCenter/DownloadCenter" }]);
  const [audit] = await app.auditOf(task);
  assert.equal(audit?.actionName, "导出样本列表");
});

test("PF-R71 the red dot is set by a finished task of mine and cleared when the download center opens", async () => {
  const [who, other] = [givenExporter(app), givenExporter(app)];
  assert.equal(await unread(who), 0);
  await exported(who);
  assert.deepEqual([await unread(who), await unread(other)], [1, 0]);
  assert.equal((await call(other, contract.readTasks, {})).data.read, 0);
  assert.equal((await call(who, contract.readTasks, {})).data.read, 1);
  assert.equal(await unread(who), 0);
});

test("PF-R93 the same filter is not begun twice within a minute, not even at the same moment", async () => {
  await givenRow();
  const open = closeGate();
  const who = givenExporter(app);
  const answers = await Promise.all([1, 2, 3].map(() => submit(app, who, { level: "A" })));
  const [begun] = answers.filter(({ success }) => success);
  assert.equal(answers.filter(({ success }) => success).length, 1);
  for (const { msg, msgCode, data } of answers.filter(({ success }) => !success)) {
    assert.deepEqual([msg, msgCode], ["相同条件的任务正在进行中", "JOB_SAME_RUNNING"]);
    assert.equal(data.id, begun?.data.id);
  }
  assert.equal((await submit(app, who, { level: "B" })).success, true, "another filter");
  assert.equal((await submit(app, givenExporter(app), { level: "A" })).success, true, "somebody else");
  assert.ok(begun);
  const wasBegun = (seconds: number) =>
    app.rows("update task set created_at = now() - make_interval(secs => $2) where id = $1", [begun.data.id, seconds]);
  await wasBegun(50);
  assert.equal((await submit(app, who, { level: "A" })).msgCode, "JOB_SAME_RUNNING", "within a minute");
  await wasBegun(61);
  const later = await submit(app, who, { level: "A" });
  assert.equal(later.success, true, "after a minute");
  open();
  await waitForTask(app, who, later.data.id);
  await waitForTask(app, who, begun.data.id);
  assert.equal((await submit(app, who, { level: "A" })).success, true, "it has ended");
});

test("PF-R93 a right withdrawn before or during the run gives no file", async () => {
  await givenRow();
  const open = closeGate();
  const [early, late] = [givenExporter(app), givenExporter(app)];
  const second = (await submit(app, late)).data;
  await running(second);
  change(app, late, { permissions: [LIST] });
  const first = (await submit(app, early)).data;
  change(app, early, { permissions: [EXPORT] });
  open();
  for (const [who, { id }] of [[early, first] as const, [late, second] as const]) {
    const task = await waitForTask(app, who, id);
    assert.partialDeepStrictEqual(task, { status: "FAILED", errorMsg: "您已无该数据的导出权限", fileSize: null });
    assert.deepEqual(await app.rows("select 1 from file where biz_id = $1", [id]), []);
  }
});

test("PF-R93 a download asks again whose it is and for the right", async () => {
  const [who, other] = [givenExporter(app), givenExporter(app)];
  const task = await exported(who);
  const refused = async (by: Exporter) =>
    JSON.parse((await fetchDownload(app, by, filePath(task.id))).body.toString()).msgCode;
  assert.equal(await refused(other), "COMMON_NOT_FOUND");
  const { body, headers } = await fetchDownload(app, who, filePath(task.id));
  assert.equal(headers.get("export-filename"), encodeURIComponent("样本列表.xlsx"));
  assert.equal(body.length, task.fileSize);
  assert.ok((await app.auditOf(task)).some(({ actionName }) => actionName === "下载任务文件"));
  change(app, who, { permissions: [LIST] });
  assert.equal(await refused(who), "COMMON_FORBIDDEN");
  const [{ id } = { id: "" }] = await app.rows<{ id: string }>("select id from file where biz_id = $1", [task.id]);
  const address = await call(who, contract.getFileUrl, { params: { id } });
  assert.equal(address.msgCode, "FILE_INVALID", "no other way leads to it");
});

test("PF-R93 a download asks for the right where the task was begun, not only where one works today", async () => {
  const who = givenExporter(app);
  const task = await exported(who);
  change(app, who, { organizationId: newId() });
  const { body } = await fetchDownload(app, who, filePath(task.id));
  assert.equal(JSON.parse(body.toString()).msgCode, "COMMON_FORBIDDEN");
  change(app, who, {});
  assert.equal((await fetchDownload(app, who, filePath(task.id))).body.length, task.fileSize);
});

test("PF-R93 several files come as one zip, twenty at most", async () => {
  const who = givenExporter(app);
  const [a, b] = [await exported(who), await exported(who)];
  const path = (ids: string[]) => `/common/v1/excel/downloads/files?ids=${ids.join(",")}`;
  const { body, headers } = await fetchDownload(app, who, path([a.id, b.id]));
  assert.equal(headers.get("export-filename"), encodeURIComponent("导出文件.zip"));
  const entries = unzip(body);
  assert.deepEqual([...entries.keys()], [`${a.taskNo}_样本列表.xlsx`, `${b.taskNo}_样本列表.xlsx`]);
  assert.deepEqual(entries.get(`${a.taskNo}_样本列表.xlsx`), (await fetchDownload(app, who, filePath(a.id))).body);
  const wall = new Date(contract.wireTime(new Date()).replace(" ", "T"));
  assert.equal(body.readUInt16LE(12) >> 9, wall.getFullYear() - 1980, "each with the day of its file");
  const many = await fetchDownload(app, who, path(Array.from({ length: 21 }, newId)));
  assert.equal(JSON.parse(many.body.toString()).msg, "一次最多下载20个文件");
});

test("PF-R93 a running task can be cancelled and tried again; one that ended cannot", async () => {
  await givenRow();
  const open = closeGate();
  const [who, other] = [givenExporter(app), givenExporter(app)];
  const { data } = await submit(app, who);
  await running(data);
  assert.equal((await remove(who, data.id)).msg, "任务正在处理，请先取消");
  assert.equal((await retry(who, data.id)).msg, "任务未失败，无需重试");
  assert.equal((await cancel(other, data.id)).msgCode, "COMMON_NOT_FOUND");
  const attempts = await app.rows("select 1 from audit_log where biz_id = $1 and summary = '越权尝试'", [data.id]);
  assert.equal(attempts.length, 1);
  assert.equal((await cancel(who, data.id)).data.status, "CANCELED");
  open();
  assert.equal((await cancel(who, data.id)).msg, "任务已结束，无法取消");
  assert.equal((await retry(who, data.id)).data.status, "QUEUED");
  const again = await waitForTask(app, who, data.id);
  assert.partialDeepStrictEqual(again, { status: "SUCCESS", taskNo: data.taskNo });
  const files = await app.rows("select 1 from file where biz_id = $1 and status = 'BOUND'", [data.id]);
  assert.equal(files.length, 1, "the cancelled run left none");
  assert.equal((await cancel(who, data.id)).msgCode, "JOB_FINISHED");
  assert.equal((await remove(who, data.id)).data, true);
  assert.deepEqual(await app.rows("select 1 from file where biz_id = $1 and status = 'BOUND'", [data.id]), []);
  assert.equal((await myTasks(app, who)).length, 0);
});

test("PF-R93 an import cannot be tried again", async () => {
  const who = givenExporter(app);
  const task = await exported(who);
  await app.rows("update task set kind = 'IMPORT', status = 'FAILED' where id = $1", [task.id]);
  assert.deepEqual((await retry(who, task.id)).msg, "导入任务不可重试，请重新上传");
});

test("PF-R93 who may list all sees those in scope, downloads none, and may cancel with the right to", async () => {
  await givenRow();
  const open = closeGate();
  const owner = givenExporter(app);
  const { data } = await submit(app, owner);
  const seeing = (permissions: string[], selfId: string) =>
    givenExporter(app, { permissions, scope: { all: false, organizations: null, selfId } });
  const codes = ["platform:task:list", "platform:job:cancelAny"];
  const [reaching, elsewhere] = [seeing(codes, owner.userId), seeing(codes, newId())];
  const listed = async (who: Exporter) =>
    (await call(who, contract.listAllTasks, { query: {} })).data.list.map(({ id }) => id);
  assert.deepEqual([await listed(reaching), await listed(elsewhere)], [[data.id], []]);
  assert.equal((await call(owner, contract.listAllTasks, { query: {} })).msgCode, "COMMON_FORBIDDEN");
  const cancelAny = (who: Exporter) => call(who, contract.cancelAnyTask, { params: { id: data.id } });
  assert.equal((await cancelAny(elsewhere)).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await cancelAny(reaching)).data.status, "CANCELED");
  const { body } = await fetchDownload(app, reaching, filePath(data.id));
  assert.equal(JSON.parse(body.toString()).msgCode, "COMMON_NOT_FOUND");
  open();
});
