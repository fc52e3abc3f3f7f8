import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProjectNode } from "@ops/store/contract";
import { foresee, shiftTyped, typedNodes } from "./changes.ts";

const node = (id: string, given: Partial<ProjectNode> = {}): ProjectNode => ({
  id,
  version: 1,
  projectId: "p",
  code: id,
  stage: "BUILD",
  name: id,
  isMilestone: false,
  durationDays: 10,
  weight: 10,
  predecessorCodes: [],
  evidenceMin: 0,
  standardText: "",
  ownerUserId: null,
  planStart: "2026-06-01",
  planEnd: "2026-06-10",
  baselineStart: null,
  baselineEnd: null,
  forecastEnd: null,
  actualStart: null,
  actualEnd: null,
  progress: 0,
  checklist: [],
  state: "NOT_STARTED",
  delayReason: null,
  waiveReason: null,
  ownerUserName: null,
  overdueDays: 0,
  photos: 0,
  isOwn: false,
  ...given,
});

const begun = node("A", { state: "DOING", actualStart: "2026-06-03", progress: 20 });
const opening = node("B", {
  stage: "OPENING",
  planStart: "2026-06-11",
  planEnd: "2026-06-18",
  durationDays: 8,
  predecessorCodes: ["A"],
});

test("ST-R21 the page foresees the opening of what was typed as the server will", () => {
  const project = { nodes: [begun, opening], baselineOpenDate: "2026-06-18" };
  const typed = { A: { progress: 50 } };
  assert.deepEqual(foresee(project, typed, "2026-06-12"), { forecastOpenDate: "2026-06-24", slip: 6 });
  assert.equal(foresee(project, {}, "2026-06-12").forecastOpenDate, "2026-06-27");
});

test("a node that gets its first progress begins today, and its days follow its dates", () => {
  const [changed] = typedNodes([node("A")], { A: { progress: 10, planEnd: "2026-06-05" } }, "2026-06-02");
  assert.deepEqual([changed?.state, changed?.actualStart, changed?.durationDays], ["DOING", "2026-06-02", 5]);
});

test("平移日期 moves chosen nodes that can still be planned, on top of what was typed", () => {
  const done = node("C", { state: "DONE" });
  const shifted = shiftTyped([begun, opening, done], { A: { planEnd: "2026-06-12", progress: 30 } }, ["A", "C"], 3);
  assert.deepEqual(shifted, { A: { planStart: "2026-06-04", planEnd: "2026-06-15", progress: 30 } });
});
