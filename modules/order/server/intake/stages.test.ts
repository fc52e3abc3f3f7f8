import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import { carDeparted, carProduced } from "@ops/vehicle/contract";
import { block, reportPlace } from "@ops/vehicle/server";
import { carRow, type GivenCar, givenCar } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { matchCar } from "../car/published.ts";
import { isChecked } from "../check/do-check.ts";
import { givenChecks, givenLockedOrder, testApp } from "../testing.ts";
import { givenBuilt, tellingOf } from "./testing.ts";

const app = testApp();
const { before, event, push, hear, keptOf, rowOf, stagesOf, issuesOf, toldOf } = tellingOf(app);
const PASSED = "已过该阶段";
const group = { groupId: newId() };
const departed = { ...group, fromPlaceId: null, toPlaceId: newId(), expectAt: null };
const arrivedAt = (storeId: string) => ({ ...group, storeId, signed: true });

test("OR-R14 OR-R13 a car that was built for an order becomes its car, once, as vehicle tells it", async () => {
  const { order, car, deliveryStoreId } = await givenBuilt(app);
  const no = (await carRow(app, car)).eventNo;
  const news = { carId: car.id, vin: car.vin, no, at: before(60).toISOString(), buildOrderNo: order.orderNo };
  await app.arrange((tx) => tx.publish(carProduced, news));
  await app.node.events.deliverAll();
  await app.arrange((tx) => tx.publish(carProduced, news));
  await app.node.events.deliverAll();
  const row = await rowOf(order.id);
  assert.deepEqual([row.state, row.carId, row.vin, row.path], ["PRODUCED", car.id, car.vin, "BUILD"]);
  assert.deepEqual(await stagesOf(order.id), ["SCHEDULED INFERRED", "PRODUCED DIRECT"]);
  const held = await carRow(app, car);
  assert.deepEqual(
    [held.holdState, [...held.holdOrgIds].sort()],
    ["ALLOCATED", [order.storeId, deliveryStoreId].sort()],
  );
  assert.deepEqual(await keptOf(order.id), [
    { type: "car.produced", state: "APPLIED", reason: null, eventId: `${car.id}:${no}`, source: "vehicle" },
  ]);
  assert.deepEqual((await toldOf(order.id)).slice(-2), ["order.vinBound", "order.scheduled"]);
});

test("OR-R14 news of logistics are kept by event, car and time; news of a car without an order are not kept", async () => {
  const { order, car } = await givenBuilt(app);
  const at = before(60).toISOString();
  await app.arrange((tx) => tx.publish(carDeparted, { carId: car.id, vin: car.vin, at, ...departed }));
  const free = await givenCar(app, {});
  await app.arrange((tx) => tx.publish(carDeparted, { carId: free.id, vin: free.vin, at, ...departed }));
  await app.node.events.deliverAll();
  const kept = await keptOf(order.id);
  assert.deepEqual(
    kept.filter(({ type }) => type === "car.departed"),
    [
      {
        type: "car.departed",
        state: "APPLIED",
        reason: null,
        eventId: `car.departed:${car.id}:${at}`,
        source: "vehicle",
      },
    ],
  );
  assert.equal((await app.rows("select from order_event_in where event_id like $1", [`%${free.id}%`])).length, 0);
});

test("OR-R14 a gap is filled with inferred stages; what has passed is ignored and never moves an order back", async () => {
  const { order, car, deliveryStoreId } = await givenBuilt(app);
  await push(event(order.orderNo, "factory.scheduled", {}, { seconds: 4_000 }));
  const at = before(1_000).toISOString();
  await hear("car.arrivedAtStore", car, { ...arrivedAt(deliveryStoreId), at });
  assert.deepEqual(await stagesOf(order.id), [
    "SCHEDULED DIRECT",
    "PRODUCED INFERRED",
    "IN_TRANSIT INFERRED",
    "ARRIVED DIRECT",
  ]);
  const arrived = await rowOf(order.id);
  assert.deepEqual([arrived.state, arrived.stageAt, arrived.vin], ["ARRIVED", new Date(at), car.vin]);
  await hear("car.departed", car, departed, 2_000);
  await hear("car.produced", car, { no: 9_000, buildOrderNo: order.orderNo }, 3_000);
  assert.deepEqual(await push(event(order.orderNo, "factory.scheduled")), [["IGNORED", PASSED]]);
  const kept = (await keptOf(order.id)).map(({ state, reason }) => [state, reason]);
  assert.deepEqual(kept.slice(2), [
    ["IGNORED", PASSED],
    ["IGNORED", PASSED],
    ["IGNORED", PASSED],
  ]);
  assert.deepEqual(await rowOf(order.id), arrived);
  assert.deepEqual((await toldOf(order.id)).slice(-4), [
    "order.scheduled",
    "order.vinBound",
    "order.shipped",
    "order.arrived",
  ]);
});

