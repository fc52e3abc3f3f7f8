import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import * as contract from "@ops/platform/contract";
import { type Exporter, exportApp, givenExporter, myTasks, waitForTask } from "../excel/testing.ts";
import type { Cell } from "../excel/workbook/sheet-xml.ts";
import { writeWorkbook } from "../excel/workbook/workbook.ts";
import { expireTasks } from "./expire.ts";

const app = exportApp(true);
const KIND = "platform.dictEntry";
const [HOUR, DAY] = [3_600, 86_400];
const importer = () => givenExporter(app, { permissions: ["platform:dict:edit"] });
const call = <E extends contract.Endpoint>(who: Exporter, endpoint: E, input: contract.CallInput<E>) =>
  app.call(endpoint, input, { token: who.token });
const columns = (...titles: string[]) => titles.map((title) => ({ title, width: 10 }));

async function checked(who: Exporter, ...rows: Cell[][]) {
  const sheets = [
    { name: "数据", columns: columns("字典编码*", "名称*", "值*", "排序", "状态"), rows },
    { name: "模板信息", columns: columns("类型", "版本"), rows: [[KIND, 1]] },
  ];
  const bytes = Buffer.concat(await Readable.from(writeWorkbook(sheets)).toArray());
  const form = new FormData();
  form.append("bizType", contract.IMPORT_BIZ_TYPE);
  form.append("file", new Blob([new Uint8Array(bytes)]), "字典项.xlsx");
  const headers = { authorization: who.token, applicationid: "1" };
  const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body: form });
  const { data: file }: { data: { id: string } } = await response.json();
  const body = { fileId: file.id, again: true };
  const { data, msg } = await call(who, contract.checkImport, { params: { kind: KIND }, body });
  assert.equal(msg, "");
  return { draftId: data.id, fileId: file.id };
}

/** Makes an import with a good row that will have nothing new when it runs, and a bad row. */
async function givenImport(who: Exporter, code: string) {
  await call(who, contract.createDictType, { body: { code, name: code } });
  const made = await checked(who, [code, "甲", "A", 1, "启用"], [code, "", "B", 1, "启用"]);
  const confirmed = await call(who, contract.confirmImport, { params: { id: made.draftId } });
  assert.equal(confirmed.msg, "");
  return { ...made, task: await waitForTask(app, who, confirmed.data.id) };
}

/** Counts what is left of an import: its uploaded file, its draft, its failure lines and its files. */
async function leftOf({ fileId, draftId, taskId }: { fileId: string; draftId: string; taskId?: string }) {
  const count = async (query: string, ...values: unknown[]) => (await app.rows(query, values)).length;
  return {
    source: await count("select from file where id = $1 and status <> 'DELETED'", fileId),
    draft: await count("select from import_draft where id = $1", draftId),
    failures: await count("select from import_failure where task_id = $1", taskId ?? null),
    made: await count("select from file where biz_id = $1 and status <> 'DELETED'", taskId ?? null),
  };
}
const nothing = { source: 0, draft: 0, failures: 0, made: 0 };
const statusOf = async (who: Exporter, id: string) => (await myTasks(app, who)).find((task) => task.id === id)?.status;

test("PF-R95 what was checked and never confirmed is gone after a day, with the file", async () => {
  const who = importer();
  const made = await checked(who, ["t_none", "甲", "A", 1, "启用"]);
  app.passTime(23 * HOUR);
  await app.arrange(expireTasks);
  assert.deepEqual(await leftOf(made), { ...nothing, source: 1, draft: 1 });
  app.passTime(2 * HOUR);
  await app.arrange(expireTasks);
  assert.deepEqual(await leftOf(made), nothing);
  const late = await call(who, contract.confirmImport, { params: { id: made.draftId } });
  assert.equal(late.msgCode, "COMMON_NOT_FOUND");
});

test("PF-R95 what was uploaded for an import goes with the files of its task, however it ended", async () => {
  const who = importer();
  const partial = await givenImport(who, "t_partial");
  assert.equal(partial.task.status, "PARTIAL");
  const failed = await givenImport(who, "t_failed");
  await app.rows("update task set status = 'FAILED', success_count = 0 where id = $1", [failed.task.id]); // no row got in
  const broken = await givenImport(who, "t_broken");
  await app.rows("update task set status = 'FAILED', fail_file_id = null where id = $1", [broken.task.id]);
  const canceled = await givenImport(who, "t_canceled");
  await app.rows("update task set status = 'CANCELED', fail_file_id = null, expires_at = null where id = $1", [
    canceled.task.id,
  ]);
  const all = [partial, failed, broken, canceled].map((one) => ({ ...one, taskId: one.task.id }));
  app.passTime(6 * DAY);
  await app.arrange(expireTasks);
  for (const one of all) assert.deepEqual(await leftOf(one), { source: 1, draft: 1, failures: 1, made: 1 });
  app.passTime(2 * DAY);
  await app.arrange(expireTasks);
  for (const one of all) assert.deepEqual(await leftOf(one), nothing, one.task.bizName);
  const states = await Promise.all(all.map(({ taskId }) => statusOf(who, taskId)));
  assert.deepEqual(states, ["EXPIRED", "EXPIRED", "FAILED", "CANCELED"]);
  const kinds = (await call(who, contract.listImportKinds, {})).data;
  assert.ok(kinds.find(({ key }) => key === KIND)?.lastRunAt, "when it was last done is still known");
});

test("PF-R95 whoever removes an import removes what was uploaded for it; the file is known again for a day", async () => {
  const who = importer();
  const { task, ...made } = await givenImport(who, "t_removed");
  assert.equal((await call(who, contract.removeTask, { params: { id: task.id } })).data, true);
  assert.deepEqual(await leftOf({ ...made, taskId: task.id }), { ...nothing, draft: 1 });
  app.passTime(DAY + HOUR);
  await app.arrange(expireTasks);
  assert.deepEqual(await leftOf({ ...made, taskId: task.id }), nothing);
});
