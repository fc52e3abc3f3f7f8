import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import type { CarNewsType } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { testApp } from "../testing.ts";
import { hearCar } from "./listeners.ts";
import { receiveEvent } from "./receive.ts";
import { givenBuilt } from "./testing.ts";
import { countEnds } from "./testing-tellings.ts";

const app = testApp();

test("OR-R14 排产, 下线, 发运, 到店, ETA and 贷款 of an order end in the same row, in whichever order they are told", async () => {
  const { order, car, deliveryStoreId } = await givenBuilt(app, { payMode: "LOAN" });
  const start = app.now().getTime() - 86_400_000;
  const hour = (n: number) => new Date(start + n * 3_600_000);
  const of = { carId: car.id, vin: car.vin, groupId: newId() };
  const expectAt = hour(200);
  const push = (tx: Tx, type: string, occurredAt: Date, payload: Record<string, string>) => {
    const { orderNo } = order;
    const sender = { source: "mes", sourceName: "工厂", orderId: null };
    return receiveEvent(tx, { ...sender, eventId: type, type, orderNo, occurredAt, payload });
  };
  const hear = (tx: Tx, type: CarNewsType, at: Date, more: object) =>
    hearCar(tx, type, { ...of, at: at.toISOString(), ...more });
  const told = [
    (tx: Tx) => push(tx, "factory.scheduled", hour(1), { eta: addDays(dayOf(expectAt), 30) }),
    (tx: Tx) => hear(tx, "car.produced", hour(2), { no: 9, buildOrderNo: order.orderNo }),
    (tx: Tx) => hear(tx, "car.departed", hour(3), { fromPlaceId: null, toPlaceId: deliveryStoreId, expectAt: null }),
    (tx: Tx) => hear(tx, "car.arrivedAtStore", hour(5), { storeId: deliveryStoreId, signed: true }),
    (tx: Tx) => hear(tx, "car.etaChanged", hour(4), { expectAt: expectAt.toISOString() }),
    (tx: Tx) => push(tx, "loan.decided", hour(6), { decision: "APPROVED" }),
  ];
  const endOf = async (tx: Tx) => {
    const { version: _version, updatedAt: _at, ...row } = (await findRow(tx, "salesOrder", { id: order.id })) ?? {};
    const stages = await findRows(tx, "orderStage", { orderId: order.id }, "no");
    assert.deepEqual(await findRows(tx, "orderEventIn", { orderId: order.id, state: "FAILED" }), []);
    return JSON.stringify([row, stages.map(({ toState }) => toState)]);
  };
  const about = { orderId: order.id, carId: car.id };
  const ends = await app.arrange((tx) => countEnds(tx, { told, about, endOf }));
  assert.deepEqual([...ends.values()], [720]);
  const [end = ""] = ends.keys();
  const [row, stages] = JSON.parse(end);
  assert.deepEqual(
    [row.state, row.stageAt, row.eta, row.loanState, row.vin, row.path],
    ["ARRIVED", hour(5).toISOString(), addDays(dayOf(expectAt), 5), "APPROVED", car.vin, "BUILD"],
  );
  assert.deepEqual(stages.slice(-4), ["SCHEDULED", "PRODUCED", "IN_TRANSIT", "ARRIVED"]);
});
