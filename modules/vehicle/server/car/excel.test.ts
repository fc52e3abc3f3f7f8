import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { BusinessError, dayOf, nextDay, startOfDay } from "@ops/platform/contract";
import type { ImportRow, ImportSource } from "@ops/platform/server";
import { newId, OutOfScope, SKIPPED, type Tx, Warned } from "@ops/platform/server";
import { sql } from "kysely";
import { unblock } from "../published/blocks.ts";
import { deliver } from "../published/delivery.ts";
import { allocate, takeForLock } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { recordMileage } from "../published/readings.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, newVin, refused } from "../testing-cars.ts";
import { carBlockImportSource, carImportSource } from "./import.ts";
import { findVisibleCars } from "./import-facts.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const call = { options: new Set<string>(), beside: {}, prepared: undefined, taskId: null, memory: undefined };

async function rowOf(values: Partial<Record<string, string>> = {}): Promise<ImportRow> {
  const { configCode } = await givenConfig(app);
  const car = { vin: newVin(), configCode, extColor: "EX-W01", intColor: "IN-B02", plantCode: "PLANT-CZ" };
  const told = { ...car, producedOn: "2026-10-01", stockKind: "NORMAL", ...values };
  return { line: 2, values: Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) };
}
/** Checks a row and answers the verdict of the import; a refusal is answered as its text. */
const verdictOf = (source: ImportSource, row: ImportRow) =>
  run(async (tx) => {
    const verdict = (await source.check(tx, [row], call)).get(row.line);
    return verdict instanceof BusinessError ? verdict.message : verdict;
  });
const check = (row: ImportRow) => verdictOf(carImportSource, row);
const apply = (row: ImportRow) => run(async (tx) => carImportSource.applyAll?.(tx, [row], call));

test("vehicle section 8: a row of the car import registers a car, and the same row again changes nothing", async () => {
  const row = await rowOf({ releasedOn: "2026-10-02", placeKind: "WAREHOUSE", placeCode: "WH-CZ", mileageKm: "3" });
  assert.equal(await check(row), undefined);
  await apply(row);
  const [car] = await app.rows<{ id: string }>("select id from car where vin = $1", [row.values["vin"]]);
  assert.ok(car);
  assert.partialDeepStrictEqual(await carRow(app, car), { buildState: "RELEASED", placeId: "WH-CZ", mileageKm: 3 });
  assert.equal(await check(row), SKIPPED);
});

test("vehicle section 8: a row says what is wrong with it", async () => {
  assert.match(String(await check(await rowOf({ vin: "L0Z7E4A24TA000152" }))), /^车架号校验位错误，应为/);
  assert.equal(await check(await rowOf({ vin: "LOZ" })), "VIN格式不正确：含非法字符O（第2位）");
  assert.equal(await check(await rowOf({ configCode: "NO-SUCH" })), "配置编码或物料号不存在");
  assert.equal(await check(await rowOf({ producedOn: "2999-01-01" })), "下线日期晚于今天");
  assert.equal(await check(await rowOf({ placeKind: "STORE", placeCode: "X" })), "位置编码不存在");
  await givenCar(app, { motorNos: ["M-9"] });
  await assert.rejects(async () => apply(await rowOf({ motorNo: "M-9" })), /电机号已属于/);
});

test("vehicle section 8: of a car that is held only the place changes", async () => {
  const car = await givenCar(app);
  await run((tx) => allocate(tx, { carId: car.id, orderId: newId(), orderNo: "O", orgIds: [] }));
  const moved = { vin: car.vin, configCode: car.config.configCode, placeKind: "WAREHOUSE", placeCode: "WH-BJ" };
  await apply(await rowOf({ ...moved, extColor: "EX-B01" }));
  assert.partialDeepStrictEqual(await carRow(app, car), {
    extColor: "EX-W01",
    holdState: "ALLOCATED",
    placeId: "WH-BJ",
  });
});

test("vehicle section 8: rows of the block import stop cars", async () => {
  const car = await givenCar(app);
  const row = { line: 2, values: { vin: car.vin, kind: "RECALL", reason: "软件" } };
  const verdict = () => verdictOf(carBlockImportSource, row);
  assert.equal(await verdict(), undefined);
  await run(async (tx) => carBlockImportSource.applyAll?.(tx, [row], call));
  assert.equal((await carRow(app, car)).openBlocks, 1);
  assert.equal(await verdict(), "已有同类管控");
  const unknown = { line: 3, values: { vin: newVin(), kind: "RECALL", reason: "软件" } };
  assert.equal(await verdictOf(carBlockImportSource, unknown), "车辆未建档");
});

