import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { AuthorityTestApp, givenOrganization, setParam } from "@ops/authority/server/testing";
import { newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { carHolderChanged } from "../../contract/index.ts";
import { lockWaitMs } from "../car-record/params.ts";
import { vehicleModule } from "../index.ts";
import { testApp } from "../testing.ts";
import { carRow, type GivenCar, givenCar, refused } from "../testing-cars.ts";
import { block } from "./blocks.ts";
import { allocate, clearBuildOrder, reallocate, releaseLock, takeForLock, unallocate } from "./holds.ts";
import { reportPlace } from "./places.ts";

const app = testApp();
const secondNode = new AuthorityTestApp([vehicleModule]);
before(() => secondNode.start(app));
after(() => secondNode.stop());

const lockOf = (car: GivenCar, lockId = newId()) => ({ carId: car.id, lockId, lockNo: "L1", orgIds: [] });
const orderOf = (car: GivenCar, orderId = newId(), orderNo = "O1") => ({ carId: car.id, orderId, orderNo, orgIds: [] });
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const rowOf = (car: GivenCar) => carRow(app, car);

test("VE-R8 a lock takes a free car, the same lock again gets the same answer, another is told who holds it", async () => {
  const car = await givenCar(app);
  const take = lockOf(car);
  const { token } = await run((tx) => takeForLock(tx, take));
  assert.equal(token, 1);
  assert.equal((await run((tx) => takeForLock(tx, take))).token, 1);
  await assert.rejects(
    run((tx) => takeForLock(tx, lockOf(car))),
    refused("VEHICLE_HELD", "车辆已被锁单L1占用"),
  );
  await assert.rejects(
    run((tx) => allocate(tx, orderOf(car))),
    refused("VEHICLE_HELD", "车辆已被锁单L1占用"),
  );
  const news = (await app.published(carHolderChanged)).filter(({ carId }) => carId === car.id);
  assert.partialDeepStrictEqual(news, [{ from: "FREE", to: "LOCKED", seq: 1, no: 2 }]);
});

test("VE-R8 an end does not raise the number, the next hold does, and a stale token is refused", async () => {
  const car = await givenCar(app);
  const first = lockOf(car);
  const { token } = await run((tx) => takeForLock(tx, first));
  const release = { ...first, token, reason: "到期" };
  await assert.rejects(
    run((tx) => releaseLock(tx, { ...release, token: 7 })),
    refused("VEHICLE_FENCED", "占用已失效（序号7，当前1）"),
  );
  await run((tx) => releaseLock(tx, release));
  assert.partialDeepStrictEqual(await rowOf(car), { holdState: "FREE", holdSeq: 1 });
  await run((tx) => releaseLock(tx, release)); // the second call changes nothing
  const second = await run((tx) => takeForLock(tx, lockOf(car)));
  assert.equal(second.token, 2);
  await assert.rejects(
    run((tx) => allocate(tx, { ...orderOf(car), fromLock: { lockId: first.lockId, token } })),
    refused("VEHICLE_HELD", "车辆已被锁单L1占用"),
  );
  await run((tx) => releaseLock(tx, release));
  assert.partialDeepStrictEqual(await rowOf(car), { holdState: "LOCKED", holdSeq: 2 });
});

test("VE-R8 an order takes over its own lock with the present token, and holds one car", async () => {
  const car = await givenCar(app);
  const take = lockOf(car);
  const { token } = await run((tx) => takeForLock(tx, take));
  const order = orderOf(car);
  await assert.rejects(
    run((tx) => allocate(tx, { ...order, fromLock: { lockId: take.lockId, token: 9 } })),
    refused("VEHICLE_FENCED", "占用已失效（序号9，当前1）"),
  );
  const fromLock = { lockId: take.lockId, token };
  const taken = await run((tx) => allocate(tx, { ...order, fromLock }));
  assert.equal(taken.token, 2);
  assert.equal((await run((tx) => allocate(tx, { ...order, fromLock }))).token, 2);
  const other = await givenCar(app);
  await assert.rejects(
    run((tx) => allocate(tx, orderOf(other, order.orderId))),
    refused("VEHICLE_ORDER_HAS_CAR", `订单已绑定车辆${car.vin.slice(-8)}`),
  );
  assert.partialDeepStrictEqual(await rowOf(other), { holdState: "FREE", holdSeq: 0, eventNo: 1 });
});

test("VE-R8 200 parallel takes of one car over two nodes leave one holder and 199 refusals", async () => {
  const car = await givenCar(app);
  const takes = Array.from({ length: 200 }, (_, at) => {
    const node = at % 4 < 2 ? app : secondNode;
    return node.arrange((tx) => (at % 2 === 0 ? takeForLock(tx, lockOf(car)) : allocate(tx, orderOf(car))));
  });
  const ends = await Promise.allSettled(takes);
  const reasons = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  assert.equal(reasons.length, 199);
  for (const reason of reasons) assert.match(String(reason.msgCode), /^VEHICLE_(HELD|BUSY)$/, String(reason));
  const live = await app.rows("select seq from car_hold where car_id = $1 and ended_at is null", [car.id]);
  assert.equal(live.length, 1);
  assert.partialDeepStrictEqual(await rowOf(car), { holdSeq: 1, eventNo: 2 });
});

test("VE-R8 a connection that ends in the middle leaves no half state", async () => {
  const car = await givenCar(app);
  await assert.rejects(
    run(async (tx) => {
      await takeForLock(tx, lockOf(car));
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx.kysely);
    }),
  );
  assert.partialDeepStrictEqual(await rowOf(car), { holdState: "FREE", holdSeq: 0, eventNo: 1 });
  assert.deepEqual(await app.rows("select from car_hold where car_id = $1", [car.id]), []);
  assert.equal((await run((tx) => takeForLock(tx, lockOf(car)))).token, 1);
});

