import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { newId, type Tx } from "@ops/platform/server";
import { testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, refused } from "../testing-cars.ts";
import { changeOwner, deliver, revertDeliver } from "./delivery.ts";
import { allocate, takeForLock, unallocate } from "./holds.ts";
import { reportPlace } from "./places.ts";
import { recordPlate } from "./readings.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const fenced = (holder: string) => refused("VEHICLE_FENCED", `占用已失效（现由${holder}占用）`);

async function givenAllocated(orderId = newId(), orgIds: string[] = []): Promise<GivenCar & { orderId: string }> {
  const car = await givenCar(app);
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O5", orgIds }));
  return { ...car, orderId };
}

const handOver = (car: GivenCar, orderId: string, mileageKm = 10, ownerId = newId()) =>
  run((tx) => deliver(tx, { carId: car.id, orderId, ownerId, at: app.now(), mileageKm }));
const takeBack = (car: GivenCar, orderId: string) =>
  run((tx) => revertDeliver(tx, { carId: car.id, orderId, reason: "误操作" }));

async function move(car: GivenCar, kind: "STORE" | "WAREHOUSE", placeId: string): Promise<void> {
  await run((tx) => reportPlace(tx, { carIds: [car.id], kind, placeId, at: app.now(), source: "LOGISTICS" }));
}

test("VE-R8 only the order that has the car hands it over", async () => {
  const car = await givenAllocated();
  await assert.rejects(handOver(car, newId()), fenced("订单O5"));
  const [free, locked] = [await givenCar(app), await givenCar(app)];
  await run((tx) => takeForLock(tx, { carId: locked.id, lockId: newId(), lockNo: "L", orgIds: [] }));
  const illegal = (state: string) => refused("VEHICLE_STATE_ILLEGAL", `车辆当前状态为【${state}】，不能执行【交付】`);
  await assert.rejects(handOver(free, newId()), illegal("空闲"));
  await assert.rejects(handOver(locked, newId()), illegal("已锁定"));
  await handOver(car, car.orderId);
  await assert.rejects(handOver(car, car.orderId), illegal("已交付"));
});

test("VE-R8 a delivery that is taken back gives the car to its order again, at the place where it stood last", async () => {
  const [store, second] = [
    await givenOrganization(app, { type: "STORE", name: "交付店甲" }),
    await givenOrganization(app, { type: "STORE", name: "交付店乙" }),
  ];
  const [car, other] = [await givenAllocated(newId(), [store.id]), await givenAllocated()];
  await move(car, "STORE", store.id);
  const ownerId = newId();
  await handOver(car, car.orderId, 10, ownerId);
  assert.partialDeepStrictEqual(await carRow(app, car), {
    whereabouts: "DELIVERED",
    placeKind: "OWNER",
    placeId: null,
    placeName: null,
    placeOrgId: null,
    fromPlaceId: store.id,
    ownerSeq: 1,
    ownerId,
    holdOrgIds: [store.id],
  });
  await run((tx) => recordPlate(tx, { carId: car.id, plateNo: "苏A00001", at: app.now(), source: "ORDER" }));
  await move(other, "WAREHOUSE", "WH-BJ");
  await handOver(other, other.orderId);
  const reverted = await takeBack(car, car.orderId);
  assert.partialDeepStrictEqual(reverted, { id: car.id, holdState: "ALLOCATED", placeName: "交付店甲" });
  assert.partialDeepStrictEqual(await carRow(app, car), {
    whereabouts: "AT_STORE",
    placeKind: "STORE",
    placeId: store.id,
    placeName: "交付店甲",
    placeOrgId: store.id,
    fromPlaceId: null,
    ownerId: null,
    ownerSeq: 0,
    deliveredAt: null,
    plateNo: null,
    plateAt: null,
    holdSeq: 3,
    holdOrgIds: [store.id],
  });
  const holds = await app.rows(
    "select seq, kind, ref_id, ref_no, end_reason from car_hold where car_id = $1 order by seq",
    [car.id],
  );
  assert.deepEqual(holds, [
    { seq: 1, kind: "ORDER", refId: car.orderId, refNo: "O5", endReason: "交付" },
    { seq: 2, kind: "OWNER", refId: ownerId, refNo: "O5", endReason: "撤销交付" },
    { seq: 3, kind: "ORDER", refId: car.orderId, refNo: "O5", endReason: null },
  ]);
  app.passTime(1);
  await move(car, "STORE", second.id);
  await handOver(car, car.orderId);
  assert.equal((await takeBack(car, car.orderId)).placeName, "交付店乙");
  const last = (await carEvents(app, car)).at(-1);
  assert.partialDeepStrictEqual(last, { type: "deliveryReverted", source: "ORDER", note: "误操作" });
});