/** Describes the verdict on a row as a text: the refusal, the warning, 跳过, or nothing. */
async function verdictOn(car: GivenCar, values: Partial<Record<string, string>> = {}): Promise<string> {
  const { vin, config } = car;
  const told = await rowOf({ vin, configCode: config.configCode, optionCodes: "OP-ADS", ...values });
  const verdict = await check(told);
  if (verdict === SKIPPED) return "跳过";
  return verdict instanceof Warned ? `提醒：${verdict.warning}` : String(verdict ?? "");
}

const place = (car: GivenCar, placeId: string, at: Date) =>
  run((tx) => reportPlace(tx, { carIds: [car.id], kind: "WAREHOUSE", placeId, at, source: "LOGISTICS" }));
const read = (car: GivenCar, mileageKm: number) =>
  run((tx) => recordMileage(tx, { carId: car.id, mileageKm, at: app.now(), source: "CLOUD" }));

test("vehicle section 8: for a known car that nobody holds, new facts are applied and known ones are skipped", async () => {
  const car = await givenCar(app);
  const onFifth = startOfDay("2026-10-05");
  const here = { placeKind: "WAREHOUSE", placeCode: "WH-CZ" };
  assert.equal(await verdictOn(car), "跳过");
  assert.equal(await verdictOn(car, { ...here, placedOn: "2026-10-01" }), "", "it never stood anywhere");
  await place(car, "WH-CZ", onFifth);
  assert.equal(await verdictOn(car, { ...here, placedOn: "2026-10-01" }), "跳过");
  const there = { placeKind: "WAREHOUSE", placeCode: "WH-BJ" };
  assert.equal(await verdictOn(car, { ...there, placedOn: "2026-10-05" }), "");
  assert.equal(await verdictOn(car, { ...there, placedOn: "2026-10-04" }), "提醒：已有更新的位置，本次仅记入历史");
  assert.equal(await verdictOn(car, there), "", "now, where no day is told");
  await read(car, 50);
  assert.equal(await verdictOn(car, { mileageKm: "50" }), "跳过");
  assert.equal(await verdictOn(car, { ...here, mileageKm: "50" }), "跳过");
  assert.equal(await verdictOn(car, { mileageKm: "51" }), "");
  assert.equal(await verdictOn(car, { mileageKm: "49" }), "里程不能小于已记录里程50");
  assert.equal(await verdictOn(car, { intColor: "IN-W02" }), "车架号已存在，内饰不一致");
  assert.equal(await verdictOn(car, { optionCodes: "" }), "车架号已存在，选装不一致");
  await app.rows("update car set hold_state = 'RETURNED' where id = $1", [car.id]);
  assert.equal(await verdictOn(car, { intColor: "IN-W02" }), "车架号已存在，内饰不一致");
});

test("vehicle section 8: of a car that a lock, an order or an owner has, a file changes the place and says so", async () => {
  const [locked, ordered, owned] = [await givenCar(app), await givenCar(app), await givenCar(app)];
  await run((tx) => takeForLock(tx, { carId: locked.id, lockId: newId(), lockNo: "L", orgIds: [] }));
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: ordered.id, orderId: newId(), orderNo: "O", orgIds: [] }));
  await run((tx) => allocate(tx, { carId: owned.id, orderId, orderNo: "O", orgIds: [] }));
  await run((tx) => deliver(tx, { carId: owned.id, orderId, ownerId: newId(), at: app.now(), mileageKm: 5 }));
  const held = "提醒：车辆已被占用，仅更新位置";
  for (const car of [locked, ordered, owned]) {
    assert.equal(await verdictOn(car), "跳过");
    assert.equal(await verdictOn(car, { intColor: "IN-W02" }), held);
    assert.equal(await verdictOn(car, { mileageKm: "7" }), held);
  }
  const there = { placeKind: "WAREHOUSE", placeCode: "WH-BJ" };
  assert.deepEqual([await verdictOn(locked, there), await verdictOn(ordered, there)], [held, held]);
  assert.equal(await verdictOn(owned, there), "车辆已交付，位置不再更新");
  await app.rows("update car set place_kind = 'TRANSIT', place_id = 'G' where id = $1", [locked.id]);
  assert.equal(await verdictOn(locked, there), "车辆运输中，位置由物流更新");
  assert.equal(await verdictOn(locked), "跳过", "nothing is told of its place");
});

