import assert from "node:assert/strict";
import { test } from "node:test";
import { instantOf } from "@ops/platform/contract";
import { newId } from "../secret/crypto.ts";
import { createProbe, listProbes, type ProbeApp } from "../start/probe.ts";
import { instantOfSerial, sheetsOf } from "./import/read-back.ts";
import {
  change,
  EXPORT,
  type Exporter,
  exportApp,
  fetchDownload,
  filePath,
  givenExporter,
  LIST,
  submit,
  submitEndless,
  submitPlain,
  waitForTask,
} from "./testing.ts";

const app = exportApp(true);

async function givenProbes(count: number, changes: { level?: string; orgId?: string; ownerId?: string } = {}) {
  const { level = "A", orgId = newId(), ownerId = newId() } = changes;
  await app.rows(
    `insert into probe (id, version, created_at, created_by, updated_at, updated_by, org_id, owner_id, name, phone, level)
     select gen_random_uuid(), 1, timestamptz '2026-01-01 08:00:00+08' + n * interval '1 second', $3::uuid, now(), $3::uuid, $2::uuid, $3::uuid,
       '样本' || n, '138' || lpad(n::text, 8, '0'), $1 from generate_series(1, $4::int) n`,
    [level, orgId, ownerId, count],
  );
}

async function exported(who: Exporter, query: Record<string, string> = {}, columns?: string[]) {
  const { data, msg } = await submit(app, who, query, columns);
  assert.equal(msg, "");
  const task = await waitForTask(app, who, data.id);
  assert.equal(task.errorMsg, null);
  const { body, headers } = await fetchDownload(app, who, filePath(task.id));
  return { task, headers, sheets: sheetsOf(body) };
}

async function listed(of: ProbeApp, who: Exporter, query: { level: string; pageSize: number }) {
  return (await of.call(listProbes, { query }, { token: who.token })).data.list;
}

test("PF-R94 the file holds what the list shows: every cell, in its order, masked the same", async () => {
  const who = givenExporter(app);
  await givenProbes(90, { level: "L1" });
  const { sheets, task, headers } = await exported(who, { level: "L1" });
  const [data] = sheets;
  const rows = await listed(app, who, { level: "L1", pageSize: 100 });
  assert.equal(rows.length, 90);
  assert.deepEqual(data?.rows[0], ["名称", "手机号", "等级", "创建时间", "版本"]);
  assert.deepEqual(
    data?.rows
      .slice(1)
      .map(([name, phone, level, createdAt, version]) => [
        name,
        phone,
        level,
        instantOfSerial(Number(createdAt)).toISOString(),
        version,
      ]),
    rows.map((row) => [row.name, row.phone, "L1", instantOf(row.createdAt).toISOString(), row.version]),
  );
  assert.match(String(data?.rows[1]?.[1]), /^138\*{4}\d{4}$/);
  assert.equal(decodeURIComponent(headers.get("export-filename") ?? ""), "样本列表.xlsx");
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", total: 90, done: 90, successCount: 90, failCount: 0 });
});

test("PF-R94 text that is longer than a cell may be is cut, and says so", async () => {
  const who = givenExporter(app);
  await givenProbes(1, { level: "LONG" });
  const export_ = async (name: string) => {
    await app.rows("update probe set name = $1 where level = 'LONG'", [name]);
    return (await exported(who, { level: "LONG" }, ["name"])).sheets[0]?.rows[1]?.[0];
  };
  const fits = "长".repeat(32_767);
  assert.equal(await export_(fits), fits);
  assert.equal(await export_(`${fits}了`), `${"长".repeat(32_766)}…`);
  assert.equal(await export_(`=${fits}`), `'=${"长".repeat(32_764)}…`);
  assert.equal(await export_(`${"长".repeat(32_765)}😀😀`), `${"长".repeat(32_765)}…`, "no half of a sign");
});

