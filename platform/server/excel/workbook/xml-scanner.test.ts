import assert from "node:assert/strict";
import { test } from "node:test";
import { attributeOf, attributesOf, plainText, XmlScanner } from "./xml-scanner.ts";

/** Scans a document that is written piece by piece. Consecutive texts are joined. */
function scanned(...pieces: string[]): string[] {
  const told: string[] = [];
  let text = "";
  const tell = (what: string) => {
    told.push(...(text === "" ? [] : [`"${text}"`]), what);
    text = "";
  };
  const scanner = new XmlScanner({
    open: (name, attributes) => tell(`<${name}|${attributes}`),
    text: (raw) => {
      text += raw;
    },
    close: (name) => tell(`/${name}`),
  });
  for (const piece of pieces) scanner.write(piece);
  scanner.end();
  return text === "" ? told : [...told, `"${text}"`];
}

const DOCUMENT = [
  '<?xml version="1.0"?><?a?><?b?>\n<!--x--><!--y--><!----><x:sheet xmlns:x="u">one',
  `<row r="1" s='>"'>a &amp; b<c/><c r=">'" /><a!b/></row >two<!-- <no> -->`,
  "<t><![CDATA[]]></t><t><![CDATA[<i>&]] >]]>z</t></x:sheet>\n",
].join("");

const HELD = [
  '"\n"',
  '<sheet| xmlns:x="u"',
  '"one"',
  `<row| r="1" s='>"'`,
  '"a &amp; b"',
  "<c|",
  "/c",
  `<c| r=">'" `,
  "/c",
  "<a!b|",
  "/a!b",
  "/row",
  '"two"',
  "<t|",
  "/t",
  "<t|",
  '"<i>&amp;]] >z"',
  "/t",
  "/sheet",
  '"\n"',
];

test("PF-R95 a document is read the same wherever it is cut: tags, quotes, comments, what is taken as it stands", () => {
  assert.deepEqual(scanned(DOCUMENT), HELD);
  assert.deepEqual(scanned(...DOCUMENT), HELD, "letter by letter");
  for (let at = 1; at < DOCUMENT.length; at++) {
    assert.deepEqual(scanned(DOCUMENT.slice(0, at), DOCUMENT.slice(at)), HELD, DOCUMENT.slice(0, at));
  }
});

test("PF-R95 no piece of a text is empty, and a document need not be told at all", () => {
  const pieces: string[] = [];
  const scanner = new XmlScanner({ text: (raw) => pieces.push(raw) });
  for (const piece of ["<a>", "<b/>", "one", "<c>two</c>", "</a>", ""]) scanner.write(piece);
  scanner.end();
  assert.deepEqual(pieces, ["one", "two"]);
  const deaf = new XmlScanner({});
  deaf.write("<a>b<![CDATA[c]]></a>");
  deaf.end();
});

test("PF-R95 a document that ends in a tag, in a comment or inside of something is cut off", () => {
  for (const cut of ["<a></a><b", "<a></a><!--", "<a></a><?", "<a>", "<a></a></a>", "<a></a><![CDATA[x"]) {
    assert.throws(() => scanned(cut), { message: "the document is cut off" }, cut);
  }
});

test("PF-R95 declarations are refused as soon as they are known, and so is a tag of more than 64 KB", () => {
  const scanner = new XmlScanner({});
  scanner.write("<a><!DOCTYP");
  assert.throws(() => scanner.write("E"), { message: "a document with declarations" });
  const opened: number[] = [];
  const long = new XmlScanner({ open: (_name, attributes) => opened.push(attributes.length) });
  long.write(`<a><b ${"x".repeat(65_533)}`);
  long.write("/><c ");
  assert.deepEqual(opened, [0, 65_534], "what ends in time is read");
  long.write("x".repeat(65_533));
  assert.throws(() => long.write("x"), { message: "a tag without an end" });
});

test("PF-R95 attributes: by their whole name, in either quotes, empty, over several lines", () => {
  const raw = ` xr="1" r:r='2' rr="3" r:"4" r=5 r=\n\tr="" s='>"'\n a = "&lt;&#x4E2D;" `;
  assert.deepEqual(
    ["r", "s", "xr", "rr", "a", "q"].map((name) => attributeOf(raw, name)),
    ["", '>"', "1", "3", undefined, undefined],
  );
  assert.equal(attributeOf('r r="7"', "r"), "7");
  assert.equal(attributeOf(' a="" r="7" b="8"', "r"), "7");
  assert.equal(attributeOf(` !r="1"`, "r"), undefined);
  assert.deepEqual(
    [...attributesOf(` r:id="rId1" name='&quot;甲&quot;' a = "&lt;&#x4E2D;"`)],
    [
      ["r:id", "rId1"],
      ["name", '"甲"'],
      ["a", "<中"],
    ],
  );
});

test("PF-R95 texts are UTF-8 with the entities of XML; what is none stays as it stands", () => {
  const latin1 = (text: string) => Buffer.from(text).toString("latin1");
  const read: [string, string][] = [
    ["a_b", "a_b"],
    [latin1("中é&amp;"), "中é&"],
    ["&lt;&gt;&quot;&apos;&amp;lt;", "<>\"'&lt;"],
    ["&#20013;&#x4e2d;&#X4E2D;&#x10FFFF;", `中中中${String.fromCodePoint(0x10ffff)}`],
    ["&#x110000;&nope;&;&#;&nbsp;", "&#x110000;&nope;&;&#;&nbsp;"],
  ];
  for (const [raw, text] of read) assert.equal(plainText(raw), text, raw);
});
