import assert from "node:assert/strict";
import { test } from "node:test";
import { getFileContent } from "@ops/platform/contract";
import { newId } from "../secret/crypto.ts";

test("PF-R97 the address of a file is whole without organisations, for whoever works nowhere", () => {
  // an empty value in a query does not arrive
  const { at } = getFileContent.query.parse({ expires: "1760000000000", by: newId(), signature: "s" });
  assert.equal(at, "");
});
