import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization, setParam } from "@ops/authority/server/testing";
import { defineModule, newId, type Tx } from "@ops/platform/server";
import { carErrors, carProduced, carRegistered } from "../../contract/index.ts";
import { blockEffects, vinCheck } from "../car-record/params.ts";
import { placePort } from "../place/resolver.ts";
import { registerCar } from "../register/register-cars.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, newVin, refused } from "../testing-cars.ts";
import { block, unblock } from "./blocks.ts";
import { closeCondition, noteCondition } from "./conditions.ts";
import { changeOwner, deliver, revertDeliver } from "./delivery.ts";
import { allocate, takeForLock } from "./holds.ts";
import { assertShippable, reportEta, reportPlace } from "./places.ts";
import { findByVin, getCars, listByPlace, listTestDriveCars, ownerCars } from "./read.ts";
import { recordActivated, recordMileage, recordPlate, setStockKind } from "./readings.ts";

const harbours: Record<string, string> = { NEW: "新港", "PORT-SH": "上海港" };
const byCode = async (_tx: Tx, code: string) => {
  const name = harbours[code];
  return name ? { id: `H-${code}`, name, orgId: null, cityCode: "120100", lng: 117.7, lat: 39 } : null;
};
/** A module above that keeps harbours. */
const harbourMaster = defineModule({
  name: "portProbe",
  gives: [placePort.of({ kind: "PORT", byId: byCode, byCode })],
});
const app = testApp(harbourMaster);
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000);

async function givenDelivered(): Promise<GivenCar & { orderId: string; ownerId: string }> {
  const car = await givenCar(app);
  const [orderId, ownerId] = [newId(), newId()];
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O9", orgIds: [], at: minutesAgo(30) }));
  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId, at: minutesAgo(30), mileageKm: 12 }));
  return { ...car, orderId, ownerId };
}

test("VE-R3 a known VIN with equal facts answers its car, with others it is refused", async () => {
  const car = await givenCar(app);
  const told = { vin: ` ${car.vin.toLowerCase()} `, carConfigId: car.config.id, source: "IMPORT" } as const;
  const spec = { optionCodes: ["OP-ADS"], extColor: "EX-W01", intColor: "IN-B02" };
  assert.deepEqual(await run((tx) => registerCar(tx, { ...told, ...spec })), { carId: car.id, created: false });
  await assert.rejects(
    run((tx) => registerCar(tx, { ...told, ...spec, extColor: "EX-B01" })),
    refused("VEHICLE_VIN_DUP", "车架号已存在，外观不一致"),
  );
  await assert.rejects(
    run((tx) => registerCar(tx, { ...told, ...spec, optionCodes: [] })),
    refused("VEHICLE_VIN_DUP", "车架号已存在，选装不一致"),
  );
  await assert.rejects(
    run((tx) => registerCar(tx, { ...told, ...spec, carConfigId: newId() })),
    refused("VEHICLE_CFG_UNKNOWN", "配置编码或物料号不存在"),
  );
  assert.equal((await carEvents(app, car)).length, 1);
  const told2 = (await app.published(carRegistered)).filter(({ vin }) => vin === car.vin);
  assert.equal(told2.length, 1);
});

test("VE-R3 two that register one VIN at once make one car", async () => {
  const config = await givenConfig(app);
  const vin = newVin();
  const cars = await Promise.all(Array.from({ length: 8 }, () => givenCar(app, { vin, config })));
  assert.equal(new Set(cars.map(({ id }) => id)).size, 1);
});

test("VE-R2 a wrong check character is refused, or kept with a flag where the brand lets it pass", async () => {
  const config = await givenConfig(app);
  await assert.rejects(givenCar(app, { vin: "L0Z7E4A24TA000152", config }), (error: Error) =>
    /^车架号校验位错误，应为/.test(error.message),
  );
  await setParam(app, vinCheck, "WARN");
  const car = await givenCar(app, { vin: "L0Z7E4A24TA000152", config });
  await setParam(app, vinCheck, "STRICT");
  assert.deepEqual((await carRow(app, car)).flags, ["CHECK_ODD"]);
  const odd = await givenCar(app, { vin: "L0Z7E4A24SA000125", config, extColor: "EX-B01" });
  assert.deepEqual((await carRow(app, odd)).flags, ["YEAR_ODD", "SPEC_ODD"]);
});

