import assert from "node:assert/strict";
import { pbkdf2Sync, randomBytes } from "node:crypto";
import { test } from "node:test";
import { createDictEntry, createDictType, type ImportKind } from "@ops/platform/contract";
import type { ClaimedTask } from "../../task/claim.ts";
import { exportApp, fetchDownload, filePath, givenExporter, waitForTask } from "../testing.ts";
import { forgetHandedBack } from "./hand-back.ts";
import { type ImportSource, Warned } from "./import-source.ts";
import { sheetsOf } from "./read-back.ts";
import { importCalls } from "./testing-import.ts";

const DICT = "t_run_platform";
const PERMISSION = "platform:dict:edit";
const kind: ImportKind = {
  key: "probe.run",
  name: "任职",
  permission: PERMISSION,
  version: 1,
  columns: [
    { key: "platform", title: "平台", dict: DICT },
    { key: "person", title: "人" },
    { key: "n", title: "号", kind: "int", required: true },
  ],
};
/** The lines of each chunk, and what happens before each one. */
const chunks: number[][] = [];
const seam = { before: async () => {} };
const written: number[] = [];

const source: ImportSource = {
  kind,
  keyOf: ({ values }) => values["n"] ?? "",
  groupOf: ({ values }) => values["person"] ?? null,
  check: async (_tx, rows) =>
    new Map(
      rows.flatMap(({ line, values }) => (values["n"] === "7700" ? [[line, new Warned("号码将被改写")] as const] : [])),
    ),
  prepare: async (rows) => {
    chunks.push(rows.map(({ line }) => line));
    await seam.before();
  },
  applyAll: async (_tx, rows) => {
    written.push(...rows.map(({ line }) => line));
    return new Map(rows.slice(0, 1).map(({ line }) => [line, [String(line)]]));
  },
  handsBack: {
    name: "回执",
    columns: [{ title: "行", width: 8 }],
    seal: (text) => Buffer.concat([randomBytes(8), Buffer.from(text)]),
    unseal: (sealed) => sealed.toString("utf8", 8),
  },
};

const app = exportApp(true, [source]);
const { workbook, check, confirm } = importCalls(app, kind.key, ["平台", "人", "号*"]);
const importer = () => givenExporter(app, { permissions: [PERMISSION] });

function begin(before: () => Promise<void> = async () => {}): void {
  chunks.length = 0;
  written.length = 0;
  seam.before = before;
}

test("PF-R95 an import that goes on after a dictionary has changed looks at each row once", async () => {
  const who = importer();
  await app.call(createDictType, { body: { code: DICT, name: "平台" } }, { token: who.token });
  for (const [entryValue, entryMeaning] of [["A", "甲"] as const, ["B", "乙"] as const]) {
    const body = { code: DICT, entryValue, entryMeaning, sort: 1, color: null };
    await app.call(createDictEntry, { body }, { token: who.token });
  }
  const rows = Array.from({ length: 1_000 }, (_, n) => [n % 10 === 0 ? "乙" : "甲", null, n]);
  const { data } = await check(who, await workbook(rows));
  assert.equal(data.valid, 1_000);
  begin(async () => {
    if (chunks.length !== 2) return;
    await app.rows("update dict_entry set status = 'DISABLED' where code = $1 and entry_value = 'B'", [DICT]);
    throw new Error("the node breaks off");
  });
  const task = await waitForTask(app, who, (await confirm(who, data.id)).data.id);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", total: 1_000, successCount: 950, failCount: 50 });
  assert.equal(new Set(written).size, written.length, "none twice");
  const failed = await app.rows<{ line: number }>("select line from import_failure where task_id = $1", [task.id]);
  const lines = [...written, ...failed.map(({ line }) => line)].toSorted((a, b) => a - b);
  assert.deepEqual(
    lines,
    rows.map((_, n) => n + 2),
  );
});

test("PF-R95 rows that belong together are written side by side and in one chunk", async () => {
  const who = importer();
  begin();
  const rows = Array.from({ length: 700 }, (_, n) => [null, null as string | null, n]);
  for (const n of [3, 498, 499, 600]) rows.splice(n, 1, [null, n === 3 ? "甲" : "乙", n]);
  rows.splice(650, 1, [null, "甲", 650]);
  const { data } = await check(who, await workbook(rows));
  await waitForTask(app, who, (await confirm(who, data.id)).data.id);
  const [first = [], second = []] = chunks;
  assert.deepEqual(first.slice(2, 6), [4, 5, 652, 6], "where the first of them stands");
  assert.deepEqual([first.length, second.length, second.slice(0, 4)], [499, 201, [500, 501, 602, 502]]);
});

/** Checks a password against the bytes that the file has for this purpose (AE-2 of WinZip). */
function opens(zip: Buffer, password: string | null): boolean {
  const at = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  const keys = pbkdf2Sync(password ?? "", zip.subarray(at, at + 16), 1_000, 66, "sha1");
  return keys.subarray(64).equals(zip.subarray(at + 16, at + 18));
}

test("PF-R95 whoever lost the answer confirms again and gets another password, until the file is written", async (t) => {
  const who = importer();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  begin(() => held);
  t.after(goOn);
  const { data } = await check(who, await workbook([[null, null, 7]]));
  const lost = (await confirm(who, data.id)).data;
  const told = await confirm(who, data.id);
  assert.equal(told.msg, "");
  assert.equal(told.data.id, lost.id);
  assert.ok(told.data.filePassword && told.data.filePassword !== lost.filePassword);
  assert.equal((await confirm(importer(), data.id)).msgCode, "COMMON_NOT_FOUND");
  const [begun] = await app.rows<ClaimedTask>('select *, lease_token as "leaseToken" from task where id = $1', [
    lost.id,
  ]);
  assert.ok(begun);
  const stale = app.arrange((tx) => forgetHandedBack(tx, begun, { sealedPassword: randomBytes(8) }));
  await assert.rejects(stale, /another password/, "a file closed with the lost one is made again");
  goOn();
  const task = await waitForTask(app, who, lost.id);
  const { body } = await fetchDownload(app, who, filePath(task.id));
  assert.deepEqual([opens(body, lost.filePassword), opens(body, told.data.filePassword)], [false, true]);
  assert.equal((await confirm(who, data.id)).msg, "该文件已确认导入，请在下载中心查看");
  assert.deepEqual(written, [2], "once");
});

test("PF-R95 a row with a note gets in: the check tells the note, and so does the file of what did not get in", async () => {
  const who = importer();
  begin();
  const { data } = await check(
    who,
    await workbook([
      [null, null, 7700],
      [null, null, 78],
      [null, null, "x"],
    ]),
  );
  assert.equal(data.summary, "共3行，可导入2行，错误1行，提醒1行");
  assert.deepEqual(
    [data.warned, data.warnings.map(({ line, problem }) => `${line} ${problem}`), data.problems.length],
    [1, ["2 号码将被改写"], 1],
  );
  const task = await waitForTask(app, who, (await confirm(who, data.id)).data.id);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 2, failCount: 1 });
  assert.deepEqual(written, [2, 3]);
  const { body } = await fetchDownload(app, who, filePath(task.id, "fail"));
  const [told] = sheetsOf(body);
  assert.deepEqual(
    told?.rows.slice(1).map((row) => row.slice(-2)),
    [
      [2, "提醒：号码将被改写"],
      [4, "号格式不正确"],
    ],
  );
});
