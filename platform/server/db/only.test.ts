import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyOf } from "./only.ts";

test("the only row is the one there is; none and two are errors", () => {
  assert.equal(onlyOf([0]), 0);
  assert.throws(() => onlyOf([]), /there are 0/);
  assert.throws(() => onlyOf([1, 2]), /there are 2/);
});
