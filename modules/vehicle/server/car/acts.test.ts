import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { block } from "../published/blocks.ts";
import { closeCondition, noteCondition } from "../published/conditions.ts";
import { deliver } from "../published/delivery.ts";
import { allocate, releaseLock, takeForLock, unallocate } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { recordMileage } from "../published/readings.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, givenPhoto, newVin } from "../testing-cars.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const keeper = (...actions: string[]) =>
  app.signIn({ permissions: ["list", "view", ...actions].map((action) => `vehicle:car:${action}`) });
const versionOf = async (car: GivenCar) => (await carRow(app, car)).version;
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const illegal = (state: string, action: string) => [
  "VEHICLE_STATE_ILLEGAL",
  `车辆当前状态为【${state}】，不能执行【${action}】`,
];
const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000);

async function givenDelivered(): Promise<GivenCar> {
  const car = await givenCar(app);
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O1", orgIds: [], at: minutesAgo(5) }));
  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId: newId(), at: minutesAgo(5), mileageKm: 5 }));
  return car;
}

const isBound = async (fileId: string, car: GivenCar) => {
  const [file] = await app.rows<{ status: string; bizId: string | null }>(
    "select status, biz_id from file where id = $1",
    [fileId],
  );
  return file?.status !== "TEMP" && file?.bizId === car.id;
};

test("VE-R10 a car at its owner is not moved by hand, and a person who does not see a car learns nothing about places", async () => {
  const person = await keeper("movePlace");
  const owned = await givenDelivered();
  const body = { placeKind: "WAREHOUSE", placeCode: "WH-CZ", reason: "盘点", version: await versionOf(owned) } as const;
  const moved = await person.call(contract.moveCar, { params: { id: owned.id }, body });
  assert.deepEqual(whyNot(moved), illegal("已交付", "改位置"));
  const organization = await givenOrganization(app, { type: "STORE" });
  const permissions = ["list", "view", "movePlace"].map((action) => `vehicle:car:${action}`);
  const stranger = await app.signIn({ permissions, scope: "ORG", organization });
  const blind = await stranger.call(contract.moveCar, {
    params: { id: owned.id },
    body: { ...body, placeCode: "NOWHERE" },
  });
  assert.equal(blind.msgCode, "COMMON_NOT_FOUND");
});

const toldOf = async (car: { id: string }) => (await app.auditOf(car)).map(({ actionName }) => actionName);

test("VE-R8 an inspection is kept with its photos; a failed one stops the car and says why", async () => {
  const person = await keeper("inspect");
  const car = await givenCar(app);
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O1", orgIds: [] }));
  await run((tx) => unallocate(tx, { carId: car.id, orderId, reason: "CANCELLED" }));
  const inspect = async (result: "PASS" | "FAIL", fileIds: string[]) =>
    person.call(contract.inspectCar, {
      params: { id: car.id },
      body: { result, stockKind: "DAMAGED", text: "左门凹陷", fileIds, version: await versionOf(car) },
    });
  const [first, second] = [await givenPhoto(app, person.user), await givenPhoto(app, person.user)];
  const failed = await inspect("FAIL", [first, second]);
  assert.partialDeepStrictEqual(failed.data, {
    holdState: "RETURNED",
    stockKind: "DAMAGED",
    openBlocks: 1,
    blocks: [{ kind: "QUALITY", reason: "复检不合格：左门凹陷", batchNo: null }],
  });
  assert.deepEqual([await isBound(first, car), await isBound(second, car)], [true, true]);
  const third = await givenPhoto(app, person.user);
  assert.equal((await inspect("PASS", [third])).data.holdState, "FREE");
  const rows = await app.rows(
    `select result, stock_kind, text, file_ids, "by" from car_inspection where car_id = $1 order by at`,
    [car.id],
  );
  const told = { stockKind: "DAMAGED", text: "左门凹陷", by: person.user.id };
  assert.deepEqual(rows, [
    { result: "FAIL", ...told, fileIds: [first, second] },
    { result: "PASS", ...told, fileIds: [third] },
  ]);
  assert.deepEqual(await toldOf(car), ["车辆复检", "车辆复检"], "the log tells it of the car, not of a photo");
  const inspected = (await carEvents(app, car)).filter(({ type }) => type === "inspected");
  assert.deepEqual(
    inspected.map(({ note }) => note),
    ["左门凹陷", "左门凹陷"],
  );
});

