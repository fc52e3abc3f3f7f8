import assert from "node:assert/strict";
import { test } from "node:test";
import type { DutyShift } from "@ops/store/contract";
import { changeCell, choiceOf } from "./change-cell.ts";

const cell = { userId: "u", day: "2026-11-16" };
const shifts: DutyShift[] = [{ code: "A", name: "早班", windows: [{ from: "10:00", until: "18:00" }] }];

test("a chosen shift brings its hours, rest and leave have none, and nothing takes the day out", () => {
  const working = changeCell([], cell, "A", shifts);
  assert.deepEqual(working, [{ ...cell, kind: "SHIFT", shiftCode: "A", windows: shifts[0]?.windows }]);
  const resting = changeCell(working, cell, "REST", shifts);
  assert.deepEqual(resting, [{ ...cell, kind: "REST", shiftCode: null, windows: [] }]);
  const other = { ...cell, day: "2026-11-17" };
  const both = changeCell(resting, other, "LEAVE", shifts);
  assert.deepEqual(both.map(choiceOf), ["REST", "LEAVE"]);
  assert.deepEqual(changeCell(both, cell, "NONE", shifts).map(choiceOf), ["LEAVE"]);
  assert.equal(choiceOf(undefined), "NONE");
});