test("VE-R3 motor and battery numbers belong to one car", async () => {
  const first = await givenCar(app, { motorNos: ["M-1"], batteryNo: "B-1" });
  await assert.rejects(givenCar(app, { motorNos: ["M-1"] }), refused("VEHICLE_PART_DUP", `电机号已属于${first.vin}`));
});

test("VE-R10 an arrival that is told before its departure stays; the departure is history", async () => {
  const car = await givenCar(app);
  const store = await givenOrganization(app, { type: "STORE" });
  const report = { carIds: [car.id], source: "LOGISTICS" } as const;
  const arrived = await run((tx) =>
    reportPlace(tx, { ...report, kind: "STORE", placeId: store.id, at: minutesAgo(10), eventId: "arrived" }),
  );
  assert.equal(arrived.get(car.id)?.applied, true);
  const departed = await run((tx) =>
    reportPlace(tx, { ...report, kind: "TRANSIT", placeId: "G1", at: minutesAgo(150), eventId: "departed" }),
  );
  assert.equal(departed.get(car.id)?.applied, false);
  assert.partialDeepStrictEqual(await carRow(app, car), {
    placeKind: "STORE",
    placeId: store.id,
    placeOrgId: store.id,
  });
  assert.partialDeepStrictEqual((await carEvents(app, car)).at(-1), {
    type: "placed",
    applied: false,
    ignoreReason: "已有更新的信息",
    after: { placeKind: "TRANSIT", placeId: "G1" },
  });
  const again = await run((tx) =>
    reportPlace(tx, { ...report, kind: "STORE", placeId: store.id, at: minutesAgo(10), eventId: "arrived" }),
  );
  assert.equal(again.get(car.id)?.applied, false);
  assert.equal((await carEvents(app, car)).length, 3);
});

test("VE-R10 at the same instant logistics is believed before the factory, and the future is refused", async () => {
  const car = await givenCar(app);
  const at = minutesAgo(5);
  const move = (source: "LOGISTICS" | "MES", placeId: string) =>
    run((tx) => reportPlace(tx, { carIds: [car.id], kind: "WAREHOUSE", placeId, at, source }));
  await move("LOGISTICS", "WH-CZ");
  assert.equal((await move("MES", "WH-BJ")).get(car.id)?.applied, false);
  await assert.rejects(
    run((tx) =>
      reportPlace(tx, { carIds: [car.id], kind: "PORT", placeId: "PORT-SH", at: minutesAgo(-6), source: "MES" }),
    ),
    refused("VEHICLE_EVENT_FUTURE", "事件时间晚于当前时间"),
  );
  assert.partialDeepStrictEqual(await carRow(app, car), { placeId: "WH-CZ", placeName: "常州中心库" });
});

test("VE-R10 at the same instant from the same source the greater event number holds, in whichever order they come", async () => {
  const car = await givenCar(app);
  const at = minutesAgo(5);
  const move = async (eventId: string, placeId: string) => {
    const report = { carIds: [car.id], kind: "WAREHOUSE", placeId, at, source: "LOGISTICS", eventId } as const;
    return (await run((tx) => reportPlace(tx, report))).get(car.id)?.applied;
  };
  assert.deepEqual([await move("e-2", "WH-CZ"), await move("e-1", "WH-BJ")], [true, false]);
  assert.equal((await carRow(app, car)).placeId, "WH-CZ");
  assert.equal(await move("e-3", "WH-CD"), true);
  assert.equal((await carRow(app, car)).placeId, "WH-CD");
});

test("VE-R10 the expected arrival is kept when it moved by half an hour", async () => {
  const car = await givenCar(app);
  const carIds = [car.id];
  await run((tx) =>
    reportPlace(tx, { carIds, kind: "TRANSIT", placeId: "G", at: minutesAgo(60), source: "LOGISTICS" }),
  );
  const eta = (minutes: number, at: number) =>
    run((tx) => reportEta(tx, { carIds, expectAt: minutesAgo(-minutes), at: minutesAgo(at) }));
  assert.equal((await eta(300, 50)).get(car.id), true);
  assert.equal((await eta(310, 40)).get(car.id), false);
  assert.equal((await eta(340, 30)).get(car.id), true);
});

