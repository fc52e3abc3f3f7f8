import assert from "node:assert/strict";
import { test } from "node:test";
import { cohortFilters, dayFilters, onTimeFilters } from "./board-filters.ts";

test("order 9 a bar of the chart leads to the orders of its day and kind", () => {
  assert.deepEqual(dayFilters("2026-02-03", "锁单"), { lockedAt: "2026-02-03,2026-02-03" });
  assert.equal(dayFilters("2026-02-03", "其他"), null);
});

test("order 9 a cohort leads to the orders of its whole month", () => {
  const depositedAt = "2026-02-01,2026-02-28";
  assert.deepEqual(cohortFilters("2026-02", "2026-04-05", "all"), { depositedAt });
  assert.deepEqual(cohortFilters("2026-02", "2026-04-05", "cancelled"), { depositedAt, state: "CANCELLED" });
  assert.deepEqual(cohortFilters("2026-02", "2026-04-05", "locked"), {
    depositedAt,
    lockedAt: "2026-02-01,2026-04-05",
  });
});

test("order 9 hand-overs in time are those of ninety days with today", () => {
  const deliveredAt = "2026-01-06,2026-04-05";
  assert.deepEqual(onTimeFilters(false, "2026-04-05", "S1"), { isOnTime: "0", deliveredAt, deliveryStoreId: "S1" });
  assert.deepEqual(onTimeFilters(true, "2026-04-05"), { isOnTime: "1", deliveredAt });
});
