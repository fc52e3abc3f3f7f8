import assert from "node:assert/strict";
import { test } from "node:test";
import { givenMembership, givenOrganization, givenRole, givenUser } from "@ops/authority/server/testing";
import { listRecordLogs } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { registerCarShelf } from "../car-record/shelf.ts";
import { block } from "../published/blocks.ts";
import { allocate } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { testApp } from "../testing.ts";
import { type GivenCar, givenCar } from "../testing-cars.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const codes = ["vehicle:car:list", "vehicle:car:view"];

/** Makes a person who works for a carrier in this organisation. */
async function driver(organization: { id: string }) {
  const user = await givenUser(app, { userType: "CARRIER", validUntil: "2027-06-30" });
  const role = await givenRole(app, { permissionCodes: codes, dataScope: "ALL" });
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  return app.clientOf(user, [organization.id]);
}

async function heldCar(storeId: string): Promise<GivenCar> {
  const car = await givenCar(app, { buildOrderNo: "O-77" });
  const at = app.now();
  await run((tx) => reportPlace(tx, { carIds: [car.id], kind: "STORE", placeId: storeId, at, source: "LOGISTICS" }));
  await run((tx) => allocate(tx, { carId: car.id, orderId: newId(), orderNo: "O-77", orgIds: [storeId] }));
  await run((tx) => block(tx, { carIds: [car.id], kind: "QUALITY", reason: "漆面", source: "CONSOLE" }));
  await app.rows("update car set plate_no = '京A12345', mileage_km = 12 where id = $1", [car.id]);
  return car;
}

test("vehicle section 7: staff of carriers see configuration, colour and place, but no holder, order, owner or plate", async () => {
  const store = await givenOrganization(app, { type: "STORE" });
  const car = await heldCar(store.id);
  const outsider = await driver(store);
  const own = await app.signIn({ permissions: codes });
  const vins = car.vin;
  const full = (await own.call(contract.listCars, { query: { vins } })).data.list[0];
  assert.partialDeepStrictEqual(full, { holder: { refNo: "O-77" }, plateNo: "京A12345", mileageKm: 12 });
  const { data } = await outsider.call(contract.listCars, { query: { vins } });
  const [seen] = data.list;
  assert.ok(seen && full);
  assert.deepEqual(
    [seen.vin, seen.configName, seen.extColor, seen.placeName],
    [full.vin, full.configName, full.extColor, full.placeName],
  );
  assert.partialDeepStrictEqual(seen, { holder: null, plateNo: null, mileageKm: null, marketTypeName: null });
  const byPlate = await outsider.call(contract.listCars, { query: { vins, plateNo: "京A12345" } });
  assert.equal(byPlate.data.total, 0, "nor found by what is not seen");

  const params = { vin: car.vin };
  assert.equal((await own.call(contract.getCar, { params })).data.isNarrowed, false);
  const detail = (await outsider.call(contract.getCar, { params })).data;
  assert.partialDeepStrictEqual(detail, { isNarrowed: true, buildOrderNo: null, holdSeq: 0, holder: null, blocks: [] });
  assert.deepEqual((await outsider.call(contract.listCarHolds, { params })).data, []);
  assert.equal((await own.call(contract.listCarHolds, { params })).data.length, 1);
  const events = (await outsider.call(contract.listCarEvents, { params, query: {} })).data.list;
  assert.deepEqual(events.map(({ type }) => type).toSorted(), ["placed", "registered"]);
  assert.equal(JSON.stringify(events).includes("O-77"), false);
  const log = (who: typeof own) => who.call(listRecordLogs, { params: { bizType: "car", bizId: car.id }, query: {} });
  assert.equal((await log(own)).success, true);
  assert.equal((await log(outsider)).success, false);
});

test("vehicle section 7: what a shelf shows to organisations is in their scope, once a module has registered one", async (context) => {
  const [store, partner] = [await givenOrganization(app, { type: "STORE" }), await givenOrganization(app)];
  const car = await heldCar(store.id);
  const sees = async () => {
    const person = await app.signIn({ permissions: codes, scope: "ORG", organization: partner });
    return (await person.call(contract.getCar, { params: { vin: car.vin } })).success;
  };
  assert.equal(await sees(), false);
  context.after(
    registerCarShelf(
      (organizations) => sql<boolean>`(car.vin = ${car.vin} and ${partner.id}::uuid in (${organizations}))`,
    ),
  );
  assert.equal(await sees(), true);
});