test("vehicle section 8: a row may name today, and a place may be reported up to five minutes ahead", async () => {
  const today = () => dayOf(app.now());
  const dayAfter = () => nextDay(today());
  const fresh = async (values: Partial<Record<string, string>>) => (await check(await rowOf(values))) ?? "";
  const producedOn = today();
  assert.equal(await fresh({ producedOn, releasedOn: producedOn }), "");
  assert.equal(await fresh({ producedOn: dayAfter() }), "下线日期晚于今天");
  assert.equal(await fresh({ releasedOn: dayAfter() }), "放行日期晚于今天");
  assert.equal(await fresh({ releasedOn: "2026-10-01" }), "", "released on the day it was built");
  const placed = { placeKind: "WAREHOUSE", placeCode: "WH-CZ" };
  const secondsLeft = (startOfDay(dayAfter()).getTime() - app.now().getTime()) / 1_000;
  app.passTime(secondsLeft - 6 * 60);
  assert.equal(await fresh({ ...placed, placedOn: dayAfter() }), "事件时间晚于当前时间");
  app.passTime(2 * 60);
  assert.equal(await fresh({ ...placed, placedOn: dayAfter() }), "");
  app.passTime(5 * 60);
  assert.equal(await fresh({ ...placed, placedOn: today() }), "", "the new day has just begun");
});

test("vehicle section 8: a new car has what the row says of its build, its parts and its options", async () => {
  const row = await rowOf({
    optionCodes: "OP-ADS",
    releasedOn: "2026-10-02",
    motorNo: "M-71",
    batteryNo: "B-71",
    engineNo: "E-71",
    placeKind: "WAREHOUSE",
    placeCode: "WH-CZ",
    placedOn: "2026-10-03",
    mileageKm: "3",
  });
  await apply(row);
  const [car] = await app.rows<{ id: string }>("select id from car where vin = $1", [row.values["vin"]]);
  assert.ok(car);
  const placedAt = startOfDay("2026-10-03");
  assert.partialDeepStrictEqual(await carRow(app, car), {
    buildState: "RELEASED",
    releasedAt: startOfDay("2026-10-02"),
    producedOn: "2026-10-01",
    plantCode: "PLANT-CZ",
    motorNos: ["M-71"],
    batteryNo: "B-71",
    engineNo: "E-71",
    optionCodes: ["OP-ADS"],
    stockKind: "NORMAL",
    placeAt: placedAt,
    inStockAt: placedAt,
    whereabouts: "FREE",
    mileageKm: 3,
    eventNo: 3,
    version: 1,
  });
  assert.deepEqual(
    (await carEvents(app, car)).map(({ no, type, source }) => [no, type, source]),
    [
      [1, "registered", "IMPORT"],
      [2, "placed", "IMPORT"],
      [3, "mileage", "IMPORT"],
    ],
  );
  const plain = await rowOf();
  await apply(plain);
  const [bare] = await app.rows<{ id: string }>("select id from car where vin = $1", [plain.values["vin"]]);
  assert.ok(bare);
  assert.partialDeepStrictEqual(await carRow(app, bare), {
    buildState: "BUILT",
    releasedAt: null,
    motorNos: [],
    optionCodes: [],
    placeKind: "UNKNOWN",
    mileageKm: null,
    eventNo: 1,
  });
});

test("vehicle section 8: a future date, an impossible reading and another car's part are also refused when the row is written", async () => {
  const future = { placeKind: "WAREHOUSE", placeCode: "WH-CZ", placedOn: "2999-01-01" };
  await assert.rejects(async () => apply(await rowOf(future)), refused("VEHICLE_EVENT_FUTURE", "事件时间晚于当前时间"));
  const far = refused("VEHICLE_KM_RANGE", "里程须在0至2000000之间");
  await assert.rejects(async () => apply(await rowOf({ mileageKm: "2000001" })), far);
  const car = await givenCar(app, { batteryNo: "B-55", engineNo: "E-55" });
  const taken = (part: string) => refused("VEHICLE_PART_DUP", `${part}已属于${car.vin}`);
  await assert.rejects(async () => apply(await rowOf({ batteryNo: "B-55" })), taken("电池号"));
  await assert.rejects(async () => apply(await rowOf({ engineNo: "E-55" })), taken("发动机号"));
  assert.equal(await check(await rowOf({ batteryNo: "B-55" })), `电池号已属于${car.vin}`);
  assert.equal(await check(await rowOf({ motorNo: "B-55" })), undefined, "a motor is no battery");
  const own = { vin: car.vin, configCode: car.config.configCode, optionCodes: "OP-ADS", batteryNo: "B-55" };
  assert.equal(await check(await rowOf(own)), SKIPPED);
  const differs = await rowOf({ ...own, extColor: "EX-B01" });
  await assert.rejects(apply(differs), refused("VEHICLE_VIN_DUP", "车架号已存在，外观不一致"));
  await place(car, "WH-CZ", app.now());
  await app.rows("update car set place_kind = 'TRANSIT' where id = $1", [car.id]);
  const moved = await rowOf({ ...own, placeKind: "WAREHOUSE", placeCode: "WH-BJ" });
  await assert.rejects(apply(moved), refused("VEHICLE_IN_TRANSIT", "车辆运输中，位置由物流更新"));
});

