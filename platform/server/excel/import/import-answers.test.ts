import assert from "node:assert/strict";
import { test } from "node:test";
import { checkImport, commonErrors, type ImportKind, listImportKinds, wireTime } from "@ops/platform/contract";
import { insertRecord } from "../../db/record/record.ts";
import { createProbe, probes } from "../../start/probe.ts";
import { type Exporter, exportApp, fetchDownload, filePath, givenExporter, waitForTask } from "../testing.ts";
import type { ImportRow } from "./check-rows.ts";
import { type ImportCall, type ImportSource, SKIPPED, type Verdict, Warned } from "./import-source.ts";
import { decryptZip, sheetsOf } from "./read-back.ts";
import { importCalls, upload } from "./testing-import.ts";

const PERMISSION = "probe:probe:import";
const TITLES = ["名", "名称*", "组", "判", "拒"];
const kind: ImportKind = {
  key: "probe.answers",
  name: "回答",
  permission: PERMISSION,
  version: 1,
  mostRows: 900,
  page: "/probes",
  columns: [
    { key: "short", title: "名" },
    { key: "name", title: "名称", required: true, note: "不可重复" },
    { key: "group", title: "组" },
    { key: "verdict", title: "判" },
    { key: "refused", title: "拒" },
  ],
  options: [
    { key: "quick", label: "快速", note: "不等待" },
    { key: "silent", label: "静默", note: "不通知" },
  ],
};
const verdicts: Readonly<Record<string, Verdict>> = {
  bad: "名称不对",
  plain: "不对",
  over: commonErrors.forbidden(),
  skip: SKIPPED,
  warn: new Warned("名将被改写"),
};

/** The calls to the source, in their order. */
const asked = {
  checks: [] as number[][],
  prepared: [] as number[][],
  applied: [] as number[][],
  after: [] as number[][],
};
const calls: ImportCall[] = [];
const broken = { times: 0 };
const linesOf = (rows: readonly ImportRow[]) => rows.map(({ line }) => line);

const atOnce: ImportSource = {
  kind,
  keyOf: ({ values }) => values["name"] ?? "",
  groupOf: ({ values }) => values["group"] ?? null,
  check: async (_tx, rows, call) => {
    asked.checks.push(linesOf(rows));
    calls.push(call);
    return new Map(rows.flatMap(({ line, values: { verdict } }) => (verdict ? [[line, verdicts[verdict] ?? ""]] : [])));
  },
  prepare: async (rows) => {
    asked.prepared.push(linesOf(rows));
    return "prepared";
  },
  applyAll: async (_tx, rows, call) => {
    asked.applied.push(linesOf(rows));
    calls.push(call);
    if (broken.times-- > 0) throw new Error("the node breaks off");
    if (rows.some(({ values }) => values["refused"])) throw commonErrors.duplicate({ field: "名称" });
    return new Map(rows.map(({ line, values }) => [line, [values["name"] ?? "", values["name"] ?? ""]]));
  },
  after: async (_tx, rows) => void asked.after.push(linesOf(rows)),
  handsBack: {
    name: "回执",
    columns: [
      { title: "名称", width: 8 },
      { title: "口令", width: 9, verbatim: true },
    ],
    seal: (text, about) => Buffer.from(`${about}\n${text}`),
    unseal: (sealed, about) => {
      const [sealedAbout, text = ""] = sealed.toString().split("\n");
      assert.equal(sealedAbout, about);
      return text;
    },
  },
};

const byRow: ImportSource = {
  kind: {
    key: "probe.single",
    name: "单行",
    permission: PERMISSION,
    version: 1,
    byHand: createProbe,
    columns: [{ key: "name", title: "名称", required: true }],
  },
  keyOf: ({ line }) => String(line),
  check: async () => new Map(),
  apply: async (tx, { values: { name } }) => {
    const [orgId, ownerId] = [tx.actor.organizationIds[0] ?? "", tx.actor.userId];
    await insertRecord(tx, probes, { orgId, ownerId, name: name ?? "", phone: "", level: "R", tags: [], facts: [] });
    if (name === "重复") throw commonErrors.duplicate({ field: "名称" });
  },
};

const app = exportApp(true, [atOnce, byRow]);
const answers = importCalls(app, kind.key, TITLES);
const single = importCalls(app, "probe.single", ["名称*"]);
const importer = (...more: string[]) => givenExporter(app, { permissions: [PERMISSION, ...more] });

function begin(): void {
  for (const lines of Object.values(asked)) lines.length = 0;
  calls.length = 0;
}

