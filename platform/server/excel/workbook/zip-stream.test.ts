import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { decryptZip, unzip } from "../import/read-back.ts";
import { bytesOf } from "../import/testing-import.ts";
import { encryptedZip, newFilePassword } from "./encrypted-zip.ts";
import { columnName } from "./sheet-xml.ts";
import { writeWorkbook } from "./workbook.ts";
import { zipStream } from "./zip-stream.ts";

test("PF-R94 an archive is written to the letter of the format: heads, sums, sizes, places, the time of Shanghai", async () => {
  const file = await bytesOf(
    zipStream([
      { name: "甲.txt", content: ["ab", "c"], madeAt: new Date("2026-03-28T13:47:59Z") },
      { name: "b", content: [Buffer.from("abcabcabc"), ""] },
    ]),
  );
  const facts = { first: "c24124350500000003000000", second: "18482d460700000009000000" }; // sum, packed, plain
  const flagged = "08080800"; // sizes follow and names are UTF-8; deflate
  assert.equal(
    file.toString("hex"),
    [
      `504b03041400${flagged}fdad7c5c${"00".repeat(12)}07000000e794b22e747874`,
      `4b4c4a0600504b0708${facts.first}`,
      `504b03041400${flagged}00002100${"00".repeat(12)}0100000062`,
      `4b4c4a4e042300504b0708${facts.second}`,
      `504b010214001400${flagged}fdad7c5c${facts.first}0700${"00".repeat(12)}00000000e794b22e747874`,
      `504b010214001400${flagged}00002100${facts.second}0100${"00".repeat(12)}3a00000062`,
      "504b050600000000020002006400000070000000",
      "0000",
    ].join(""),
  );
});

test("PF-R94 whatever is written comes back: pieces of every size and kind, in their order", async () => {
  const noise = randomBytes(400_000);
  const texts = Array.from({ length: 20_000 }, (_, n) => `第${n}行，`);
  const pieces = [
    ...texts,
    "长".repeat(100_000),
    noise,
    "",
    ...texts.toReversed(),
    Buffer.from("完"),
    "x".repeat(43_690),
  ];
  const contents = [pieces, ["长".repeat(43_691)], ["a", "长".repeat(43_690), "b"], [], [""]];
  const file = await bytesOf(zipStream(contents.map((content, n) => ({ name: `${n}`, content }))));
  const back = [...unzip(file).values()];
  assert.equal(back.length, contents.length);
  for (const [n, content] of contents.entries()) {
    assert.ok(back[n]?.equals(Buffer.concat(content.map((piece) => Buffer.from(piece)))), `${n}`);
  }
});

test("PF-R94 content that breaks off breaks the archive, and whoever stops reading it leaves nothing behind", async () => {
  async function* broken() {
    yield randomBytes(300_000);
    throw new Error("broken");
  }
  await assert.rejects(bytesOf(zipStream([{ name: "a", content: broken() }])), { message: "broken" });
  const endless = function* () {
    for (;;) yield randomBytes(200_000);
  };
  let pieces = 0;
  for await (const piece of zipStream([{ name: "a", content: endless() }])) {
    assert.ok(piece.length > 0);
    if (++pieces === 3) break;
  }
  for (let turns = 0; turns < 20; turns++) await setImmediate(); // an unhandled error would come now
});

test("PF-R95 a file that opens with its password alone is written to the letter of the format", () => {
  const content = randomBytes(9_000);
  const password = newFilePassword();
  assert.match(password, /^[A-HJ-NP-Za-km-z2-9]{20}$/);
  assert.notEqual(newFilePassword(), password);
  const zip = encryptedZip("回.txt", content, password);
  const { content: read, heads } = decryptZip(zip, password);
  assert.deepEqual(read, content);
  const hex = (value: number, bytes: 2 | 4) => {
    const buffer = Buffer.alloc(4);
    buffer.writeUInt32LE(value);
    return buffer.toString("hex", 0, bytes);
  };
  const [packed, name, aes] = [zip.readUInt32LE(18), "e59b9e2e747874", "0199070002004145030800"];
  const about = `3300010863000000210000000000${hex(packed, 4)}${hex(9_000, 4)}07000b00`;
  assert.deepEqual(
    heads.map((head) => head.toString("hex")),
    [
      `504b0304${about}${name}${aes}`,
      [
        `504b01023300${about}${"00".repeat(14)}${name}${aes}`,
        `504b05060000000001000100${hex(46 + 7 + 11, 4)}${hex(30 + 7 + 11 + packed, 4)}0000`,
      ].join(""),
    ],
  );
  assert.deepEqual(decryptZip(encryptedZip("a", Buffer.alloc(0), "p"), "p").content, Buffer.alloc(0));
});

