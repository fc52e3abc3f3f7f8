import assert from "node:assert/strict";
import { test } from "node:test";
import { reordered, stepped } from "./reorder.ts";

test("AU-5.8 a widget lands before or after the one it is dropped on", () => {
  const keys = ["a", "b", "c", "d"];
  assert.deepEqual(reordered(keys, "a", "c", "after"), ["b", "c", "a", "d"]);
  assert.deepEqual(reordered(keys, "d", "a", "before"), ["d", "a", "b", "c"]);
  assert.deepEqual(reordered(keys, "b", "b", "after"), keys);
});

test("AU-5.8 arrow keys move it one place and stop at the ends", () => {
  const keys = ["a", "b", "c"];
  assert.deepEqual(stepped(keys, "a", 1), ["b", "a", "c"]);
  assert.deepEqual(stepped(keys, "c", -1), ["a", "c", "b"]);
  assert.deepEqual(stepped(keys, "c", 1), keys);
  assert.deepEqual(stepped(keys, "a", -1), keys);
});
