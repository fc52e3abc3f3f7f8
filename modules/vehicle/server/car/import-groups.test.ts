import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthority } from "@ops/authority/server";
import { AuthorityTestApp, importing, type TypedCells, testSettings } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { tellCars } from "../car-record/tell-cars.ts";
import { vehicleModule } from "../index.ts";
import { placeCar, placeSaying } from "../place/place-car.ts";
import { requirePlace } from "../place/resolver.ts";
import { deliver } from "../published/delivery.ts";
import { allocate } from "../published/holds.ts";
import { tellMileage } from "../published/readings.ts";
import { registerCar, registerCars } from "../register/register-cars.ts";
import { givenConfig } from "../testing.ts";
import { carEvents, type GivenCar, givenCar, newVin, refused } from "../testing-cars.ts";
import { type CarCells, cellsOf, givenCarCells } from "./testing-import.ts";

const app = declareTestApp(new AuthorityTestApp([vehicleModule], createAuthority(testSettings), { background: true }));
const codes = ["vehicle:car:import", "vehicle:car:create", "vehicle:car:list", "vehicle:car:detail"];
const { check, run } = importing(app, contract.carImport);

const carOf = (values: CarCells = {}) => givenCarCells(app, values);

test("vehicle section 8: a file enters cars exactly as one car after the other would be entered", async () => {
  const client = await app.signIn({ permissions: codes });
  const config = await givenConfig(app);
  const values = await carOf({
    configCode: config.configCode,
    optionCodes: "OP-ADS",
    releasedOn: "2026-10-02",
    motorNo: "M-1",
    batteryNo: "B-1",
    placeKind: "仓库",
    placeCode: "WH-CZ",
    placedOn: "2026-10-03",
    mileageKm: 7,
  });
  const { task } = await run(client, [cellsOf(values), cellsOf(await carOf({ configCode: config.configCode }))]);
  assert.equal(task.successCount, 2);
  const vin = newVin();
  await app.arrange(async (tx) => {
    const spec = { configCode: config.configCode, optionCodes: ["OP-ADS"], extColor: "EX-W01", intColor: "IN-B02" };
    const built = { plantCode: "PLANT-CZ", producedOn: "2026-10-01", motorNos: ["M-2"], batteryNo: "B-2" };
    const released = { buildState: "RELEASED", releasedAt: new Date("2026-10-02T00:00:00+08:00") } as const;
    const told = { vin, ...spec, ...built, ...released, stockKind: "NORMAL", source: "IMPORT", eventId: "e" } as const;
    const { carId } = await registerCar(tx, told);
    const place = await requirePlace(tx, "WAREHOUSE", "WH-CZ");
    const report = { kind: "WAREHOUSE", place, at: new Date("2026-10-03T00:00:00+08:00"), source: "IMPORT" } as const;
    const placed = await placeCar(tx, await lockCar(tx, carId), { ...report, eventId: "e" });
    await tellMileage(tx, placed.car, { mileageKm: 7, at: tx.now, source: "IMPORT", eventId: "e:mileage" });
  });
  assert.deepEqual(await lifeOf(values.vin), await lifeOf(vin));
});

test("vehicle section 8: the news of each car come in the order of its log, whatever car stands first in the file", async () => {
  const client = await app.signIn({ permissions: codes });
  const { configCode } = await givenConfig(app);
  const placed = { configCode, placeKind: "仓库", placeCode: "WH-CZ", placedOn: "2026-10-03" };
  const [first = "", second = ""] = [newVin(), newVin()].toSorted();
  const built = await carOf({ ...placed, vin: first });
  const released = await carOf({ ...placed, vin: second, releasedOn: "2026-10-02" });
  const { task } = await run(client, [cellsOf(built), cellsOf(released)]);
  assert.equal(task.successCount, 2);
  const told = await app.rows<{ name: string }>(
    "select name from event_outbox where payload ->> 'vin' = $1 order by id",
    [second],
  );
  assert.deepEqual(
    told.map(({ name }) => name),
    [contract.carRegistered, contract.carProduced, contract.carReleased, contract.carPlaceChanged].map(
      ({ name }) => name,
    ),
  );
});

