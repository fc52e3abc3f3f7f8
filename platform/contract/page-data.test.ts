import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodePageData, encodePageData } from "./page-data.ts";

test("PF-R6 {data} is base64url of JSON and comes back as it went in", () => {
  const data = { id: "0197-中", mode: "edit", from: "/ClueManagement/ClueList" };
  assert.deepEqual(decodePageData(encodePageData(data)), data);
  assert.match(encodePageData({ id: "?>~ÿ中文😀", mode: "view" }), /^[\w-]+$/);
  assert.deepEqual(decodePageData(encodePageData({ id: "7" })), { id: "7", mode: "view" });
  const text = (maxLength: number) => fc.string({ unit: "grapheme", maxLength: Math.floor(maxLength / 8) });
  fc.assert(
    fc.property(text(64), text(160), text(200), (id, mode, from) => {
      const carried = { id, mode: mode.slice(0, 20), from };
      assert.deepEqual(decodePageData(encodePageData(carried)), carried);
    }),
  );
});

test("PF-R6 a damaged or made-up address decodes to nothing", () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const bad = [
    "",
    "%%%",
    "中文",
    "e30=x",
    encodePageData({ id: "7", mode: "view" }).slice(0, -3),
    Buffer.from([0xff, 0xfe, 0x7b]).toString("base64url"),
    encoded(null),
    encoded([]),
    encoded("view"),
    encoded({ id: 7 }),
    encoded({ mode: {} }),
    encoded({ id: "x".repeat(65) }),
    encoded({ from: "x".repeat(201) }),
  ];
  for (const address of bad) assert.equal(decodePageData(address), null, address);
});

test("PF-R6 nothing but id, mode and from survives the address, and no text makes it throw", () => {
  const smuggled = Buffer.from('{"id":"7","mode":"view","boolAdmin":true,"__proto__":{"x":1}}').toString("base64url");
  assert.deepEqual(decodePageData(smuggled), { id: "7", mode: "view" });
  fc.assert(fc.property(fc.string({ unit: "binary" }), (address) => decodePageData(address) !== undefined));
});
