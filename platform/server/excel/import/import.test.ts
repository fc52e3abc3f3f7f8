import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import * as contract from "@ops/platform/contract";
import { readXlsx, writeXlsx } from "hucre";
import { callNext } from "../../task/claim.ts";
import { change, type Exporter, exportApp, fetchDownload, filePath, givenExporter, waitForTask } from "../testing.ts";
import type { Cell } from "../workbook/sheet-xml.ts";
import { checkRows } from "./check-rows.ts";
import { sheetsOf, unzip } from "./read-back.ts";
import { bytesOf, columnsOf, importCalls } from "./testing-import.ts";

const app = exportApp(true);
const KIND = "platform.dictEntry";
const EDIT = "platform:dict:edit";
const TITLES = ["字典编码*", "名称*", "值*", "排序", "状态"];
const { workbook, check, confirm } = importCalls(app, KIND, TITLES);

const importer = () => givenExporter(app, { permissions: [EDIT] });

async function givenType(code: string): Promise<string> {
  const body = { code, name: code };
  await app.call(contract.createDictType, { body }, { token: importer().token });
  return code;
}
const entriesOf = (code: string) =>
  app.rows<{ value: string; name: string; sort: number; status: string }>(
    `select entry_value as value, entry_meaning as name, sort, status from dict_entry where code = $1 order by sort, value`,
    [code],
  );

test("PF-R95 the template has the columns, a choice where there is one, and a hidden sheet with its version", async () => {
  const who = importer();
  const path = `/common/v1/excel/imports/${KIND}/template`;
  const { body, headers } = await fetchDownload(app, who, path);
  assert.equal(headers.get("export-filename"), encodeURIComponent("字典项模板.xlsx"));
  const [data, hidden] = sheetsOf(body);
  assert.deepEqual(data?.rows, [TITLES]);
  assert.equal(hidden?.name, "模板信息");
  assert.deepEqual(hidden?.rows.slice(1), [
    [KIND, 1, "启用"],
    [null, null, "停用"],
  ]);
  const parts = unzip(body);
  assert.match(String(parts.get("xl/workbook.xml")), /name="模板信息" sheetId="2" state="hidden"/);
  assert.match(String(parts.get("xl/worksheets/sheet1.xml")), /<formula1>'模板信息'!\$C\$2:\$C\$3<\/formula1>/);
  const kinds = (await app.call(contract.listImportKinds, {}, { token: who.token })).data;
  assert.deepEqual(
    kinds.map(({ key }) => key),
    [KIND],
  );
  const other = givenExporter(app, { permissions: [] });
  assert.deepEqual((await app.call(contract.listImportKinds, {}, { token: other.token })).data, []);
  assert.equal(JSON.parse((await fetchDownload(app, other, path)).body.toString()).msgCode, "COMMON_FORBIDDEN");
});

test("PF-R95 a check tells every problem and writes nothing; what is confirmed gets in, bad rows fail alone", async () => {
  const who = importer();
  const code = await givenType("t_check");
  const rows: Cell[][] = [
    [code, " 甲 ", "A", "０３", "启用"],
    [code, "", "B", null, null],
    [code, "丙", "A", null, null],
    ["t_nowhere", "丁", "D", null, null],
    [null, null, null, null, null],
    [code, "戊", "E", "x", "未知"],
    [code, "字".repeat(60), "F", null, null],
    [code, "己", "G", 7, "停用"],
  ];
  const { data, msg } = await check(who, await workbook(rows));
  assert.equal(msg, "");
  assert.equal(data.summary, "共7行，可导入2行，错误5行");
  assert.deepEqual(
    data.problems.map(({ line, column, value, problem }) => [line, column, value.slice(0, 9), problem]),
    [
      [3, "名称", "", "名称不能为空"],
      [4, "", "", "与第2行重复"],
      [5, "字典编码", "t_nowhere", "字典编码对应的数据不存在"],
      [7, "排序", "x", "排序格式不正确"],
      [7, "状态", "未知", "状态不在字典中"],
      [8, "名称", "字".repeat(9), "名称长度超限"],
    ],
  );
  assert.deepEqual(await entriesOf(code), []);
  assert.equal((await confirm(importer(), data.id)).msgCode, "COMMON_NOT_FOUND");
  const confirmed = await confirm(who, data.id);
  assert.match(confirmed.data.taskNo, /^DR\d{14}$/);
  assert.equal(confirmed.data.total, 7, "known from the check, before the first row");
  assert.equal((await confirm(who, data.id)).msg, "该文件已确认导入，请在下载中心查看");
  const task = await waitForTask(app, who, confirmed.data.id);
  assert.partialDeepStrictEqual(task, {
    status: "PARTIAL",
    total: 7,
    successCount: 2,
    failCount: 5,
    hasFailures: true,
  });
  assert.deepEqual(await entriesOf(code), [
    { value: "A", name: "甲", sort: 3, status: "ENABLED" },
    { value: "G", name: "己", sort: 7, status: "DISABLED" },
  ]);
  assert.partialDeepStrictEqual((await app.auditOf(task)).at(-1), {
    actionName: "导入字典项",
    summary: "第 1–7 行：成功 2，失败 5",
  });
});

