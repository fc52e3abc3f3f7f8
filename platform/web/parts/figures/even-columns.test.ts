import assert from "node:assert/strict";
import { test } from "node:test";
import { evenColumns } from "./even-columns.ts";

test("figures of a board stand in rows of nearly equal length, eight in a row at the most", () => {
  assert.deepEqual([1, 8, 9, 12, 17].map(evenColumns), [1, 8, 5, 6, 6]);
});
