import assert from "node:assert/strict";
import { test } from "node:test";
import { createDictType } from "@ops/platform/contract";
import { exportApp, givenExporter } from "../testing.ts";
import { parseSheets } from "../workbook/parse-sheets.ts";
import { ForgedWorkbook } from "../workbook/testing-hostile.ts";
import { checkFile } from "./check-rows.ts";
import { importCalls } from "./testing-import.ts";

const app = exportApp(true);
const KIND = "platform.dictEntry";
const TITLES = ["字典编码*", "名称*", "值*", "排序", "状态"];
const { workbook, check } = importCalls(app, KIND, TITLES);
const importer = () => givenExporter(app, { permissions: ["platform:dict:edit"] });

const SHARED = "@@";

/** Makes a workbook whose cells `@@` all refer to one long text, which it contains once. */
function withShared(file: Buffer, length: number): Promise<Buffer> {
  const inline = `t="inlineStr"><is><t xml:space="preserve">${SHARED}</t></is>`;
  const forged = new ForgedWorkbook(file).change("xl/worksheets/sheet1.xml", inline, 't="s"><v>0</v>');
  return forged.sharedStrings([`<si><t>${"A".repeat(length)}</t></si>`]).packed();
}

const rowsOf = (count: number, code: string) =>
  Array.from({ length: count }, (_, n) => [code, SHARED, `v${n}`, null, null]);

test("PF-R95 a small file whose cells name one long text cannot fill the memory of the server", async () => {
  const who = importer();
  const endless = await withShared(await workbook(rowsOf(20_000, "x")), 200_000);
  assert.ok(endless.length < 1_048_576);
  assert.equal((await check(who, endless)).msg, "第2行名称超过32767个字符，请修改后重新上传");
  const long = await withShared(await workbook(rowsOf(20_000, "x")), 32_767);
  assert.equal((await check(who, long)).msg, "文件内容过多，请拆分后分批导入");
});

test("PF-R95 only the columns of the template are read", async () => {
  const who = importer();
  await app.call(createDictType, { body: { code: "t_extra", name: "列" } }, { token: who.token });
  const rows = Array.from({ length: 3_000 }, (_, n) => ["t_extra", `名${n}`, `v${n}`, null, null, SHARED]);
  const file = await withShared(await workbook(rows, { titles: [...TITLES, "备注"] }), 400_000);
  assert.equal((await check(who, file)).data.summary, "共3000行，可导入3000行，错误0行");
});

const wanted = { key: KIND, version: 1, columns: [], mostRows: 10 };
const threadOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

test("PF-R95 a thread that ends, swells or does not end holds up nobody, nor one whose caller has gone", {
  timeout: 90_000,
}, async () => {
  const ended = parseSheets(Buffer.alloc(1), wanted, { thread: threadOf("process.exit(0)") });
  await assert.rejects(ended, { msgCode: "IMPORT_UNREADABLE" });
  const broken = parseSheets(Buffer.alloc(1), wanted, { thread: threadOf("throw new Error('broken')") });
  await assert.rejects(broken, { msgCode: "IMPORT_UNREADABLE" });
  const hungry = "const all = []; for (;;) all.push(new Array(1_000_000).fill(1.5));";
  const swelling = parseSheets(Buffer.alloc(1), wanted, { thread: threadOf(hungry), mostMs: 60_000 });
  await assert.rejects(swelling, { message: "文件内容过多，请拆分后分批导入" });
  const gone = AbortSignal.timeout(100);
  const left = parseSheets(Buffer.alloc(1), wanted, { thread: threadOf("for (;;);"), signal: gone });
  await assert.rejects(left, { name: "AbortError" });
  const busy = parseSheets(Buffer.alloc(1), wanted, { thread: threadOf("for (;;);"), mostMs: 300 });
  await assert.rejects(busy, { message: "文件读取超时，请拆分后分批导入" });
});

test("PF-R95 others have their turn while many rows are checked", async () => {
  const columns = Array.from({ length: 5 }, (_, n) => ({ key: `c${n}`, title: `列${n}` }));
  const kind = { key: "a.b", name: "表", permission: "a:b:c" as const, version: 1, columns };
  const typed = Array.from({ length: 20_000 }, (_, n) => ({ line: n + 2, cells: { c0: `v${n}` } }));
  let [turns, isOver] = [0, false];
  const takeTurns = () => {
    turns++;
    if (!isOver) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  const { rows } = await checkFile(kind, typed, { keyOf: ({ line }) => String(line) });
  isOver = true;
  assert.equal(rows.length, 20_000);
  assert.ok(turns >= 40, `${turns} turns`);
});