test("VE-R8 a delivery is taken back by its own order and while it is the last that happened to the holder", async () => {
  const car = await givenAllocated();
  await assert.rejects(
    takeBack(car, car.orderId),
    refused("VEHICLE_STATE_ILLEGAL", "车辆当前状态为【已配单】，不能执行【撤销交付】"),
  );
  const ownerId = newId();
  await handOver(car, car.orderId, 10, ownerId);
  await assert.rejects(takeBack(car, newId()), fenced("车主"));
  const elsewhere = await givenAllocated();
  await assert.rejects(takeBack(car, elsewhere.orderId), fenced("车主"));

  const change = { carId: car.id, oldOwnerId: ownerId, newOwnerId: newId(), at: app.now() };
  await run((tx) => changeOwner(tx, change));
  await assert.rejects(takeBack(car, car.orderId), fenced("车主"));
  await assert.rejects(takeBack(car, ownerId), fenced("车主"));

  const [again, foreign] = [await givenAllocated(), await givenAllocated()];
  await run((tx) => unallocate(tx, { carId: again.id, orderId: again.orderId, reason: "MISTAKEN" }));
  await app.rows("update car set hold_state = 'FREE' where id = $1", [again.id]);
  await run((tx) => allocate(tx, { carId: again.id, orderId: again.orderId, orderNo: "O5", orgIds: [] }));
  await run((tx) => unallocate(tx, { carId: foreign.id, orderId: foreign.orderId, reason: "MISTAKEN" }));
  await app.rows("update car set hold_state = 'FREE' where id = $1", [foreign.id]);
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: foreign.id, orderId, orderNo: "O6", orgIds: [] }));
  await handOver(foreign, orderId);
  await assert.rejects(takeBack(foreign, again.orderId), fenced("车主"));
});

test("VE-R8 过户 is told by whoever knows the present owner; each owner has a number, and the plate goes", async () => {
  const car = await givenAllocated();
  const [first, second, third] = [newId(), newId(), newId()];
  const pass = (oldOwnerId: string, newOwnerId: string) =>
    run((tx) => changeOwner(tx, { carId: car.id, oldOwnerId, newOwnerId, at: app.now() }));
  await assert.rejects(
    pass(first, second),
    refused("VEHICLE_STATE_ILLEGAL", "车辆当前状态为【已配单】，不能执行【过户】"),
  );
  await handOver(car, car.orderId, 10, first);
  await assert.rejects(pass(second, third), fenced("车主"));
  await assert.rejects(pass(second, first), refused("VEHICLE_SAME_OWNER", "新车主与原车主相同"));
  await run((tx) => recordPlate(tx, { carId: car.id, plateNo: "苏A00002", at: app.now(), source: "ORDER" }));
  assert.equal(await pass(first, second), 2);
  assert.equal(await pass(second, third), 3);
  const { ownerId, ownerSeq, plateNo, plateAt } = await carRow(app, car);
  assert.deepEqual([ownerId, ownerSeq, plateNo, plateAt !== null], [third, 3, null, true]);
  const late = {
    carId: car.id,
    plateNo: "苏A00003",
    at: new Date(app.now().getTime() - 60_000),
    source: "ORDER",
  } as const;
  assert.equal(await run((tx) => recordPlate(tx, late)), false, "of the owner before");
});

test("VE-R13 a car that somebody has owned is no new car: its kilometres are told to nobody", async () => {
  const car = await givenAllocated();
  await app.rows("update car set owner_seq = 1 where id = $1", [car.id]);
  const { warnings } = await handOver(car, car.orderId, 5_000);
  assert.deepEqual(warnings, []);
  assert.equal((await carRow(app, car)).ownerSeq, 2);
});

test("VE-R14 a car whose plate a delivered car has is not handed over with it, and the refusal says which car that is", async () => {
  const [testCar, owned] = [await givenAllocated(), await givenAllocated()];
  const plate = (car: GivenCar, plateNo: string) =>
    run((tx) => recordPlate(tx, { carId: car.id, plateNo, at: app.now(), source: "ORDER" }));
  await plate(testCar, "苏A00014");
  await handOver(owned, owned.orderId);
  await plate(owned, "苏A00014");
  const taken = refused("VEHICLE_PLATE_DUP", `车牌已登记在${owned.vin.slice(-8)}`);
  await assert.rejects(handOver(testCar, testCar.orderId), taken);
  app.passTime(1);
  await plate(testCar, "苏A00015");
  await handOver(testCar, testCar.orderId);
  assert.partialDeepStrictEqual(await carRow(app, testCar), { holdState: "DELIVERED", plateNo: "苏A00015" });

  const two = [await givenAllocated(), await givenAllocated()];
  for (const car of two) await plate(car, "苏A00016");
  const outcomes = await Promise.allSettled(two.map((car) => handOver(car, car.orderId)));
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  const winner = two[outcomes.findIndex(({ status }) => status === "fulfilled")];
  const loser = outcomes.find(({ status }) => status === "rejected");
  assert.ok(loser?.status === "rejected");
  assert.ok(refused("VEHICLE_PLATE_DUP", `车牌已登记在${winner?.vin.slice(-8)}`)(loser.reason));
});
