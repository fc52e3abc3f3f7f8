import assert from "node:assert/strict";
import { test } from "node:test";
import { block, unblock } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { givenArrived, givenOrder, putInState, testApp } from "../testing.ts";

const app = testApp();

async function shown(id: string) {
  const reader = await app.signIn({ permissions: ["order:order:view"] });
  const { carBlocks, extColorHex } = (await reader.call(contract.getOrder, { params: { id } })).data;
  return { carBlocks, extColorHex };
}

test("OR-R14 an order shows what stops its car until that has ended or the car is handed over", async () => {
  const { order, car } = await givenArrived(app);
  const stop = { carIds: [car.id], reason: "x", source: "CONSOLE" } as const;
  assert.deepEqual((await shown(order.id)).carBlocks, []);
  await app.arrange((tx) => block(tx, { ...stop, kind: "QUALITY" }));
  await app.arrange((tx) => block(tx, { ...stop, kind: "RECALL" }));
  assert.deepEqual((await shown(order.id)).carBlocks, ["质量", "召回"]);
  await app.arrange((tx) => unblock(tx, { ...stop, kind: "QUALITY" }));
  assert.deepEqual((await shown(order.id)).carBlocks, ["召回"]);
  await putInState(app, order, "CANCELLED");
  assert.deepEqual((await shown(order.id)).carBlocks, []);
});

test("order 5 an order knows the shade of its exterior, and none without a choice", async () => {
  const order = await givenOrder(app);
  const [color] = await app.rows<{ hex: string }>("select hex from car_color where color_code = $1", [order.extColor]);
  assert.match(color?.hex ?? "", /^#[0-9a-f]{6}$/);
  assert.equal((await shown(order.id)).extColorHex, color?.hex);
  await app.rows("update sales_order set ext_color = null where id = $1", [order.id]);
  assert.equal((await shown(order.id)).extColorHex, null);
});