test("OR-R13 a car that is further on by now takes its order along, since when it is there", async () => {
  const onTheRoad = await givenBuilt(app);
  const at = before(500);
  const move = (carId: string, kind: "TRANSIT" | "STORE", placeId: string) =>
    app.arrange((tx) => reportPlace(tx, { carIds: [carId], kind, placeId, at, source: "LOGISTICS" }));
  await move(onTheRoad.car.id, "TRANSIT", newId());
  await hear("car.produced", onTheRoad.car, { no: 9_001, buildOrderNo: onTheRoad.order.orderNo }, 3_000);
  const travelling = await rowOf(onTheRoad.order.id);
  assert.deepEqual([travelling.state, travelling.stageAt], ["IN_TRANSIT", at]);
  const there = await givenBuilt(app);
  await move(there.car.id, "STORE", there.deliveryStoreId);
  await hear("car.departed", there.car, departed, 3_000);
  const standing = await rowOf(there.order.id);
  assert.deepEqual([standing.state, standing.stageAt], ["ARRIVED", at]);
});

test("OR-R13 a car that was built for an order which is cancelled or has another car is free for others", async () => {
  const cancelled = await givenBuilt(app);
  await app.rows("update sales_order set state = 'CANCELLED' where id = $1", [cancelled.order.id]);
  await hear("car.produced", cancelled.car, { no: 9_002, buildOrderNo: cancelled.order.orderNo });
  const [told] = await keptOf(cancelled.order.id);
  assert.deepEqual([told?.state, told?.reason], ["IGNORED", "订单已退订"]);
  const free = await carRow(app, cancelled.car);
  assert.deepEqual([free.buildOrderNo, free.holdState], [null, "FREE"]);

  const matched = await givenBuilt(app);
  const config = { ...matched.car.config };
  const other = await givenCar(app, { config });
  await app.rows("update sales_order set car_id = $2, vin = $3, state = 'PRODUCED', path = 'LIGHTNING' where id = $1", [
    matched.order.id,
    other.id,
    other.vin,
  ]);
  await hear("car.produced", matched.car, { no: 9_003, buildOrderNo: matched.order.orderNo });
  const [spare] = await keptOf(matched.order.id);
  assert.deepEqual([spare?.state, spare?.reason], ["IGNORED", "订单已有车辆"]);
  assert.equal((await carRow(app, matched.car)).buildOrderNo, null);
  assert.equal((await rowOf(matched.order.id)).vin, other.vin);
});

/** Gives an order a car from stock that is like the one which is built for it. */
async function givenMatched({ id: orderId }: { readonly id: string }, { config }: GivenCar): Promise<void> {
  const stock = await givenCar(app, { config });
  await app.arrange((tx) => matchCar(tx, { orderId, carId: stock.id }));
}

test("OR-R13 OR-R16 the factory is to be told of an order that has a car, until the one that it builds is there", async () => {
  const { order, car } = await givenBuilt(app);
  await push(event(order.orderNo, "factory.scheduled"));
  await givenMatched(order, car);
  assert.deepEqual(await issuesOf(order.id), ["已配现车，请通知工厂取消排产"]);
  await hear("car.produced", car, { no: 9_012, buildOrderNo: order.orderNo });
  assert.deepEqual(await issuesOf(order.id), []);
});