test("vehicle section 8: one number in two rows belongs to the first, of each kind of part", async () => {
  const rows = [];
  for (const [line, values] of [
    { motorNo: "N-1", batteryNo: "N-2" },
    { motorNo: "N-2", engineNo: "N-3" },
    { batteryNo: "N-2" },
    { engineNo: "N-3" },
    { motorNo: "N-1" },
    {},
  ].entries()) {
    rows.push({ ...(await rowOf(values)), line: line + 2 });
  }
  const arranged = carImportSource.arrange?.(rows.toReversed());
  assert.deepEqual(
    arranged?.rows.map(({ line }) => line),
    rows.toSorted((a, b) => ((a.values["vin"] ?? "") < (b.values["vin"] ?? "") ? -1 : 1)).map(({ line }) => line),
  );
  assert.deepEqual(Object.fromEntries(carImportSource.arrange?.(rows).problems ?? []), {
    4: "电池号与第2行重复",
    5: "发动机号与第3行重复",
    6: "电机号与第2行重复",
  });
});

/** Acts as somebody who sees the cars of one organisation. */
const scopedTo = (tx: Tx, organizationId: string): Tx => {
  const scope = { all: false, organizations: sql`select ${organizationId}::uuid`, selfId: null } as const;
  return { ...tx, actor: { ...tx.actor, scopeOf: () => scope } };
};

test("vehicle section 8: a file neither shows nor blocks a car that the operator does not see", async () => {
  const [seen, hidden] = [await givenCar(app), await givenCar(app)];
  const store = await givenOrganization(app, { type: "STORE" });
  const at = app.now();
  const report = { carIds: [seen.id], kind: "STORE", placeId: store.id, at, source: "LOGISTICS" } as const;
  await run((tx) => reportPlace(tx, report));
  const data = await run((tx) => findVisibleCars(scopedTo(tx, store.id), [seen.vin, hidden.vin]));
  assert.deepEqual([[...data.cars.keys()], [...data.hidden]], [[seen.vin], [[hidden.vin, hidden.id]]]);
  assert.deepEqual(Object.keys(data.cars.get(seen.vin) ?? {}).sort(), Object.keys(await carRow(app, seen)).sort());
  const row = await rowOf({ vin: hidden.vin, configCode: hidden.config.configCode });
  const block = { line: 2, values: { vin: hidden.vin, kind: "RECALL", reason: "软件" } };
  const texts = [
    [carImportSource, row, "数据不存在或已被删除"],
    [carBlockImportSource, block, "车辆未建档"],
  ] as const;
  for (const [source, named, text] of texts) {
    const verdict = await run(async (tx) => (await source.check(scopedTo(tx, store.id), [named], call)).get(2));
    assert.ok(verdict instanceof OutOfScope && verdict.isOverstep, "the kernel logs it as 越权尝试");
    assert.deepEqual([verdict.message, verdict.about?.bizId], [text, hidden.id]);
  }
});

test("vehicle section 8: a block that has ended may be set again by a file; one that is open refuses the row", async () => {
  const car = await givenCar(app);
  const row = { line: 2, values: { vin: car.vin.toLowerCase(), kind: "RECALL", reason: "软件" } };
  const blockIt = () => run(async (tx) => carBlockImportSource.applyAll?.(tx, [row], call));
  await blockIt();
  await assert.rejects(blockIt(), refused("VEHICLE_BLOCK_OPEN", "已有同类管控"));
  await run((tx) => unblock(tx, { carIds: [car.id], kind: "RECALL", reason: "好了", source: "CONSOLE" }));
  const verdict = () => verdictOf(carBlockImportSource, row);
  assert.equal(await verdict(), undefined);
  await blockIt();
  const blocks = await app.rows(
    `select kind, reason, batch_no as "batchNo", ended_at is null as open from car_block where car_id = $1 order by id`,
    [car.id],
  );
  const recall = { kind: "RECALL", reason: "软件", batchNo: null };
  assert.deepEqual(blocks, [
    { ...recall, open: false },
    { ...recall, open: true },
  ]);
  assert.equal((await carRow(app, car)).openBlocks, 1);
  const soon = new Date(app.now().getTime() + 240_000);
  await run((tx) => unblock(tx, { carIds: [car.id], kind: "RECALL", reason: "好了", source: "CONSOLE", at: soon }));
  await assert.rejects(blockIt(), refused("VEHICLE_BLOCK_OPEN", "已有同类管控"), "something newer is known");
  assert.equal((await carRow(app, car)).openBlocks, 0);
  const unknown = { line: 3, values: { vin: newVin(), kind: "RECALL", reason: "软件" } };
  const unregistered = refused("VEHICLE_UNREGISTERED", "车辆未建档");
  await assert.rejects(
    run(async (tx) => carBlockImportSource.applyAll?.(tx, [unknown], call)),
    unregistered,
  );
});
