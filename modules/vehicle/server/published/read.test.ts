import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { newId, type Tx } from "@ops/platform/server";
import { testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, refused } from "../testing-cars.ts";
import { block, unblock } from "./blocks.ts";
import { closeCondition, noteCondition } from "./conditions.ts";
import { deliver } from "./delivery.ts";
import { allocate, releaseLock, takeForLock } from "./holds.ts";
import { assertShippable, reportEta, reportPlace } from "./places.ts";
import { findByVin, getCar, getCars, listByPlace, listOrderHolds, listTestDriveCars, ownerCars } from "./read.ts";
import { recordActivated, recordMileage, recordPlate, setStockKind } from "./readings.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000);
const vinsOf = (cars: readonly { vin: string }[]) => cars.map(({ vin }) => vin);
const sorted = (...cars: GivenCar[]) => vinsOf(cars).sort();

async function move(car: GivenCar, kind: "STORE" | "WAREHOUSE" | "TRANSIT", placeId: string): Promise<void> {
  await run((tx) => reportPlace(tx, { carIds: [car.id], kind, placeId, at: minutesAgo(1), source: "LOGISTICS" }));
}

async function deliverTo(car: GivenCar, ownerId: string): Promise<void> {
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O1", orgIds: [] }));
  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId, at: app.now(), mileageKm: 1_000 }));
}

const damageOf = (car: GivenCar, sourceNo: string, level: "MINOR" | "MEDIUM" | "SEVERE", text: string) =>
  run((tx) => noteCondition(tx, { carId: car.id, sourceNo, level, text, fileIds: [], source: "LOGISTICS" }));

test("vehicle section 15: others see of each car its live holder, its open blocks and what is not mended, and of no other", async () => {
  const [car, other] = [await givenCar(app), await givenCar(app)];
  const lock = { carId: car.id, lockId: newId(), lockNo: "L1", orgIds: [] };
  const { token } = await run((tx) => takeForLock(tx, lock));
  await run((tx) => releaseLock(tx, { ...lock, token, reason: "到期" }));
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O1", orgIds: [] }));
  const blocking = { source: "CONSOLE", carIds: [car.id] } as const;
  await run((tx) => block(tx, { ...blocking, kind: "LEGAL", reason: "查封", at: minutesAgo(3) }));
  await run((tx) => block(tx, { ...blocking, kind: "QUALITY", reason: "漆面", at: minutesAgo(9) }));
  await run((tx) => block(tx, { ...blocking, kind: "OTHER", reason: "借用" }));
  await run((tx) => unblock(tx, { ...blocking, kind: "OTHER", reason: "归还" }));
  await damageOf(car, "D1", "MINOR", "划痕");
  await damageOf(car, "D2", "MEDIUM", "凹陷");
  await run((tx) => closeCondition(tx, { carId: car.id, sourceNo: "D1", state: "REPAIRED", source: "LOGISTICS" }));
  await damageOf(other, "D1", "MINOR", "掉漆");

  const found = await run((tx) => getCars(tx, [other.id, car.id, car.id, newId()]));
  assert.deepEqual(vinsOf(found), vinsOf([car, other].toSorted((a, b) => (a.id < b.id ? -1 : 1))));
  const { clocks, eventNo, holdOrgIds, createdBy, updatedBy, ...row } = await carRow(app, car);
  assert.deepEqual(
    found.find(({ id }) => id === car.id),
    {
      ...row,
      holder: { kind: "ORDER", refId: orderId, refNo: "O1", seq: 2 },
      blocks: [
        { kind: "QUALITY", reason: "漆面" },
        { kind: "LEGAL", reason: "查封" },
      ],
      damageNote: "凹陷",
    },
  );
  assert.partialDeepStrictEqual(await run((tx) => getCar(tx, other.id)), { holder: null, damageNote: "掉漆" });
  assert.deepEqual((await run((tx) => getCar(tx, other.id)))?.blocks, []);
  assert.equal(await run((tx) => getCar(tx, newId())), null);
  assert.equal((await run((tx) => findByVin(tx, ` ${car.vin.toLowerCase()}`)))?.id, car.id);
  assert.equal(await run((tx) => findByVin(tx, "L0Z7E4A24SA000125")), null);
});