test("VE-R11 what stops 发运 keeps a car off the road, a recall lets it travel", async () => {
  const car = await givenCar(app);
  const carIds = [car.id];
  const depart = async () => {
    const report = { carIds, kind: "TRANSIT", placeId: "G", at: app.now(), source: "LOGISTICS" } as const;
    return (await run((tx) => reportPlace(tx, report))).get(car.id);
  };
  await run((tx) => block(tx, { carIds, kind: "LEGAL", reason: "查封", source: "CONSOLE" }));
  const text = "车辆被管控（法务：查封），不能发运";
  assert.equal((await run((tx) => assertShippable(tx, carIds))).get(car.id), text);
  assert.deepEqual(await depart(), { applied: false, reason: text, isRefused: true });
  await run((tx) => unblock(tx, { carIds, kind: "LEGAL", reason: "解封", source: "CONSOLE" }));
  await run((tx) => block(tx, { carIds, kind: "RECALL", reason: "软件", source: "CONSOLE" }));
  assert.equal((await run((tx) => assertShippable(tx, carIds))).get(car.id), null);
  await setParam(app, blockEffects.RECALL, "锁定+发运+交付");
  assert.equal((await depart())?.reason, "车辆被管控（召回：软件），不能发运");
  await setParam(app, blockEffects.RECALL, "锁定+交付");
  assert.deepEqual(await depart(), { applied: true, reason: null, isRefused: false });
  assert.equal((await carRow(app, car)).whereabouts, "TRANSIT");
  assert.match((await run((tx) => assertShippable(tx, carIds))).get(car.id) ?? "", /【运输中】/);
});

test("VE-R11 a departure is stopped by what stopped it then: not by a block that began later, but by one of that instant", async () => {
  const depart = async (car: GivenCar, minutes: number) => {
    const report = { kind: "TRANSIT", placeId: "G", at: minutesAgo(minutes), source: "LOGISTICS" } as const;
    return (await run((tx) => reportPlace(tx, { ...report, carIds: [car.id] }))).get(car.id);
  };
  const [gone, stopped] = [await givenCar(app), await givenCar(app)];
  const since = new Date(app.now().getTime() - 10 * 60_000);
  const blocking = { kind: "QUALITY", reason: "漆面", source: "MES", at: since } as const;
  await run((tx) => block(tx, { ...blocking, carIds: [gone.id, stopped.id] }));
  assert.equal((await depart(gone, 20))?.applied, true);
  const refusal = { applied: false, reason: "车辆被管控（质量：漆面），不能发运", isRefused: true };
  assert.deepEqual(await depart(stopped, 9), refusal);
  const then = { kind: "TRANSIT", placeId: "G", at: since, source: "LOGISTICS", carIds: [stopped.id] } as const;
  assert.deepEqual((await run((tx) => reportPlace(tx, then))).get(stopped.id), refusal);
});

test("VE-R8 a delivery gives the car to its owner, can be taken back while it is the last, and 过户 passes it on", async () => {
  const car = await givenDelivered();
  assert.partialDeepStrictEqual(await carRow(app, car), {
    holdState: "DELIVERED",
    holdSeq: 2,
    ownerId: car.ownerId,
    ownerSeq: 1,
    placeKind: "OWNER",
    mileageKm: 12,
  });
  assert.equal((await run((tx) => ownerCars(tx, car.ownerId)))[0]?.holder?.kind, "OWNER");
  await run((tx) => revertDeliver(tx, { carId: car.id, orderId: car.orderId, reason: "误操作" }));
  assert.partialDeepStrictEqual(await carRow(app, car), {
    holdState: "ALLOCATED",
    holdSeq: 3,
    ownerId: null,
    ownerSeq: 0,
    placeKind: "UNKNOWN",
  });
  const { orderId, ownerId } = car;
  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId, at: app.now(), mileageKm: 12 }));
  await run((tx) => recordPlate(tx, { carId: car.id, plateNo: "京a·d12345", at: app.now(), source: "ORDER" }));
  const newOwnerId = newId();
  const change = { carId: car.id, oldOwnerId: ownerId, newOwnerId, at: new Date(app.now().getTime() + 1000) };
  assert.equal(await run((tx) => changeOwner(tx, change)), 2);
  assert.partialDeepStrictEqual(await carRow(app, car), { ownerId: newOwnerId, holdSeq: 5, plateNo: null });
  await assert.rejects(
    run((tx) => changeOwner(tx, change)),
    refused("VEHICLE_SAME_OWNER", "新车主与原车主相同"),
  );
  await assert.rejects(
    run((tx) => revertDeliver(tx, { carId: car.id, orderId, reason: "误操作" })),
    refused("VEHICLE_FENCED", "占用已失效（现由车主占用）"),
  );
});

