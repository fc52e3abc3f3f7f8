import assert from "node:assert/strict";
import { test } from "node:test";
import { fenOf, yuanOf } from "./money.ts";

test("PF-R91 元 typed become whole 分 and come back the same", () => {
  for (const yuan of [0, 0.01, 0.29, 1.1, 19.99, 1234567.89]) assert.equal(yuanOf(fenOf(yuan)), yuan);
  assert.deepEqual(
    [fenOf(0.29), fenOf(19.99), fenOf(null), yuanOf(null), yuanOf(undefined)],
    [29, 1999, null, null, null],
  );
});