test("OR-R13 OR-R14 whatever is told of a car that was built for an order with another car leaves the order as it is", async () => {
  const news: readonly [contract.CarNewsType, object][] = [
    ["car.departed", departed],
    ["car.etaChanged", { ...group, expectAt: before(-9 * 86_400).toISOString() }],
    ["car.damaged", { damageNo: "ZS7", level: "MEDIUM" }],
    ["car.returned", { placeId: newId() }],
    ["car.blocked", { no: 9_020 }],
    ["car.unblocked", { no: 9_021 }],
    ["car.specCorrected", { no: 9_022, configKey: "another" }],
    ["car.arrivedAtStore", {}],
  ];
  for (const [type, more] of news) {
    const { order, car, deliveryStoreId } = await givenBuilt(app);
    await app.arrange((tx) => block(tx, { carIds: [car.id], kind: "QUALITY", reason: "抽检", source: "MES" }));
    await hear("car.produced", car, { no: 9_019, buildOrderNo: order.orderNo });
    await givenMatched(order, car);
    await givenChecks(app, order, ["PDI"]);
    const [matched, issues] = [await rowOf(order.id), await issuesOf(order.id)];
    await hear(type, car, type === "car.arrivedAtStore" ? arrivedAt(deliveryStoreId) : more);
    const kept = (await keptOf(order.id)).map(({ state, reason }) => [state, reason]);
    assert.deepEqual([kept[0]?.[0], kept.slice(1)], ["FAILED", [["IGNORED", "订单已有车辆"]]], type);
    assert.deepEqual([await rowOf(order.id), await issuesOf(order.id)], [matched, issues], type);
    assert.ok(await app.arrange((tx) => isChecked(tx, order.id, "PDI")), type);
    assert.equal((await carRow(app, car)).buildOrderNo, null, type);
  }
});

test("OR-R13 OR-R14 what happens to a car after its hand-over is not kept; one that was built besides is free for others", async () => {
  const { order, car } = await givenBuilt(app);
  await app.rows(
    "update sales_order set state = 'DELIVERED', delivered_at = now(), car_id = $2, vin = $3 where id = $1",
    [order.id, car.id, car.vin],
  );
  await hear("car.damaged", car, { damageNo: "ZS8", level: "MEDIUM" });
  assert.deepEqual([await keptOf(order.id), await issuesOf(order.id)], [[], []]);
  const spare = await givenCar(app, { config: car.config, buildOrderNo: order.orderNo });
  await hear("car.damaged", spare, { damageNo: "ZS9", level: "MEDIUM" });
  const [told] = await keptOf(order.id);
  assert.deepEqual([told?.state, told?.reason, await issuesOf(order.id)], ["IGNORED", "订单已有车辆", []]);
  assert.equal((await carRow(app, spare)).buildOrderNo, null);
});

test("OR-R14 a car that does not fit fails with its difference and is an issue until it fits", async () => {
  const { order, car } = await givenBuilt(app);
  await app.rows("update sales_order set ext_color = 'EX-B01', config_key = 'other' where id = $1", [order.id]);
  await hear("car.produced", car, { no: 9_004, buildOrderNo: order.orderNo });
  const [told] = await keptOf(order.id);
  assert.deepEqual([told?.state, told?.reason], ["FAILED", "车辆与订单配置不一致：外观应为EX-B01，实为EX-W01"]);
  assert.deepEqual(await issuesOf(order.id), ["车辆下线失败：车辆与订单配置不一致：外观应为EX-B01，实为EX-W01"]);
  assert.deepEqual([(await rowOf(order.id)).state, (await carRow(app, car)).holdState], ["LOCKED", "FREE"]);
  await app.rows("update sales_order set ext_color = $2, config_key = $3 where id = $1", [
    order.id,
    order.extColor,
    order.configKey,
  ]);
  const [kept] = await app.rows<{ id: string; version: number }>(
    "select id, version from order_event_in where order_id = $1",
    [order.id],
  );
  assert.ok(kept);
  const keeper = await app.signIn({ permissions: ["order:event:replay", "order:event:list"] });
  const replay = (version: number) =>
    keeper.call(contract.replayOrderEvent, { params: { id: kept.id }, body: { version } });
  assert.deepEqual((await replay(kept.version)).data.state, "APPLIED");
  assert.deepEqual([(await rowOf(order.id)).state, await issuesOf(order.id)], ["PRODUCED", []]);
  assert.equal((await replay(kept.version + 1)).msgCode, "ORDER_STATE_ILLEGAL");
});

test("section 3 a stage that is told while a cancellation is decided moves the state to go back to", async () => {
  const { order, car } = await givenBuilt(app);
  await app.rows("update sales_order set state = 'CANCEL_REVIEW', prev_state = 'LOCKED' where id = $1", [order.id]);
  await hear("car.departed", car, departed);
  const row = await rowOf(order.id);
  assert.deepEqual([row.state, row.prevState, row.vin], ["CANCEL_REVIEW", "IN_TRANSIT", car.vin]);
  assert.deepEqual(await stagesOf(order.id), ["SCHEDULED INFERRED", "PRODUCED INFERRED", "IN_TRANSIT DIRECT"]);
});