test("VE-R11 a car is not handed over before it is released or while a block stops 交付", async () => {
  const car = await givenCar(app, { buildState: "BUILT" });
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O", orgIds: [] }));
  const handOver = (carId: string, orderId: string) =>
    run((tx) => deliver(tx, { carId, orderId, ownerId: newId(), at: app.now(), mileageKm: 1 }));
  await assert.rejects(
    handOver(car.id, orderId),
    refused("VEHICLE_STATE_ILLEGAL", "车辆当前状态为【已下线】，不能执行【交付】"),
  );
  const other = await givenCar(app);
  await run((tx) => allocate(tx, { carId: other.id, orderId, orderNo: "O", orgIds: [] })).catch(() => undefined);
  const second = newId();
  await run((tx) => allocate(tx, { carId: other.id, orderId: second, orderNo: "O", orgIds: [] }));
  await run((tx) => block(tx, { carIds: [other.id], kind: "RECALL", reason: "软件", source: "MES" }));
  await assert.rejects(handOver(other.id, second), refused("VEHICLE_BLOCKED", "车辆被管控（召回：软件），不能交付"));
});

test("VE-R13 mileage does not go back; an older reading is history and fits between its neighbours", async () => {
  const car = await givenCar(app);
  const read = (mileageKm: number, minutes: number, fixReason?: string) =>
    run((tx) => recordMileage(tx, { carId: car.id, mileageKm, at: minutesAgo(minutes), source: "CLOUD", fixReason }));
  assert.equal(await read(100, 60), true);
  assert.equal(await read(300, 20), true);
  assert.equal(await read(200, 40), false);
  await assert.rejects(read(90, 50), refused("VEHICLE_KM_ODD", "里程与前后记录矛盾"));
  await assert.rejects(read(310, 30), refused("VEHICLE_KM_ODD", "里程与前后记录矛盾"));
  await assert.rejects(read(299, 10), refused("VEHICLE_KM_BACK", "里程不能小于已记录里程300"));
  assert.equal(await read(250, 5, "仪表更换"), true);
  assert.equal((await carRow(app, car)).mileageKm, 250);
});

test("VE-R14 a plate has its form, stands on one delivered car, and an older one is history", async () => {
  const [one, two] = [await givenDelivered(), await givenDelivered()];
  const plate = (carId: string, plateNo: string, minutes = 5) =>
    run((tx) => recordPlate(tx, { carId, plateNo, at: minutesAgo(minutes), source: "ORDER" }));
  await assert.rejects(plate(one.id, "京A-1234"), refused("VEHICLE_PLATE_FORMAT", "车牌格式不正确"));
  assert.equal(await plate(one.id, " 沪a·12345 "), true);
  assert.equal((await carRow(app, one)).plateNo, "沪A12345");
  await assert.rejects(plate(two.id, "沪A12345"), refused("VEHICLE_PLATE_DUP", `车牌已登记在${one.vin.slice(-8)}`));
  assert.equal(await plate(one.id, "沪AD12345", 9), false);
  const testCar = await givenCar(app, { stockKind: "TEST_DRIVE" });
  assert.equal(await plate(testCar.id, "沪B77777"), true);
  assert.equal(await plate(two.id, "沪B77777"), true, "the plate of a car that is not delivered is free");
  await assert.rejects(plate(testCar.id, "沪A12345", 1), { msgCode: "VEHICLE_PLATE_DUP" });
});