test("VE-R8 a caller who waits too long for a car is told that somebody is working on it", async () => {
  const car = await givenCar(app);
  await setParam(app, lockWaitMs, "100");
  const slow = run(async (tx) => {
    await takeForLock(tx, lockOf(car));
    await setTimeout(600);
  });
  await setTimeout(150);
  await assert.rejects(
    run((tx) => takeForLock(tx, lockOf(car))),
    refused("VEHICLE_BUSY", "车辆正被他人操作，请稍后重试"),
  );
  await slow;
  await setParam(app, lockWaitMs, "2000");
});

test("VE-R8 the database refuses a holder that is not the live hold, and a second live hold", async () => {
  const car = await givenCar(app);
  await assert.rejects(
    app.rows("update car set hold_state = 'LOCKED', hold_id = $2 where id = $1", [car.id, newId()]),
    /live hold differ/,
  );
  await run((tx) => takeForLock(tx, lockOf(car)));
  const insert = `insert into car_hold (id, car_id, seq, kind, ref_id, ref_no, org_ids, started_at)
    values ($1, $2, 9, 'LOCK', $1, 'X', '{}', now())`;
  await assert.rejects(app.rows(insert, [newId(), car.id]), /car_hold_one_live/);
});

test("VE-R9 two exchanges over the same two cars do not wait for each other in a circle", async () => {
  const [one, two] = [await givenCar(app), await givenCar(app)];
  const [a, b] = [orderOf(one, newId(), "OA"), orderOf(two, newId(), "OB")];
  await run((tx) => allocate(tx, a));
  await run((tx) => allocate(tx, b));
  const swap = (order: typeof a, from: GivenCar, to: GivenCar) =>
    run((tx) => reallocate(tx, { ...order, oldCarId: from.id, newCarId: to.id }));
  const ends = await Promise.allSettled([swap(a, one, two), swap(b, two, one)]);
  for (const end of ends) {
    assert.ok(end.status === "rejected");
    refused("VEHICLE_HELD", end.reason.message)(end.reason);
  }
  assert.partialDeepStrictEqual(await rowOf(one), { holdState: "ALLOCATED", holdSeq: 1, eventNo: 2 });
});

test("VE-R9 a refusal by the caller afterwards leaves no trace, and the numbers of events have no gap", async () => {
  const car = await givenCar(app);
  await assert.rejects(
    run(async (tx) => {
      await allocate(tx, orderOf(car));
      throw new Error("the order says no");
    }),
  );
  assert.partialDeepStrictEqual(await rowOf(car), { holdState: "FREE", holdSeq: 0, eventNo: 1 });
  await run((tx) => takeForLock(tx, lockOf(car)));
  const events = await app.rows<{ no: number }>("select no from car_event where car_id = $1 order by no", [car.id]);
  assert.deepEqual(events, [{ no: 1 }, { no: 2 }]);
  await assert.rejects(app.rows("update car_event set note = 'x' where car_id = $1", [car.id]), /append-only/);
  await assert.rejects(app.rows("delete from car_event where car_id = $1", [car.id]), /append-only/);
});

