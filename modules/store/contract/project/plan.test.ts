import assert from "node:assert/strict";
import { test } from "node:test";
import { findCycle, findUnknownCode } from "../project-template/order.ts";
import type { PlannedNode } from "./plan.ts";
import * as plan from "./plan.ts";

const node = (code: string, given: Partial<PlannedNode> = {}): PlannedNode => ({
  code,
  stage: "BUILD",
  state: "NOT_STARTED",
  isMilestone: false,
  planStart: "2026-06-01",
  planEnd: "2026-06-10",
  durationDays: 10,
  baselineStart: null,
  baselineEnd: null,
  actualStart: null,
  actualEnd: null,
  progress: 0,
  weight: 10,
  predecessorCodes: [],
  ...given,
});

const a = node("A", { state: "DOING", actualStart: "2026-06-03", progress: 50 });
const b = node("B", { planStart: "2026-06-11", planEnd: "2026-06-18", durationDays: 8, predecessorCodes: ["A"] });

test("ST-R18 a node is planned backwards from the opening and lies inside of its project", () => {
  const span = plan.spanOf("2026-09-30", { offsetEnd: 110, durationDays: 10 });
  assert.deepEqual(span, { planStart: "2026-06-03", planEnd: "2026-06-12" });
  assert.deepEqual(plan.spanOf("2026-09-30", { offsetEnd: 0, durationDays: 1 }), {
    planStart: "2026-09-30",
    planEnd: "2026-09-30",
  });
  const inside = (planStart: string, planOpenDate: string) => plan.isInside(span, { planStart, planOpenDate });
  assert.deepEqual(
    [inside("2026-06-03", "2026-06-12"), inside("2026-06-04", "2026-06-12"), inside("2026-06-03", "2026-06-11")],
    [true, false, false],
  );
});

test("ST-R19 a node is overdue until today while it is unfinished, else until its end, and never while paused", () => {
  const days = (given: Partial<PlannedNode>, today: string, isPaused = false) =>
    plan.overdueDays(node("A", given), { today, isPaused });
  assert.deepEqual(
    [days({}, "2026-06-10"), days({}, "2026-06-11"), days({ state: "SUBMITTED" }, "2026-06-13")],
    [0, 1, 3],
  );
  assert.deepEqual(
    [
      days({ state: "DONE", actualEnd: "2026-06-12" }, "2026-07-01"),
      days({ state: "DONE", actualEnd: "2026-06-09" }, "2026-07-01"),
      days({ state: "WAIVED" }, "2026-07-01"),
      days({ state: "CANCELLED" }, "2026-07-01"),
      days({}, "2026-07-01", true),
      days({ state: "DONE", actualEnd: "2026-06-12" }, "2026-07-01", true),
    ],
    [2, 0, 0, 0, 0, 2],
  );
});

test("ST-R20 cycles of any length are found and told in the order of the work", () => {
  assert.equal(findCycle([a, b]), null);
  assert.deepEqual(findCycle([node("A", { predecessorCodes: ["A"] })]), ["A", "A"]);
  assert.deepEqual(findCycle([node("A", { predecessorCodes: ["B"] }), b]), ["A", "B", "A"]);
  const ring = [
    node("X"),
    node("A", { predecessorCodes: ["X", "C"] }),
    node("B", { predecessorCodes: ["A"] }),
    node("C", { predecessorCodes: ["B"] }),
  ];
  assert.deepEqual(findCycle(ring), ["A", "B", "C", "A"]);
  const diamond = [
    node("A"),
    node("B", { predecessorCodes: ["A"] }),
    node("C", { predecessorCodes: ["A"] }),
    node("D", { predecessorCodes: ["B", "C"] }),
  ];
  assert.equal(findCycle(diamond), null);
  assert.deepEqual([findUnknownCode(diamond), findUnknownCode([b])], [undefined, "A"]);
});

test("ST-R20 a node waits for those before it until they are finished", () => {
  const waits = (state: PlannedNode["state"]) =>
    plan.undoneBefore(b, [node("A", { state }), b, node("Z")]).map(({ code }) => code);
  assert.deepEqual([waits("SUBMITTED"), waits("DONE"), waits("WAIVED")], [["A"], [], []]);
});

test("ST-R21 the forecast takes the rest of each node after those before it", () => {
  const ends = (nodes: PlannedNode[], today: string) => Object.fromEntries(plan.forecast(nodes, today));
  assert.deepEqual(ends([b, a], "2026-06-12"), { A: "2026-06-16", B: "2026-06-24" });
  assert.deepEqual(ends([node("A")], "2026-05-01"), { A: "2026-06-10" }, "nothing begins before its plan");
  assert.deepEqual(ends([node("A")], "2026-06-05"), { A: "2026-06-14" }, "nothing begins in the past");
  assert.deepEqual(ends([b], "2026-06-01"), { B: "2026-06-18" }, "a node that is not there keeps nobody waiting");
  assert.deepEqual(ends([node("A", { durationDays: 200 })], "2026-06-01"), { A: "2026-12-17" });
  const full = { ...a, progress: 100 };
  assert.deepEqual(
    ends([full, b], "2026-06-12"),
    { A: "2026-06-12", B: "2026-06-20" },
    "what waits for its acceptance ends today",
  );
  const early = node("A", { state: "DOING", actualStart: "2026-05-20", progress: 95 });
  assert.deepEqual(ends([early], "2026-06-01"), { A: "2026-06-01" }, "half a day counts as one");
  const done = node("A", { state: "DONE", actualStart: "2026-06-01", actualEnd: "2026-06-05", progress: 100 });
  assert.deepEqual(ends([done, b], "2026-06-06"), { A: "2026-06-05", B: "2026-06-18" });
});