test("VE-R8 a car that is bought back ends its hold with its papers, and its stock begins anew", async () => {
  const person = await keeper("takeBack", "off");
  const car = await givenDelivered();
  const file = await givenPhoto(app, person.user);
  const body = { reason: "质量问题", fileIds: [file], version: await versionOf(car) };
  assert.equal((await person.call(contract.takeBackCar, { params: { id: car.id }, body })).msg, "");
  assert.equal(await isBound(file, car), true);
  assert.deepEqual(await toldOf(car), ["退车回购"], "the log tells it of the car, not of its papers");
  const holds = await app.rows("select end_reason from car_hold where car_id = $1 order by seq desc limit 1", [car.id]);
  assert.deepEqual(holds, [{ endReason: "退车回购" }]);
  const stood = { carIds: [car.id], kind: "WAREHOUSE", placeId: "WH-CZ", source: "LOGISTICS" } as const;
  await run((tx) => reportPlace(tx, { ...stood, at: minutesAgo(2) }));
  assert.equal((await carRow(app, car)).inStockAt, null, "it stood there before it came back");
  await run((tx) => reportPlace(tx, { ...stood, at: new Date(app.now().getTime() + 1_000) }));
  assert.ok((await carRow(app, car)).inStockAt);
  const off = { kind: "SCRAPPED", reason: "报废", version: await versionOf(car) } as const;
  assert.equal((await person.call(contract.takeCarOff, { params: { id: car.id }, body: off })).data.whereabouts, "OFF");
  assert.equal((await carEvents(app, car)).at(-1)?.note, "报废：报废");
  const restore = async () =>
    person.call(contract.restoreCar, { params: { id: car.id }, body: { reason: "误", version: await versionOf(car) } });
  assert.partialDeepStrictEqual((await restore()).data, { holdState: "RETURNED", inStockAt: null });
  assert.deepEqual(whyNot(await restore()), illegal("退回待检", "恢复"));
});

test("VE-R15 a market type that is closed or unknown is not given to a car", async () => {
  const person = await keeper("marketType");
  const car = await givenCar(app);
  const closed = newId();
  await app.rows(
    `insert into car_market_type values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, 'A-OLD', '旧类型', null, 1, 'DISABLED', true,
       '{SALE}')`,
    [closed],
  );
  for (const marketTypeId of [closed, newId()]) {
    const body = { marketTypeId, reason: "更正", version: await versionOf(car) };
    const answer = await person.call(contract.changeCarMarketType, { params: { id: car.id }, body });
    assert.equal(answer.msgCode, "COMMON_NOT_FOUND");
  }
  assert.equal((await carRow(app, car)).marketTypeId, null);
});

test("VE-R11 more cars than one query takes are blocked in the order in which they were named", async () => {
  const person = await keeper("block");
  const [first, last, spare] = [await givenCar(app), await givenCar(app), await givenCar(app)];
  const vins = [first.vin, ...Array.from({ length: 99 }, () => newVin()), last.vin, first.vin.toLowerCase()];
  const body = { vins, kind: "OTHER", reason: "批量" } as const;
  const { data } = await person.call(contract.blockCars, { body });
  const unregistered = { done: false, reason: "车辆未建档" };
  assert.deepEqual(
    data,
    vins.slice(0, 101).map((vin, at) => ({ vin, ...(at % 100 === 0 ? { done: true, reason: null } : unregistered) })),
  );
  const hundred = { ...body, vins: vins.slice(0, 100), kind: "TRANSFER" as const };
  assert.equal((await person.call(contract.blockCars, { body: hundred })).data.length, 100);
  const openOf = async (car: GivenCar) => (await carRow(app, car)).openBlocks;
  assert.deepEqual([await openOf(first), await openOf(last), await openOf(spare)], [2, 1, 0]);
  const unknown = { ...body, vins: [newVin()] };
  assert.deepEqual((await person.call(contract.blockCars, { body: unknown })).data, [
    { vin: unknown.vins[0], ...unregistered },
  ]);
  const logged = await app.rows<{ bizType: string; bizId: string; summary: string }>(
    "select biz_type, biz_id, summary from audit_log where summary like '%辆，完成%' order by occurred_at, id",
  );
  assert.deepEqual(
    logged.map(({ bizType, bizId, summary }) => [bizType, bizId, summary]),
    [
      ["car", first.id, "101辆，完成2辆"],
      ["car", first.id, "100辆，完成1辆"],
      ["car", "", "1辆，完成0辆"],
    ],
  );
  const [stopped] = await app.rows<{ batchNo: string }>("select batch_no from car_block where car_id = $1", [last.id]);
  assert.ok(stopped?.batchNo, "what was stopped together has one number");
});

