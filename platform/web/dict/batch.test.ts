import assert from "node:assert/strict";
import { test } from "node:test";
import { batchByTick } from "./batch.ts";

test("PF-R88 dictionaries asked for in one tick are loaded by one call, each code once", async () => {
  const calls: (readonly string[])[] = [];
  const load = batchByTick(async (keys) => {
    calls.push(keys);
    return Object.fromEntries(keys.map((key) => [key, [key]]));
  });
  assert.deepEqual(await Promise.all([load("a"), load("b"), load("a")]), [["a"], ["b"], ["a"]]);
  assert.deepEqual(await load("c"), ["c"]);
  assert.deepEqual(calls, [["a", "b"], ["c"]]);
});

test("PF-R88 a failed call fails everybody who waited and is tried again by the next", async () => {
  let fails = true;
  const load = batchByTick(async (keys) => {
    if (fails) throw new Error("offline");
    return Object.fromEntries(keys.map((key) => [key, key]));
  });
  const asked = await Promise.allSettled([load("a"), load("b")]);
  assert.deepEqual(
    asked.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  fails = false;
  assert.equal(await load("a"), "a");
});
