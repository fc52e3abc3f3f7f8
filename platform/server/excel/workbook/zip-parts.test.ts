import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32, deflateRawSync } from "node:zlib";
import { type ZipPart, zipOf } from "../../file/samples.ts";
import { ZipParts } from "./zip-parts.ts";

const TOO_MUCH = { message: "tooMuchText" };

/** Makes a compressed part that ends with so many zero bytes. */
function packed(name: string, content: Buffer, size?: number): ZipPart {
  const bytes = deflateRawSync(content);
  const padded = Buffer.concat([bytes, Buffer.alloc(Math.max(0, (size ?? 0) - bytes.length))]);
  return { name, content: padded.toString("latin1"), method: 8, crc: crc32(content), claimedSize: content.length };
}

const open = (...parts: ZipPart[]) => ZipParts.open(zipOf(parts));

async function unpacked(parts: ZipParts, name: string): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of parts.unpack(name)) pieces.push(piece);
  return pieces;
}

const sizeOf = async (parts: ZipParts, name: string) => Buffer.concat(await unpacked(parts, name)).length;

test("PF-R95 parts are unpacked by their name, in pieces of 64 KB, whether they are packed or not", async () => {
  const text = Buffer.from(Array.from({ length: 150_000 }, (_, n) => n % 251));
  const extra = { local: "behind the name", entry: "", comment: "" };
  const parts = await open(
    { name: "plain", content: text.toString("latin1"), extra },
    packed("packed", text),
    {
      name: "empty/",
    },
    { name: "sizes follow", content: "x", flags: 8 },
  );
  assert.deepEqual(
    ["plain", "packed", "empty/", "none"].map((name) => parts.has(name)),
    [true, true, true, false],
  );
  for (const name of ["plain", "packed"]) {
    const pieces = await unpacked(parts, name);
    assert.deepEqual(Buffer.concat(pieces), text, name);
    assert.deepEqual(
      pieces.map(({ length }) => length),
      [65_536, 65_536, 18_928],
      name,
    );
  }
  assert.deepEqual(await unpacked(parts, "empty/"), []);
  await assert.rejects(unpacked(parts, "none"), { message: "no part none" });
});

test("PF-R95 a part unpacks to a hundred times its size, or to 1 MB, and no further", async () => {
  const zeros = (count: number) => Buffer.alloc(count);
  const parts = await open(
    packed("free", zeros(1_048_576)),
    packed("not free", zeros(1_048_577)),
    packed("close", zeros(2_097_100), 20_971),
    packed("too close", zeros(2_097_101), 20_971),
  );
  assert.equal(await sizeOf(parts, "free"), 1_048_576);
  await assert.rejects(unpacked(parts, "not free"), TOO_MUCH);
  assert.equal(await sizeOf(parts, "close"), 2_097_100);
  await assert.rejects(unpacked(parts, "too close"), TOO_MUCH);
});

test("PF-R95 all parts of a workbook together unpack to 30 MB and no further", async () => {
  const mostly = { name: "mostly", content: "x".repeat(29 * 1_048_576) };
  const rest = (count: number) => ({ name: "rest", content: "y".repeat(count) });
  const fits = await open(mostly, rest(1_048_576));
  assert.equal((await sizeOf(fits, "mostly")) + (await sizeOf(fits, "rest")), 30 * 1_048_576);
  const swells = await open(mostly, rest(1_048_577));
  await sizeOf(swells, "mostly");
  await assert.rejects(unpacked(swells, "rest"), TOO_MUCH);
});

test("PF-R95 an archive that can be read in more than one way, or by nobody, is not opened", async () => {
  const named = (name: string) => ({ name, content: "a" });
  const refused: [string, ZipPart[]][] = [
    ["macros or paths", [named("xl/vbaProject.bin")]],
    ["macros or paths", [named("xl/../../a")]],
    ["no content, or none that can be read", [{ ...named("a"), flags: 1 }]],
    ["no content, or none that can be read", [{ name: "a", flags: 8 }]],
    ["two parts of one name", [named("a"), named("b"), named("a")]],
    ["a bad directory, or too many entries", []],
    ["a bad directory, or too many entries", Array.from({ length: 1_001 }, (_, n) => named(`${n}`))],
  ];
  for (const [message, parts] of refused) await assert.rejects(open(...parts), { message });
  const many = await open(...Array.from({ length: 1_000 }, (_, n) => named(`${n}`)));
  assert.ok(many.has("999"));
  const broken = await open({ ...named("sum"), crc: 1 }, { ...named("method"), method: 9 }, named("a"));
  await assert.rejects(unpacked(broken, "sum"), { message: "a checksum does not hold" });
  await assert.rejects(unpacked(broken, "method"), { message: "packed in an unknown way" });
  assert.equal(await sizeOf(broken, "a"), 1);
});
