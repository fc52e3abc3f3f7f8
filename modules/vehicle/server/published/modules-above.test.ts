import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import { carHolderChanged } from "../../contract/index.ts";
import {
  type Allocation,
  allocate,
  block,
  deliver,
  holdsOf,
  type Moved,
  type Placed,
  type PublishedCar,
  type PublishedHold,
  releaseLock,
  reportPlace,
  revertDeliver,
  takeForLock,
  unallocate,
  unallocateOrder,
  unblock,
} from "../index.ts";
import { testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, refused } from "../testing-cars.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const daysAgo = (days: number) => new Date(app.now().getTime() - days * 86_400_000);

interface Hold {
  readonly kind: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}
const storedHolds = ({ id }: GivenCar) =>
  app.rows<Hold>(
    `select kind, started_at as "startedAt", ended_at as "endedAt" from car_hold where car_id = $1 order by seq`,
    [id],
  );
const orderOf = (car: GivenCar, at?: Date): Allocation => ({
  carId: car.id,
  orderId: newId(),
  orderNo: "SO1",
  orgIds: [],
  at,
});

test("VE-R8 order takes in an order of the past: each hold lasts as long as it did, and the log tells the instants", async () => {
  const car = await givenCar(app);
  const [taken, handedOver] = [daysAgo(30), daysAgo(20)];
  const order = orderOf(car, taken);
  await run((tx) => allocate(tx, order));
  await run((tx) =>
    deliver(tx, { carId: car.id, orderId: order.orderId, ownerId: newId(), at: handedOver, mileageKm: 5 }),
  );
  assert.deepEqual(await storedHolds(car), [
    { kind: "ORDER", startedAt: taken, endedAt: handedOver },
    { kind: "OWNER", startedAt: handedOver, endedAt: null },
  ]);
  const told = (await carEvents(app, car)).filter(({ type }) => type === "allocated" || type === "delivered");
  assert.deepEqual(
    told.map(({ type, occurredAt }) => [type, occurredAt]),
    [
      ["allocated", taken],
      ["delivered", handedOver],
    ],
  );
  const back: PublishedCar = await run((tx) =>
    revertDeliver(tx, { carId: car.id, orderId: order.orderId, reason: "误操作" }),
  );
  assert.deepEqual([back.id, back.holdState], [car.id, "ALLOCATED"]);
});

test("VE-R8 two never held a car at the same time: a hold of the past begins after the one before it", async () => {
  const car = await givenCar(app);
  const first = orderOf(car, daysAgo(40));
  await run((tx) => allocate(tx, first));
  await run((tx) => unallocate(tx, { carId: car.id, orderId: first.orderId, reason: "SWAPPED", at: daysAgo(35) }));
  await app.rows("update car set hold_state = 'FREE' where id = $1", [car.id]);
  const early = refused("VEHICLE_HELD_THEN", "占用时间不能早于上一次占用的结束时间");
  await assert.rejects(
    run((tx) => allocate(tx, orderOf(car, daysAgo(36)))),
    early,
  );
  const second = orderOf(car, daysAgo(35));
  await run((tx) => allocate(tx, second));
  const locked = await givenCar(app);
  const lock = { carId: locked.id, lockId: newId(), lockNo: "LK1", orgIds: [] };
  const { token } = await run((tx) => takeForLock(tx, lock));
  const fromLock = { lockId: lock.lockId, token };
  await assert.rejects(
    run((tx) => allocate(tx, { ...orderOf(locked, daysAgo(1)), fromLock })),
    early,
  );
  await run((tx) => releaseLock(tx, { ...lock, token, reason: "到期" }));
  await assert.rejects(
    run((tx) => allocate(tx, orderOf(locked, new Date(app.now().getTime() + 3_600_000)))),
    refused("VEHICLE_EVENT_FUTURE", "事件时间晚于当前时间"),
  );
});

test("VE-R8 a car is handed over while its order has it, and stops only for what stood against it then", async () => {
  const car = await givenCar(app);
  const order = orderOf(car, daysAgo(10));
  await run((tx) => allocate(tx, order));
  const blocking = { carIds: [car.id], kind: "QUALITY", reason: "漆面", source: "MES" } as const;
  await run((tx) => block(tx, blocking));
  const handOver = (at: Date) =>
    run((tx) => deliver(tx, { carId: car.id, orderId: order.orderId, ownerId: newId(), at, mileageKm: 5 }));
  const early = refused("VEHICLE_HELD_THEN", "占用时间不能早于上一次占用的结束时间");
  await assert.rejects(handOver(daysAgo(11)), early);
  await assert.rejects(handOver(app.now()), refused("VEHICLE_BLOCKED", "车辆被管控（质量：漆面），不能交付"));
  const { car: owned } = await handOver(daysAgo(9));
  assert.equal(owned.holdState, "DELIVERED");
});

