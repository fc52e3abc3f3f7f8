import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { demoId, seeded } from "../start/seeded.ts";
import { hmac, newId, newToken, sameText, seal, sha256, unseal } from "./crypto.ts";

test("section 2: an id is a uuid of version 7: it begins with its time, and no two are the same", () => {
  assert.match(newId(0x0123456789ab), /^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.match(newId(1), /^00000000-0001-7/);
  const random = Array.from({ length: 5_000 }, () => newId(1).slice(15));
  assert.equal(new Set(random).size, random.length);
  for (const at of [0, 1, 2, 5, 6, 7, 9, 14, 20]) {
    assert.ok(new Set(random.map((one) => one[at])).size === 16, `place ${at} never changes`);
  }
  assert.deepEqual([...new Set(random.map((one) => one[4]))].sort(), ["8", "9", "a", "b"]);
});

test("section 2: ids of one millisecond keep the order in which they were made, from a first one by chance", () => {
  const ids = Array.from({ length: 4_096 - 255 }, () => newId(5));
  assert.deepEqual([...ids].sort(), ids);
  const first = Array.from({ length: 400 }, (_, at) => newId(1_000 + at).slice(15, 18));
  assert.ok(new Set(first).size > 100);
  assert.ok(first.every((count) => count.startsWith("0")));
});

test("PF-R27 tokens are 32 random bytes, texts are compared whole", () => {
  assert.match(newToken(), /^[\w-]{43}$/);
  assert.notEqual(newToken(), newToken());
  assert.deepEqual([sameText("甲", "甲"), sameText("甲", "乙"), sameText("甲", "甲乙")], [true, false, false]);
  assert.equal(sha256("abc").toString("hex").slice(0, 16), "ba7816bf8f01cfea");
  assert.equal(hmac(Buffer.from("key"), "abc"), hmac(Buffer.from("key"), "abc"));
  assert.notEqual(hmac(Buffer.from("key"), "abc"), hmac(Buffer.from("other"), "abc"));
});

test("PF-R103 what is sealed opens with its key, for its record and unchanged", () => {
  const key = randomBytes(32);
  const sealed = seal(key, "甲乙丙", "record");
  assert.equal(sealed.length, 12 + Buffer.byteLength("甲乙丙") + 16);
  assert.equal(unseal(key, sealed, "record"), "甲乙丙");
  assert.throws(() => unseal(key, sealed, "other"));
  assert.throws(() => unseal(randomBytes(32), sealed, "record"));
  for (const at of [0, 15, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    assert.throws(() => unseal(key, changed, "record"), `byte ${at}`);
  }
});

test("section 11: demo data looks like chance and is the same on every machine", () => {
  const draw = seeded("demo");
  const many = <T>(count: number, one: () => T) => Array.from({ length: count }, one);
  assert.deepEqual(
    many(8, () => draw.integer(1, 6)),
    [6, 6, 1, 4, 4, 1, 5, 1],
  );
  assert.deepEqual(
    many(8, () => draw.integer(-1000, 1000)),
    [-724, -546, 243, -760, -327, 544, 829, -121],
  );
  assert.equal(many(10, () => (draw.chance(50) ? "+" : "-")).join(""), "+++--+--+-");
  assert.equal(many(6, () => draw.pick(["a", "b", "c"])).join(""), "cacbac");
  assert.equal(draw.integer(0, 2 ** 31), 1_709_566_659);
  assert.deepEqual(
    [many(50, () => draw.chance(0)).includes(true), many(50, () => draw.chance(100)).includes(false)],
    [false, false],
  );
  assert.deepEqual([demoId("a"), demoId("a")], ["9657ec17-e27d-8aa4-a8aa-08c86efdaa72", demoId("a")]);
  assert.notEqual(seeded("other").integer(0, 2 ** 31), seeded("demo").integer(0, 2 ** 31));
});
