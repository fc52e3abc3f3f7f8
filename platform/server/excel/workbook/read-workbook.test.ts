import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, columnsOf } from "../import/testing-import.ts";
import type { TypedRow } from "../import/typed-rows.ts";
import { readWorkbook } from "./read-workbook.ts";
import { ForgedWorkbook } from "./testing-hostile.ts";
import { writeWorkbook } from "./workbook.ts";

const wanted = {
  key: "probe.kind",
  version: 3,
  mostRows: 50,
  columns: [
    { key: "a", title: "甲" },
    { key: "b", title: "乙" },
  ],
};

async function template(): Promise<ForgedWorkbook> {
  const stamp = { name: "模板信息", columns: columnsOf(["类型", "版本"]), rows: [[wanted.key, wanted.version]] };
  return new ForgedWorkbook(
    await bytesOf(writeWorkbook([{ name: "数据", columns: columnsOf(["甲", "乙"]), rows: [] }, stamp])),
  );
}

async function read(forged: ForgedWorkbook): Promise<TypedRow[]> {
  const rows: TypedRow[] = [];
  for await (const some of readWorkbook(await forged.packed(), wanted)) rows.push(...some);
  return rows;
}

/** Styles as Excel writes them: those of styles come first and do not count, those of cells are named by their place. */
const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
  <numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/>
    <numFmt numFmtId="165" formatCode="0.00&quot; 元/day&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>
  <cellStyleXfs count="2"><xf numFmtId="14"/><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="31"/><xf numFmtId="49"/></cellXfs>
  <cellStyles><xf numFmtId="14"/></cellStyles></styleSheet>`;

const numbered = (line: number, style: number, value: string) =>
  `<row r="${line}"><c r="A${line}" s="${style}"><v>${value}</v></c></row>`;

test("PF-R95 a number is a day where its cell shows it as one, by a format of Excel or by one's own", async () => {
  const values = [0, 1, 2, 3, 4, 5, 6].map((style, n) => numbered(n + 2, style, "46027"));
  const rows = await read((await template()).part("xl/styles.xml", [STYLES]).rows(values));
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, cells["a"]]),
    [
      [2, "46027"],
      [3, "2026-01-05"],
      [4, "2026-01-05"],
      [5, "46027"],
      [6, "2026-01-05"],
      [7, "46027"],
      [8, "46027"],
    ],
  );
});

test("PF-R95 days around the leap day that Excel invented, with a time of day, and of workbooks that count from 1904", async () => {
  const typed = ["1", "59", "61", "46027.75"].map((value, n) => numbered(n + 2, 1, value));
  const styled = async () => (await template()).part("xl/styles.xml", [STYLES]).rows(typed);
  const days = async (forged: ForgedWorkbook) => (await read(forged)).map(({ cells }) => cells["a"]);
  assert.deepEqual(await days(await styled()), ["1900-01-01", "1900-02-28", "1900-03-01", "2026-01-05"]);
  const from1904 = (await styled()).change("xl/workbook.xml", "<sheets>", '<workbookPr date1904="1"/><sheets>');
  assert.deepEqual(await days(from1904), ["1904-01-02", "1904-02-29", "1904-03-02", "2030-01-06"]);
});

test("PF-R95 cells are read in every form that programs write: shared, inline, true and false, without a place, empty", async () => {
  const rows = [
    '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="inlineStr"><is><r><t>两</t></r><r><t>段</t></r></is></c></row>',
    '<row r="3"><c r="A3" t="b"><v>1</v></c><c r="B3" t="b"><v>0</v></c></row>',
    "<row><c><v>7</v></c><c><v>8</v></c></row>",
    '<row r="9"><c r="B9" t="str"><v> ＡＢ１２ </v></c></row>',
    '<row r="10"><c r="A10"/><c r="B10" t="s"><v>99</v></c></row>',
    '<row r="11"><c r="A11" t="s"><v>0</v></c><c r="AB11"><v>5</v></c></row>',
  ];
  const shared = ["<si><t>一</t></si>", '<si><t>二</t><rPh sb="0" eb="1"><t>ni</t></rPh></si>'];
  const read9 = await read((await template()).rows(rows).sharedStrings(shared));
  assert.deepEqual(
    read9.map(({ line, cells }) => [line, cells["a"] ?? "", cells["b"] ?? ""]),
    [
      [2, "二", "两段"],
      [3, "是", "否"],
      [4, "7", "8"],
      [9, "", "AB12"],
      [11, "一", ""],
    ],
  );
});

const pairs = (count: number, cell: (n: number) => string) =>
  Array.from({ length: Math.ceil(count / 2) }, (_, n) => `<row r="${n + 2}">${cell(2 * n)}${cell(2 * n + 1)}</row>`);

test("PF-R95 which numbers of Excel's own formats are days, and which formats of people", async () => {
  const codes = ["[h]", "[ss].00", "h:mm", "0.00", '0" days"', "[Red]0", "General", "\\d0", "_d0", "0;yyyy", "YYYY"];
  const long = (length: number) => `yyyy${"-".repeat(length - 4)}`;
  const named = [...codes, long(255), long(256)].map((code) => code.replaceAll('"', "&quot;"));
  const formats = named.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code}"/>`);
  const ids = [...Array.from({ length: 60 }, (_, n) => n), ...named.map((_, n) => 164 + n), 999];
  const styles = ids.map((id) => `<xf numFmtId="${id}"/>`).join("");
  const part = `<styleSheet><numFmts>${formats.join("")}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`;
  const forged = (await template()).part("xl/styles.xml", [part]);
  const rows = await read(forged.rows(pairs(ids.length, (style) => `<c s="${style}"><v>46027</v></c>`)));
  const days = rows.flatMap(({ cells }) => [cells["a"], cells["b"]]).map((text) => text === "2026-01-05");
  assert.deepEqual(
    ids.filter((_, n) => days[n]),
    [
      14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55,
      56, 57, 58, 164, 165, 166, 174, 175,
    ],
  );
});

