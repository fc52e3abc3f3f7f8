import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthority } from "@ops/authority/server";
import {
  AuthorityTestApp,
  type GivenOrganization,
  givenOrganization,
  importing,
  testSettings,
} from "@ops/authority/server/testing";
import { newId, type Tx } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { cellsOf, givenCarCells } from "../car/testing-import.ts";
import { verifyCars } from "../car/verify.ts";
import { vehicleModule } from "../index.ts";
import { deliver, revertDeliver } from "../published/delivery.ts";
import { allocate } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { listByPlace, listTestDriveCars } from "../published/read.ts";
import { carRow, type GivenCar, givenCar } from "../testing-cars.ts";
import { mergeInto } from "./testing-merge.ts";

const app = declareTestApp(new AuthorityTestApp([vehicleModule], createAuthority(testSettings), { background: true }));
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const { problems, check } = importing(app, contract.carImport);
const codes = [
  "vehicle:car:import",
  "vehicle:car:create",
  "vehicle:car:list",
  "vehicle:car:view",
  "vehicle:car:movePlace",
];

/** Makes two delivery centres in different cities, in a new region. */
async function givenCentres() {
  const parent = await givenOrganization(app, { type: "REGION" });
  return {
    old: await givenCentre("交付中心甲", "320411", parent),
    living: await givenCentre("交付中心乙", "310104", parent),
  };
}

async function givenCentre(name: string, regionCode: string, parent: GivenOrganization) {
  const { id } = await givenOrganization(app, { type: "DELIVERY", name, parent });
  const [row] = await app.rows<{ code: string }>(
    "update organization set region_code = $2 where id = $1 returning code",
    [id, regionCode],
  );
  return { id, code: row?.code ?? "" };
}

const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000);
const at = (car: GivenCar, placeId: string, minutes: number) => {
  const report = { carIds: [car.id], kind: "STORE", placeId, source: "LOGISTICS" } as const;
  return run((tx) => reportPlace(tx, { ...report, at: minutesAgo(minutes) }));
};
const standingAt = (centre: { id: string }) => ({
  placeKind: "STORE",
  placeId: centre.id,
  placeName: "交付中心乙",
  placeOrgId: centre.id,
  cityCode: "310100",
});
const faultsOf = async (...list: GivenCar[]) =>
  (await run((tx) => verifyCars(tx, { latest: 5_000 }))).filter(({ vin }) => list.some((car) => car.vin === vin));

test("VE-R16 AU-R42 cars of a merged centre stand at the one that it became, and its people find them there", async () => {
  const { old, living } = await givenCentres();
  const [car, testCar] = [await givenCar(app), await givenCar(app, { stockKind: "TEST_DRIVE" })];
  for (const one of [car, testCar]) await at(one, old.id, 9);
  await mergeInto(app, old, living);

  for (const one of [car, testCar]) assert.partialDeepStrictEqual(await carRow(app, one), standingAt(living));
  assert.partialDeepStrictEqual((await app.auditOf(car)).at(-1), {
    actionName: "组织合并",
    diffs: [
      { field: "placeOrgId", label: "所在组织", before: "交付中心甲", after: "交付中心乙" },
      { field: "placeName", label: "位置", before: "交付中心甲", after: "交付中心乙" },
    ],
  });
  const found = await run((tx) => listByPlace(tx, "STORE", living.id));
  assert.deepEqual(found.map(({ id }) => id).toSorted(), [car.id, testCar.id].toSorted());
  assert.deepEqual(
    (await run((tx) => listTestDriveCars(tx, living.id))).map(({ id }) => id),
    [testCar.id],
  );
  assert.deepEqual(await faultsOf(car, testCar), []);
  const client = await app.signIn({ permissions: codes });
  const { data: stays } = await client.call(contract.listCarStays, { params: { vin: car.vin } });
  assert.deepEqual(
    stays.map(({ placeName }) => placeName),
    ["交付中心乙", "交付中心甲"],
  );
});

test("VE-R16 whoever names a merged centre means the one that it became, however often it was merged", async () => {
  const { old, living } = await givenCentres();
  const between = await givenOrganization(app, { type: "DELIVERY", name: "交付中心丙" });
  await mergeInto(app, old, between);
  await mergeInto(app, between, living);
  const [told, moved] = [await givenCar(app), await givenCar(app)];
  await at(told, old.id, 9);
  assert.partialDeepStrictEqual(await carRow(app, told), standingAt(living));

  const client = await app.signIn({ permissions: codes });
  const body = { placeKind: "STORE", placeCode: old.code, reason: "盘点", version: 1 } as const;
  const { data, msg } = await client.call(contract.moveCar, { params: { id: moved.id }, body });
  assert.deepEqual([msg, data?.placeName], ["", "交付中心乙"]);
  assert.partialDeepStrictEqual(await carRow(app, moved), standingAt(living));
  const { vin, config } = told;
  const same = { vin, configCode: config.configCode, optionCodes: "OP-ADS", placeKind: "门店", placeCode: old.code };
  const { data: checked } = await check(client, [cellsOf(await givenCarCells(app, same))]);
  assert.partialDeepStrictEqual(checked, { skipped: 1, problems: [] });
});

