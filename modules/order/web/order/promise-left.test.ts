import assert from "node:assert/strict";
import { test } from "node:test";
import { leftOf } from "./promise-left.ts";

type State = "LOCKED" | "READY" | "CANCEL_REVIEW" | "DELIVERED";
const left = (promiseEffective: string | null, state: State = "LOCKED", nearFrom: string | null = null) =>
  leftOf({ state, promiseEffective, nearFrom }, "2025-04-05");

test("OR-R15 the days to the promise are counted from today, and stand out as soon as it is near", () => {
  assert.deepEqual(left("2025-04-13", "LOCKED", "2025-04-06"), { text: "剩8天", tone: "calm" });
  assert.deepEqual(left("2025-04-12", "LOCKED", "2025-04-05"), { text: "剩7天", tone: "near" });
  assert.deepEqual(left("2025-04-05", "LOCKED", "2025-03-29"), { text: "今天", tone: "near" });
});

test("OR-R15 a promise is no more near once the car is there", () => {
  assert.deepEqual(left("2025-04-06", "READY"), { text: "剩1天", tone: "calm" });
});

test("what is late is counted too, and stays late while a cancellation is decided", () => {
  assert.deepEqual(left("2025-04-04"), { text: "超1天", tone: "late" });
  assert.deepEqual(left("2025-03-01", "CANCEL_REVIEW"), { text: "超35天", tone: "late" });
});

test("nothing is counted without a promise or after the end", () => {
  assert.equal(left(null), null);
  assert.equal(left("2025-04-04", "DELIVERED"), null);
});