test("vehicle section 5.2: the drawer shows a car with its blocks and damages, found by VIN as typed or by id", async () => {
  const person = await keeper("create");
  const car = await givenCar(app, { motorNos: ["M-31"], batteryNo: "B-31" });
  const at = minutesAgo(9);
  await run((tx) => block(tx, { carIds: [car.id], kind: "LEGAL", reason: "查封", source: "CONSOLE", at }));
  const note = { carId: car.id, level: "MINOR", fileIds: [], source: "LOGISTICS" } as const;
  await run((tx) => noteCondition(tx, { ...note, sourceNo: "D1", text: "划痕", at: minutesAgo(8) }));
  await run((tx) => noteCondition(tx, { ...note, sourceNo: "D2", text: "凹坑", at: minutesAgo(3) }));
  await run((tx) => closeCondition(tx, { carId: car.id, sourceNo: "D1", state: "VOID", source: "LOGISTICS" }));
  const other = await givenCar(app);
  await run((tx) => noteCondition(tx, { ...note, carId: other.id, sourceNo: "D3", text: "掉漆" }));
  const get = async (vin: string) => person.call(contract.getCar, { params: { vin } });
  const { data } = await get(car.vin.toLowerCase());
  assert.deepEqual(
    [data.id, data.configCode, data.isNarrowed, data.linkedVin, data.motorNos, data.batteryNo, data.optionCodes],
    [car.id, car.config.configCode, false, null, ["M-31"], "B-31", ["OP-ADS"]],
  );
  assert.deepEqual(
    data.blocks.map(({ fromAt: _, ...one }) => one),
    [{ kind: "LEGAL", reason: "查封", batchNo: null }],
  );
  assert.deepEqual(
    data.conditions.map(({ notedAt: _, ...one }) => one),
    [
      { sourceNo: "D2", level: "MINOR", text: "凹坑", state: "OPEN" },
      { sourceNo: "D1", level: "MINOR", text: "划痕", state: "VOID" },
    ],
  );
  assert.deepEqual((await get(car.id)).data, data);
  assert.equal((await get(newVin())).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await get(newId())).msgCode, "COMMON_NOT_FOUND");
});

test("vehicle section 5.2: the log of a car is read page by page, also of one source only, and never shows another car", async () => {
  const person = await keeper();
  const [car, other] = [await givenCar(app), await givenCar(app)];
  const read = (carId: string, mileageKm: number, minutes: number) =>
    run((tx) =>
      recordMileage(tx, { carId, mileageKm, at: minutesAgo(minutes), source: "CLOUD", eventId: `k-${mileageKm}` }),
    );
  await read(car.id, 10, 9);
  await read(other.id, 10, 9);
  await read(car.id, 20, 8);
  const params = { vin: car.vin };
  const events = async (query: Record<string, string>) =>
    (await person.call(contract.listCarEvents, { params, query })).data;
  const all = await events({});
  assert.deepEqual(
    all.list.map(({ id, no, type, source }) => [id, no, type, source]),
    [
      ["3", 3, "mileage", "CLOUD"],
      ["2", 2, "mileage", "CLOUD"],
      ["1", 1, "registered", "MES"],
    ],
  );
  assert.deepEqual([all.total, all.list[0]?.before, all.list[0]?.after["mileageKm"]], [3, all.list[0]?.before, 20]);
  assert.equal(all.list[0]?.before["mileageKm"], 10);
  assert.equal(all.list[0]?.eventId, "k-20");
  const second = await events({ pageNo: "2", pageSize: "2" });
  assert.deepEqual([second.total, second.list.map(({ no }) => no)], [3, [1]]);
  const ofFactory = await events({ source: "MES" });
  assert.deepEqual([ofFactory.total, ofFactory.list.map(({ no }) => no)], [1, [1]]);

  const lock = { carId: car.id, lockId: newId(), lockNo: "L-1", orgIds: [] };
  const { token } = await run((tx) => takeForLock(tx, lock));
  await run((tx) => releaseLock(tx, { ...lock, token, reason: "到期" }));
  await run((tx) => allocate(tx, { carId: car.id, orderId: newId(), orderNo: "O-1", orgIds: [] }));
  await run((tx) => allocate(tx, { carId: other.id, orderId: newId(), orderNo: "O-2", orgIds: [] }));
  const holds = (await person.call(contract.listCarHolds, { params })).data;
  assert.deepEqual(
    holds.map(({ seq, kind, refNo, endedAt, endReason }) => [seq, kind, refNo, endedAt !== null, endReason]),
    [
      [2, "ORDER", "O-1", false, null],
      [1, "LOCK", "L-1", true, "到期"],
    ],
  );
});

