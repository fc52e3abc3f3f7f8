import assert from "node:assert/strict";
import { test } from "node:test";
import { saleBoundary } from "./sale-boundary.ts";

test("vehicle 5.1 the beginning of a sale at midnight is shown as a day, every other instant whole", () => {
  assert.equal(saleBoundary("2025-03-26 00:00:00"), "2025-03-26");
  assert.equal(saleBoundary("2025-03-26 10:00:00"), "2025-03-26 10:00:00");
});
