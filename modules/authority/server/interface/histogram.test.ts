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

test("AU-R47 a time belongs to the first bound that it does not exceed; the last bucket holds the rest", () => {
  const fast = [1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800];
  const bounds = [...fast, 1_200, 2_000, 3_000, 5_000, 10_000, 30_000];
  assert.equal(BUCKETS, bounds.length + 1);
  for (const [at, bound] of bounds.entries()) {
    assert.deepEqual([bucketOf(bound), bucketOf(bound + 0.5)], [at, at + 1], `${bound} ms`);
  }
  assert.equal(bucketOf(0), 0);
});

test("AU-R47 p95 of the very first bucket begins at nothing", () => {
  assert.equal(p95Of(of(...Array.from({ length: 20 }, () => 0.5))), 1);
  assert.equal(p95Of(of(2, 2)), 2);
  assert.equal(p95Of(of(...Array.from({ length: 19 }, () => 0.5), 400)), 1);
});