test("vehicle section 5.2: the stays of a car come latest first with their days; outdated reports and events without a move are left out", async () => {
  const person = await keeper();
  const [car, other] = [await givenCar(app), await givenCar(app)];
  const daysAgo = (days: number) => minutesAgo(days * 1_440 + 1);
  const move = (at: GivenCar, placeId: string, days: number) =>
    run((tx) =>
      reportPlace(tx, { carIds: [at.id], kind: "WAREHOUSE", placeId, at: daysAgo(days), source: "LOGISTICS" }),
    );
  await move(other, "WH-GZ", 9);
  await move(car, "WH-CZ", 10);
  await move(car, "WH-CZ", 8);
  await move(car, "WH-BJ", 7);
  await move(car, "WH-CD", 9);
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O1", orgIds: [], at: daysAgo(2) }));
  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId: newId(), at: daysAgo(2), mileageKm: 5 }));
  const { data } = await person.call(contract.listCarStays, { params: { vin: car.vin } });
  assert.deepEqual(
    data.map(({ placeKind, placeName, days, until }) => [placeKind, placeName, days, until !== null]),
    [
      ["OWNER", null, 2, false],
      ["WAREHOUSE", "北京中心库", 5, true],
      ["WAREHOUSE", "常州中心库", 3, true],
    ],
  );
  assert.deepEqual(
    data.slice(1).map(({ until }) => until),
    data.slice(0, -1).map(({ from }) => from),
  );
});

test("VE-R3 only a car that is off is replaced by another, and VE-R17 a corrected one keeps what its VIN is flagged with", async () => {
  const person = await keeper("create", "edit");
  const standing = await givenCar(app);
  const { id: carConfigId } = await givenConfig(app);
  const spec = { carConfigId, optionCodes: [], extColor: "EX-W01", intColor: "IN-B02" };
  const fresh = {
    ...spec,
    vin: newVin(),
    plantCode: "PLANT-CZ",
    producedOn: "2026-10-01",
    stockKind: "NORMAL",
  } as const;
  const made = await person.call(contract.createCar, { body: { ...fresh, replacesCarId: standing.id } });
  assert.deepEqual(whyNot(made), ["COMMON_PARAM", "错录车辆格式不正确"]);
  assert.deepEqual(await app.rows("select from car where vin = $1", [fresh.vin]), []);

  const body = { ...spec, carConfigId: standing.config.id, extColor: "EX-B01" };
  const edit = async () =>
    person.call(contract.editCar, {
      params: { id: standing.id },
      body: { ...body, version: await versionOf(standing) },
    });
  assert.deepEqual((await edit()).data.flags, ["SPEC_ODD"]);
  await app.rows("update car set flags = '{CHECK_ODD}' where id = $1", [standing.id]);
  assert.deepEqual((await edit()).data.flags, ["CHECK_ODD", "SPEC_ODD"]);
  assert.equal((await carEvents(app, standing)).at(-1)?.note, null);
  await app.rows("update car set hold_state = 'RETURNED' where id = $1", [standing.id]);
  assert.equal((await edit()).msg, "");
});
