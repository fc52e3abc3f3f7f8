import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createAuthority } from "@ops/authority/server";
import {
  AuthorityTestApp,
  failuresOf,
  importing,
  type TestClient,
  type TypedCells,
  testSettings,
} from "@ops/authority/server/testing";
import { dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { vehicleModule } from "../index.ts";
import { deliver } from "../published/delivery.ts";
import { allocate } from "../published/holds.ts";
import { recordMileage } from "../published/readings.ts";
import { registerCars } from "../register/register-cars.ts";
import { givenConfig } from "../testing.ts";
import { carEvents, carRow, givenCar, newVin, refused } from "../testing-cars.ts";
import { type CarCells, cellsOf, givenCarCells } from "./testing-import.ts";

const app = declareTestApp(new AuthorityTestApp([vehicleModule], createAuthority(testSettings), { background: true }));
const codes = [
  "vehicle:car:import",
  "vehicle:car:create",
  "vehicle:car:block",
  "vehicle:car:list",
  "vehicle:car:detail",
];
const { problems, run, check } = importing(app, contract.carImport);
const blocks = importing(app, contract.carBlockImport);

const carOf = (values: CarCells = {}) => givenCarCells(app, values);

test("VE-R13 the check reports a mileage beyond 2,000,000 km, and every other entry refuses it", async () => {
  const client = await app.signIn({ permissions: codes });
  const rows = [cellsOf(await carOf({ mileageKm: 2_000_000 })), cellsOf(await carOf({ mileageKm: 2_000_001 }))];
  const less = cellsOf(await carOf({ mileageKm: -1 }));
  assert.deepEqual(await problems(client, [...rows, less]), ["3 里程须在0至2000000之间", "4 里程须在0至2000000之间"]);
  const { task } = await run(client, rows);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 1, failCount: 1 });
  assert.deepEqual((await failuresOf(app, client, task.id))[0]?.at(-1), "里程须在0至2000000之间");

  const car = await givenCar(app);
  const at = new Date();
  const beyond = { carId: car.id, mileageKm: 2_000_001, at, source: "ORDER" as const };
  const outOfRange = refused("VEHICLE_KM_RANGE", "里程须在0至2000000之间");
  await assert.rejects(
    app.arrange((tx) => recordMileage(tx, beyond)),
    outOfRange,
  );
  const orderId = newId();
  await app.arrange((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O", orgIds: [], at }));
  const delivery = { carId: car.id, orderId, ownerId: newId(), at, mileageKm: 2_000_001 };
  await assert.rejects(
    app.arrange((tx) => deliver(tx, delivery)),
    outOfRange,
  );
});

test("vehicle section 8: colours, options, engine, days and plant of a car are checked before it gets in", async () => {
  const client = await app.signIn({ permissions: codes });
  const hybrid = await givenConfig(app);
  await app.rows("update car_config set energy_type = 'PHEV' where id = $1", [hybrid.id]);
  await givenCar(app, { vin: newVin(), motorNos: ["M-TAKEN"] });
  const [owner] = await app.rows<{ vin: string }>(
    "select vin from car c join car_part_no p on p.car_id = c.id where p.part_no = 'M-TAKEN'",
  );
  const rows: CarCells[] = [
    { extColor: "EX-ZZ9" },
    { intColor: "EX-W01" },
    { extColor: "IN-B02" },
    { optionCodes: "OP-NOPE" },
    { optionCodes: "EX-W01" },
    { configCode: hybrid.configCode, releasedOn: "2026-10-02" },
    { releasedOn: "2026-09-30" },
    { releasedOn: "2999-01-01" },
    { plantCode: "NOT-A-PLANT" },
    { motorNo: "M-TAKEN" },
    { placeKind: "仓库", placeCode: "WH-CZ", placedOn: "2999-01-01" },
    { motorNo: "M-SAME" },
    { motorNo: "M-SAME" },
    { configCode: hybrid.configCode, releasedOn: "2026-10-02", engineNo: "E-1" },
    { configCode: hybrid.configCode },
  ];
  const cells = await Promise.all(rows.map(async (row) => cellsOf(await carOf(row))));
  assert.deepEqual(await problems(client, cells), [
    "2 颜色与配置不匹配",
    "3 颜色与配置不匹配",
    "4 颜色与配置不匹配",
    "5 选装与配置不匹配",
    "6 选装与配置不匹配",
    "7 增程和插混车放行前须有发动机号",
    "8 放行日期早于下线日期",
    "9 放行日期晚于今天",
    "10 工厂不存在",
    `11 电机号已属于${owner?.vin}`,
    "12 事件时间晚于当前时间",
    "14 电机号与第13行重复",
  ]);
});

test("VE-R2 a colour of the other side is flagged wherever a car is registered", async () => {
  const odd = await givenCar(app, { intColor: "EX-W01" });
  assert.deepEqual((await carRow(app, odd)).flags, ["SPEC_ODD"]);
  assert.deepEqual((await carRow(app, await givenCar(app))).flags, []);
});

test("VE-R3 a known free car that differs is reported with the differences, and not skipped", async () => {
  const client = await app.signIn({ permissions: codes });
  const config = await givenConfig(app);
  await app.rows(
    "insert into car_offer (car_config_id, item_kind, item_code, mode) select $1, 'COLOR', color_code, 'OPTIONAL' from car_color where side = 'EXT' on conflict do nothing",
    [config.id],
  );
  const car = await givenCar(app, { config, optionCodes: [] });
  const other = { vin: car.vin, configCode: config.configCode };
  await app.rows("update car set ext_color = 'EX-B01' where id = $1", [car.id]);
  assert.deepEqual(await problems(client, [cellsOf(await carOf(other))]), ["2 车架号已存在，外观不一致"]);
  await app.rows("update car set ext_color = 'EX-W01' where id = $1", [car.id]);
  assert.equal((await check(client, [cellsOf(await carOf(other))])).data.skipped, 1, "the same again");
});

test("vehicle section 8: the reports of a row carry the number of its task and line, and count once", async () => {
  const client = await app.signIn({ permissions: codes });
  const values = await carOf({ placeKind: "仓库", placeCode: "WH-CZ", mileageKm: 5, placedOn: dayOf(new Date()) });
  const { task } = await run(client, [cellsOf(values)]);
  assert.equal(task.status, "SUCCESS");
  const [car] = await app.rows<{ id: string }>("select id from car where vin = $1", [values.vin]);
  assert.ok(car);
  const events = await app.rows<{ type: string; eventId: string }>(
    'select type, event_id as "eventId" from car_event where car_id = $1 order by no',
    [car.id],
  );
  const first = `import:${task.id}:2`;
  assert.deepEqual(events, [
    { type: "registered", eventId: first },
    { type: "placed", eventId: first },
    { type: "mileage", eventId: `${first}:mileage` },
  ]);
  assert.equal((await carEvents(app, car)).length, 3);
});

test("VE-R9 two files with the same cars in opposite order neither deadlock nor keep people waiting", async () => {
  const [one, other] = [await app.signIn({ permissions: codes }), await app.signIn({ permissions: codes })];
  const person = await app.signIn({ permissions: codes });
  const cars = await givenCars(500);
  const rows = cars.map(({ vin }): TypedCells => [vin, "召回", "软件"]);
  const recall = rows.map(([vin]): TypedCells => [vin ?? null, "质量", "软件"]);
  const files = Promise.all([blocks.run(one, rows), blocks.run(other, recall.toReversed())]);
  const calls = await workUntil(files, person, cars);
  for (const { task } of await files) {
    assert.partialDeepStrictEqual(task, { status: "SUCCESS", successCount: 500, failCount: 0 });
  }
  const [{ attempts } = { attempts: 0 }] = await app.rows<{ attempts: number }>(
    "select max(attempts)::int as attempts from task where id = any($1)",
    [(await files).map(({ task }) => task.id)],
  );
  assert.equal(attempts, 1, "no second run was needed");
  const groups = await app.rows<{ began: Date; rows: number }>(
    `select recorded_at as began, count(*)::int as rows from car_event
     where type = 'blocked' and source = 'IMPORT' and car_id = any($1)
     group by recorded_at, by`, // two files may begin a group in the same millisecond
    [cars.map(({ carId }) => carId)],
  );
  assert.ok(groups.length >= 20, `${groups.length} transactions: a car is locked for the time of a small group`);
  assert.ok(Math.max(...groups.map((group) => group.rows)) <= 50);
  assert.ok(calls.length >= 5, `${calls.length} calls by hand meanwhile`);
  for (const { refusals, began, ended } of calls) {
    assert.deepEqual(refusals, []);
    // a call may wait for the groups of either file that had locked the car before it, and for those that began while
    // it worked
    const meanwhile = groups.filter((group) => group.began > began && group.began < ended);
    assert.ok(meanwhile.length <= 6, `a call waited for ${meanwhile.length} of ${groups.length} groups`);
  }
});

/** Makes somebody who blocks cars from all over the list by hand, one after the other, while the work runs. */
async function workUntil(work: Promise<unknown>, person: TestClient, cars: readonly { vin: string }[]) {
  const calls: { refusals: string[]; began: Date; ended: Date }[] = [];
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  for (let n = 0; !isOver && n < cars.length; n++) {
    const began = new Date();
    const vins = [cars[(n * 37) % cars.length]?.vin ?? ""];
    const { data, msg } = await person.call(contract.blockCars, { body: { vins, kind: "LEGAL", reason: "人工" } });
    const why = data?.flatMap(({ reason }) => reason ?? []) ?? [];
    calls.push({ refusals: [msg, ...why].filter(Boolean), began, ended: new Date() });
  }
  return calls;
}

async function givenCars(count: number) {
  const { configCode } = await givenConfig(app);
  const spec = { configCode, optionCodes: [], extColor: "EX-W01", intColor: "IN-B02", source: "MES" } as const;
  const list = Array.from({ length: count }, () => ({ ...spec, vin: newVin() }));
  const entered = await app.arrange((tx) => registerCars(tx, list));
  return entered.map(({ carId }, n) => ({ carId, vin: list[n]?.vin ?? "" }));
}

test("VE-R9 a car that somebody works on for some seconds does not fail its row", async () => {
  const client = await app.signIn({ permissions: codes });
  const [car] = await givenCars(1);
  assert.ok(car);
  const held = Promise.withResolvers<void>();
  const working = app.arrange(async (tx) => {
    await lockCar(tx, car.carId);
    held.resolve();
    await sleep(2_700); // longer than one attempt waits for the lock
  });
  await held.promise;
  const { task } = await blocks.run(client, [[car.vin, "召回", "软件"]]);
  await working;
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", successCount: 1 });
});