test("VE-R15 a test car that is sold gets the market type of its mapping, and its stock kind stays", async () => {
  const typeId = newId();
  await app.rows(
    `insert into car_market_type (id, version, created_at, created_by, updated_at, updated_by, type_code, type_name,
       rights_allowed, usable_for) values ($1, 1, now(), $1, now(), $1, 'USED', '官方二手', true, '{SALE}')`,
    [typeId],
  );
  const store = await givenOrganization(app, { type: "STORE" });
  const car = await givenCar(app, { stockKind: "TEST_DRIVE" });
  const carIds = [car.id];
  const [{ code: placeId } = { code: "" }] = await app.rows<{ code: string }>(
    "select code from organization where id = $1",
    [store.id],
  );
  await run((tx) => reportPlace(tx, { carIds, kind: "STORE", placeId, at: app.now(), source: "IMPORT" }));
  assert.deepEqual(
    (await run((tx) => listTestDriveCars(tx, store.id))).map(({ vin }) => vin),
    [car.vin],
  );
  assert.equal((await run((tx) => listByPlace(tx, "STORE", store.id))).length, 1);
  await run((tx) => allocate(tx, { carId: car.id, orderId: newId(), orderNo: "O", orgIds: [store.id] }));
  assert.partialDeepStrictEqual(await carRow(app, car), { marketTypeId: typeId, stockKind: "TEST_DRIVE" });
  assert.deepEqual(await run((tx) => listTestDriveCars(tx, store.id)), []);
});

test("VE-R16 a module above answers for its places, and an unknown one is refused", async () => {
  const car = await givenCar(app);
  const move = (kind: "PORT" | "STORE", placeId: string) =>
    run((tx) => reportPlace(tx, { carIds: [car.id], kind, placeId, at: app.now(), source: "LOGISTICS" }));
  const unknown = refused("VEHICLE_PLACE_UNKNOWN", "位置编码不存在");
  await assert.rejects(move("STORE", "NOWHERE"), unknown);
  await assert.rejects(move("STORE", newId()), unknown);
  await move("PORT", "NEW");
  assert.partialDeepStrictEqual(await carRow(app, car), { placeId: "H-NEW", placeName: "新港", cityCode: "120100" });
});

test("VE-R18 counters of blocks and damage follow their records", async () => {
  const car = await givenCar(app);
  const note = {
    carId: car.id,
    sourceNo: "D1",
    level: "MINOR",
    text: "划痕",
    fileIds: [],
    source: "LOGISTICS",
  } as const;
  assert.equal(await run((tx) => noteCondition(tx, note)), "MINOR");
  assert.equal(
    await run((tx) => noteCondition(tx, { ...note, sourceNo: "D2", level: "SEVERE", text: "凹陷" })),
    "SEVERE",
  );
  const [seen] = await run((tx) => getCars(tx, [car.id]));
  assert.equal(seen?.damageNote, "划痕；凹陷");
  const close = { carId: car.id, sourceNo: "D2", state: "REPAIRED", source: "LOGISTICS" } as const;
  assert.equal(await run((tx) => closeCondition(tx, close)), "MINOR");
  assert.equal((await carRow(app, car)).worstDamage, "MINOR");
});

test("VE-R15 the stock kind of a car that the brand does not hold stays; activation is the earliest that is told", async () => {
  const car = await givenDelivered();
  await assert.rejects(
    run((tx) => setStockKind(tx, { carId: car.id, kind: "DISPLAY", reason: "x", source: "CONSOLE" })),
    refused("VEHICLE_STATE_ILLEGAL", "车辆当前状态为【已交付】，不能执行【修改现车类型】"),
  );
  const activate = (minutes: number) =>
    run((tx) => recordActivated(tx, { carId: car.id, at: minutesAgo(minutes), source: "CLOUD" }));
  assert.deepEqual([await activate(10), await activate(5), await activate(20)], [true, false, true]);
  const free = await givenCar(app);
  await run((tx) => setStockKind(tx, { carId: free.id, kind: "DISPLAY", reason: "布展", source: "CONSOLE" }));
  assert.equal((await run((tx) => findByVin(tx, free.vin.toLowerCase())))?.stockKind, "DISPLAY");
});

test("VE-R12 others hear that a car was produced, and for which order", async () => {
  const car = await givenCar(app, { buildOrderNo: "O-1" });
  const heard = (await app.published(carProduced)).filter(({ carId }) => carId === car.id);
  assert.partialDeepStrictEqual(heard, [{ buildOrderNo: "O-1" }]);
  await assert.rejects(
    run((tx) => takeForLock(tx, { carId: newId(), lockId: newId(), lockNo: "L", orgIds: [] })),
    { msgCode: "COMMON_NOT_FOUND" },
  );
  assert.equal(carErrors.unregistered().message, "车辆未建档");
});