test("VE-R16 a centre that became a department goes on as a closed place whose cars the department sees", async () => {
  const { old } = await givenCentres();
  const [department, car, later] = [
    await givenOrganization(app, { type: "DEPT", name: "交付部" }),
    await givenCar(app),
    await givenCar(app),
  ];
  await at(car, old.id, 9);
  await mergeInto(app, old, department);
  await at(later, old.id, 8);
  for (const one of [car, later]) {
    assert.partialDeepStrictEqual(await carRow(app, one), {
      placeId: old.id,
      placeName: "交付中心甲",
      placeOrgId: department.id,
      cityCode: "320400",
    });
  }
});

test("VE-R16 neither a person nor a file puts a car into a closed centre; a report of logistics is accepted as a fact", async () => {
  const { old, living } = await givenCentres();
  await app.rows("update organization set status = 'DISABLED' where id = $1", [old.id]);
  const client = await app.signIn({ permissions: codes });
  const [car, there] = [await givenCar(app), await givenCar(app)];
  const body = { placeKind: "STORE", placeCode: old.code, reason: "盘点", version: 1 } as const;
  const { msgCode, msg } = await client.call(contract.moveCar, { params: { id: car.id }, body });
  assert.deepEqual([msgCode, msg], ["VEHICLE_PLACE_CLOSED", "交付中心甲已停用，请改用其他位置"]);
  assert.equal((await carRow(app, car)).placeKind, "UNKNOWN");

  await at(there, old.id, 9);
  assert.partialDeepStrictEqual(await carRow(app, there), { placeId: old.id, placeOrgId: old.id });
  const closed = { placeKind: "门店", placeCode: old.code };
  const known = ({ vin, config }: GivenCar) => ({ vin, configCode: config.configCode, optionCodes: "OP-ADS" });
  const rows = [
    await givenCarCells(app, closed),
    await givenCarCells(app, { ...known(car), ...closed }),
    await givenCarCells(app, { ...known(there), ...closed }),
    await givenCarCells(app, { placeKind: "门店", placeCode: living.code }),
  ];
  assert.deepEqual(await problems(client, rows.map(cellsOf)), [
    "2 交付中心甲已停用，请改用其他位置",
    "3 交付中心甲已停用，请改用其他位置",
  ]);
});

test("VE-R8 AU-R42 a delivery that is taken back after a merge gives the car to the people that are there now", async () => {
  const { old, living } = await givenCentres();
  const [car, orderId, other] = [await givenCar(app), newId(), await givenOrganization(app, { type: "STORE" })];
  const orgIds = [other.id, old.id, living.id];
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O7", orgIds }));
  await at(car, old.id, 9);
  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId: newId(), at: app.now(), mileageKm: 5 }));
  await mergeInto(app, old, living);
  await run((tx) => revertDeliver(tx, { carId: car.id, orderId, reason: "误操作" }));

  const row = await carRow(app, car);
  assert.partialDeepStrictEqual(row, standingAt(living));
  assert.deepEqual(row.holdOrgIds.toSorted(), [other.id, living.id].toSorted());
  assert.deepEqual(await faultsOf(car), []);
});

test("VE-R10 AU-R42 a report about a car on the road counts at the centre that the place has become by a merge", async () => {
  const { old, living } = await givenCentres();
  const car = await givenCar(app);
  const told = { carIds: [car.id], expectAt: null };
  await run((tx) =>
    reportPlace(tx, { ...told, kind: "TRANSIT", placeId: "G", at: minutesAgo(90), source: "LOGISTICS" }),
  );
  await run((tx) => reportPlace(tx, { ...told, kind: "STORE", placeId: old.id, at: minutesAgo(40), source: "MES" }));
  await mergeInto(app, old, living);
  const arrival = { ...told, kind: "WAREHOUSE", placeId: "WH-GZ", at: minutesAgo(60), source: "LOGISTICS" } as const;
  await run((tx) => reportPlace(tx, arrival));
  assert.partialDeepStrictEqual(await carRow(app, car), standingAt(living));
  assert.deepEqual(await faultsOf(car), []);
});
