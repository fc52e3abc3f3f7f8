import assert from "node:assert/strict";
import { test } from "node:test";
import { BUCKETS, bucketOf, p95Of, sumOf } from "./histogram.ts";

const of = (...ms: number[]) => {
  const buckets = new Array<number>(BUCKETS).fill(0);
  for (const one of ms) buckets[bucketOf(one)] = (buckets[bucketOf(one)] ?? 0) + 1;
  return buckets;
};

test("AU-R47 p95 is nothing without calls and lies in the bucket of the 95th of 100", () => {
  assert.equal(p95Of(of()), null);
  const fast = Array.from({ length: 94 }, () => 4);
  assert.equal(p95Of(of(...fast, 90, 90, 90, 90, 90, 90)), 87);
  assert.equal(p95Of(of(...fast, 4, 90, 90, 90, 90, 90)), 5);
  assert.equal(p95Of(of(90_000)), 30_000);
  assert.deepEqual(sumOf([[1, 2], [3]], 3), [4, 2, 0]);
});