test("vehicle section 15: a thousand cars are asked for at once, and no more", async () => {
  const ids = Array.from({ length: 1_001 }, () => newId());
  assert.deepEqual(await run((tx) => getCars(tx, ids.slice(1))), []);
  assert.deepEqual(await run((tx) => getCars(tx, [])), []);
  await assert.rejects(
    run((tx) => getCars(tx, ids)),
    { message: "asked for 1001 cars, 1000 is the limit" },
  );
});

test("vehicle section 15: cars of a store, of an owner and for test drives, in the order of their VINs", async () => {
  const [store, other] = [
    await givenOrganization(app, { type: "STORE" }),
    await givenOrganization(app, { type: "STORE" }),
  ];
  const testCar = () => givenCar(app, { stockKind: "TEST_DRIVE" });
  const [first, second, taken, display, elsewhere] = [
    await testCar(),
    await testCar(),
    await testCar(),
    await givenCar(app, { stockKind: "DISPLAY" }),
    await testCar(),
  ];
  for (const car of [second, first, taken, display]) await move(car, "STORE", store.id);
  await move(elsewhere, "STORE", other.id);
  await run((tx) => takeForLock(tx, { carId: taken.id, lockId: newId(), lockNo: "L", orgIds: [] }));
  assert.deepEqual(vinsOf(await run((tx) => listTestDriveCars(tx, store.id))), sorted(first, second));
  const standing = sorted(first, second, taken, display);
  assert.deepEqual(vinsOf(await run((tx) => listByPlace(tx, "STORE", store.id))), standing);
  assert.deepEqual(await run((tx) => listByPlace(tx, "WAREHOUSE", store.id)), []);
  assert.deepEqual(await run((tx) => listByPlace(tx, "STORE", newId())), []);
  const ownerId = newId();
  await deliverTo(second, ownerId);
  await deliverTo(first, ownerId);
  await deliverTo(display, newId());
  assert.deepEqual(vinsOf(await run((tx) => ownerCars(tx, ownerId))), sorted(first, second));
});

test("VE-R18 a damage case that is told again is the same note; closed, the worst of the rest counts", async () => {
  const [car, other] = [await givenCar(app), await givenCar(app)];
  assert.equal(await damageOf(other, "D1", "SEVERE", "碰撞"), "SEVERE");
  assert.equal(await damageOf(car, "D1", "MEDIUM", "凹陷"), "MEDIUM");
  assert.equal(await damageOf(car, "D1", "MINOR", "划痕"), "MINOR");
  assert.equal(await damageOf(car, "D2", "MEDIUM", "凹坑"), "MEDIUM");
  const close = (sourceNo: string, state: "REPAIRED" | "VOID" = "REPAIRED") =>
    run((tx) => closeCondition(tx, { carId: car.id, sourceNo, state, source: "LOGISTICS" }));
  await assert.rejects(close("D9"), { msgCode: "COMMON_NOT_FOUND" });
  assert.equal(await close("D2", "VOID"), "MINOR");
  assert.equal(await close("D1"), null);
  const rows = await app.rows(
    "select source_no, level, text, state, closed_at is not null as closed from car_condition where car_id = $1 order by 1",
    [car.id],
  );
  assert.deepEqual(rows, [
    { sourceNo: "D1", level: "MINOR", text: "划痕", state: "REPAIRED", closed: true },
    { sourceNo: "D2", level: "MEDIUM", text: "凹坑", state: "VOID", closed: true },
  ]);
  assert.equal((await carRow(app, car)).worstDamage, null);
  assert.equal((await carRow(app, other)).worstDamage, "SEVERE");
  assert.equal(await damageOf(car, "D1", "SEVERE", "又撞"), "SEVERE", "told again, it is open again");
  const [again] = await app.rows("select state, closed_at from car_condition where car_id = $1 and source_no = 'D1'", [
    car.id,
  ]);
  assert.deepEqual(again, { state: "OPEN", closedAt: null });
  const notes = (await carEvents(app, car)).filter(({ type }) => type.startsWith("condition")).map(({ note }) => note);
  assert.deepEqual(notes, ["D1 凹陷", "D1 划痕", "D2 凹坑", "D2", "D1", "D1 又撞"]);
});

