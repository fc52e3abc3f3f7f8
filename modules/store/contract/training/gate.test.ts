import assert from "node:assert/strict";
import { test } from "node:test";
import { isCertRateMet, trainingShortage } from "./gate.ts";
import { courseResultOf } from "./shape.ts";

const heads = (certified: number, assigned: number, minHeads: number, minCertPct: number) => ({
  positionName: "交付专员",
  certified,
  assigned,
  minHeads,
  minCertPct,
});

test("ST-R27 the training gate names what is short: certified heads, the share of them, or both", () => {
  assert.equal(trainingShortage([heads(1, 2, 2, 80)]), "交付专员 1/2，认证率 50%<80%");
  assert.equal(trainingShortage([heads(1, 1, 2, 80)]), "交付专员 1/2");
  assert.equal(trainingShortage([heads(2, 3, 2, 80)]), "交付专员认证率 66%<80%");
  assert.equal(trainingShortage([heads(4, 5, 2, 80)]), null);
  assert.equal(trainingShortage([heads(0, 0, 0, 80)]), null);
  assert.equal(trainingShortage([heads(100, 101, 2, 100)]), "交付专员认证率 99%<100%");
  assert.equal(trainingShortage([]), null);
  assert.equal(
    trainingShortage([heads(1, 1, 2, 0), heads(2, 2, 2, 100), heads(0, 1, 0, 1)]),
    "交付专员 1/2；交付专员认证率 0%<1%",
  );
});

test("ST-R4 the share of certified people is met exactly at the limit, and without people", () => {
  assert.deepEqual([heads(4, 5, 0, 80), heads(3, 5, 0, 80), heads(0, 0, 0, 80)].map(isCertRateMet), [
    true,
    false,
    true,
  ]);
});

test("store 5.1 a course is passed, failed, expired or missing", () => {
  const today = "2026-06-01";
  assert.equal(courseResultOf(undefined, today), "MISSING");
  assert.equal(courseResultOf({ isPassed: false, expireOn: "2026-05-01" }, today), "FAILED");
  assert.equal(courseResultOf({ isPassed: true, expireOn: "2026-05-31" }, today), "EXPIRED");
  assert.equal(courseResultOf({ isPassed: true, expireOn: today }, today), "PASSED");
  assert.equal(courseResultOf({ isPassed: true, expireOn: null }, today), "PASSED");
});