test("PF-R94 the visible columns in their order, words for values, and the order of the list", async () => {
  const who = givenExporter(app);
  await givenProbes(3, { level: "A" });
  const { sheets } = await exported(who, { level: "A", sortBy: "name", sortOrder: "desc" }, ["level", "name", "gone"]);
  assert.deepEqual(sheets[0]?.rows, [
    ["等级", "名称"],
    ["甲", "样本3"],
    ["甲", "样本2"],
    ["甲", "样本1"],
  ]);
});

test("PF-R94 the last sheet tells who, when, where, the filter and the number of rows", async () => {
  const who = givenExporter(app);
  const { sheets, task } = await exported(who, { level: "A", keyword: "=没有" });
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ["样本列表", "导出说明"],
  );
  const told = sheets[1]?.rows ?? [];
  const time = String(told[5]?.[1]);
  assert.match(time, /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  assert.deepEqual(told, [
    ["项目", "内容"],
    ["任务编号", task.taskNo],
    ["导出内容", "样本列表"],
    ["导出人", "李四"],
    ["所属组织", "浦东店(店长)"],
    ["导出时间", time],
    ["数据行数", 0],
    ["筛选条件：等级", "甲"],
    ["筛选条件：关键字", "'=没有"],
  ]);
  assert.deepEqual(task.conditions, [
    { label: "等级", value: "甲" },
    { label: "关键字", value: "=没有" },
  ]);
});

test("PF-R94 the data scope and the field rights are those of the list", async () => {
  const organizationId = newId();
  const scope = { all: false, organizations: null, selfId: newId() } as const;
  await givenProbes(2, { level: "S", ownerId: scope.selfId });
  await givenProbes(5, { level: "S" });
  const who = givenExporter(app, { organizationId, scope, fieldMode: () => "HIDE" });
  const { sheets, task } = await exported(who, { level: "S" });
  assert.equal(task.total, 2);
  assert.deepEqual(
    sheets[0]?.rows.slice(1).map(([name]) => name),
    ["样本2", "样本1"],
  );
});

test("PF-R94 text that looks like a formula is text, and nothing breaks the file", async () => {
  const who = givenExporter(app, { permissions: [LIST, EXPORT, "probe:probe:edit"] });
  const level = "F";
  const nasty = ["=1+1", "+86138", "-2", "@SUM(A1)", "a<b>&\"c'", " =x", "表😀情"];
  for (const name of nasty) {
    const { msg } = await app.call(createProbe, { body: { name, phone: "13800000000", level } }, { token: who.token });
    assert.equal(msg, "");
  }
  const { sheets } = await exported(who, { level: "F" }, ["name"]);
  const names = sheets[0]?.rows.slice(1).map(([name]) => name);
  assert.deepEqual(new Set(names), new Set(["'=1+1", "'+86138", "'-2", "'@SUM(A1)", "a<b>&\"c'", "'=x", "表😀情"]));
});

test("PF-R94 more than 50 000 rows go on in further sheets", { timeout: 60_000 }, async () => {
  const who = givenExporter(app);
  await givenProbes(50_001, { level: "M" });
  const { sheets } = await exported(who, { level: "M" }, ["name"]);
  assert.deepEqual(sheets.map(({ name, rows }) => [name, rows.length]).slice(0, 2), [
    ["样本列表", 50_001],
    ["样本列表(2)", 2],
  ]);
  const names = new Set(sheets.slice(0, 2).flatMap(({ rows }) => rows.slice(1).map(([name]) => name)));
  assert.equal(names.size, 50_001);
});

