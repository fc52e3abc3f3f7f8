import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { newId, type Tx } from "@ops/platform/server";
import { testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, refused } from "../testing-cars.ts";
import { deliver } from "./delivery.ts";
import { allocate, clearBuildOrder, reallocate, releaseLock, takeForLock, unallocate } from "./holds.ts";
import { reportPlace } from "./places.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const lockOf = (car: GivenCar, lockId = newId()) => ({ carId: car.id, lockId, lockNo: "L1", orgIds: [] });
const orderOf = (car: GivenCar, orderId = newId(), orderNo = "O1") => ({ carId: car.id, orderId, orderNo, orgIds: [] });
const fenced = (current: number, token: number) =>
  refused("VEHICLE_FENCED", `占用已失效（序号${token}，当前${current}）`);

interface HoldRow {
  readonly seq: number;
  readonly kind: string;
  readonly refNo: string;
  readonly orgIds: string[];
  readonly endReason: string | null;
}
const holdsOf = ({ id }: GivenCar) =>
  app.rows<HoldRow>("select seq, kind, ref_no, org_ids, end_reason from car_hold where car_id = $1 order by seq", [id]);

test("VE-R8 a lock that has ended is let go again without a word; any other number, lock, car or holder is fenced", async () => {
  const [car, other] = [await givenCar(app), await givenCar(app)];
  const first = lockOf(car);
  const { token } = await run((tx) => takeForLock(tx, first));
  const release = { ...first, token, reason: "到期" };
  await run((tx) => releaseLock(tx, release));
  const second = lockOf(other);
  await run((tx) => takeForLock(tx, second));
  await run((tx) => releaseLock(tx, { ...second, token: 1, reason: "到期" }));
  const refusedTo = (changes: Partial<typeof release>, told: number, current = 1) =>
    assert.rejects(
      run((tx) => releaseLock(tx, { ...release, ...changes })),
      fenced(current, told),
    );
  await run((tx) => releaseLock(tx, release));
  await refusedTo({ token: 2 }, 2);
  await refusedTo({ lockId: newId() }, 1);
  await refusedTo({ lockId: second.lockId }, 1);
  await refusedTo({ carId: (await givenCar(app)).id }, 1, 0);
  assert.deepEqual(
    (await carEvents(app, car)).map(({ type }) => type),
    ["registered", "locked", "unlocked"],
  );
  const order = orderOf(car);
  await run((tx) => allocate(tx, order));
  await refusedTo({ lockId: order.orderId, token: 2 }, 2, 2);
  assert.deepEqual(await holdsOf(car), [
    { seq: 1, kind: "LOCK", refNo: "L1", orgIds: [], endReason: "到期" },
    { seq: 2, kind: "ORDER", refNo: "O1", orgIds: [], endReason: null },
  ]);
});

test("VE-R8 an order comes from a lock only while that lock has the car, and its own number is no lock's", async () => {
  const [free, locked, ordered] = [await givenCar(app), await givenCar(app), await givenCar(app)];
  const ended = { lockId: newId(), token: 4 };
  await assert.rejects(
    run((tx) => allocate(tx, { ...orderOf(free), fromLock: ended })),
    fenced(0, 4),
  );
  const lock = lockOf(locked);
  await run((tx) => takeForLock(tx, lock));
  const heldByLock = refused("VEHICLE_HELD", "车辆已被锁单L1占用");
  await assert.rejects(
    run((tx) => allocate(tx, orderOf(locked, lock.lockId))),
    heldByLock,
  );
  await assert.rejects(
    run((tx) => allocate(tx, { ...orderOf(locked), fromLock: { lockId: newId(), token: 1 } })),
    heldByLock,
  );
  const order = orderOf(ordered);
  await run((tx) => allocate(tx, order));
  const heldByOrder = refused("VEHICLE_HELD", "车辆已被订单O1占用");
  await assert.rejects(
    run((tx) => allocate(tx, { ...orderOf(ordered), fromLock: { lockId: order.orderId, token: 1 } })),
    heldByOrder,
  );
  await assert.rejects(
    run((tx) => takeForLock(tx, lockOf(ordered, order.orderId))),
    heldByOrder,
  );
});

