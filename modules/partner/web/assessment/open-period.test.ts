import assert from "node:assert/strict";
import { test } from "node:test";
import { monthBefore, openPeriod } from "./open-period.ts";

const of = (...periods: string[]) => periods.map((period) => ({ period }));
const span = { first: "2025-11", last: "2026-02" };

test("the month before goes over the turn of the year", () => {
  assert.equal(monthBefore("2026-03"), "2026-02");
  assert.equal(monthBefore("2026-01"), "2025-12");
});

test("the newest month without an assessment is open", () => {
  assert.equal(openPeriod([], span), "2026-02");
  assert.equal(openPeriod(of("2026-02", "2026-01", "2025-11"), span), "2025-12");
});

test("none is open when all have one, or when the span has not begun", () => {
  assert.equal(openPeriod(of("2026-02", "2026-01", "2025-12", "2025-11"), span), null);
  assert.equal(openPeriod([], { first: "2026-03", last: "2026-02" }), null);
});
