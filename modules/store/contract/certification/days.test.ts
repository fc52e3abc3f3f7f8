import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "@ops/platform/contract";
import { expireDay, isExpired, isStoodDown, reminderStep, retrainDay, staffCertStateOf } from "./days.ts";
import type { CertificateState } from "./states.ts";

test("ST-R13 a certificate ends after its months, on the last day of a shorter month, or never", () => {
  assert.equal(expireDay("2026-06-30", 12), "2027-06-30");
  assert.equal(expireDay("2026-01-31", 1), "2026-02-28");
  assert.equal(expireDay("2027-12-31", 2), "2028-02-29");
  assert.equal(expireDay("2026-11-15", 3), "2027-02-15");
  assert.equal(expireDay("2026-06-30", 0), null);
});

test("ST-R13 whoever has no certificate stands down on the day after the last day in post", () => {
  const dueOn = addDays("2026-06-30", 30);
  assert.equal(isStoodDown(dueOn, "2026-07-30"), false);
  assert.equal(isStoodDown(dueOn, "2026-07-31"), true);
});

test("ST-R13 a certificate is over on the day after its last one; a reported one waits for the days of grace", () => {
  const over = (state: CertificateState, today: string) => isExpired({ state, expireOn: "2026-06-30" }, today, 30);
  assert.deepEqual([over("CERTIFIED", "2026-06-30"), over("CERTIFIED", "2026-07-01")], [false, true]);
  assert.deepEqual([over("CHALLENGED", "2026-07-30"), over("CHALLENGED", "2026-07-31")], [false, true]);
  assert.deepEqual([over("REVOKED", "2026-07-31"), over("DOING", "2026-07-31")], [false, false]);
});

test("ST-R13 reminders are due 60, 30, 7 and 0 days before the end, and a missed one is caught up", () => {
  const at = (today: string) => reminderStep("2026-06-30", today);
  assert.deepEqual(["2026-04-30", "2026-05-01", "2026-05-30", "2026-05-31"].map(at), [null, 60, 60, 30]);
  assert.deepEqual(["2026-06-22", "2026-06-23", "2026-06-29", "2026-06-30", "2026-07-01"].map(at), [30, 7, 7, 0, null]);
});

test("ST-R14 a forced retraining ends a certificate after its days, unless it ends before", () => {
  assert.equal(retrainDay("2026-12-31", "2026-06-01", 30), "2026-07-01");
  assert.equal(retrainDay("2026-06-20", "2026-06-01", 30), "2026-06-20");
  assert.equal(retrainDay(null, "2026-06-01", 30), "2026-07-01");
  assert.equal(retrainDay("2026-12-31", "2026-06-01", 0), "2026-06-01");
});

test("store 2.1 认证状态 follows from the certificates of the present position", () => {
  const today = "2026-06-01";
  const state = (...states: [CertificateState, (string | null)?, boolean?][]) =>
    staffCertStateOf({
      isRequired: true,
      today,
      certificates: states.map(([one, expireOn = null, hasResults = false]) => ({ state: one, expireOn, hasResults })),
    });
  assert.equal(staffCertStateOf({ isRequired: false, today, certificates: [] }), "NONE");
  assert.equal(state(), "PENDING");
  assert.equal(state(["DOING"]), "PENDING");
  assert.equal(state(["DOING", null, true]), "DOING");
  assert.equal(state(["REVIEW"]), "DOING");
  assert.equal(state(["CERTIFIED"]), "CERTIFIED");
  assert.equal(state(["CHALLENGED", "2026-07-02"]), "CERTIFIED");
  assert.equal(state(["CERTIFIED", "2026-07-01"]), "EXPIRING");
  assert.equal(state(["DOING"], ["EXPIRED", "2026-05-01"]), "EXPIRED");
  assert.equal(state(["DOING"], ["REVOKED", "2027-05-01"]), "REVOKED");
  assert.equal(state(["DOING", null, true], ["EXPIRED", "2026-05-01"]), "DOING");
  assert.equal(state(["FAILED"]), "PENDING");
});
