import assert from "node:assert/strict";
import { test } from "node:test";
import { monthFilters, shareFilters } from "./chart-filters.ts";

test("store 5.5 a click on a share shows its open projects", () => {
  const share = (by: "RISK" | "REGION", key: string) => ({ by, key, name: "", count: 1 });
  assert.deepEqual(shareFilters(share("RISK", "LATE")), { risk: "LATE", isOpen: "1" });
  assert.deepEqual(shareFilters(share("REGION", "7")), { orgId: "7", isOpen: "1" });
  assert.equal(shareFilters(share("REGION", "")), null);
});

test("store 5.5 a click on a month shows what opens in it by the plan or by the forecast", () => {
  assert.deepEqual(monthFilters("2027-02", "计划开业"), { planOpenDate: "2027-02-01,2027-02-28", isOpen: "1" });
  assert.deepEqual(monthFilters("2026-12", "预测开业"), { forecastOpenDate: "2026-12-01,2026-12-31", isOpen: "1" });
});