type Typed = [name: string, other?: { short?: string; group?: string; verdict?: string; refused?: string }];
const rowsOf = (typed: readonly Typed[]) =>
  typed.map(([name, { short = null, group = null, verdict = null, refused = null } = {}]) => [
    short,
    name,
    group,
    verdict,
    refused,
  ]);
const workbook = (...typed: Typed[]) => answers.workbook(rowsOf(typed));

async function checked(who: Exporter, file: Buffer, options: string[]) {
  const body = { fileId: await upload(app, who, file), again: false, options };
  return { body, ...(await app.call(checkImport, { params: { kind: kind.key }, body }, { token: who.token })) };
}

test("PF-R95 the kinds that somebody may import, with what is to be known of each", async () => {
  const kindsOf = async ({ token }: Exporter) => (await app.call(listImportKinds, {}, { token })).data;
  const who = importer();
  const column = (title: string, required = false, note = "") => ({ title, required, note });
  const mine = {
    key: kind.key,
    name: "回答",
    options: kind.options,
    mostRows: 900,
    needsBeside: false,
    page: "/probes",
    lastRunAt: null,
    columns: [column("名"), column("名称", true, "不可重复"), column("组"), column("判"), column("拒")],
  };
  assert.deepEqual(await kindsOf(who), [mine]);
  const both = importer(createProbe.permission);
  const other = {
    key: "probe.single",
    name: "单行",
    options: [],
    mostRows: 20_000,
    needsBeside: false,
    page: null,
    lastRunAt: null,
    columns: [column("名称", true)],
  };
  assert.deepEqual(await kindsOf(both), [mine, other]);
  assert.deepEqual(await kindsOf(givenExporter(app, { permissions: [createProbe.permission] })), []);
  const { data } = await single.check(both, await single.workbook([["甲"]]));
  const task = await waitForTask(app, both, (await single.confirm(both, data.id)).data.id);
  await app.rows("update task set kind = 'EXPORT' where owner_id = $1", [who.userId]);
  assert.deepEqual(await kindsOf(both), [mine, { ...other, lastRunAt: task.createdAt }]);
  assert.deepEqual(await kindsOf(who), [mine]);
  const { msgCode } = await single.check(who, await single.workbook([["甲"]]));
  assert.equal(msgCode, "COMMON_FORBIDDEN");
});

test("PF-R95 a check tells what it found: rows of each sort, the column that a sentence is about, who reaches too far", async () => {
  const who = importer();
  begin();
  const file = await workbook(
    ["甲", { verdict: "bad" }],
    ["乙", { verdict: "plain" }],
    ["丙", { verdict: "skip" }],
    ["丁", { verdict: "warn", short: "原名" }],
    ["戊", { verdict: "over" }],
    ["甲"],
    ["己"],
  );
  const { body, data } = await checked(who, file, ["silent"]);
  const problem = (line: number, text: string, column = "", value = "") => ({ line, column, value, problem: text });
  assert.deepEqual(data, {
    id: data.id,
    kind: kind.key,
    kindName: "回答",
    fileName: "字典项.xlsx",
    total: 7,
    valid: 2,
    invalid: 4,
    skipped: 1,
    warned: 1,
    summary: "共7行，可导入2行，错误4行，跳过1行，提醒1行",
    problems: [
      problem(2, "名称不对", "名称", "甲"),
      problem(3, "不对"),
      problem(6, "您没有该操作的权限，请联系管理员！"),
      problem(7, "与第2行重复"),
    ],
    warnings: [problem(5, "名将被改写", "名", "原名")],
  });
  assert.deepEqual(asked.checks, [[2, 3, 4, 5, 6, 8]]);
  assert.deepEqual(calls, [
    { options: new Set(["silent"]), beside: {}, prepared: undefined, taskId: null, memory: undefined },
  ]);
  const attempts = await app.rows("select summary, result from audit_log where actor_id = $1 and result <> 'SUCCESS'", [
    who.userId,
  ]);
  assert.deepEqual(attempts, [{ summary: "越权尝试", result: "REFUSED" }]);
  const [draft] = await app.rows(
    `select kind, file_id::text, owner_id::text, options, total, valid, confirmed_at from import_draft where id = $1`,
    [data.id],
  );
  assert.deepEqual(draft, {
    kind: kind.key,
    fileId: body.fileId,
    ownerId: who.userId,
    options: ["silent"],
    total: 7,
    valid: 2,
    confirmedAt: null,
  });
  const [kept] = await app.rows("select status, biz_id from file where id = $1", [body.fileId]);
  assert.deepEqual(kept, { status: "BOUND", bizId: data.id });
  const told = await app.rows("select payload from live_event where user_id = $1", [who.userId]);
  assert.deepEqual(told, [{ payload: { type: "job.progress", jobId: body.fileId, done: 6, total: 6 } }]);
});