const SHEET = {
  name: "一/二\\三?四*五[六]七:八",
  columns: [
    { title: "名<称>", width: 20, required: true },
    { title: "日", width: 12, format: "yyyy-mm-dd" },
    { title: "额", width: 14, format: '#,##0.00" 元"', choices: "'词'!$A$2:$A$3" },
    { title: "择", width: 9, choices: "'词'!$B$2:$B$3" },
  ],
  rows: [
    ['a&"b"<c>\u0001\b\v\uffff\t', new Date("2026-01-04T16:00:00Z"), 1234.5, true],
    [null, "文", Number.NaN, false],
    ["", 0.25, null, new Date("2025-12-31T17:30:00Z")],
    [],
  ],
};
const HIDDEN = {
  name: "长".repeat(40),
  columns: [{ title: "词", width: 8, format: "yyyy-mm-dd" }],
  rows: [],
  hidden: true,
};

test("PF-R94 a workbook is written to the letter: names, styles, widths, titles, cells, filter and choices", async () => {
  const parts = unzip(await bytesOf(writeWorkbook([SHEET, HIDDEN])));
  const from = (name: string, mark: string) => {
    const text = String(parts.get(name));
    return text.slice(text.indexOf(mark));
  };
  assert.deepEqual(
    [...parts.keys()],
    [
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/workbook.xml",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/worksheets/sheet1.xml",
      "xl/worksheets/sheet2.xml",
    ],
  );
  assert.deepEqual(
    [...from("[Content_Types].xml", "<Override").matchAll(/PartName="([^"]*)"[^>]*spreadsheetml\.([a-z.]+)\+xml/g)].map(
      ([, ...of]) => of,
    ),
    [
      ["/xl/workbook.xml", "sheet.main"],
      ["/xl/styles.xml", "styles"],
      ["/xl/worksheets/sheet1.xml", "worksheet"],
      ["/xl/worksheets/sheet2.xml", "worksheet"],
    ],
  );
  assert.equal(
    from("xl/workbook.xml", "<sheets>"),
    `<sheets><sheet name="一 二 三 四 五 六 七 八" sheetId="1" r:id="rId1"/><sheet name="${"长".repeat(31)}" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>`,
  );
  assert.deepEqual(
    [...from("xl/_rels/workbook.xml.rels", "<Rel").matchAll(/Id="(\w+)"[^>]*\/(\w+)" Target="([^"]*)"/g)].map(
      ([, ...of]) => of,
    ),
    [
      ["rId1", "worksheet", "worksheets/sheet1.xml"],
      ["rId2", "worksheet", "worksheets/sheet2.xml"],
      ["rId3", "styles", "styles.xml"],
    ],
  );
  const style = (format: number, font: number, fill: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
  const styles = from("xl/styles.xml", "<numFmts");
  assert.equal(
    styles.slice(0, styles.indexOf("<fonts")),
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/><numFmt numFmtId="165" formatCode="#,##0.00&quot; 元&quot;"/></numFmts>',
  );
  const cells = [style(0, 0, 0), style(0, 1, 2), style(0, 2, 2), style(164, 0, 0), style(165, 0, 0)];
  assert.ok(styles.includes(`<cellXfs count="5">${cells.join("")}</cellXfs>`));
  const width = (n: number, of: number) => `<col min="${n}" max="${n}" width="${of}" customWidth="1"/>`;
  const title = (place: string, style: number, text: string) =>
    `<c r="${place}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const choice = (column: string, list: string) =>
    `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="输入错误" error="请从下拉列表中选择" sqref="${column}2:${column}1048576"><formula1>${list}</formula1></dataValidation>`;
  assert.equal(
    from("xl/worksheets/sheet1.xml", "<cols>"),
    [
      `<cols>${width(1, 20)}${width(2, 12)}${width(3, 14)}${width(4, 9)}</cols><sheetData>`,
      `<row r="1">${title("A1", 2, "名&lt;称&gt;")}${title("B1", 1, "日")}${title("C1", 1, "额")}${title("D1", 1, "择")}</row>`,
      '<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">a&amp;&quot;b&quot;&lt;c&gt;\t</t></is></c>',
      '<c r="B2" s="3"><v>46027</v></c><c r="C2" s="4"><v>1234.5</v></c><c r="D2" t="b"><v>1</v></c></row>',
      '<row r="3"><c r="B3" s="3" t="inlineStr"><is><t xml:space="preserve">文</t></is></c><c r="D3" t="b"><v>0</v></c></row>',
      '<row r="4"><c r="B4" s="3"><v>0.25</v></c><c r="D4"><v>46023.0625</v></c></row><row r="5"></row></sheetData>',
      `<autoFilter ref="A1:D5"/><dataValidations count="2">${choice("C", "'词'!$A$2:$A$3")}`,
      `${choice("D", "'词'!$B$2:$B$3")}</dataValidations></worksheet>`,
    ].join(""),
  );
  assert.equal(
    from("xl/worksheets/sheet2.xml", "<cols>"),
    `<cols>${width(1, 8)}</cols><sheetData><row r="1">${title("A1", 1, "词")}</row></sheetData></worksheet>`,
  );
  const bare = unzip(await bytesOf(writeWorkbook([{ name: "空", columns: [{ title: "甲", width: 1 }], rows: [] }])));
  assert.ok(!String(bare.get("xl/styles.xml")).includes("numFmts"));
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(columnName), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});
