import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createLog } from "@ops/platform/server";
import { StopOrder } from "./stop-order.ts";

test("everything is stopped once, last started first, also what comes after a part that fails", async () => {
  const stopped: string[] = [];
  const order = new StopOrder(createLog("silent"));
  order.add(async () => stopped.push("database"));
  order.add(async () => {
    stopped.push("node");
    throw new Error("it hangs");
  });
  order.add(async () => stopped.push("http"));
  assert.equal(order.begun, false);
  await Promise.all([order.stop(), order.stop()]);
  assert.equal(order.begun, true);
  assert.deepEqual(stopped, ["http", "node", "database"]);
});

test("a call that does not end holds the stop no longer than the patience lasts; the database is waited for", async () => {
  const stopped: string[] = [];
  const order = new StopOrder(createLog("silent"), 100);
  order.addAwaited(async () => {
    await setTimeout(150);
    stopped.push("database");
  });
  order.add(async () => stopped.push("node"));
  order.add(() => new Promise(() => undefined));
  const began = performance.now();
  await order.stop();
  const took = performance.now() - began;
  assert.ok(took > 200 && took < 5_000, `${took} ms`);
  assert.deepEqual(stopped, ["node", "database"]);
});