test("vehicle section 8: a place that a known car cannot get is told at the check, an older one as history", async () => {
  const client = await app.signIn({ permissions: codes });
  const [moving, gone, newer] = [await givenCar(app), await givenCar(app), await givenCar(app)];
  await app.rows("update car set place_kind = 'TRANSIT' where id = $1", [moving.id]);
  await app.arrange(async (tx) => {
    const [orderId, ownerId] = [newId(), newId()];
    await allocate(tx, { carId: gone.id, orderId, orderNo: "O", orgIds: [] });
    await deliver(tx, { carId: gone.id, orderId, ownerId, at: tx.now, mileageKm: 12 });
  });
  await app.arrange(async (tx) => {
    const place = await requirePlace(tx, "WAREHOUSE", "WH-BJ");
    const at = new Date("2026-10-20T00:00:00+08:00");
    await placeCar(tx, await lockCar(tx, newer.id), { kind: "WAREHOUSE", place, at, source: "MES" });
  });
  const told = { optionCodes: "OP-ADS", placeKind: "仓库", placeCode: "WH-CZ", placedOn: "2026-10-03" };
  const rows = [];
  for (const { vin, config } of [moving, gone, newer]) {
    rows.push(cellsOf(await carOf({ ...told, vin, configCode: config.configCode })));
  }
  const { data } = await check(client, rows);
  assert.deepEqual(
    data.problems.map(({ line, problem }) => [line, problem]),
    [
      [2, "车辆运输中，位置由物流更新"],
      [3, "车辆已交付，位置不再更新"],
    ],
  );
  assert.deepEqual(
    data.warnings.map(({ line, problem }) => [line, problem]),
    [[4, "已有更新的位置，本次仅记入历史"]],
  );
});

test("vehicle section 8: a file tells known cars exactly as one after the other would be told", async () => {
  const client = await app.signIn({ permissions: codes });
  const config = await givenConfig(app);
  /**
   * Makes five cars for either list: moved and read, only moved, only read, moved by an outdated report, and allocated.
   */
  const given = async () => {
    const cars: GivenCar[] = [];
    for (let n = 0; n < 5; n++) cars.push(await givenCar(app, { config, optionCodes: [] }));
    await app.arrange(async (tx) => {
      const place = await requirePlace(tx, "WAREHOUSE", "WH-CZ");
      for (const { id } of cars) {
        const at = new Date("2026-10-05T00:00:00+08:00");
        await placeCar(tx, await lockCar(tx, id), { kind: "WAREHOUSE", place, at, source: "MES" });
      }
    });
    return cars;
  };
  const days = ["2026-10-07", "2026-10-07", null, "2026-10-02", "2026-10-07"] as const;
  const readings = [7, null, 8, null, 9] as const;
  const [byFile, byHand] = [await given(), await given()];
  for (const [last] of [byFile.slice(-1), byHand.slice(-1)]) {
    await app.arrange((tx) => allocate(tx, { carId: last?.id ?? "", orderId: newId(), orderNo: "O", orgIds: [] }));
  }
  const rows = byFile.map(async ({ vin }, n): Promise<TypedCells> => {
    const place = days[n] ? { placeKind: "工厂", placeCode: "PLANT-CZ", placedOn: days[n] } : {};
    return cellsOf(
      await carOf({ vin, configCode: config.configCode, ...place, ...(readings[n] ? { mileageKm: readings[n] } : {}) }),
    );
  });
  const { task } = await run(client, await Promise.all(rows));
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", successCount: 5, failCount: 0 });
  await app.arrange(async (tx) => {
    const place = await requirePlace(tx, "PLANT", "PLANT-CZ");
    for (const [n, { id }] of byHand.entries()) {
      let car = await lockCar(tx, id);
      const at = new Date(`${days[n]}T00:00:00+08:00`);
      const report = { kind: "PLANT", place, at, source: "IMPORT", eventId: `${id}:place` } as const;
      if (days[n]) ({ car } = await placeCar(tx, car, report));
      const reading = { at: tx.now, source: "IMPORT", eventId: `${id}:read` } as const;
      if (readings[n]) await tellMileage(tx, car, { ...reading, mileageKm: readings[n] });
    }
  });
  for (const [n, { vin }] of byFile.entries()) {
    assert.deepEqual(await lifeOf(vin), await lifeOf(byHand[n]?.vin), `car ${n}`);
    assert.deepEqual(await versionOf(vin), await versionOf(byHand[n]?.vin), `car ${n}`);
  }
  const fields = await app.rows<{ fields: string[] }>(
    `select array(select jsonb_array_elements(diffs) ->> 'field') as fields from audit_log
     where biz_type = 'car' and action = 'JOB platform.task' and biz_no = $1`,
    [byFile[0]?.vin],
  );
  assert.deepEqual(
    fields,
    [{ fields: ["placeKind", "placeName", "mileageKm"] }],
    "one row of the log, with both changes",
  );
});

