import assert from "node:assert/strict";
import { test } from "node:test";
import { listRecordLogs } from "@ops/platform/contract";
import { givenPhoto } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { givenArrived, testApp } from "../testing.ts";

const app = testApp();

test("order 5 the log of an order tells who did a check, and nothing of the states of its files", async () => {
  const client = await app.signIn({ permissions: ["order:order:view", "order:delivery:check"] });
  const { order } = await givenArrived(app);
  const inspect = async (version: number) => {
    const body = { isDone: true, fileIds: [await givenPhoto(app, client.user, "salesOrder")], version };
    return (await client.call(contract.tickCheck, { params: { id: order.id, code: "PDI" }, body })).data;
  };
  await inspect((await inspect(order.version)).version);
  const params = { bizType: "salesOrder", bizId: order.id };
  const { data: log } = await client.call(listRecordLogs, { params, query: {} });
  const diffs = log.list.filter(({ actionName }) => actionName === "交付核对").flatMap((line) => line.diffs);
  assert.ok(diffs.some(({ field }) => field === "doneAt"));
  const told = diffs.filter(({ label }) => label === "状态");
  assert.deepEqual(told, []);
});
