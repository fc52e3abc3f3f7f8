import assert from "node:assert/strict";
import { test } from "node:test";
import { givenStore } from "@ops/store/server/testing";
import { carRow, givenCar } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { givenArrived, givenChecks, givenDutyButler, givenLockedOrder, slotAt, testApp } from "../testing.ts";
import { moveCar } from "./move-car.ts";

const app = testApp();
const move = (orderId: string, storeId: string) =>
  app.arrange(async (tx) => moveCar(tx, await lockOrderRow(tx, orderId), storeId, "门店闭店"));
const isChecked = async ({ id }: { readonly id: string }) => {
  const [row] = await app.rows<{ done: boolean }>(
    "select done_at is not null as done from delivery_check where order_id = $1 and code = 'PDI'",
    [id],
  );
  return row?.done;
};

test("order 3 移车: another store hands over, PDI is undone, the slot is free and the car seen there", async () => {
  const { order, car, storeId } = await givenArrived(app);
  const client = await app.signIn({ permissions: ["order:order:view", "order:delivery:book"] });
  const body = { startAt: slotAt(app, 2), version: order.version };
  await client.call(contract.bookAppointment, { params: { id: order.id }, body });
  await givenChecks(app, order, ["PDI", "INSURANCE"]);
  const { id: newStoreId } = await givenStore(app);
  const butlerId = await givenDutyButler(app, newStoreId);
  const moved = await move(order.id, newStoreId);
  assert.deepEqual(
    [moved.state, moved.deliveryStoreId, moved.butlerId, moved.appointmentAt, moved.carId],
    ["PRODUCED", newStoreId, butlerId, null, car.id],
  );
  assert.equal(await isChecked(order), false);
  const [slot] = await app.rows<{ booked: number }>("select booked from delivery_slot where store_id = $1", [storeId]);
  const [appointment] = await app.rows<{ state: string; party: string; reason: string }>(
    "select state, party, reason from delivery_appointment where order_id = $1",
    [order.id],
  );
  assert.deepEqual([slot?.booked, appointment], [0, { state: "CANCELLED", party: "BRAND", reason: "门店闭店" }]);
  assert.deepEqual([...(await carRow(app, car)).holdOrgIds].sort(), [order.storeId, newStoreId].sort());
  const changed = (await app.published(contract.deliveryStoreChanged)).filter(({ orderId }) => orderId === order.id);
  assert.partialDeepStrictEqual(changed, [{ fromStoreId: storeId, storeId: newStoreId }]);
  const butlers = (await app.published(contract.butlerChanged)).filter(({ orderId }) => orderId === order.id);
  assert.partialDeepStrictEqual(butlers, [{ fromUserId: null, userId: butlerId }]);
});

test("order 3 移车 only from 已到店 and 待交付, to a store that trades; nobody on duty there leaves no butler", async () => {
  const { id: newStoreId } = await givenStore(app);
  const { id } = await givenLockedOrder(app);
  await assert.rejects(move(id, newStoreId), { msgCode: "ORDER_STATE_ILLEGAL" });
  const { order } = await givenArrived(app);
  const { id: closed } = await givenStore(app, { state: "CLOSED" });
  await assert.rejects(move(order.id, closed), { msgCode: "STORE_NOT_TRADING" });
  await app.rows("update sales_order set state = 'READY', butler_id = $2 where id = $1", [order.id, order.createdBy]);
  const moved = await move(order.id, newStoreId);
  assert.deepEqual([moved.state, moved.butlerId, moved.butlerWhy], ["PRODUCED", null, null]);
});

test("OR-R13 a swap undoes the inspection: the other car was not looked at", async () => {
  const { order } = await givenArrived(app);
  await givenChecks(app, order, ["PDI", "INSURANCE"]);
  const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  const next = await givenCar(app, { config });
  const client = await app.signIn({ permissions: ["order:order:view", "order:car:swap", "vehicle:car:view"] });
  const body = { carId: next.id, reason: "漆面瑕疵", version: order.version };
  assert.equal((await client.call(contract.swapOrderCar, { params: { id: order.id }, body })).msg, "");
  assert.equal(await isChecked(order), false);
  const kept = await app.rows(
    "select from delivery_check where order_id = $1 and code = 'INSURANCE' and done_at is not null",
    [order.id],
  );
  assert.equal(kept.length, 1);
});