test("PF-R96 the failure file holds the original rows with line and reason, and goes in again once it is corrected", async () => {
  const who = importer();
  const code = await givenType("t_again");
  const { data } = await check(
    who,
    await workbook([
      [code, "甲", "A", 1, "启用"],
      [code, "=乙", "B", "坏", "停用"],
    ]),
  );
  const { id } = await waitForTask(app, who, (await confirm(who, data.id)).data.id);
  const { body, headers } = await fetchDownload(app, who, filePath(id, "fail"));
  assert.equal(headers.get("export-filename"), encodeURIComponent("字典项_失败明细.xlsx"));
  const [failures] = sheetsOf(body);
  assert.deepEqual(failures?.rows, [
    [...TITLES, "行号", "失败原因"],
    [code, "'=乙", "B", "坏", "停用", 3, "排序格式不正确"],
  ]);
  const corrected = await workbook([[code, "'=乙", "B", 2, "停用", 3, "排序格式不正确"]], {
    titles: [...TITLES, "行号", "失败原因"],
  });
  const second = await check(who, corrected);
  assert.equal(second.data.summary, "共1行，可导入1行，错误0行");
  assert.equal((await waitForTask(app, who, (await confirm(who, second.data.id)).data.id)).status, "SUCCESS");
  assert.deepEqual((await entriesOf(code))[1], { value: "B", name: "=乙", sort: 2, status: "DISABLED" });
});

test("PF-R95 files that are not what they should be are refused with a clear message", async () => {
  const who = importer();
  const row: Cell[] = ["x", "x", "x", null, null];
  const refused = async (file: Buffer) => (await check(who, file)).msg;
  assert.equal(await refused(await workbook([row], { version: 2 })), "模板版本不正确，请重新下载模板");
  assert.equal(
    await refused(await workbook([row], { titles: ["甲", "乙", "丙", "丁", "戊"] })),
    "模板版本不正确，请重新下载模板",
  );
  assert.equal(await refused(await workbook([])), "文件中没有数据");
  assert.equal(await refused(await workbook([[null, "  "]])), "文件中没有数据");
  const more = [{ name: "其他", columns: columnsOf(["甲"]), rows: [] }];
  assert.equal(await refused(await workbook([row], { more })), "文件中只能有一个工作表，请删除多余的工作表");
  const many = Array.from({ length: 20_001 }, (_, n): Cell[] => ["x", "x", `v${n}`, null, null]);
  assert.equal(await refused(await workbook(many)), "单次最多导入20000行");
  const sheets = [
    {
      name: "字典项",
      rows: [TITLES, ["x", "x", "x", null, null]],
      merges: [{ startRow: 1, startCol: 0, endRow: 2, endCol: 0 }],
    },
    {
      name: "模板信息",
      rows: [
        ["类型", "版本"],
        [KIND, 1],
      ],
    },
  ];
  const merged = Buffer.from(await writeXlsx({ sheets }));
  assert.equal(await refused(merged), "表格中有合并单元格（A2:A3），请取消合并后重新上传");
  const damaged = await workbook([row]);
  const at = damaged.indexOf("xl/worksheets/sheet1.xml") + 60;
  damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
  assert.equal(await refused(damaged), "文件类型不支持或内容与扩展名不符");
});