test("PF-R95 the first hundred problems are shown by their lines, and rows that are looked at together come at once", async () => {
  const who = importer();
  begin();
  const typed = Array.from({ length: 600 }, (_, n): Typed => {
    if (n < 101) return ["", { short: "x" }];
    return [`名${n}`, n === 101 ? { verdict: "bad" } : {}];
  });
  const { data } = await answers.check(who, await answers.workbook(rowsOf(typed.toReversed())));
  assert.equal(data.summary, "共600行，可导入498行，错误102行");
  assert.deepEqual(
    data.problems.map(({ line, problem }) => [line, problem]),
    [[500, "名称不对"], ...Array.from({ length: 99 }, (_, n) => [501 + n, "名称不能为空"])],
  );
  assert.deepEqual(
    asked.checks.map(({ length }) => length),
    [499],
  );
});

test("PF-R95 what is asked of an import that is none is refused: kinds, options, files, rows", async () => {
  const who = importer();
  const file = await workbook(["甲", { verdict: "bad" }]);
  const fileId = await upload(app, who, file);
  const ask = async (of: Exporter, key: string, options: string[] = []) => {
    const { msg } = await app.call(
      checkImport,
      { params: { kind: key }, body: { fileId, options } },
      { token: of.token },
    );
    return msg;
  };
  assert.equal(await ask(who, "probe.none"), "数据不存在或已被删除");
  assert.equal(await ask(who, kind.key, ["quick", "loud"]), "选项格式不正确");
  assert.equal(await ask(importer(), kind.key), "数据不存在或已被删除", "somebody else's file");
  await app.rows("update file set biz_type = 'probeSheet' where id = $1", [fileId]);
  assert.equal(await ask(who, kind.key), "数据不存在或已被删除", "a file for something else");
  const { data } = await checked(who, file, ["quick", "silent"]);
  assert.equal((await answers.confirm(who, data.id)).msg, "没有可导入的数据，请修改后重新上传");
  assert.equal((await answers.confirm(who, who.userId)).msgCode, "COMMON_NOT_FOUND");
});

test("PF-R95 a file is remembered for 24 hours after it was confirmed, for its kind", async () => {
  const who = importer(createProbe.permission);
  const file = await workbook(["甲"]);
  const other = await workbook(["乙"]);
  const { data } = await answers.check(who, file);
  assert.equal((await answers.check(who, file)).msg, "", "looked at, not imported");
  const task = await waitForTask(app, who, (await answers.confirm(who, data.id)).data.id);
  const [draft] = await app.rows<{ at: Date }>("select confirmed_at as at from import_draft where id = $1", [data.id]);
  assert.ok(draft);
  const asks = `该文件已于${wireTime(draft.at)}导入过，是否继续？`;
  assert.equal((await answers.check(who, file)).msg, asks);
  assert.equal((await answers.check(who, other)).msg, "", "another file");
  assert.equal((await single.check(who, file)).msg, "模板版本不正确，请重新下载模板", "another kind");
  app.passTime(24 * 3_600 - 60);
  assert.equal((await answers.check(who, file)).msg, asks);
  app.passTime(61);
  assert.equal((await answers.check(who, file)).msg, "");
  assert.equal(task.status, "SUCCESS");
});

