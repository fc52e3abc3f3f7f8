import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { FileExtension } from "@ops/platform/contract";
import { probes } from "../start/probe.ts";
import { readCompoundNames } from "./compound-directory.ts";
import { isContentOf } from "./content-type.ts";
import { cleanFileName } from "./file-name.ts";
import { recordFiles } from "./kind.ts";
import { compoundOf, officeOf, samples, zipOf } from "./samples.ts";
import { Spool } from "./spool.ts";

const peekable = (file: Buffer, size = file.length) => ({
  size,
  peek: async (at: number, length: number) => file.subarray(at, at + length),
});
const isIt = (ext: FileExtension, file: Buffer | string) =>
  isContentOf(ext, peekable(typeof file === "string" ? Buffer.from(file, "latin1") : file));

const TYPES = { name: "[Content_Types].xml", content: "<Types/>" };

test("PF-R92 a picture, sound or office file with only half of the first bytes of its type is refused", async () => {
  const taken: [FileExtension, Buffer | string][] = [
    ["webp", "RIFF\0\0\0\0WEBP"],
    ["png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
    ["amr", "#!AMR\n"],
    ["mp3", "ID3"],
    ["amr", "#!AMR-WB\n"],
    ["xls", compoundOf("Book")],
    ["docx", zipOf([TYPES, { name: "word/" }])],
    ["docx", officeOf("word", [{ name: "word/a", claimedSize: 200 * 1_048_576 - 12 }])],
  ];
  for (const [ext, file] of taken) assert.equal(await isIt(ext, file), true, ext);
  const refused: [FileExtension, Buffer | string][] = [
    ["webp", "RIFX\0\0\0\0WEBP"],
    ["webp", "RIFF\0\0\0\0WEBX"],
    ["png", "\x89PNX\r\n\x1a\n\0\0\0\rIHDR"],
    ["png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDX"],
    ["amr", "#!AMR"],
    ["doc", Buffer.concat([Buffer.from("x"), compoundOf("WordDocument").subarray(1)])],
    ["doc", compoundOf("Workbook")],
    ["xls", compoundOf("Workbook", "_VBA_PROJECT_CUR")],
    ["docx", Buffer.concat([Buffer.from("PX"), officeOf("word").subarray(2)])],
    ["docx", zipOf([{ name: "word/document.xml" }])],
    ["docx", zipOf([TYPES, { name: "wordy/document.xml" }])],
    ["docx", officeOf("word", [{ name: "word/a", flags: 1 }])],
    ["docx", officeOf("word", [{ name: "word/VBAproject.bin" }])],
    ["docx", officeOf("word", [{ name: "word/a", claimedSize: 200 * 1_048_576 - 11 }])],
    ["zip", Buffer.concat([Buffer.from("PX"), samples.zip.subarray(2)])],
    ["zip", zipOf([])],
  ];
  for (const [ext, file] of refused) assert.equal(await isIt(ext, file), false, `${ext} ${String(file).slice(0, 20)}`);
});

test("PF-R92 a sound without a tag begins with a frame of layer III whose rates exist", async () => {
  const frame = (...bytes: number[]) => isIt("mp3", Buffer.from(bytes));
  for (const kind of [0xe2, 0xe3, 0xf2, 0xf3, 0xfa, 0xfb]) assert.equal(await frame(0xff, kind, 0x90), true, `${kind}`);
  for (const kind of [0xc2, 0x62, 0xe0, 0xe4, 0xe6, 0xfd])
    assert.equal(await frame(0xff, kind, 0x90), false, `${kind}`);
  for (const rates of [0x10, 0xe0, 0x94, 0x98]) assert.equal(await frame(0xff, 0xfb, rates), true, `${rates}`);
  for (const rates of [0x00, 0x0f, 0xf0, 0x9c, 0x9d, 0x9f])
    assert.equal(await frame(0xff, 0xfb, rates), false, `${rates}`);
  assert.deepEqual([await frame(0xfe, 0xfb, 0x90), await frame(0xff, 0xfb), await frame()], [false, false, false]);
});

test("PF-R92 a film has at least 16 bytes", async () => {
  const film = "\0\0\0\x10ftypisom\0\0\0\0";
  assert.equal(await isIt("mp4", film), true);
  assert.equal(await isIt("mp4", film.slice(0, 15)), false);
  assert.equal(await isIt("mp4", film.replace("ftyp", "xtyp")), false);
});

/** Makes an old office file with only these sectors; the others are empty. */
class Compound {
  readonly #bytes: number;
  readonly #parts: [at: number, content: Buffer][] = [];

  constructor(shift: number, firstDirectory: number) {
    this.#bytes = 2 ** shift;
    const header = Buffer.alloc(512, 0xff);
    header.writeUInt16LE(shift, 30);
    header.writeUInt32LE(firstDirectory, 48);
    this.#parts.push([0, header]);
  }

  at(place: number, value: number): this {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(value);
    this.#parts.push([place, number]);
    return this;
  }

  /** Sets the position of the table with the sectors of this number. */
  table(n: number, sector: number): this {
    return this.at(76 + n * 4, sector);
  }

  next(table: number, n: number, sector: number): this {
    return this.at((table + 1) * this.#bytes + n * 4, sector);
  }

  /** Names of entries with the length that the entry tells. */
  directory(sector: number, ...names: [name: string, length?: number][]): this {
    const content = Buffer.alloc(this.#bytes);
    for (const [n, [name, length = name.length * 2 + 2]] of names.entries()) {
      content.write(name, n * 128, "utf16le");
      content.writeUInt16LE(length, n * 128 + 64);
    }
    this.#parts.push([(sector + 1) * this.#bytes, content]);
    return this;
  }

  names(size = 20_000_000): Promise<string[] | null> {
    const peek = async (at: number, length: number) => {
      const found = Buffer.alloc(Math.max(0, Math.min(length, size - at)), 0xff);
      for (const [place, content] of this.#parts) {
        const from = Math.max(at, place);
        const to = Math.min(at + found.length, place + content.length);
        if (from < to) content.copy(found, from - at, from - place, to - place);
      }
      return found;
    };
    return readCompoundNames({ size, peek });
  }
}
const OVER = 0xfffffffe;

test("PF-R92 the names in an old office file: of every sector of its directory, wherever that goes on", async () => {
  for (const shift of [9, 12]) {
    const file = new Compound(shift, 1).table(0, 0).directory(1, ["一"], ["", 0], ["x", 1], ["二".repeat(31)]);
    const chained = file
      .next(0, 1, 3)
      .next(0, 3, OVER)
      .directory(3, ["y", 2], ["三".repeat(40), 90]);
    assert.deepEqual(await chained.names(), ["一", "二".repeat(31), "三".repeat(31)], `${shift}`);
  }
  assert.equal(await new Compound(10, 1).directory(1, ["一"]).names(), null, "sectors of no such size");
  const short = () => new Compound(9, 1).table(0, 0).next(0, 1, OVER).directory(1, ["一"]);
  for (const size of [0, 40, 511]) assert.equal(await short().names(size), null);
  assert.equal(await short().names(3 * 512 - 1), null, "a directory that is cut");
  assert.deepEqual(await short().names(3 * 512), ["一"]);
  for (const mark of [0xfffffffa, 0xffffffff])
    assert.deepEqual(await short().next(0, 1, mark).names(), ["一"], "a mark");
  assert.deepEqual(await new Compound(9, 0xfffffffa).names(), []);
});

test("PF-R92 a directory that goes round in circles or beyond the tables ends, with the names that were read", async () => {
  const circle = new Compound(9, 1).table(0, 0).next(0, 1, 1).directory(1, ["一"], ["二"]);
  assert.equal((await circle.names())?.length, 512);
  const [last, beyond] = [108 * 128 + 127, 109 * 128];
  const far = new Compound(9, last)
    .table(108, 0)
    .next(0, 127, beyond)
    .directory(last, ["一"])
    .directory(beyond, ["二"]);
  assert.deepEqual(await far.table(109, 0).next(0, 0, 5).directory(5, ["三"]).names(), ["一", "二"]);
  const without = new Compound(9, 1).directory(1, ["一"]);
  assert.deepEqual(await without.names(), ["一"], "no table");
  const cut = new Compound(9, 1).table(0, 9).next(9, 1, 2).directory(1, ["一"]).directory(2, ["二"]);
  assert.deepEqual(await cut.names(10 * 512 + 7), ["一"], "a table that is cut");
  assert.deepEqual(await cut.names(10 * 512 + 8), ["一", "二"]);
});

test("PF-R92 names of files without a stem, an extension or both", () => {
  const names = { ". .jpg": "未命名.jpg", "a. JPG ": "a.jpg", " a .b.png": "a .b.png", a: "a.", "...": "未命名." };
  for (const [sent, fileName] of Object.entries(names)) assert.equal(cleanFileName(sent).fileName, fileName, sent);
  const { read: _read, ...unreadable } = probes;
  assert.throws(() => recordFiles(unreadable, { write: "a:b:c" }), {
    message: "probe names no permission to read it",
  });
});

test("PF-R92 a file on its way is read wherever somebody looks, and whole in pieces of 1 MB", async () => {
  const content = Buffer.from(Array.from({ length: 2_500_000 }, (_, n) => n % 253));
  const pieces = async function* () {
    yield content.subarray(0, 10);
    yield content.subarray(10);
  };
  await using spool = await Spool.of(pieces());
  assert.equal(spool.size, 2_500_000);
  assert.deepEqual(spool.sha256, createHash("sha256").update(content).digest());
  assert.deepEqual(spool.sha256, createHash("sha256").update(content).digest(), "asked for again");
  assert.deepEqual(await spool.peek(5, 10), content.subarray(5, 15));
  assert.deepEqual(await spool.peek(2_499_995, 10), content.subarray(-5));
  assert.deepEqual(await spool.peek(2_500_001, 10), Buffer.alloc(0));
  const chunks: Buffer[] = [];
  for await (const chunk of spool.chunks()) chunks.push(chunk);
  assert.deepEqual(
    chunks.map(({ length }) => length),
    [1_048_576, 1_048_576, 402_848],
  );
  assert.ok(Buffer.concat(chunks).equals(content));
  async function* broken() {
    yield content;
    throw new Error("broken off");
  }
  await assert.rejects(Spool.of(broken()), { message: "broken off" });
});
