import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyOf } from "./only.ts";

test("the only row is answered; no row and two rows are errors", () => {
  assert.equal(onlyOf([0]), 0);
  assert.throws(() => onlyOf([]), /there are 0/);
  assert.throws(() => onlyOf([1, 2]), /there are 2/);
});