test("vehicle section 8: what a row told of a known car counts once, whatever runs again", async () => {
  const car = await givenCar(app);
  const say = () =>
    app.arrange(async (tx) => {
      const locked = await lockCar(tx, car.id);
      const place = await requirePlace(tx, "PLANT", "PLANT-CZ");
      const report = { kind: "PLANT", place, at: tx.now, source: "IMPORT", eventId: "import:task:2" } as const;
      await tellCars(tx, [{ car: locked, sayings: [placeSaying(tx, report)] }]);
    });
  await say();
  await say();
  const types = (await carEvents(app, car)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === "placed").length, 1);
});

test("VE-R3 several cars enter the register exactly as one after the other would", async () => {
  const config = await givenConfig(app);
  const spec = { configCode: config.configCode, optionCodes: ["OP-ADS"], extColor: "EX-W01", intColor: "IN-B02" };
  const told = { ...spec, source: "MES", buildState: "BUILT", producedOn: "2026-10-01" } as const;
  const known = await givenCar(app, { config });
  const [first, second, alone] = [newVin(), newVin(), newVin()];
  const list = [second, known.vin, first, second].map((vin) => ({
    ...told,
    vin,
    motorNos: vin === known.vin ? [] : [`M-${vin}`],
    eventId: newId(),
  }));
  const answers = await app.arrange((tx) => registerCars(tx, list));
  assert.deepEqual(
    answers.map(({ created }) => created),
    [true, false, true, false],
  );
  assert.equal(answers[1]?.carId, known.id);
  assert.equal(answers[3]?.carId, answers[0]?.carId);
  await app.arrange((tx) => registerCar(tx, { ...told, vin: alone, motorNos: [`M-${alone}`], eventId: newId() }));
  for (const vin of [first, second]) assert.deepEqual(await lifeOf(vin), await lifeOf(alone));
  await assert.rejects(
    app.arrange((tx) => registerCars(tx, [{ ...told, vin: first, optionCodes: [] }])),
    refused("VEHICLE_VIN_DUP", "车架号已存在，选装不一致"),
  );
  assert.deepEqual(await app.arrange((tx) => registerCars(tx, [])), []);
});

const versionOf = (vin: string | undefined) => app.rows("select version, event_no from car where vin = $1", [vin]);

/** Reads everything about a car except ids, numbers and times, which differ between two equal cars. */
async function lifeOf(vin: string | number | undefined) {
  const [car] = await app.rows<Record<string, unknown> & { id: string }>("select * from car where vin = $1", [vin]);
  assert.ok(car);
  const volatile = /At$|By$|^(id|vin|holdId|version|clocks|motorNos|batteryNo)$/;
  const plain = (row: object) => Object.entries(row).filter(([name]) => !volatile.test(name));
  const events = await carEvents(app, car);
  const news = await app.rows<{ name: string }>("select name from event_outbox where key = $1 order by id", [car.id]);
  const keys = await app.rows<{ n: number }>("select count(*)::int as n from car_event_key where car_id = $1", [
    car.id,
  ]);
  const parts = await app.rows<{ part: string }>("select part from car_part_no where car_id = $1 order by part", [
    car.id,
  ]);
  const log = events.map(({ no, type, source, applied, via, after }) => ({
    no,
    type,
    source,
    applied,
    via,
    after: plain(after),
  }));
  return { car: plain(car), clocks: Object.keys(car["clocks"] ?? {}).sort(), log, news, keys, parts };
}