test("ST-R21 a waived node takes no time: what follows it waits for those before it", () => {
  const waived = { ...b, state: "WAIVED" as const };
  const c = node("C", { predecessorCodes: ["B"], durationDays: 1, planStart: "2026-06-05", planEnd: "2026-06-05" });
  assert.deepEqual(Object.fromEntries(plan.forecast([a, waived, c], "2026-06-12")), {
    A: "2026-06-16",
    C: "2026-06-17",
  });
});

test("ST-R22 the progress is weighted, without nodes that are left out", () => {
  const nodes = [
    node("A", { weight: 10, progress: 100 }),
    node("B", { weight: 30, progress: 50 }),
    node("C", { weight: 60 }),
  ];
  assert.equal(plan.progressOf(nodes), 25);
  assert.equal(
    plan.progressOf([...nodes, node("D", { weight: 90, state: "WAIVED" }), node("E", { state: "CANCELLED" })]),
    25,
  );
  assert.equal(plan.progressOf([node("A", { weight: 1, progress: 1 }), node("B", { weight: 2 })]), 0.3);
  assert.equal(plan.progressOf([]), 0);
});

test("ST-R22 the planned progress is the elapsed share of the baseline", () => {
  const based = { baselineStart: "2026-06-01", baselineEnd: "2026-06-10" };
  const at = (today: string) => plan.plannedProgressOf([node("A", based), node("B", { ...based, weight: 30 })], today);
  assert.deepEqual(
    ["2026-05-31", "2026-06-01", "2026-06-05", "2026-06-10", "2026-07-01"].map(at),
    [0, 10, 50, 100, 100],
  );
  assert.equal(plan.plannedProgressOf([node("A")], "2026-07-01"), 0);
});

test("ST-R23 the risk goes by the slip and by overdue nodes, and the worst wins", () => {
  const slips = [-3, 0, 1, 7, 8, 21, 22].map((slip) => plan.riskOf(slip, []));
  assert.deepEqual(slips, ["NORMAL", "NORMAL", "WARN", "WARN", "LATE", "LATE", "SEVERE"]);
  const nodes = [0, 1, 7, 8].map((days) => plan.riskOf(0, [{ days, isMilestone: false }]));
  assert.deepEqual(nodes, ["NORMAL", "WARN", "WARN", "LATE"]);
  const milestones = [0, 1, 7, 8].map((days) => plan.riskOf(0, [{ days, isMilestone: true }]));
  assert.deepEqual(milestones, ["NORMAL", "LATE", "LATE", "SEVERE"]);
  const both = [
    { days: 1, isMilestone: false },
    { days: 9, isMilestone: false },
  ];
  assert.deepEqual([plan.riskOf(30, both), plan.riskOf(1, both)], ["SEVERE", "LATE"]);
});

test("ST-R23 the slip is the forecast against the baseline, and finished or paused nodes are no risk", () => {
  const opening = { ...b, stage: "OPENING" as const };
  const stand = (isPaused = false) =>
    plan.standingOf([a, opening], { baselineOpenDate: "2026-06-18", isPaused }, "2026-06-12");
  const { slip, forecastOpenDate, risk, stage, progress } = stand();
  assert.deepEqual([slip, forecastOpenDate, risk, stage, progress], [6, "2026-06-24", "WARN", "BUILD", 25]);
  const unknown = (nodes: PlannedNode[], baselineOpenDate: string | null) => {
    const told = plan.standingOf(nodes, { baselineOpenDate, isPaused: false }, "2026-06-01");
    return [told.slip, told.risk];
  };
  assert.deepEqual(unknown([opening], null), [0, "NORMAL"], "without a baseline nothing slips");
  assert.deepEqual(unknown([a], "2026-06-18"), [0, "NORMAL"], "nor without an opening");
  const late = node("A", { state: "DONE", isMilestone: true, actualStart: "2026-06-01", actualEnd: "2026-06-30" });
  const onTime = { ...opening, planStart: "2026-08-01", planEnd: "2026-08-08" };
  const finished = plan.standingOf([late, onTime], { baselineOpenDate: "2026-08-08", isPaused: false }, "2026-07-01");
  assert.deepEqual([finished.slip, finished.risk], [0, "NORMAL"]);
  const overdue = node("A", { isMilestone: true, durationDays: 10 });
  const open = (isPaused: boolean) =>
    plan.standingOf([overdue, onTime], { baselineOpenDate: "2026-08-08", isPaused }, "2026-07-01").risk;
  assert.deepEqual([open(false), open(true)], ["SEVERE", "NORMAL"]);
});
