import assert from "node:assert/strict";
import { test } from "node:test";
import { sheetScore, verificationOutcome } from "./outcome.ts";

const checks = [
  { code: "B1", isVeto: true },
  { code: "B2", isVeto: false },
];
const sheet = (score: number, failed: string[] = []) => [
  { code: "B1", score: 40, isFailed: failed.includes("B1") },
  { code: "B2", score: score - 40, isFailed: failed.includes("B2") },
];

test("ST-R25 a failed veto fails the sheet, else the sum decides", () => {
  const ends = [100, 85, 84.99, 70, 69.99, 40].map((score) => verificationOutcome(sheet(score), checks));
  assert.deepEqual(ends, ["PASSED", "PASSED", "CONDITIONAL", "CONDITIONAL", "FAILED", "FAILED"]);
  assert.equal(verificationOutcome(sheet(100, ["B1"]), checks), "FAILED");
  assert.equal(verificationOutcome(sheet(100, ["B2"]), checks), "PASSED");
  assert.equal(verificationOutcome(sheet(80), checks, { pass: 80, conditional: 60 }), "PASSED");
});

test("ST-R25 the sum has two decimals", () => {
  assert.equal(sheetScore([0.1, 0.2, 84.7].map((score) => ({ code: "X", score, isFailed: false }))), 85);
});
