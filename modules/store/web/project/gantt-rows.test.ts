import assert from "node:assert/strict";
import { test } from "node:test";
import { ganttRows } from "./gantt-rows.ts";

const node = {
  id: "1",
  name: "施工",
  state: "NOT_STARTED" as const,
  isMilestone: true,
  planStart: "2026-06-05",
  planEnd: "2026-06-14",
  durationDays: 10,
  baselineStart: "2026-06-01",
  baselineEnd: "2026-06-10",
  actualStart: null,
  actualEnd: null,
  forecastEnd: "2026-06-20",
};

test("store 5.5 the chart of a project shows baseline, plan and forecast of each node that counts", () => {
  assert.deepEqual(ganttRows([node, { ...node, id: "2", state: "WAIVED" }]), [
    {
      key: "1",
      title: "施工●",
      planned: { from: "2026-06-05", to: "2026-06-14" },
      baseline: { from: "2026-06-01", to: "2026-06-10" },
      forecast: { from: "2026-06-11", to: "2026-06-20" },
    },
  ]);
  const [begun] = ganttRows([{ ...node, actualStart: "2026-06-06" }]);
  assert.deepEqual(begun?.actual, { from: "2026-06-06", to: null });
  assert.deepEqual(begun?.forecast, { from: "2026-06-06", to: "2026-06-20" });
  const [done] = ganttRows([
    { ...node, actualStart: "2026-06-06", actualEnd: "2026-06-19", forecastEnd: "2026-06-19" },
  ]);
  assert.deepEqual([done?.actual, done?.forecast], [{ from: "2026-06-06", to: "2026-06-19" }, undefined]);
});
