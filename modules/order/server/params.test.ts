import assert from "node:assert/strict";
import { test } from "node:test";
import { orderModule } from "./index.ts";

/** What the document says of each ◇, and within which limits an administrator may change it. */
const PARAMS: readonly (readonly [rule: string, key: string, initial: number, least: number, most: number])[] = [
  ["closeUnpaid", "order.closeAppMinutes", 30, 1, 10_080],
  ["closeUnpaid", "order.closeStoreHours", 24, 1, 720],
  ["OR-R15", "order.nearDays", 7, 1, 60],
  ["OR-R15", "order.agedUnpaidHours", 2, 1, 168],
  ["OR-R15", "order.agedBigDays", 15, 1, 365],
  ["OR-R15", "order.agedLockedDays", 10, 1, 365],
  ["OR-R15", "order.agedProducedDays", 5, 1, 365],
  ["OR-R15", "order.agedArrivedDays", 3, 1, 365],
  ["OR-R15", "order.agedTransitDays", 3, 1, 365],
  ["OR-R6", "order.promiseDelayDays", 180, 1, 730],
  ["OR-R14", "order.eventWaitingHours", 72, 1, 720],
  ["OR-R14", "order.eventKeepDays", 180, 7, 3_650],
  ["OR-R11", "order.noShowMinutes", 60, 5, 1_440],
  ["revert", "order.revertHours", 24, 1, 168],
  ["OR-R8", "order.cancelFreeDays", 7, 0, 90],
  ["OR-R8", "order.cancelLateDays", 30, 0, 365],
  ["OR-R8", "order.cancelPapersFen", 50_000, 0, 10_000_000],
];

test("OR-R6 OR-R8 OR-R11 OR-R14 OR-R15 every ◇ has the value of its rule, and takes others within its limits alone", () => {
  const declared = new Map((orderModule.params ?? []).map((param) => [param.key, param]));
  for (const [rule, key, initial, least, most] of PARAMS) {
    const param = declared.get(key);
    const told = [least - 1, least, most, most + 1].map((value) => param?.parse(String(value)));
    assert.deepEqual([param?.initial, told], [initial, [null, least, most, null]], `${rule} ${key}`);
    declared.delete(key);
  }
  assert.deepEqual([...declared.keys()], ["order.marketType"], "the rest are words");
  assert.equal(declared.get("order.marketType")?.initial, "RETAIL", "国内零售");
});