test("PF-R95 rows that are written at once: whoever refuses is searched for by halves, and groups stay together", async () => {
  const who = importer();
  begin();
  const file = await workbook(
    ["一", { group: "甲" }],
    ["二", { group: "甲", refused: "x" }],
    ["三", { group: "甲" }],
    ["四", { verdict: "skip" }],
    ["五", { verdict: "warn" }],
    ["六", { group: "乙" }],
    ["=七", { group: "乙" }],
    ["八", { verdict: "bad" }],
    ["", { short: "九" }],
  );
  const { data } = await checked(who, file, ["quick"]);
  begin();
  const { data: begun } = await answers.confirm(who, data.id);
  assert.deepEqual(begun.conditions, [{ label: "选项", value: "快速" }]);
  const task = await waitForTask(app, who, begun.id);
  assert.deepEqual(asked, {
    checks: [[2, 3, 4, 5, 6, 7, 8, 9]],
    prepared: [[2, 3, 4, 5, 6, 7, 8, 9]],
    applied: [[2, 3, 4, 6, 7, 8], [2, 3, 4], [2, 3], [2], [3], [4], [6, 7, 8]],
    after: [[2, 3, 4, 5, 6, 7, 8, 9]],
  });
  const call = { options: new Set(["quick"]), beside: {}, prepared: "prepared", taskId: task.id, memory: undefined };
  assert.deepEqual(calls, Array(8).fill(call));
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", total: 9, done: 9, successCount: 5, failCount: 3 });
  assert.partialDeepStrictEqual((await app.auditOf(task)).at(-1), {
    actionName: "导入回答",
    summary: "第 1–9 行：成功 5，失败 3，跳过 1，提醒 1",
  });
  const [failures] = sheetsOf((await fetchDownload(app, who, filePath(task.id, "fail"))).body);
  assert.deepEqual(
    failures?.rows.slice(1).map((row) => row.slice(-2)),
    [
      [3, "名称已存在"],
      [6, "提醒：名将被改写"],
      [9, "名称不对"],
      [10, "名称不能为空"],
    ],
  );
  const { body, headers } = await fetchDownload(app, who, filePath(task.id));
  assert.equal(decodeURIComponent(headers.get("export-filename") ?? ""), "回答_回执.zip");
  const [given] = sheetsOf(decryptZip(body, begun.filePassword ?? "").content);
  assert.deepEqual(given, {
    name: "回执",
    rows: [["名称", "口令"], ...["一", "三", "五", "六"].map((name) => [name, name]), ["'=七", "=七"]],
  });
  const left = await app.rows(
    `select 1 from import_secret where task_id = $1
     union all select 1 from import_draft where id = $2 and sealed_password is not null`,
    [task.id, data.id],
  );
  assert.deepEqual(left, [], "nothing else knows it any more");
});

test("PF-R95 a fault that says nothing of a row fails no row: the chunk is written later, all of it", async () => {
  const who = importer();
  const file = await workbook(["甲"], ["乙", { group: "同" }], ["丙", { group: "同" }], ["丁", { refused: "x" }]);
  const { data } = await answers.check(who, file);
  begin();
  broken.times = 1;
  const task = await waitForTask(app, who, (await answers.confirm(who, data.id)).data.id);
  const searched = [[2], [3, 4, 5], [3, 4], [5]];
  assert.deepEqual(asked.applied, [[2, 3, 4, 5], [2, 3, 4, 5], ...searched]);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 3, failCount: 1 });
});

test("PF-R97 an import by rows tells each record of its line, and nothing of a row that did not get in", async () => {
  const who = importer(createProbe.permission);
  const { data } = await single.check(who, await single.workbook([["甲"], ["重复"], ["乙"]]));
  const task = await waitForTask(app, who, (await single.confirm(who, data.id)).data.id);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 2, failCount: 1 });
  const rows = await app.rows(
    `select name, summary from probe join audit_log on biz_id = probe.id::text where owner_id = $1 order by name desc`,
    [who.userId],
  );
  assert.deepEqual(rows, [
    { name: "甲", summary: `导入任务 ${task.taskNo} 第 2 行` },
    { name: "乙", summary: `导入任务 ${task.taskNo} 第 4 行` },
  ]);
  const diffs = await app.rows<{ n: number }>(
    "select count(*)::int as n from audit_log where actor_id = $1 and diffs::text like '%重复%'",
    [who.userId],
  );
  assert.deepEqual(diffs, [{ n: 0 }]);
});

test("PF-R96 an import of which no row got in has failed, one of which some were there already only in part", async () => {
  const imported = async (...typed: Typed[]) => {
    const who = importer();
    const { data } = await answers.check(who, await workbook(...typed));
    const task = await waitForTask(app, who, (await answers.confirm(who, data.id)).data.id);
    const { status, errorMsg, successCount, failCount, skipCount, hasFailures, fileSize } = task;
    return { status, errorMsg, successCount, failCount, skipCount, hasFailures, hasFile: fileSize !== null };
  };
  const none = { successCount: 0, failCount: 0, skipCount: 0, hasFailures: false, hasFile: false, errorMsg: null };
  assert.deepEqual(await imported(["甲", { refused: "x" }]), {
    ...none,
    status: "FAILED",
    failCount: 1,
    hasFailures: true,
    errorMsg: "全部数据导入失败，请下载失败明细",
  });
  const some = { ...none, successCount: 1, skipCount: 1, hasFile: true };
  const partly = { ...some, status: "PARTIAL", failCount: 1, hasFailures: true };
  assert.deepEqual(await imported(["甲", { refused: "x" }], ["乙", { verdict: "skip" }], ["丙"]), partly);
  assert.deepEqual(await imported(["甲"], ["乙", { verdict: "skip" }]), { ...some, status: "SUCCESS" });
});