test("VE-R8 an exchange gives one car back and takes the other with its own lock, or does neither", async () => {
  const seller = await givenOrganization(app, { type: "STORE" });
  const [before, next, planned] = [
    await givenCar(app),
    await givenCar(app),
    await givenCar(app, { buildState: "PLANNED" }),
  ];
  const { carId: _, ...order } = { ...orderOf(before), orgIds: [seller.id] };
  await run((tx) => allocate(tx, { ...order, carId: before.id }));
  const lock = lockOf(next);
  const { token } = await run((tx) => takeForLock(tx, lock));
  const swap = { ...order, oldCarId: before.id, newCarId: next.id, fromLock: { lockId: lock.lockId, token } };
  await assert.rejects(
    run((tx) => reallocate(tx, { ...swap, newCarId: before.id })),
    refused("VEHICLE_STATE_ILLEGAL", "车辆当前状态为【已配单】，不能执行【换车】"),
  );
  await assert.rejects(
    run((tx) => reallocate(tx, { ...swap, newCarId: newId() })),
    { msgCode: "COMMON_NOT_FOUND" },
  );
  await assert.rejects(
    run((tx) => reallocate(tx, { ...swap, fromLock: { lockId: lock.lockId, token: 7 } })),
    fenced(1, 7),
  );
  assert.equal((await carRow(app, before)).holdState, "ALLOCATED");
  assert.deepEqual(await run((tx) => reallocate(tx, swap)), {
    token: 2,
    vin: next.vin,
    placeKind: "UNKNOWN",
    placeId: null,
    marketTypeId: null,
  });
  assert.partialDeepStrictEqual(await carRow(app, before), {
    holdState: "RETURNED",
    stockKind: "NORMAL",
    holdId: null,
  });
  assert.partialDeepStrictEqual(await carRow(app, next), { holdState: "ALLOCATED", holdOrgIds: [seller.id] });
  assert.deepEqual(await holdsOf(before), [
    { seq: 1, kind: "ORDER", refNo: "O1", orgIds: [seller.id], endReason: "换车" },
  ]);
  assert.deepEqual(await holdsOf(next), [
    { seq: 1, kind: "LOCK", refNo: "L1", orgIds: [], endReason: "转订单" },
    { seq: 2, kind: "ORDER", refNo: "O1", orgIds: [seller.id], endReason: null },
  ]);
  const { fromLock: _lock, ...plain } = swap;
  const again = await run((tx) => reallocate(tx, { ...plain, oldCarId: next.id, newCarId: planned.id }));
  assert.equal(again.vin, planned.vin);
});

test("VE-R8 what an order gives back: where it stood, why and how far it was built decide what becomes of it", async () => {
  const store = await givenOrganization(app, { type: "STORE" });
  const places = { STORE: store.id, WAREHOUSE: "WH-CZ", PORT: "PORT-SH", PLANT: "PLANT-CZ" } as const;
  const givenBack = async (kind: keyof typeof places, reason: "CANCELLED" | "SWAPPED" | "MISTAKEN") => {
    const car = await givenCar(app);
    const order = orderOf(car);
    const report = { carIds: [car.id], kind, placeId: places[kind], at: app.now(), source: "LOGISTICS" } as const;
    await run((tx) => reportPlace(tx, report));
    await run((tx) => allocate(tx, order));
    const answered = await run((tx) => unallocate(tx, { carId: car.id, orderId: order.orderId, reason }));
    const { holdState, stockKind, inStockAt } = await carRow(app, car);
    assert.equal(answered, holdState);
    const [hold] = await holdsOf(car);
    return [holdState, stockKind, inStockAt !== null, hold?.endReason];
  };
  assert.deepEqual(await givenBack("WAREHOUSE", "SWAPPED"), ["FREE", "NORMAL", true, "换车"]);
  assert.deepEqual(await givenBack("PLANT", "SWAPPED"), ["FREE", "NORMAL", false, "换车"]);
  assert.deepEqual(await givenBack("PORT", "SWAPPED"), ["RETURNED", "NORMAL", false, "换车"]);
  assert.deepEqual(await givenBack("STORE", "SWAPPED"), ["RETURNED", "NORMAL", false, "换车"]);
  assert.deepEqual(await givenBack("WAREHOUSE", "MISTAKEN"), ["RETURNED", "NORMAL", false, "错配"]);
  assert.deepEqual(await givenBack("WAREHOUSE", "CANCELLED"), ["RETURNED", "CANCELLED", false, "退订"]);
  const planned = await givenCar(app, { buildState: "PLANNED" });
  const order = orderOf(planned);
  await run((tx) => allocate(tx, order));
  await run((tx) => unallocate(tx, { carId: planned.id, orderId: order.orderId, reason: "CANCELLED" }));
  assert.partialDeepStrictEqual(await carRow(app, planned), { holdState: "FREE", stockKind: "CANCELLED" });
});

