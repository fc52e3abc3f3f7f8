import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOfImport, IMPORTS, readImportAddress } from "./import-address.ts";

const searchOf = (address: string) => address.slice(IMPORTS.length);

test("PF-R133 the address of an import carries what is sent beside the file", () => {
  const beside = { pushId: "推送 1&2", isUrgent: true, count: 3 };
  assert.deepEqual(readImportAddress(searchOf(addressOfImport("wecom.push", beside))), { kind: "wecom.push", beside });
  assert.equal(addressOfImport("platform.region"), `${IMPORTS}?kind=platform.region`);
  assert.deepEqual(readImportAddress("?kind=platform.region"), { kind: "platform.region", beside: null });
  assert.deepEqual(readImportAddress(""), { kind: null, beside: null });
});

test("PF-R133 an address that somebody changed by hand brings nothing beside the file", () => {
  for (const text of ["{", "1", "null"]) {
    assert.equal(readImportAddress(`?beside=${encodeURIComponent(text)}`).beside, null, text);
  }
});