test("PF-R95 a part that grows beyond measure is not unpacked, and a workbook with macros not opened", async () => {
  const { ZipParts } = await import("../workbook/zip-parts.ts");
  const { zipStream } = await import("../workbook/zip-stream.ts");
  const zeros = Buffer.alloc(1_048_576);
  async function* endless() {
    for (let n = 0; n < 40; n++) yield zeros;
  }
  const bomb = await bytesOf(zipStream([{ name: "xl/bomb.xml", content: endless() }]));
  assert.ok(bomb.length < 200_000 && deflateRawSync(zeros).length < 2_000);
  const parts = await ZipParts.open(bomb);
  let size = 0;
  await assert.rejects(
    async () => {
      for await (const piece of parts.unpack("xl/bomb.xml")) size += piece.length;
    },
    { message: "tooMuchText" },
  );
  assert.ok(size <= bomb.length * 100, `${size} bytes`);
  const macro = await bytesOf(zipStream([{ name: "xl/vbaProject.bin", content: ["x"] }]));
  await assert.rejects(ZipParts.open(macro), { message: "macros or paths" });
});

/** Moves entries, directory and end record of a zip by so many bytes. The end record refers to one of ZIP64. */
function hiddenZip(zip: Buffer, by: number): Buffer {
  const [moved, end] = [Buffer.from(zip), zip.length - 22];
  const [count, size, start] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)];
  for (let n = 0, at = start; n < count; n++) {
    moved.writeUInt32LE(zip.readUInt32LE(at + 42) + by, at + 42);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(start + by), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(end + by), 8);
  const second = Buffer.alloc(22);
  second.writeUInt32LE(0x06054b50, 0);
  second.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([moved.subarray(0, end), record, locator, second]);
}

test("PF-R95 an archive hidden in the comment of another, or behind a size of nothing, is refused", async () => {
  const { ZipParts } = await import("../workbook/zip-parts.ts");
  const { isContentOf } = await import("../../file/content-type.ts");
  const [clean, other] = [await workbook([["x", "甲", "A", 1, "启用"]]), await workbook([["y", "乙", "B", 1, "启用"]])];
  await ZipParts.open(clean);
  const forged = Buffer.concat([clean, hiddenZip(other, clean.length)]);
  // the whole hidden zip is the comment of the clean one
  forged.writeUInt16LE(forged.length - clean.length, clean.length - 2);
  const { sheets } = await readXlsx(forged);
  assert.equal(sheets[0]?.rows[1]?.[0], "y", "the reader of sheets would take the hidden one");
  await assert.rejects(ZipParts.open(forged), { message: "a bad directory, or too many entries" });
  const peek = async (at: number, length: number) => forged.subarray(at, at + length);
  assert.equal(await isContentOf("xlsx", { size: forged.length, peek }), false);
  const sizeless = Buffer.from(clean);
  const entry = sizeless.readUInt32LE(sizeless.length - 6);
  for (const at of [16, 20, 24]) sizeless.writeUInt32LE(0, entry + at);
  sizeless.writeUInt16LE(0, entry + 10);
  await assert.rejects(ZipParts.open(sizeless), { message: "no content, or none that can be read" });
});

test("PF-R95 the same file within a day is asked about first", async () => {
  const who = importer();
  const code = await givenType("t_twice");
  const file = await workbook([[code, "甲", "A", 1, "启用"]]);
  const first = await check(who, file);
  await waitForTask(app, who, (await confirm(who, first.data.id)).data.id);
  const second = await check(who, file);
  assert.match(second.msg, /^该文件已于\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}导入过，是否继续？$/);
  const other = await check(importer(), file);
  assert.equal(other.data.summary, "共1行，可导入1行，错误0行", "somebody else has not imported it");
  const third = await check(who, file, true);
  assert.equal((await waitForTask(app, who, (await confirm(who, third.data.id)).data.id)).status, "SUCCESS");
  assert.equal((await entriesOf(code)).length, 1, "running it again creates nothing");
});

/** Keeps the tasks of a person waiting until the answered function is called. */
async function heldUp(who: Exporter): Promise<() => Promise<void>> {
  await app.rows(
    `insert into task (id, created_at, created_by, updated_at, updated_by, task_no, kind, biz_type, biz_name, file_name,
       params, params_hash, status, owner_id, owner_name, organization_ids, permission_code, lease_token, lease_until)
     select gen_random_uuid(), now(), $1::uuid, now(), $1::uuid, gen_random_uuid()::text, 'EXPORT', 'x', 'x', 'x', '{}', 'x', 'RUNNING',
       $1::uuid, 'x', '{}', 'x', gen_random_uuid(), now() + interval '1 day' from generate_series(1, 3)`,
    [who.userId],
  );
  return async () => {
    await app.rows("delete from task where owner_id = $1 and biz_type = 'x'", [who.userId]);
    await app.arrange((tx) => callNext(tx, who.userId));
  };
}

