import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf, searchRefs } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import { block, type NewCar, takeForLock, unblock } from "@ops/vehicle/server";
import { carRow, givenCar, givenConfig } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { raiseIssue } from "../order/issue.ts";
import { givenDutyButler, givenLockedOrder, testApp } from "../testing.ts";
import { matchCar } from "./published.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["order:order:view", "order:order:schedule", "order:car:match", "order:car:swap", "vehicle:car:view"];
const operator = () => app.signIn({ permissions: CODES });

/** A locked order and a car that is equal to what was ordered. */
async function orderAndCar(wishes: Partial<NewCar> = {}) {
  const { id: deliveryStoreId } = await givenStore(app);
  const order = await givenLockedOrder(app, { deliveryStoreId });
  return { order, car: await sameCar(order, wishes), deliveryStoreId };
}

const sameCar = ({ carConfigId }: { carConfigId: string | null }, wishes: Partial<NewCar> = {}) => {
  const config = { id: carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  return givenCar(app, { config, ...wishes });
};

const match = async (order: { id: string; version: number }, carId: string) =>
  (await operator()).call(contract.matchOrderCar, {
    params: { id: order.id },
    body: { carId, version: order.version },
  });

test("OR-R13 whoever gives an order a car finds it by the end of its VIN", async () => {
  const { car } = await orderAndCar();
  for (const by of ["order:car:match", "order:car:swap"]) {
    const asked = { params: { kind: "car" }, query: { by, keyword: car.vin.slice(-8) } };
    const { data, msg } = await (await operator()).call(searchRefs, asked);
    assert.equal(msg, "");
    assert.deepEqual(
      data.map(({ id }) => id),
      [car.id],
    );
  }
});

test("OR-R13 offered are the cars in sight that are equal and that nobody has, those of the delivering store first, then the oldest", async () => {
  const { order, car: young, deliveryStoreId } = await orderAndCar();
  const [old, near, taken, blocked] = await Promise.all([1, 2, 3, 4].map(() => sameCar(order)));
  await sameCar(order, { extColor: "EX-B01" });
  await sameCar(order, { buildOrderNo: "SO900001" });
  await givenCar(app);
  const place = "update car set place_kind = 'STORE', place_id = $2, place_name = $3, in_stock_at = $4 where id = $1";
  const noon = (day: string) => new Date(`${day}T12:00:00+08:00`);
  await app.rows(place, [young.id, newId(), "外地店", noon("2026-05-02")]);
  await app.rows(place, [old?.id, newId(), "外地店", noon("2026-05-01")]);
  await app.rows(place, [near?.id, deliveryStoreId, "本店", noon("2026-05-03")]);
  await app.arrange((tx) => takeForLock(tx, { carId: taken?.id ?? "", lockId: newId(), lockNo: "LK1", orgIds: [] }));
  const stopped = { source: "CONSOLE", carIds: [blocked?.id ?? ""], kind: "QUALITY", reason: "漆面" } as const;
  await app.arrange((tx) => block(tx, stopped));
  const asked = { params: { id: order.id } };
  const { data } = await (await operator()).call(contract.listFittingCars, asked);
  assert.deepEqual(data, [
    { id: near?.id, vin: near?.vin, placeName: "本店", inStockOn: "2026-05-03" },
    { id: old?.id, vin: old?.vin, placeName: "外地店", inStockOn: "2026-05-01" },
    { id: young.id, vin: young.vin, placeName: "外地店", inStockOn: "2026-05-02" },
  ]);
  const blind = await app.signIn({ permissions: CODES, scopeOverrides: { "vehicle:car:view": "ORG" } });
  assert.deepEqual(
    (await blind.call(contract.listFittingCars, asked)).data,
    [],
    "nobody is offered what he does not see",
  );
  const reader = await app.signIn({ permissions: ["order:order:view"] });
  assert.deepEqual((await reader.call(contract.listFittingCars, asked)).data, [], "nor is whoever sees no cars at all");
});

test("OR-R13 a locked order takes an equal car from stock: it holds the car for both stores and tells it", async () => {
  const { order, car, deliveryStoreId } = await orderAndCar();
  const { data, msg } = await match(order, car.id);
  assert.equal(msg, "");
  assert.deepEqual([data.state, data.vin, data.path], ["PRODUCED", car.vin, "LIGHTNING"]);
  const row = await carRow(app, car);
  assert.deepEqual([row.holdState, [...row.holdOrgIds].sort()], ["ALLOCATED", [order.storeId, deliveryStoreId].sort()]);
  const [told] = await app.rows<{ payload: object }>(
    "select payload from event_outbox where name = 'order.vinBound' and payload ->> 'orderId' = $1",
    [order.id],
  );
  assert.partialDeepStrictEqual(told?.payload, { carId: car.id, path: "LIGHTNING" });
  const other = await sameCar(order);
  assert.deepEqual(refusal(await match(data, other.id)), ["ORDER_CAR_BOUND", `订单已绑定车辆${car.vin}`]);
});

test("OR-R13 nobody takes a car that is out of his sight", async () => {
  const { order, car } = await orderAndCar();
  const blind = await app.signIn({ permissions: CODES, scopeOverrides: { "vehicle:car:view": "ORG" } });
  const body = { carId: car.id, version: order.version };
  const answer = await blind.call(contract.matchOrderCar, { params: { id: order.id }, body });
  assert.equal(answer.msgCode, "COMMON_NOT_FOUND");
  assert.equal((await carRow(app, car)).holdState, "FREE");
});

test("OR-R13 the stage follows from the place of the car: at the delivering store, on its way, or elsewhere", async () => {
  const stateAt = async (place: (storeId: string) => readonly [string, string | null]) => {
    const { order, car, deliveryStoreId } = await orderAndCar();
    const [kind, id] = place(deliveryStoreId);
    await app.rows("update car set place_kind = $2, place_id = $3 where id = $1", [car.id, kind, id]);
    return (await match(order, car.id)).data.state;
  };
  assert.equal(await stateAt((storeId) => ["STORE", storeId]), "ARRIVED");
  assert.equal(await stateAt(() => ["STORE", newId()]), "PRODUCED");
  assert.equal(await stateAt((storeId) => ["TRANSIT", storeId]), "IN_TRANSIT");
  assert.equal(await stateAt((storeId) => ["WAREHOUSE", storeId]), "PRODUCED");
});

test("OR-R13 OR-R21 an order that has arrived or is on its way by the place of its car is told like any other", async () => {
  const { order, car, deliveryStoreId } = await orderAndCar();
  const butlerId = await givenDutyButler(app, deliveryStoreId);
  await app.rows("update sales_order set butler_id = $2 where id = $1", [order.id, butlerId]);
  const place = (carId: string, kind: string) =>
    app.rows("update car set place_kind = $2, place_id = $3 where id = $1", [carId, kind, deliveryStoreId]);
  const told = async () => ({
    shipped: (await app.published(contract.orderShipped)).filter(({ orderId }) => orderId === order.id).length,
    arrived: (await app.published(contract.orderArrived)).filter(({ orderId }) => orderId === order.id).length,
    notices: (await app.rows("select from notice where user_id = $1 and title = '车辆到店'", [butlerId])).length,
  });
  await place(car.id, "TRANSIT");
  const { data } = await match(order, car.id);
  assert.deepEqual([data.state, await told()], ["IN_TRANSIT", { shipped: 1, arrived: 0, notices: 0 }]);
  const next = await sameCar(order);
  await place(next.id, "STORE");
  const body = { carId: next.id, reason: "漆面瑕疵", version: data.version };
  await (await operator()).call(contract.swapOrderCar, { params: { id: order.id }, body });
  assert.deepEqual(await told(), { shipped: 1, arrived: 1, notices: 1 });
});

test("OR-R13 another configuration or colour is refused with the difference, and a car of somebody else with his name", async () => {
  const { order } = await orderAndCar();
  const black = await sameCar(order, { extColor: "EX-B01" });
  const [code, text] = refusal(await match(order, black.id));
  assert.deepEqual([code, text], ["ORDER_CAR_DIFF", "车辆与订单配置不一致：外观应为EX-W01，实为EX-B01"]);
  const bare = await sameCar(order, { optionCodes: [], intColor: "IN-W02" });
  const list = "内饰应为IN-B02，实为IN-W02、选装应为OP-ADS，实为无";
  assert.equal((await match(order, bare.id)).msg, `车辆与订单配置不一致：${list}`);
  const other = await givenCar(app, { config: await givenConfig(app) });
  assert.match((await match(order, other.id)).msg ?? "", /^车辆与订单配置不一致：配置应为.+，实为.+$/);
  const taken = await sameCar(order);
  const rival = await givenLockedOrder(app, { ...choiceOf(order) });
  assert.equal((await match(rival, taken.id)).msg, "");
  assert.deepEqual(refusal(await match(order, taken.id)), ["ORDER_VIN_USED", `该车已被订单${rival.orderNo}占用`]);
});

const choiceOf = (order: Awaited<ReturnType<typeof givenLockedOrder>>) => {
  const { seriesId, carConfigId, optionCodes, extColor, intColor } = order;
  return { seriesId, carConfigId, optionCodes, extColor, intColor };
};

test("OR-R13 one car for two orders at once: one gets it", async () => {
  const { order, car } = await orderAndCar();
  const rivals = [order];
  for (let n = 0; n < 3; n++) rivals.push(await givenLockedOrder(app, choiceOf(order)));
  const answers = await Promise.all(rivals.map((one) => match(one, car.id)));
  assert.deepEqual(answers.map(({ success }) => success).sort(), [false, false, false, true]);
  const rows = await app.rows("select from sales_order where car_id = $1", [car.id]);
  assert.equal(rows.length, 1);
});

test("OR-R13 one order for two cars at once gets one; the other car stays free", async () => {
  const { order, car } = await orderAndCar();
  const cars = [car, await sameCar(order), await sameCar(order)];
  const answers = await Promise.all(cars.map(({ id }) => match(order, id)));
  assert.equal(answers.filter(({ success }) => success).length, 1);
  const held = await app.rows("select from car where hold_state = 'ALLOCATED' and id = any($1)", [
    cars.map(({ id }) => id),
  ]);
  assert.equal(held.length, 1);
});

test("OR-R13 schedule: LOCKED only; a car that is matched afterwards asks to stop the factory", async () => {
  const { order, car } = await orderAndCar();
  const client = await operator();
  const eta = addDays(dayOf(app.now()), 20);
  const schedule = (version: number) =>
    client.call(contract.scheduleOrder, { params: { id: order.id }, body: { eta, version } });
  const { data } = await schedule(order.version);
  assert.deepEqual([data.state, data.eta], ["SCHEDULED", eta]);
  assert.equal((await schedule(data.version)).msgCode, "ORDER_STATE_ILLEGAL");
  const { data: bound } = await match(data, car.id);
  assert.deepEqual(
    bound.issues.map(({ text }) => text),
    ["已配现车，请通知工厂取消排产"],
  );
  const { order: direct, car: free } = await orderAndCar();
  assert.deepEqual((await match(direct, free.id)).data.issues, []);
});

test("OR-R13 swap: gives one car back and takes another equal one, with a reason", async () => {
  const { order, car, deliveryStoreId } = await orderAndCar();
  const { data } = await match(order, car.id);
  const next = await sameCar(order, {});
  await app.rows("update car set place_kind = 'STORE', place_id = $2 where id = $1", [next.id, deliveryStoreId]);
  const client = await operator();
  const swap = (carId: string, version: number) =>
    client.call(contract.swapOrderCar, { params: { id: order.id }, body: { carId, reason: "漆面瑕疵", version } });
  assert.equal((await swap(car.id, data.version)).msgCode, "ORDER_CAR_SAME");
  const black = await sameCar(order, { extColor: "EX-B01" });
  assert.equal((await swap(black.id, data.version)).msgCode, "ORDER_CAR_DIFF");
  const { data: swapped } = await swap(next.id, data.version);
  assert.deepEqual([swapped.vin, swapped.state], [next.vin, "ARRIVED"]);
  assert.notEqual((await carRow(app, car)).holdState, "ALLOCATED");
  assert.equal((await carRow(app, next)).holdState, "ALLOCATED");
  const [told] = await app.rows<{ payload: object }>(
    "select payload from event_outbox where name = 'order.vinChanged' and payload ->> 'orderId' = $1",
    [order.id],
  );
  assert.partialDeepStrictEqual(told?.payload, { fromCarId: car.id, carId: next.id });
  const { order: bare } = await orderAndCar();
  const early = await client.call(contract.swapOrderCar, {
    params: { id: bare.id },
    body: { carId: next.id, reason: "漆面瑕疵", version: bare.version },
  });
  assert.equal(early.msgCode, "ORDER_STATE_ILLEGAL");
});

test("order 15 lightning gives an order the car of its own lock", async () => {
  const { order, car } = await orderAndCar();
  const lockId = newId();
  const { token } = await app.arrange((tx) =>
    takeForLock(tx, { carId: car.id, lockId, lockNo: "LK1", orgIds: [order.storeId] }),
  );
  await assert.rejects(
    app.arrange((tx) => matchCar(tx, { orderId: order.id, carId: car.id })),
    { msgCode: "ORDER_VIN_USED" },
  );
  const matched = await app.arrange((tx) =>
    matchCar(tx, { orderId: order.id, carId: car.id, fromLock: { lockId, token } }),
  );
  assert.deepEqual(matched, { status: "PRODUCED", vin: car.vin });
});

test("OR-R13 match: LOCKED and SCHEDULED alone, a car that there is and that nothing stops", async () => {
  const { order, car } = await orderAndCar();
  await app.rows("update sales_order set state = 'BIG', locked_at = null where id = $1", [order.id]);
  assert.equal((await match(order, car.id)).msgCode, "ORDER_STATE_ILLEGAL");
  await app.rows("update sales_order set state = 'LOCKED', locked_at = now() where id = $1", [order.id]);
  const unknown = app.arrange((tx) => matchCar(tx, { orderId: order.id, carId: newId() }));
  await assert.rejects(unknown, { msgCode: "COMMON_NOT_FOUND" });
  const stop = { carIds: [car.id], kind: "QUALITY", reason: "抽检", source: "CONSOLE" } as const;
  await app.arrange((tx) => block(tx, stop));
  const refused = await match(order, car.id);
  assert.match(refused.msgCode, /^VEHICLE_/, "in the words of vehicle");
  assert.equal((await carRow(app, car)).holdState, "FREE");
  await app.arrange((tx) => unblock(tx, stop));
  assert.equal((await match(order, car.id)).msg, "");
});

test("OR-R13 an order without options differs from a car that has some", async () => {
  const { order } = await orderAndCar();
  await app.rows("update sales_order set option_codes = '{}', config_key = 'bare' where id = $1", [order.id]);
  const car = await sameCar(order);
  assert.equal((await match(order, car.id)).msg, "车辆与订单配置不一致：选装应为无，实为OP-ADS");
});

test("OR-R13 OR-R16 swap: what was wrong with the former car is wrong no longer, anything else stays; without a car there is none to give back", async () => {
  const { order, car } = await orderAndCar();
  const { data } = await match(order, car.id);
  const codes = ["CAR_DAMAGED", "CAR_RETURNED", "CAR_ELSEWHERE", "RIGHTS"];
  for (const code of codes) await app.arrange((tx) => raiseIssue(tx, { orderId: order.id, code, text: code }));
  const next = await sameCar(order);
  const client = await operator();
  const swap = (version: number) =>
    client.call(contract.swapOrderCar, {
      params: { id: order.id },
      body: { carId: next.id, reason: "漆面瑕疵", version },
    });
  const { data: swapped } = await swap(data.version);
  assert.deepEqual(
    swapped.issues.map(({ code }) => code),
    ["RIGHTS"],
  );
  await app.rows("update sales_order set car_id = null, vin = null where id = $1", [order.id]);
  assert.equal((await swap(swapped.version)).msgCode, "ORDER_CAR_NONE");
});

test("OR-R13 schedule: without an expected day the one of the promise stays", async () => {
  const { order } = await orderAndCar();
  const client = await operator();
  const body = { version: order.version };
  const { data } = await client.call(contract.scheduleOrder, { params: { id: order.id }, body });
  assert.deepEqual([data.state, data.eta], ["SCHEDULED", order.eta]);
  const told = await app.rows(
    "select from event_outbox where name = 'order.scheduled' and payload ->> 'orderId' = $1",
    [order.id],
  );
  assert.equal(told.length, 1);
});
