import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { zipOf } from "./samples.ts";
import { readZipDirectory } from "./zip-directory.ts";

const read = (file: Buffer) =>
  readZipDirectory({ size: file.length, peek: async (at, length) => file.subarray(at, at + length) });

/** Another content of a file, from which these bytes differ. */
function patched(file: Buffer, at: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, at < 0 ? copy.length + at : at);
  return copy;
}

const withComment = (file: Buffer, comment: Buffer) =>
  Buffer.concat([patched(file, -2, comment.length & 0xff, comment.length >> 8), comment]);

const parts = [
  { name: "a", content: "one", flags: 1, extra: { local: "xx", entry: "yyy", comment: "zzzzz" } },
  { name: "folder/b", content: "four", claimedSize: 9, flags: 8, method: 8 },
  { name: "", flags: 2 },
];
const zip = zipOf(parts);
const NAMES = ["a", "folder/b", ""];
const namesOf = async (file: Buffer) => (await read(file))?.map(({ name }) => name) ?? null;
const NOT_KNOWN = [0xff, 0xff, 0xff, 0xff];
const directoryAt = zip.readUInt32LE(zip.length - 6);

test("PF-R92 the directory of an archive tells of each part what it is and where it lies", async () => {
  assert.deepEqual(await read(zip), [
    {
      name: "a",
      isEncrypted: true,
      sizesFollow: false,
      method: 0,
      crc: crc32("one"),
      packedSize: 3,
      unpackedSize: 3,
      headerAt: 0,
    },
    {
      name: "folder/b",
      isEncrypted: false,
      sizesFollow: true,
      method: 8,
      crc: crc32("four"),
      packedSize: 4,
      unpackedSize: 9,
      headerAt: 36,
    },
    {
      name: "",
      isEncrypted: false,
      sizesFollow: false,
      method: 0,
      crc: 0,
      packedSize: 0,
      unpackedSize: 0,
      headerAt: 78,
    },
  ]);
});

test("PF-R92 an archive may have a comment up to the longest there is, as long as it holds no other archive's end", async () => {
  const long = zipOf([...parts, { name: "c", content: "x".repeat(1_000) }]);
  for (const length of [0, 1, 21, 22, 65_535]) {
    assert.equal((await read(withComment(long, Buffer.alloc(length, 0x20))))?.length, 4, `${length}`);
  }
  for (const behind of [0, 5, 17, 18, 30]) {
    const comment = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(behind)]);
    assert.equal(await read(withComment(zip, comment)), null, `${behind}`);
  }
  const glued = [
    Buffer.concat([zip, Buffer.from("x")]),
    zip.subarray(0, -1),
    withComment(zip, Buffer.from("ab")).subarray(0, -1),
  ];
  for (const file of glued) assert.equal(await read(file), null);
});

test("PF-R95 an archive that points elsewhere, or whose directory is not what it says, is none", async () => {
  const locator = Buffer.concat([Buffer.from("PK\x06\x07"), Buffer.alloc(16)]);
  const located = (comment: Buffer) => {
    const end = withComment(zip, comment).subarray(-22 - comment.length);
    return Buffer.concat([zip.subarray(0, -22), locator, end]);
  };
  const widened = (file: Buffer) => patched(file, file.length - 22 + 12, zip.readUInt32LE(zip.length - 10) + 20);
  const bad: [string, Buffer][] = [
    ["nothing", Buffer.alloc(0)],
    ["next to nothing", Buffer.alloc(10)],
    ["no archive", Buffer.alloc(100)],
    ["an archive of nothing", zipOf([])],
    ["a record of ZIP64 inside its directory", widened(located(Buffer.alloc(0)))],
    ["a part more than there are", patched(zip, -12, 4)],
    ["a part less than there are", patched(zip, -12, 2)],
    ["a directory that begins elsewhere", patched(zip, -6, directoryAt + 1)],
    ["a part that is none", patched(zip, directoryAt, 0)],
    ["a packed size elsewhere", patched(zip, directoryAt + 20, ...NOT_KNOWN)],
    ["a size elsewhere", patched(zip, directoryAt + 24, ...NOT_KNOWN)],
    ["a place elsewhere", patched(zip, directoryAt + 42, ...NOT_KNOWN)],
    ["a name beyond the directory", patched(zip, zip.length - 22 - 46 + 28, 1)],
  ];
  for (const [what, file] of bad) assert.equal(await read(file), null, what);
  assert.deepEqual(await namesOf(zip), NAMES);
});

test("PF-R92 a record of ZIP64 before the end is seen, also before the longest comment", async () => {
  const last = { name: "z", extra: { local: "", entry: "", comment: `PK\x06\x07${"\0".repeat(16)}` } };
  const ends = zipOf([...parts, last]); // its comment is where a locator would be
  assert.equal(await read(ends), null);
  assert.equal(await read(withComment(ends, Buffer.alloc(65_535, 0x20))), null);
  const near = zipOf([...parts, { ...last, extra: { ...last.extra, comment: `${last.extra.comment}\0` } }]);
  assert.equal((await read(near))?.length, 4, "but nowhere else");
});

test("PF-R92 a directory has 10,000 parts and 4 MB at most", async () => {
  const many = (count: number) => zipOf(Array.from({ length: count }, (_, n) => ({ name: `${n}` })));
  assert.equal((await read(many(10_000)))?.length, 10_000);
  assert.equal(await read(many(10_001)), null);
  const long = (more: string) =>
    zipOf(Array.from({ length: 100 }, (_, n) => ({ name: "n".repeat(39_954) + (n === 0 ? more : "") })));
  assert.equal((await read(long("")))?.length, 100);
  assert.equal(await read(long("n")), null);
});
