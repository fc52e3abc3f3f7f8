import assert from "node:assert/strict";
import { test } from "node:test";
import { TypedRows, textOf } from "../import/typed-rows.ts";
import { CellText } from "./cell-text.ts";
import { type CellValue, SheetCells } from "./sheet-cells.ts";
import { XmlScanner } from "./xml-scanner.ts";

interface Read {
  readonly rows: [line: number, cells: [column: number, value: CellValue][]][];
  readonly merged: string | undefined;
}

/** Reads the rows of a sheet with the columns B, C and AB. */
function read(xml: string, context: { mostCells?: number; from1904?: boolean } = {}): Read {
  const rows: Read["rows"] = [];
  const cells = new SheetCells({
    sharedStrings: ["零", "一"],
    dateStyles: [false, true],
    from1904: false,
    mostCells: 1_000,
    ...context,
    wants: (_line, column) => [1, 2, 27].includes(column),
    row: (row) => rows.push([row.line, [...row.cells]]),
  });
  const scanner = new XmlScanner(cells);
  scanner.write(Buffer.from(`<worksheet>${xml}</worksheet>`).toString("latin1"));
  scanner.end();
  return { rows, merged: cells.merged };
}

const inRow = (cells: string, line = 1) => `<row r="${line}">${cells}</row>`;
const cellsOf = (cells: string) => read(inRow(cells)).rows[0]?.[1];
const valuesOf = (cells: string) => cellsOf(cells)?.map(([, value]) => value);

test("PF-R95 only the cells that somebody wants are kept, and no text that stands beside them", () => {
  const beside = "<v>5</v>8";
  const { rows } = read(`${beside}${inRow(`${beside}<c r="A1"><v>1</v></c>${beside}<c r="B1">8<v>2</v>8</c>${beside}
    <c r="C1" t="inlineStr"><is>8<t>三<b>8</b>8</t>8<rPh>8<t>8</t><t>8</t></rPh><t>四</t></is></c><c r="D1"><v>5</v></c>`)}
    ${inRow('<c r="B2"><v>6</v></c>', 2)}`);
  assert.deepEqual(rows, [
    [
      1,
      [
        [1, 2],
        [2, "三四"],
      ],
    ],
    [2, [[1, 6]]],
  ]);
});

test("PF-R95 values are what their type says: numbers, texts, shared ones, true and false, nothing", () => {
  const values: [string, CellValue][] = [
    ["<c r='B1'><v>007.5</v></c>", 7.5],
    ["<c r='B1'><v>x</v></c>", "x"],
    ["<c r='B1'/>", null],
    ["<c r='B1'><v></v></c>", null],
    ["<c r='B1' t='str'><v>007</v></c>", "007"],
    ["<c r='B1' t='str'><v></v></c>", null],
    ["<c r='B1' t='e'><v>#N/A</v></c>", "#N/A"],
    ["<c r='B1' t='s'><v>1</v></c>", "一"],
    ["<c r='B1' t='s'><v>2</v></c>", null],
    ["<c r='B1' t='b'><v>1</v></c>", true],
    ["<c r='B1' t='b'><v>True</v></c>", true],
    ["<c r='B1' t='b'><v>0</v></c>", false],
    ["<c r='B1' s='0'><v>1</v></c>", 1],
    ["<c r='B1' s='1'><v>1</v></c>", new Date("1900-01-01")],
    ["<c r='B1' s='1'><v>59.5</v></c>", new Date("1900-02-28T12:00:00Z")],
    ["<c r='B1' s='1'><v>60</v></c>", new Date("1900-02-28")],
    ["<c r='B1' s='1'><v>61</v></c>", new Date("1900-03-01")],
    ["<c r='B1' t='str' s='1'><v>61</v></c>", "61"],
  ];
  for (const [cell, value] of values) assert.deepEqual(valuesOf(cell), [value], cell);
  const { rows } = read(inRow("<c r='B1' s='1'><v>1</v></c>"), { from1904: true });
  assert.deepEqual(rows[0]?.[1], [[1, new Date("1904-01-02")]]);
});

test("PF-R95 a cell stands where it says, or behind the one before it", () => {
  assert.deepEqual(cellsOf("<c/><c><v>1</v></c><c/><c/>"), [
    [1, 1],
    [2, null],
  ]);
  assert.deepEqual(cellsOf("<c r='AA1'/><c><v>1</v></c>"), [[27, 1]]);
  assert.deepEqual(cellsOf("<c r='B'/><c r='AB1'/><c r='Z1'/><c r='XFD1'/>"), [
    [1, null],
    [27, null],
  ]);
  for (const place of ["XFE1", "AAAA1", "@1", "[1", "a1", "1", ""]) {
    assert.throws(() => cellsOf(`<c r='${place}'/>`), /column/, place);
  }
});

test("PF-R95 rows follow each other, with or without their number, up to the last that a sheet has", () => {
  const lines = (...rows: string[]) => read(rows.join("")).rows.map(([line]) => line);
  assert.deepEqual(
    lines("<row></row>", "<row/>", '<row r="7"/>', "<row/>", '<row r="1048576"/>'),
    [1, 2, 7, 8, 1_048_576],
  );
  for (const row of ["0", "2.5", "x", "-1", "1048577"]) {
    assert.throws(() => lines(`<row r="${row}"/>`), { message: "rows out of their order" }, row);
  }
  assert.throws(() => lines('<row r="3"/>', '<row r="3"/>'), { message: "rows out of their order" });
  assert.throws(() => lines('<row r="3"/>', '<row r="2"/>'), { message: "rows out of their order" });
});

