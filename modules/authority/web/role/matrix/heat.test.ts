import assert from "node:assert/strict";
import { test } from "node:test";
import { inSight } from "./heat.ts";

test("authority 5.5 the matrix draws only what is in sight", () => {
  assert.deepEqual(inSight(1_600, 30, 0, 300), { from: 0, to: 14 });
  assert.deepEqual(inSight(1_600, 30, 3_000, 300), { from: 96, to: 114 });
  assert.deepEqual(inSight(5, 30, 0, 300), { from: 0, to: 5 });
});