test("VE-R8 whoever hears car.holderChanged finds whose hold ended, even when the car went on meanwhile", async () => {
  const [car, other] = [await givenCar(app), await givenCar(app)];
  const store = newId();
  const [first, second] = ["LK1", "LK2"].map((lockNo) => ({
    carId: car.id,
    lockId: newId(),
    lockNo,
    orgIds: [store],
  }));
  assert.ok(first && second);
  const expired = await run((tx) => takeForLock(tx, first));
  await run((tx) => releaseLock(tx, { ...first, token: expired.token, reason: "到期" }));
  const { token } = await run((tx) => takeForLock(tx, second));
  const order = orderOf(car);
  await run((tx) => allocate(tx, { ...order, fromLock: { lockId: second.lockId, token } }));
  const told = (await app.published(carHolderChanged)).filter(({ carId }) => carId === car.id);
  const holds: readonly PublishedHold[] = (await run((tx) => holdsOf(tx, [car.id, other.id]))).get(car.id) ?? [];
  /** A listener: the hold that the event names ended, or the one before it where the car has a holder now. */
  const endedBy = ({ from, to, seq }: (typeof told)[number]) => {
    const isHeld = (state: string) => state === "LOCKED" || state === "ALLOCATED" || state === "DELIVERED";
    const ended = isHeld(from) ? holds.find((hold) => hold.seq === (isHeld(to) ? seq - 1 : seq)) : undefined;
    return ended && [ended.kind, ended.refNo, ended.endReason];
  };
  assert.deepEqual(told.map(endedBy), [undefined, ["LOCK", "LK1", "到期"], undefined, ["LOCK", "LK2", "转订单"]]);
  const live = holds.at(-1);
  assert.partialDeepStrictEqual(live, { seq: 3, kind: "ORDER", refId: order.orderId, orgIds: [], endedAt: null });
  assert.deepEqual([holds[0]?.orgIds, holds[1]?.endedAt], [[store], live?.startedAt]);
  assert.equal((await run((tx) => holdsOf(tx, []))).size, 0);
});

test("VE-R8 order gives back whichever car it holds, and hears that it holds none", async () => {
  const car = await givenCar(app);
  const order = orderOf(car);
  await run((tx) => allocate(tx, order));
  const at = new Date(app.now().getTime() - 1_000);
  const cancelled = { orderId: order.orderId, reason: "CANCELLED", at } as const;
  assert.deepEqual(await run((tx) => unallocateOrder(tx, cancelled)), { carId: car.id, holdState: "RETURNED" });
  const [hold] = await storedHolds(car);
  assert.ok(hold?.endedAt && hold.endedAt >= hold.startedAt, "no hold ends before it began");
  assert.equal(await run((tx) => unallocateOrder(tx, cancelled)), null);
});

test("VE-R11 logistics departs with many cars: one that is stopped stays, the others go, and it may follow under the same number", async () => {
  const [ready, stopped] = [await givenCar(app), await givenCar(app)];
  const carIds = [ready.id, stopped.id];
  const blocking = { carIds: [stopped.id], kind: "QUALITY", reason: "漆面", source: "MES" } as const;
  await run((tx) => block(tx, blocking));
  const departed: Moved = {
    carIds,
    kind: "TRANSIT",
    placeId: "G1",
    at: app.now(),
    source: "LOGISTICS",
    eventId: "depart-1",
  };
  const placed: ReadonlyMap<string, Placed> = await run((tx) => reportPlace(tx, departed));
  assert.deepEqual(placed.get(ready.id), { applied: true, reason: null, isRefused: false });
  const reason = "车辆被管控（质量：漆面），不能发运";
  assert.deepEqual(placed.get(stopped.id), { applied: false, reason, isRefused: true });
  assert.equal((await carRow(app, ready)).placeKind, "TRANSIT");
  assert.equal((await carEvents(app, stopped)).at(-1)?.type, "blocked", "nothing is kept of what was refused");
  await run((tx) => unblock(tx, { ...blocking, reason: "已修" }));
  const again = await run((tx) => reportPlace(tx, { ...departed, at: app.now() }));
  assert.deepEqual(again.get(ready.id), { applied: false, reason: "重复的事件", isRefused: false });
  assert.equal(again.get(stopped.id)?.applied, true);
});