test("PF-R95 a sheet holds so many cells and no more, wanted or not, and tells the first that are merged", () => {
  assert.equal(read(inRow("<c/><c/><c/>"), { mostCells: 3 }).merged, undefined);
  assert.throws(() => read(inRow("<c/><c/><c/>"), { mostCells: 2 }), { message: "tooMuchText" });
  const merged = '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B2:B3"/></mergeCells>';
  assert.equal(read(merged).merged, "A2:A3");
  assert.equal(read("<mergeCells><mergeCell/></mergeCells>").merged, "");
});

test("PF-R95 the text of a cell is gathered from its pieces, up to what a cell can hold written in the longest way", () => {
  const text = new CellText();
  for (const piece of ["a_x", "000D_b_x4E2D_", "&#x", "4E2D;_x00G0_"]) text.add(piece);
  assert.equal(text.take(), "a\rb中中_x00G0_");
  assert.equal(text.take(), "", "empty again");
  text.add("&#x4E2D;".repeat(32_767));
  assert.equal(text.take(), "中".repeat(32_767));
  text.add("&#x4E2D;".repeat(32_766));
  text.add("&#x4E2D;");
  text.add("&#x4E2D;");
  text.add("x");
  assert.ok(text.take().length > 32_767, "longer than any cell");
  text.add("x");
  assert.equal(text.take(), "x");
});

const COLUMNS = [
  { key: "a", title: "甲" },
  { key: "b", title: "乙" },
];
const typedRows = (mostRows = 2_000) => new TypedRows({ key: "k", version: 1, columns: COLUMNS, mostRows });
const cells = (...values: CellValue[]) => new Map(values.map((value, column) => [column, value]));

test("PF-R95 titles say where the columns are: with or without their star, the first of two, all of them", () => {
  const rows = typedRows();
  assert.deepEqual([rows.wants(1, 9), rows.wants(2, 0)], [true, false]);
  rows.add({ line: 1, cells: cells("乙*", "其他", " 甲 ", "乙") });
  assert.deepEqual(
    [0, 1, 2, 3].map((column) => rows.wants(2, column)),
    [true, false, true, false],
  );
  rows.add({ line: 2, cells: cells("一", "二", "三", "四") });
  rows.add({ line: 4, cells: cells("", "二", null, "四") });
  rows.add({ line: 5, cells: cells(7) });
  assert.equal(rows.waiting, 2);
  rows.end();
  assert.deepEqual(rows.fetch(), [
    { line: 2, cells: { a: "三", b: "一" } },
    { line: 5, cells: { a: "", b: "7" } },
  ]);
  assert.deepEqual([rows.waiting, rows.fetch()], [0, []]);
  const version = { message: "templateVersion" };
  assert.throws(() => typedRows().add({ line: 1, cells: cells("甲") }), version, "a column is missing");
  assert.throws(() => typedRows().add({ line: 2, cells: cells("甲") }), version, "no titles");
  assert.throws(() => typedRows().end(), version, "nothing at all");
  const empty = typedRows();
  empty.add({ line: 1, cells: cells("甲", "乙") });
  assert.throws(() => empty.end(), { message: "fileEmpty" });
});

test("PF-R95 so many rows, so many characters in a cell, and 16 Mi characters altogether, and not one more", () => {
  const titled = (mostRows?: number) => {
    const rows = typedRows(mostRows);
    rows.add({ line: 1, cells: cells("甲", "乙") });
    return rows;
  };
  const few = titled(2);
  for (const line of [2, 3, 4]) few.add({ line, cells: cells(line === 3 ? null : "x") });
  assert.throws(() => few.add({ line: 5, cells: cells("x") }), {
    message: "tooManyRows",
    refusal: { why: "tooManyRows", n: 2 },
  });
  const long = "x".repeat(32_767);
  const full = titled();
  for (let line = 2; line < 258; line++) full.add({ line, cells: cells(long, long) });
  full.add({ line: 258, cells: cells("x".repeat(512)) });
  assert.throws(() => full.add({ line: 259, cells: cells("x") }), { message: "tooMuchText" });
  const refusal = { why: "cellTooLong", line: 2, column: "乙" };
  for (const text of [`${long}x`, `${long} `]) {
    assert.throws(() => titled().add({ line: 2, cells: cells("x", text) }), { refusal });
  }
});

test("PF-R95 cells as text: half-width letters, days, words for true and false, no blanks and no guard around them", () => {
  const texts: [CellValue, string][] = [
    [null, ""],
    [new Date("2026-01-05T12:00:00Z"), "2026-01-05"],
    [new Date(Number.NaN), "Invalid Date"],
    [true, "是"],
    [false, "否"],
    [12.5, "12.5"],
    [" ＡＺａｚ０９，　", "AZaz09，"],
    ["'=1", "=1"],
    ["'一", "'一"],
    [`１${"x".repeat(32_766)}`, `1${"x".repeat(32_766)}`],
  ];
  for (const [cell, text] of texts) assert.equal(textOf(cell), text);
});