test("PF-R95 a workbook holds as many styles as Excel has, and as many shared texts and cells as its template", async () => {
  const styled = async (styles: number, formats: number) => {
    const named = Array.from({ length: formats }, (_, n) => `<numFmt numFmtId="${164 + n}" formatCode="0"/>`).join("");
    const part = `<styleSheet>${named}<cellXfs>${"<xf/>".repeat(styles)}</cellXfs></styleSheet>`;
    return read((await template()).part("xl/styles.xml", [part]).rows([numbered(2, 0, "1")]));
  };
  const shared = async (count: number) =>
    read((await template()).rows([numbered(2, 0, "1")]).sharedStrings(Array(count).fill("<si><t/></si>")));
  const filled = async (cells: number) => {
    const rows = [numbered(2, 0, "1"), ...Array(1_049).fill(`<row>${"<c/>".repeat(34)}</row>`)];
    return read((await template()).rows([...rows, `<row>${"<c/>".repeat(cells - 1_049 * 34 - 3)}</row>`]));
  };
  const tooMuch = { message: "tooMuchText" };
  assert.equal((await styled(65_536, 0)).length, 1);
  assert.equal((await styled(65_535, 1)).length, 1);
  await assert.rejects(styled(65_537, 0), tooMuch);
  await assert.rejects(styled(65_535, 2), tooMuch);
  const most = (50 + 1_000) * (2 + 32);
  assert.equal((await shared(most)).length, 1);
  await assert.rejects(shared(most + 1), tooMuch);
  assert.equal((await filled(most)).length, 1);
  await assert.rejects(filled(most + 1), tooMuch);
});

test("PF-R95 of a shared text only itself is read: not what stands beside it, nor how it is read aloud", async () => {
  const shared = [
    "x<si>x<t>一</t>x<z>x</z><rPh>x<t>x</t>x<t>x</t></rPh><t>一</t>x</si>",
    '<si><t>二</t><rPh sb="0"><t>x</t></rPh></si>x<si><t>三</t></si>',
  ];
  const cells = (...numbers: number[]) => numbers.map((n) => `<c t="s"><v>${n}</v></c>`).join("");
  const forged = (await template()).rows([`<row r="2">${cells(0, 1)}</row>`, `<row r="3">${cells(2, 3)}</row>`]);
  const rows = await read(forged.sharedStrings(shared).change("xl/sharedStrings.xml", "<sst ", "x<sst "));
  assert.deepEqual(
    rows.map(({ cells }) => cells),
    [
      { a: "一一", b: "二" },
      { a: "三", b: "" },
    ],
  );
});