test("VE-R10 an arrival is expected of cars on the road alone; half an hour earlier or later is kept, less is not", async () => {
  const [car, standing] = [await givenCar(app), await givenCar(app)];
  await move(car, "TRANSIT", "G");
  const base = app.now().getTime() + 600 * 60_000;
  let told = 60;
  const eta = async (minutes: number, carIds = [car.id]) => {
    const at = new Date(app.now().getTime() - told-- * 1_000);
    return run((tx) => reportEta(tx, { carIds, expectAt: new Date(base + minutes * 60_000), at }));
  };
  const first = await eta(0, [car.id, standing.id]);
  assert.deepEqual([first.get(car.id), first.get(standing.id)], [true, false]);
  const [ignored] = (await carEvents(app, standing)).slice(-1);
  assert.partialDeepStrictEqual(ignored, { type: "etaChanged", applied: false, ignoreReason: "车辆不在运输中" });
  assert.equal((await eta(29)).get(car.id), false);
  assert.equal((await carEvents(app, car)).at(-1)?.ignoreReason, "变化不大");
  assert.equal((await eta(-29)).get(car.id), false);
  assert.equal((await eta(30)).get(car.id), true);
  assert.equal((await eta(0)).get(car.id), true);
  assert.equal((await eta(-30)).get(car.id), true);
  assert.equal((await carRow(app, car)).expectAt?.getTime(), base - 30 * 60_000);
});

test("VE-R11 why a car cannot be shipped: not released, on the road, at its owner, or not in the register", async () => {
  const [ready, built, moving, owned] = [
    await givenCar(app),
    await givenCar(app, { buildState: "BUILT" }),
    await givenCar(app),
    await givenCar(app),
  ];
  await move(moving, "TRANSIT", "G");
  await deliverTo(owned, newId());
  const unknown = newId();
  const reasons = await run((tx) => assertShippable(tx, [ready.id, built.id, moving.id, owned.id, unknown]));
  const why = (state: string) => `车辆当前状态为【${state}】，不能执行【发运】`;
  assert.deepEqual(
    [...reasons],
    [
      [ready.id, null],
      [built.id, why("已下线")],
      [moving.id, why("运输中")],
      [owned.id, why("车主")],
      [unknown, "车辆未建档"],
    ],
  );
  assert.deepEqual([...(await run((tx) => assertShippable(tx, [])))], []);
  const placed = await run((tx) =>
    reportPlace(tx, { carIds: [built.id], kind: "TRANSIT", placeId: "G", at: app.now(), source: "LOGISTICS" }),
  );
  assert.deepEqual(placed.get(built.id), { applied: false, reason: why("已下线"), isRefused: true });
});

test("VE-R15 a stock kind that a car has already is no change, and a car that is off has none to set", async () => {
  const car = await givenCar(app);
  const set = (kind: "DISPLAY" | "NORMAL") =>
    run((tx) => setStockKind(tx, { carId: car.id, kind, reason: "布展", source: "LIGHTNING" }));
  await set("DISPLAY");
  await set("DISPLAY");
  const events = (await carEvents(app, car)).filter(({ type }) => type === "stockKindSet");
  assert.deepEqual(
    events.map(({ source, note, after }) => [source, note, after]),
    [["LIGHTNING", "布展", { stockKind: "DISPLAY" }]],
  );
  await app.rows("update car set hold_state = 'OFF' where id = $1", [car.id]);
  await assert.rejects(
    set("NORMAL"),
    refused("VEHICLE_STATE_ILLEGAL", "车辆当前状态为【已注销】，不能执行【修改现车类型】"),
  );
});