test("PF-R93 an import whose right is withdrawn writes nothing", async () => {
  const who = importer();
  const code = await givenType("t_rights");
  const { data } = await check(who, await workbook([[code, "甲", "A", 1, "启用"]]));
  const goOn = await heldUp(who);
  const begun = (await confirm(who, data.id)).data;
  change(app, who, { permissions: [] });
  await goOn();
  const ended = await waitForTask(app, who, begun.id);
  assert.partialDeepStrictEqual(ended, { status: "FAILED", errorMsg: "您已无该数据的导入权限" });
  assert.deepEqual(await entriesOf(code), []);
});

test("PF-R93 an import goes on at the last chunk that was committed", async () => {
  const who = importer();
  const code = await givenType("t_resume");
  const rows = Array.from({ length: 700 }, (_, n): Cell[] => [code, `名称${n}`, `v${n}`, n, "启用"]);
  const { data } = await check(who, await workbook(rows));
  const goOn = await heldUp(who);
  const begun = (await confirm(who, data.id)).data;
  await app.rows("update task set cursor_at = 500, success_count = 500 where id = $1", [begun.id]);
  await goOn();
  const ended = await waitForTask(app, who, begun.id);
  assert.partialDeepStrictEqual(ended, { status: "SUCCESS", total: 700, successCount: 700 });
  const there = await entriesOf(code);
  assert.deepEqual([there.length, there[0]?.value], [200, "v500"]);
});

test("PF-R95 many rows go in by chunks of 500, each row once", { timeout: 120_000 }, async (t) => {
  const who = importer();
  const code = await givenType("t_many");
  const rows = Array.from({ length: 2_100 }, (_, n): Cell[] => [code, `名称${n}`, `v${n}`, n % 1_000, "启用"]);
  const { data } = await check(who, await workbook(rows));
  const began = Date.now();
  const task = await waitForTask(app, who, (await confirm(who, data.id)).data.id);
  t.diagnostic(`${rows.length} rows in ${Date.now() - began} ms`);
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", successCount: 2_100, failCount: 0 });
  assert.equal((await entriesOf(code)).length, 2_100);
  const chunks = (await app.auditOf(task)).filter(({ actionName }) => actionName === "导入字典项");
  assert.equal(chunks.length, 5);
});

test("PF-R95 days are read however people write them", async () => {
  const kind: contract.ImportKind = {
    key: "a.b",
    name: "日",
    permission: "a:b:c",
    version: 1,
    columns: [{ key: "day", title: "日期", kind: "day" }],
  };
  const typed = ["2026-1-5", "2026/01/05", "2026.1.5", "2026年1月5日", "2026-02-30", "明天"];
  const rows = typed.map((day, n) => ({ line: n + 2, cells: { day } }));
  const checked = await checkRows(kind, rows, ({ line }) => String(line));
  assert.deepEqual(
    checked.rows.map(({ values }) => values["day"]),
    Array(4).fill("2026-01-05"),
  );
  assert.deepEqual(
    checked.problems.map(({ line, problem }) => [line, problem]),
    [
      [6, "日期格式不正确"],
      [7, "日期格式不正确"],
    ],
  );
});

test("PF-R95 what a formula shows that could not be calculated is nobody's name", async () => {
  const kind: contract.ImportKind = {
    key: "a.b",
    name: "人",
    permission: "a:b:c",
    version: 1,
    columns: [{ key: "name", title: "姓名", required: true, max: 40 }],
  };
  const typed = ["#REF!", "#N/A", "#DIV/0!", "#NAME?", "#一号", "甲"];
  const rows = typed.map((name, n) => ({ line: n + 2, cells: { name } }));
  const checked = await checkRows(kind, rows, ({ line }) => String(line));
  assert.deepEqual(
    checked.rows.map(({ values }) => values["name"]),
    ["#一号", "甲"],
  );
  assert.deepEqual(
    checked.problems.map(({ line, column, problem }) => [line, column, problem]),
    [2, 3, 4, 5].map((line) => [line, "姓名", "姓名格式不正确"]),
  );
});
