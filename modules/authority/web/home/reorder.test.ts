import assert from "node:assert/strict";
import { test } from "node:test";
import { moveByStep, reorder } from "./reorder.ts";

test("AU-5.8 a widget lands before or after the one it is dropped on", () => {
  const keys = ["a", "b", "c", "d"];
  assert.deepEqual(reorder(keys, "a", "c", "after"), ["b", "c", "a", "d"]);
  assert.deepEqual(reorder(keys, "d", "a", "before"), ["d", "a", "b", "c"]);
  assert.deepEqual(reorder(keys, "b", "b", "after"), keys);
});

test("AU-5.8 arrow keys move it one place and stop at the ends", () => {
  const keys = ["a", "b", "c"];
  assert.deepEqual(moveByStep(keys, "a", 1), ["b", "a", "c"]);
  assert.deepEqual(moveByStep(keys, "c", -1), ["a", "c", "b"]);
  assert.deepEqual(moveByStep(keys, "c", 1), keys);
  assert.deepEqual(moveByStep(keys, "a", -1), keys);
});