test("PF-R95 rows come in slices while the file is read, each once and in their order", async () => {
  const rows = Array.from({ length: 1_200 }, (_, n) => numbered(n + 2, 0, `${n}`));
  const slices: number[] = [];
  const lines: number[] = [];
  const file = await (await template()).rows(rows).packed();
  for await (const slice of readWorkbook(file, { ...wanted, mostRows: 1_200 })) {
    slices.push(slice.length);
    lines.push(...slice.map(({ line }) => line));
  }
  assert.deepEqual(
    lines,
    rows.map((_, n) => n + 2),
  );
  assert.ok(slices.length > 1 && slices.slice(0, -1).every((length) => length >= 500), slices.join(" "));
});

const ROW = [numbered(2, 0, "1")];
const RELATIONS = "xl/_rels/workbook.xml.rels";

test("PF-R95 parts are found where the workbook says: beside it, from the root, and not outside of the archive", async () => {
  const moved = async (from: string, to: string) => read((await template()).rows(ROW).change(RELATIONS, from, to));
  const target = (path: string) => `Target="${path}"`;
  for (const path of ["/xl/worksheets/sheet1.xml", "./worksheets/sheet1.xml"]) {
    assert.equal((await moved(target("worksheets/sheet1.xml"), target(path))).length, 1, path);
  }
  const outside = { message: "a path that leaves its folder" };
  await assert.rejects(moved(target("worksheets/sheet1.xml"), target("../xl/worksheets/sheet1.xml")), outside);
  await assert.rejects(moved(target("worksheets/sheet1.xml"), target("worksheets/none.xml")), {
    message: "no part xl/worksheets/none.xml",
  });
  await assert.rejects(moved('Id="rId1"', 'Id="rId7"'), { message: "a sheet without a part" });
  await assert.rejects(moved("/worksheet", "/chartsheet"), { message: "a sheet without a part" });
  assert.equal((await moved("/styles", "/none")).length, 1, "a workbook without styles");
  assert.equal((await moved(target("styles.xml"), target("none.xml"))).length, 1, "styles that are not there");
  const shared = (await template()).rows(ROW).sharedStrings([]).change(RELATIONS, "sharedStrings.xml", "none.xml");
  assert.equal((await read(shared)).length, 1, "texts that are not there");
});

test("PF-R95 a workbook names a thousand sheets or relations at most, and a template its own", async () => {
  const named = async (count: number) => {
    const more = '<sheet name="x" r:id="rId1"/>'.repeat(count);
    return read((await template()).rows(ROW).change("xl/workbook.xml", "</sheets>", `${more}</sheets>`));
  };
  const related = async (count: number) =>
    read((await template()).rows(ROW).change(RELATIONS, "</R", `${"<Relationship/>".repeat(count)}</R`));
  await assert.rejects(named(1), { refusal: { why: "severalSheets" } });
  await assert.rejects(named(999), { refusal: { why: "severalSheets" } });
  assert.equal((await related(997)).length, 1);
  await assert.rejects(related(998), { message: "tooMuchText" });
  const stamped = async (from: string, to: string, part = "xl/worksheets/sheet2.xml") =>
    read((await template()).rows(ROW).change(part, from, to));
  const version = { refusal: { why: "templateVersion" } };
  await assert.rejects(stamped("probe.kind", "probe.other"), version);
  await assert.rejects(stamped("<v>3</v>", "<v>4</v>"), version);
  await assert.rejects(stamped("模板信息", "模板", "xl/workbook.xml"), version);
  const none = (await template()).change("xl/workbook.xml", "模板信息", "模板");
  const several = none.change("xl/workbook.xml", "<sheets>", '<sheets><sheet name="x" r:id="rId1"/>');
  await assert.rejects(read(several.rows(ROW)), version, "no template at all");
  await assert.rejects(stamped('<row r="2">', '<row r="3">'), version);
  assert.equal((await stamped("</row></sheetData>", '</row><row r="3"><broken', "xl/worksheets/sheet2.xml")).length, 1);
});

test("PF-R95 days are counted from 1904 where the workbook says so", async () => {
  const first = async (mark: string) => {
    const forged = (await template()).part("xl/styles.xml", [STYLES]).rows([numbered(2, 1, "366")]);
    const [row] = await read(forged.change("xl/workbook.xml", "<sheets>", `<workbookPr ${mark}/><sheets>`));
    return row?.cells["a"];
  };
  const days = await Promise.all(['date1904="1"', 'date1904="true"', 'date1904="0"', ""].map(first));
  assert.deepEqual(days, ["1905-01-01", "1905-01-01", "1900-12-31", "1900-12-31"]);
});