test("section 3 facts that are told apply to an order on hold, too; before the lock they fail", async () => {
  const { order, car } = await givenBuilt(app);
  await app.rows("update sales_order set held_reason = '核对合同' where id = $1", [order.id]);
  await hear("car.departed", car, departed);
  assert.equal((await rowOf(order.id)).state, "IN_TRANSIT");
  const early = await givenBuilt(app);
  await app.rows("update sales_order set state = 'BIG' where id = $1", [early.order.id]);
  await hear("car.departed", early.car, departed);
  const [told] = await keptOf(early.order.id);
  assert.equal(told?.state, "FAILED");
  assert.equal((await rowOf(early.order.id)).vin, null);
});

test("section 3 arrive: told elsewhere the order stays with an issue until it arrives; by hand it is refused", async () => {
  const { order, car, deliveryStoreId } = await givenBuilt(app);
  const elsewhere = await givenStore(app);
  await hear("car.departed", car, departed, 900);
  await hear("car.arrivedAtStore", car, arrivedAt(elsewhere.id), 800);
  const text = `车辆到达${elsewhere.name}，与交付门店不一致`;
  assert.deepEqual([(await rowOf(order.id)).state, await issuesOf(order.id)], ["IN_TRANSIT", [text]]);
  assert.deepEqual(
    (await keptOf(order.id)).map(({ reason }) => reason),
    [null, text],
  );
  const specialist = await app.signIn({ permissions: ["order:order:view", "order:delivery:arrive"] });
  const arrive = async () => {
    const { version } = await rowOf(order.id);
    return specialist.call(contract.arriveOrder, { params: { id: order.id }, body: { version } });
  };
  await app.rows("update car set place_kind = 'STORE', place_id = $2 where id = $1", [car.id, elsewhere.id]);
  const refused = await arrive();
  assert.deepEqual([refused.msgCode, refused.msg], ["ORDER_WRONG_STORE", "车辆到达门店与交付门店不一致"]);
  await app.rows("update car set place_id = $2 where id = $1", [car.id, deliveryStoreId]);
  const { data } = await arrive();
  assert.deepEqual([data.state, data.issues], ["ARRIVED", []]);
  assert.equal((await toldOf(order.id)).at(-1), "order.arrived");
  assert.equal((await arrive()).msgCode, "ORDER_STATE_ILLEGAL");
  await hear("car.arrivedAtStore", car, arrivedAt(elsewhere.id), 10);
  assert.deepEqual(await issuesOf(order.id), []);
});

test("section 3 arrive by hand from PRODUCED passes the transport, and is refused on hold", async () => {
  const { order, car } = await givenBuilt(app);
  await hear("car.produced", car, { no: 9_005, buildOrderNo: order.orderNo });
  const specialist = await app.signIn({ permissions: ["order:order:view", "order:delivery:arrive"] });
  const arrive = async () => {
    const { version } = await rowOf(order.id);
    return specialist.call(contract.arriveOrder, { params: { id: order.id }, body: { version } });
  };
  await app.rows("update sales_order set held_reason = '核对' where id = $1", [order.id]);
  assert.equal((await arrive()).msgCode, "ORDER_HELD");
  await app.rows("update sales_order set held_reason = null where id = $1", [order.id]);
  assert.equal((await arrive()).data.state, "ARRIVED");
  assert.deepEqual((await stagesOf(order.id)).slice(-2), ["IN_TRANSIT INFERRED", "ARRIVED DIRECT"]);
});

