import assert from "node:assert/strict";
import { test } from "node:test";
import { readWorkbook } from "./read-workbook.ts";
import { ForgedWorkbook } from "./testing-hostile.ts";
import { bytesOf, columnsOf } from "./testing-import.ts";
import type { TypedRow } from "./typed-rows.ts";
import { writeWorkbook } from "./workbook.ts";

const wanted = {
  ...{ key: "probe.kind", version: 3, mostRows: 50 },
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
  const values = [0, 1, 2, 3, 4, 5].map((style, n) => numbered(n + 2, style, "46027"));
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