test("PF-R94 more rows than allowed are refused with the limit", async () => {
  const who = givenExporter(app);
  await givenProbes(1_000, { level: "T" });
  await app.rows(
    `insert into param (id, created_at, created_by, updated_at, updated_by, key, value)
     values ($1, now(), $1, now(), $1, 'excel.exportMaxRows', '1000')`,
    [newId()],
  );
  await app.node.params.load(app.node.database.writer);
  assert.equal((await exported(who, { level: "T" }, ["name"])).task.total, 1_000);
  await givenProbes(1, { level: "T" });
  const { data } = await submit(app, who, { level: "T" });
  const task = await waitForTask(app, who, data.id);
  assert.partialDeepStrictEqual(task, {
    status: "FAILED",
    errorMsg: "导出数据超过1000行，请缩小查询范围",
    fileSize: null,
  });
  await app.rows("delete from param");
  await app.node.params.load(app.node.database.writer);
});

test("PF-R94 half a million rows are the limit unless the operator says otherwise", async () => {
  const who = givenExporter(app);
  const { data } = await submitEndless(app, who);
  const { status, errorMsg } = await waitForTask(app, who, data.id);
  assert.deepEqual([status, errorMsg], ["FAILED", "导出数据超过50万行，请缩小查询范围"]);
});

test("PF-R94 a filter that the list does not have is refused, and so is a person without the right", async () => {
  const who = givenExporter(app);
  const bad = await submit(app, who, { password: "x" });
  assert.deepEqual([bad.success, bad.msg], [false, "查询条件格式不正确"]);
  assert.equal((await submit(app, who, { sortBy: "phone" })).success, false);
  assert.equal((await submit(app, who, {}, [])).msg, "请至少选择一列");
  const without = givenExporter(app, { permissions: [LIST] });
  assert.equal((await submit(app, without)).msgCode, "COMMON_FORBIDDEN");
});

test("PF-R94 phones in clear for whoever may see them and says why; the file and the log tell so", async () => {
  const UNMASK = "probe:probe:unmask";
  const who = givenExporter(app, { permissions: [LIST, EXPORT, UNMASK] });
  await givenProbes(2, { level: "P" });
  const sheetsAfter = async (reason?: string) => {
    const { data, msg } = await submitPlain(app, who, { level: "P" }, reason);
    assert.equal(msg, "");
    const task = await waitForTask(app, who, data.id);
    assert.equal(task.errorMsg, null);
    return { task, sheets: sheetsOf((await fetchDownload(app, who, filePath(task.id))).body) };
  };
  const { task, sheets } = await sheetsAfter("回访客户");
  assert.deepEqual(sheets[0]?.rows, [
    ["名称", "手机号"],
    ["样本2", "13800000002"],
    ["样本1", "13800000001"],
  ]);
  assert.deepEqual(sheets[1]?.rows.slice(6), [
    ["数据行数", 2],
    ["导出方式", "明文"],
    ["导出原因", "回访客户"],
    ["筛选条件：等级", "P"],
  ]);
  assert.partialDeepStrictEqual((await app.auditOf(task))[0], { summary: "明文导出：手机号", reason: "回访客户" });
  const masked = await sheetsAfter();
  assert.deepEqual(masked.sheets[0]?.rows.slice(1), [
    ["样本2", "138****0002"],
    ["样本1", "138****0001"],
  ]);
  assert.partialDeepStrictEqual((await app.auditOf(masked.task))[0], { summary: null, reason: null });
  for (const permissions of [
    [LIST, EXPORT],
    [EXPORT, UNMASK],
    [LIST, UNMASK],
  ]) {
    const { msgCode } = await submitPlain(app, givenExporter(app, { permissions }), { level: "P" }, "回访客户");
    assert.equal(msgCode, "COMMON_FORBIDDEN", permissions.join());
  }
  change(app, who, { permissions: [LIST, EXPORT] });
  assert.equal((await submitPlain(app, who, { level: "P" })).msg, "", "masked, as everybody has it");
});

test("PF-R94 the sheet of an export without a filter says so", async () => {
  const scope = { all: false, organizations: null, selfId: newId() } as const;
  const { sheets } = await exported(givenExporter(app, { scope }));
  assert.deepEqual(sheets[1]?.rows.slice(6), [
    ["数据行数", 0],
    ["筛选条件", "无"],
  ]);
});