test("OR-R6 car.etaChanged moves the expected day alone: arrival and the days from there to the hand-over", async () => {
  const { order, car } = await givenBuilt(app);
  const { promiseEffective } = await rowOf(order.id);
  const expectAt = new Date(app.now().getTime() + 10 * 86_400_000);
  const eta = addDays(dayOf(expectAt), 40 - 35);
  await hear("car.etaChanged", car, { ...group, expectAt: expectAt.toISOString() }, 100);
  const row = await rowOf(order.id);
  assert.deepEqual([row.eta, row.promiseEffective, row.promiseOriginal], [eta, promiseEffective, promiseEffective]);
  assert.equal((await app.rows("select from order_promise where order_id = $1", [order.id])).length, 0);
  const older = new Date(app.now().getTime() + 20 * 86_400_000).toISOString();
  await hear("car.etaChanged", car, { ...group, expectAt: older }, 200);
  await hear("car.etaChanged", car, { ...group, expectAt: null }, 50);
  assert.equal((await rowOf(order.id)).eta, eta);
  assert.deepEqual(
    (await keptOf(order.id)).map(({ reason }) => reason),
    [null, "已有更新的预计交付", "没有预计到达时间"],
  );
  await app.rows(
    "update sales_order set state = 'DELIVERED', delivered_at = now(), car_id = $2, vin = $3 where id = $1",
    [order.id, car.id, car.vin],
  );
  assert.deepEqual(await push(event(order.orderNo, "factory.scheduled", { eta: dayOf(app.now()) })), [
    ["IGNORED", PASSED],
  ]);
  assert.equal((await rowOf(order.id)).eta, eta);
});

test("section 15 a damaged car is an issue; a returned one until it departs or arrives again", async () => {
  const { order, car } = await givenBuilt(app);
  await hear("car.departed", car, departed, 900);
  await hear("car.damaged", car, { damageNo: "ZS1", level: "MEDIUM" }, 800);
  assert.deepEqual(await issuesOf(order.id), ["车辆受损：一般，单号ZS1"]);
  await app.rows("update order_issue set cleared_at = now() where order_id = $1", [order.id]);
  await hear("car.returned", car, { placeId: newId() }, 700);
  assert.deepEqual(await issuesOf(order.id), ["车辆已退回站点，待重新发运"]);
  await hear("car.departed", car, departed, 750);
  assert.equal((await issuesOf(order.id)).length, 1, "an older departure does not end it");
  await hear("car.departed", car, departed, 600);
  assert.deepEqual(await issuesOf(order.id), []);
  await hear("car.returned", car, { placeId: newId() }, 650);
  assert.deepEqual([await issuesOf(order.id), (await keptOf(order.id)).at(-1)?.reason], [[], PASSED]);
  assert.equal((await rowOf(order.id)).state, "IN_TRANSIT");
});

test("section 15 a corrected specification holds the order if its car is now another one", async () => {
  const { order, car } = await givenBuilt(app);
  await hear("car.produced", car, { no: 9_006, buildOrderNo: order.orderNo });
  await hear("car.specCorrected", car, { no: 9_007, configKey: order.configKey });
  assert.equal((await rowOf(order.id)).heldReason, null);
  await hear("car.specCorrected", car, { no: 9_008, configKey: "another" });
  assert.equal((await rowOf(order.id)).heldReason, "车辆规格更正后与订单配置不一致");
  await app.rows("update sales_order set held_reason = '核对合同' where id = $1", [order.id]);
  await hear("car.specCorrected", car, { no: 9_009, configKey: "third" });
  assert.equal((await rowOf(order.id)).heldReason, "核对合同");
  await hear("car.blocked", car, { no: 9_010 });
  await hear("car.unblocked", car, { no: 9_011 });
  assert.deepEqual((await keptOf(order.id)).map(({ state }) => state).slice(-2), ["APPLIED", "APPLIED"]);
});

test("section 15 a corrected specification of a car that the order only waits for holds nothing: it is compared when it is there", async () => {
  const { order, car } = await givenBuilt(app);
  await hear("car.specCorrected", car, { no: 9_030, configKey: "another" });
  const [told] = await keptOf(order.id);
  assert.deepEqual([told?.state, told?.reason], ["IGNORED", "与订单配置一致"]);
  assert.equal((await rowOf(order.id)).heldReason, null);
});

test("OR-R14 the history of an order shows what was told, without its bodies", async () => {
  const order = await givenLockedOrder(app);
  await push(event(order.orderNo, "factory.scheduled"));
  const client = await app.signIn({ permissions: ["order:order:view"] });
  const { data } = await client.call(contract.getOrderHistory, { params: { id: order.id } });
  assert.deepEqual(
    data.events.map(({ type, state, sourceName }) => [type, state, sourceName !== ""]),
    [["factory.scheduled", "APPLIED", true]],
  );
  assert.ok(data.events.every((one) => !("payload" in one)));
});
