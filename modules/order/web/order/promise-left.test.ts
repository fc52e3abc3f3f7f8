import assert from "node:assert/strict";
import { test } from "node:test";
import { leftOf } from "./promise-left.ts";

const left = (promiseEffective: string | null, state: "LOCKED" | "READY" | "CANCEL_REVIEW" | "DELIVERED" = "LOCKED") =>
  leftOf({ state, promiseEffective }, "2025-04-05");

test("the days to the promise are counted from today, and stand out from the seventh on", () => {
  assert.deepEqual(left("2025-04-13"), { text: "剩8天", tone: "calm" });
  assert.deepEqual(left("2025-04-12"), { text: "剩7天", tone: "near" });
  assert.deepEqual(left("2025-04-06", "READY"), { text: "剩1天", tone: "near" });
  assert.deepEqual(left("2025-04-05"), { text: "今天", tone: "near" });
});

test("what is late is counted too, and stays late while a cancellation is decided", () => {
  assert.deepEqual(left("2025-04-04"), { text: "超1天", tone: "late" });
  assert.deepEqual(left("2025-03-01", "CANCEL_REVIEW"), { text: "超35天", tone: "late" });
});

test("nothing is counted without a promise or after the end", () => {
  assert.equal(left(null), null);
  assert.equal(left("2025-04-04", "DELIVERED"), null);
});
