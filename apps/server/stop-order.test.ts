import assert from "node:assert/strict";
import { test } from "node:test";
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
