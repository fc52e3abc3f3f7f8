import assert from "node:assert/strict";
import { test } from "node:test";
import { excessLeft } from "./excess.ts";

test("OR-R3 of a payment so much is excess as nobody has asked for, or was refused; a cancellation and other payments do not count", () => {
  const paid = { id: "a", excessFen: 10_000 };
  const asked = { paymentId: "a", why: "EXCESS", state: "APPLIED", amountFen: 4_000 } as const;
  assert.equal(excessLeft(paid, []), 10_000);
  assert.equal(excessLeft(paid, [asked]), 6_000);
  assert.equal(excessLeft(paid, [asked, { ...asked, why: "LATE", state: "SUCCESS", amountFen: 6_000 }]), 0);
  for (const other of [{ paymentId: "b" }, { why: "CANCEL" }, { state: "REJECTED" }] as const) {
    assert.equal(excessLeft(paid, [asked, { ...asked, ...other }]), 6_000, JSON.stringify(other));
  }
});