test("VE-R13 VE-R14 the same reading again, the same plate again and the same activation: what holds and what does not", async () => {
  const [car, other] = [await givenCar(app), await givenCar(app)];
  const read = (at: GivenCar, mileageKm: number, minutes: number) =>
    run((tx) => recordMileage(tx, { carId: at.id, mileageKm, at: minutesAgo(minutes), source: "CLOUD" }));
  assert.equal(await read(other, 900, 50), true);
  assert.equal(await read(other, 0, 55), false, "history, before which nothing was read");
  assert.equal(await read(car, 100, 60), true);
  assert.equal(await read(car, 100, 30), true, "a car that stands still");
  assert.equal(await read(car, 100, 40), false, "history, beside the 900 km of another car");
  const [then, now] = [minutesAgo(3), minutesAgo(2)];
  const readAt = (at: Date, mileageKm: number, source: "CLOUD" | "CONSOLE") =>
    run((tx) => recordMileage(tx, { carId: other.id, mileageKm, at, source }));
  await readAt(then, 1_000, "CLOUD");
  await readAt(now, 1_200, "CLOUD");
  assert.equal(await readAt(then, 1_100, "CONSOLE"), false, "of the same instant, no less and no more than later");
  await assert.rejects(readAt(then, 999, "CONSOLE"), refused("VEHICLE_KM_ODD", "里程与前后记录矛盾"));
  await deliverTo(car, newId());
  const plate = (plateNo: string, minutes: number) =>
    run((tx) => recordPlate(tx, { carId: car.id, plateNo, at: minutesAgo(minutes), source: "ORDER" }));
  assert.equal(await plate("苏B12345", 5), true);
  assert.equal(await plate("苏B12345", 4), true, "its own plate is free for it");
  const activated = minutesAgo(20);
  const activate = () => run((tx) => recordActivated(tx, { carId: car.id, at: activated, source: "CLOUD" }));
  assert.deepEqual([await activate(), await activate()], [true, false]);
  const last = (await carEvents(app, car)).at(-1);
  assert.partialDeepStrictEqual(last, { type: "activated", applied: false, ignoreReason: "车辆已激活" });
});

test("vehicle section 15: the cars of orders are listed with those that ended, and which of them came from a lock", async () => {
  const [locked, plain] = [await givenCar(app), await givenCar(app)];
  const store = (await givenOrganization(app)).id;
  const lock = { carId: locked.id, lockId: newId(), lockNo: "L9", orgIds: [store] };
  const { token } = await run((tx) => takeForLock(tx, lock));
  const [first, second] = [newId(), newId()];
  const fromLock = { lockId: lock.lockId, token };
  await run((tx) => allocate(tx, { carId: locked.id, orderId: first, orderNo: "HA1", orgIds: [store], fromLock }));
  await run((tx) => allocate(tx, { carId: plain.id, orderId: second, orderNo: "HA2", orgIds: [] }));
  await run((tx) => deliver(tx, { carId: plain.id, orderId: second, ownerId: newId(), at: app.now(), mileageKm: 9 }));
  const listed = (await run(listOrderHolds)).filter(({ orderNo }) => orderNo.startsWith("HA"));
  assert.deepEqual(
    listed.map(({ carId, orderId, orgIds, endedAt, isFromLock }) => [
      carId,
      orderId,
      orgIds,
      endedAt !== null,
      isFromLock,
    ]),
    [
      [locked.id, first, [store], false, true],
      [plain.id, second, [], true, false],
    ],
  );
});