test("VE-R8 only the order that has a car gives it back: a lock or an owner does not", async () => {
  const [locked, owned] = [await givenCar(app), await givenCar(app)];
  await run((tx) => takeForLock(tx, lockOf(locked)));
  const order = orderOf(owned);
  await run((tx) => allocate(tx, order));
  const delivery = { carId: owned.id, orderId: order.orderId, ownerId: newId(), at: app.now(), mileageKm: 1 };
  await run((tx) => deliver(tx, delivery));
  const giveBack = (car: GivenCar, orderId: string) =>
    run((tx) => unallocate(tx, { carId: car.id, orderId, reason: "MISTAKEN" }));
  const illegal = (state: string) => refused("VEHICLE_STATE_ILLEGAL", `车辆当前状态为【${state}】，不能执行【退配】`);
  await assert.rejects(giveBack(locked, newId()), illegal("已锁定"));
  await assert.rejects(giveBack(owned, order.orderId), illegal("已交付"));
  await assert.rejects(giveBack(owned, newId()), illegal("已交付"));
});

test("VE-R12 an order lets go of all cars that were built for it, and of no other", async () => {
  const [one, two, other] = [
    await givenCar(app, { buildOrderNo: "O-90" }),
    await givenCar(app, { buildOrderNo: "O-90" }),
    await givenCar(app, { buildOrderNo: "O-91" }),
  ];
  const clear = (orderNo: string) => run((tx) => clearBuildOrder(tx, { orderNo, reason: "客户取消" }));
  assert.equal(await clear("O-89"), 0);
  assert.equal(await clear("O-90"), 2);
  assert.equal(await clear("O-90"), 0);
  for (const car of [one, two]) {
    assert.equal((await carRow(app, car)).buildOrderNo, null);
    const last = (await carEvents(app, car)).at(-1);
    assert.partialDeepStrictEqual(last, { type: "buildOrderCleared", source: "ORDER", note: "客户取消" });
  }
  assert.partialDeepStrictEqual(await carRow(app, other), { buildOrderNo: "O-91", eventNo: 1 });
});

test("VE-R8 an order that has a car already is told which: not one that it gave back, nor that of another order or lock", async () => {
  const [others, locked, former, present, wanted] = [
    await givenCar(app),
    await givenCar(app),
    await givenCar(app),
    await givenCar(app),
    await givenCar(app),
  ];
  const orderId = newId();
  await run((tx) => allocate(tx, orderOf(others)));
  await run((tx) => takeForLock(tx, lockOf(locked, orderId)));
  await run((tx) => allocate(tx, orderOf(former, orderId)));
  await run((tx) => unallocate(tx, { carId: former.id, orderId, reason: "MISTAKEN" }));
  await run((tx) => allocate(tx, orderOf(present, orderId)));
  await assert.rejects(
    run((tx) => allocate(tx, orderOf(wanted, orderId))),
    refused("VEHICLE_ORDER_HAS_CAR", `订单已绑定车辆${present.vin.slice(-8)}`),
  );
});
