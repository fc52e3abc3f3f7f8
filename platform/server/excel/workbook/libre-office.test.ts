import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { listProbes } from "../../start/probe.ts";
import { unzip } from "../import/read-back.ts";
import { bytesOf } from "../import/testing-import.ts";
import { writeTemplate } from "../template.ts";
import { exportApp, fetchDownload, filePath, givenExporter, submit, waitForTask } from "../testing.ts";
import { workSheetColumn } from "./cells.ts";
import type { Cell } from "./sheet-xml.ts";
import { writeWorkbook } from "./workbook.ts";

// what we write, opened by a program that has nothing to do with us
const office = [
  "/usr/bin/soffice",
  "/usr/local/bin/soffice",
  "/Applications/LibreOffice.app/Contents/MacOS/soffice",
].find(existsSync);
const skip = office ? false : "LibreOffice is not installed: apt-get install libreoffice-calc-nogui";
const app = exportApp(true);
let folder = "";
before(() => {
  folder = mkdtempSync(join(tmpdir(), "office-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** UTF-8, quotes where needed, numbers as they are shown. */
const CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,true";

async function run(...args: string[]): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  await promisify(execFile)(office ?? "", ["--headless", profile, ...args], { timeout: 120_000 });
}

async function converted(name: string, file: Buffer, to: "csv" | "xlsx"): Promise<Buffer> {
  const path = join(folder, `${name}.xlsx`);
  writeFileSync(path, file);
  await run("--convert-to", to === "csv" ? CSV : to, "--outdir", join(folder, to), path);
  return readFileSync(join(folder, to, `${name}.${to}`));
}

const linesOf = (csv: Buffer) => csv.toString("utf8").trimEnd().split("\n");

const column = (title: string, kind: "text" | "number" | "day" | "moment" | "fen", width: number) =>
  workSheetColumn({ key: title, title, kind, width, dict: null, words: null, show: null });
const columns = [
  column("文字", "text", 24),
  column("数", "number", 8),
  column("金额", "fen", 14),
  column("日期", "day", 12),
  column("时间", "moment", 20),
];
const rows: Cell[][] = [
  ['上海 <浦东> & "中心"', 7, 1_234_567.5, new Date("2026-02-28T16:00:00Z"), new Date("2026-01-31T16:00:59Z")],
  ["'=1+1", -3, 0, null, null],
  ["00123456789012345678", 0.25, null, new Date("2024-02-28T16:00:00Z"), new Date("2025-12-31T15:59:59Z")],
];

const workbook = () => bytesOf(writeWorkbook([{ name: "样本", columns, rows }]));

test("PF-R94 LibreOffice reads every value as it was written, days and times of Shanghai, money with its separators", {
  skip,
}, async () => {
  assert.deepEqual(linesOf(await converted("values", await workbook(), "csv")), [
    "文字,数,金额,日期,时间",
    '"上海 <浦东> & ""中心""",7,"1,234,567.50",2026-03-01,2026-02-01 00:00:59',
    "'=1+1,-3,0.00,,",
    "00123456789012345678,0.25,,2024-02-29,2025-12-31 23:59:59",
  ]);
});

test("PF-R94 LibreOffice keeps widths and number formats, and freezes the head", { skip }, async () => {
  const file = await workbook();
  const parts = unzip(await converted("looks", file, "xlsx"));
  const sheet = String(parts.get("xl/worksheets/sheet1.xml"));
  const widths = [...sheet.matchAll(/<col [^>]*?width="([\d.]+)"/g)].map(([, width]) => Math.round(Number(width)));
  assert.deepEqual(widths.slice(0, columns.length), [24, 8, 14, 12, 20]);
  const formats = [...String(parts.get("xl/styles.xml")).matchAll(/formatCode="([^"]*)"/g)].map(([, code]) =>
    plain(code),
  );
  for (const format of ["yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss", "#,##0.00"]) assert.ok(formats.includes(format), format);
  const view = await viewOf(join(folder, "looks.xlsx"));
  assert.match(view, /^VerticalSplitMode=2$/m, "frozen");
  assert.match(view, /^VerticalSplitPositionTwips=1$/m, "below the first row");
  assert.match(view, /^HorizontalSplitMode=0$/m);
});

test("PF-R95 LibreOffice offers the drop-downs of a template", { skip }, async () => {
  const words = { A: "甲, 乙", B: "丙".repeat(300) };
  const kind = { key: "a.b", name: "样本", permission: "a:b:c" as const, version: 1 };
  const file = await bytesOf(writeTemplate({ ...kind, columns: [{ key: "level", title: "等级", words }] }));
  const sheet = String(unzip(await converted("template", file, "xlsx")).get("xl/worksheets/sheet1.xml"));
  assert.match(sheet, /<dataValidation [^>]*type="list"[^>]*>.*<formula1>'?模板信息'?!\$C\$2:\$C\$3<\/formula1>/);
});

/** Removes backslashes that LibreOffice writes before literal characters, and ignores the case. */
const plain = (format = "") => format.replaceAll(/\\|&quot;/g, "").toLowerCase();

const LOOK = `Sub Tell(source As String, out As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  book = StarDesktop.loadComponentFromURL(source, "_blank", 0, hidden())
  n = FreeFile
  Open out For Output As #n
  For Each part In book.getViewData().getByIndex(0)
    If part.Name = "Tables" Then
      For Each fact In part.Value.getByName(part.Value.getElementNames()(0))
        Print #n, fact.Name + "=" + fact.Value
      Next
    End If
  Next
  Close #n
  book.close(True)
  StarDesktop.terminate()
End Sub`;

/** How LibreOffice would show the first sheet; a conversion keeps nothing of that, so a macro tells. */
async function viewOf(path: string): Promise<string> {
  const library = join(folder, "profile/user/basic/Standard");
  mkdirSync(library, { recursive: true });
  const script = "http://openoffice.org/2000/script";
  const known = "http://openoffice.org/2000/library";
  writeFileSync(
    join(library, "Look.xba"),
    `<script:module xmlns:script="${script}" script:name="Look" script:language="StarBasic">${LOOK}</script:module>`,
  );
  writeFileSync(
    join(library, "script.xlb"),
    `<library:library xmlns:library="${known}" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Look"/></library:library>`,
  );
  const out = join(folder, "view.txt");
  await run(`macro:///Standard.Look.Tell("file://${path}","${out}")`);
  return readFileSync(out, "utf8").replaceAll("\r", "");
}

test("PF-R94 an exported list looks the same in LibreOffice as on the screen", { skip }, async () => {
  const who = givenExporter(app);
  await app.rows(
    `insert into probe (id, version, created_at, created_by, updated_at, updated_by, org_id, owner_id, name, phone, level)
     select gen_random_uuid(), 1, timestamptz '2026-01-01 08:00:00+08' + n * interval '1 second', $1::uuid, now(), $1::uuid,
       $1::uuid, $1::uuid, '样本' || n, '138' || lpad(n::text, 8, '0'), 'A' from generate_series(1, 30) n`,
    [who.userId],
  );
  const { data } = await submit(app, who, { level: "A" });
  const task = await waitForTask(app, who, data.id);
  const { body } = await fetchDownload(app, who, filePath(task.id));
  const { list } = (await app.call(listProbes, { query: { level: "A", pageSize: 100 } }, { token: who.token })).data;
  assert.equal(list.length, 30);
  assert.deepEqual(linesOf(await converted("exported", body, "csv")), [
    "名称,手机号,等级,创建时间,版本",
    ...list.map(({ name, phone, createdAt, version }) => `${name},${phone},甲,${createdAt},${version}`),
  ]);
});