test("VE-R11 a block stops what its kind stops, and never takes a car from its holder", async () => {
  const car = await givenCar(app);
  const order = orderOf(car);
  await run((tx) => allocate(tx, order));
  await run((tx) => block(tx, { carIds: [car.id], kind: "QUALITY", reason: "漆面", source: "CONSOLE" }));
  assert.partialDeepStrictEqual(await rowOf(car), { holdState: "ALLOCATED", openBlocks: 1 });
  const free = await givenCar(app);
  await run((tx) => block(tx, { carIds: [free.id], kind: "STOCKTAKE", reason: "年终", source: "CONSOLE" }));
  await assert.rejects(
    run((tx) => takeForLock(tx, lockOf(free))),
    refused("VEHICLE_BLOCKED", "车辆被管控（盘点：年终），不能锁定"),
  );
  await assert.rejects(
    run((tx) => allocate(tx, orderOf(free))),
    refused("VEHICLE_BLOCKED", "车辆被管控（盘点：年终），不能配单"),
  );
  const again = await run((tx) =>
    block(tx, { carIds: [free.id, car.id], kind: "STOCKTAKE", reason: "年终", source: "CONSOLE" }),
  );
  assert.deepEqual(
    again.map(({ done, reason }) => [done, reason]).sort(),
    [
      [false, "已有同类管控"],
      [true, null],
    ].sort(),
  );
});

test("VE-R12 a car built for an order is for nobody else until order takes it or lets it go", async () => {
  const car = await givenCar(app, { buildOrderNo: "O-77" });
  assert.equal((await rowOf(car)).stockKind, "ORDER");
  const text = "该车为订单O-77生产";
  await assert.rejects(
    run((tx) => takeForLock(tx, lockOf(car))),
    refused("VEHICLE_BUILD_ORDER", text),
  );
  await assert.rejects(
    run((tx) => allocate(tx, orderOf(car))),
    refused("VEHICLE_BUILD_ORDER", text),
  );
  assert.equal(await run((tx) => clearBuildOrder(tx, { orderNo: "O-77", reason: "退订" })), 1);
  await run((tx) => takeForLock(tx, lockOf(car)));
  const own = await givenCar(app, { buildOrderNo: "O-78" });
  const order = orderOf(own, newId(), "O-78");
  await run((tx) => allocate(tx, order));
  assert.partialDeepStrictEqual(await rowOf(own), { holdState: "ALLOCATED", buildOrderNo: "O-78" });
  await run((tx) => unallocate(tx, { carId: own.id, orderId: order.orderId, reason: "CANCELLED" }));
  assert.equal((await rowOf(own)).buildOrderNo, null, "given back, it is built for nobody any more");
});

test("VE-R8 a car that an order gives back is inspected, unless nobody can have touched it", async () => {
  const cancelled = await givenCar(app);
  const order = orderOf(cancelled);
  await assert.rejects(
    run((tx) => unallocate(tx, { carId: cancelled.id, orderId: order.orderId, reason: "CANCELLED" })),
    refused("VEHICLE_STATE_ILLEGAL", "车辆当前状态为【空闲】，不能执行【退配】"),
  );
  await run((tx) => allocate(tx, order));
  await assert.rejects(
    run((tx) => unallocate(tx, { carId: cancelled.id, orderId: newId(), reason: "CANCELLED" })),
    refused("VEHICLE_FENCED", "占用已失效（现由订单O1占用）"),
  );
  await run((tx) => unallocate(tx, { carId: cancelled.id, orderId: order.orderId, reason: "CANCELLED" }));
  assert.partialDeepStrictEqual(await rowOf(cancelled), { holdState: "RETURNED", stockKind: "CANCELLED", holdSeq: 1 });
  const planned = await givenCar(app, { buildState: "PLANNED" });
  await assert.rejects(
    run((tx) => takeForLock(tx, lockOf(planned))),
    refused("VEHICLE_STATE_ILLEGAL", "车辆当前状态为【待下线】，不能执行【锁定】"),
  );
  const early = orderOf(planned);
  await run((tx) => allocate(tx, early));
  const state = await run((tx) => unallocate(tx, { carId: planned.id, orderId: early.orderId, reason: "MISTAKEN" }));
  assert.equal(state, "FREE");
});

test("VE-R8 an exchanged car is free again at the factory or in the warehouse, and inspected where people could touch it", async () => {
  const store = await givenOrganization(app, { type: "STORE" });
  const stateAt = async (kind: "PLANT" | "WAREHOUSE" | "STORE", placeId: string) => {
    const car = await givenCar(app);
    const order = orderOf(car);
    await run((tx) => reportPlace(tx, { carIds: [car.id], kind, placeId, at: app.now(), source: "LOGISTICS" }));
    await run((tx) => allocate(tx, order));
    return run((tx) => unallocate(tx, { carId: car.id, orderId: order.orderId, reason: "SWAPPED" }));
  };
  assert.equal(await stateAt("PLANT", "PLANT-CZ"), "FREE");
  assert.equal(await stateAt("WAREHOUSE", "WH-CZ"), "FREE");
  assert.equal(await stateAt("STORE", store.id), "RETURNED");
});
