import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthority } from "@ops/authority/server";
import {
  AuthorityTestApp,
  exported,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type TestClient,
  testSettings,
} from "@ops/authority/server/testing";
import { dayOf, wireTime } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { vehicleModule } from "../index.ts";
import { deliver } from "../published/delivery.ts";
import { allocate, takeForLock } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { recordMileage } from "../published/readings.ts";
import { carRow, givenCar } from "../testing-cars.ts";

const app = declareTestApp(new AuthorityTestApp([vehicleModule], createAuthority(testSettings), { background: true }));
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const codes = ["vehicle:car:list", "vehicle:car:view", "vehicle:car:export"];

/** Reads the cells of a sheet under these titles. */
async function cells(
  client: TestClient,
  sheet: Parameters<typeof exported>[2],
  query: Record<string, string>,
  titles: string[],
) {
  const { rows, titles: all } = await exported(app, client, sheet, { query });
  return rows.map((row) => titles.map((title) => row[all.indexOf(title)] ?? null));
}

test("vehicle section 8: the sheet of cars has the rows of the list, with the words of the console", async () => {
  const client = await app.signIn({ permissions: codes });
  const [car, free] = [await givenCar(app), await givenCar(app, { buildState: "BUILT" })];
  await run((tx) => takeForLock(tx, { carId: car.id, lockId: newId(), lockNo: "L-9", orgIds: [] }));
  const titles = [
    "VIN",
    "车系",
    "外观",
    "内饰",
    "去向",
    "占用状态",
    "生产状态",
    "占用方",
    "位置类型",
    "现车类型",
    "管控",
  ];
  const rows = await cells(client, contract.carSheet, { vins: `${car.vin},${free.vin}` }, titles);
  const series = (of: typeof car) => `车系${of.config.seriesCode}`;
  assert.deepEqual(
    rows.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    [
      [car.vin, series(car), "珍珠白", "墨黑", "已锁定", "已锁定", "已放行", "锁单L-9", "未知", "常规现车", 0],
      [free.vin, series(free), "珍珠白", "墨黑", "空闲", "空闲", "已下线", null, "未知", "常规现车", 0],
    ].toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  );
});

test("vehicle section 8: the sheet of events is narrowed by car, kind, source and day, and tells what changed in words", async () => {
  const client = await app.signIn({ permissions: codes });
  const [car, other] = [await givenCar(app), await givenCar(app)];
  const at = new Date(app.now().getTime() - 60_000);
  const report = { carIds: [car.id], kind: "WAREHOUSE", placeId: "WH-CZ", at, source: "LOGISTICS" } as const;
  await run((tx) => reportPlace(tx, { ...report, eventId: "X-1" }));
  const expectAt = new Date(at.getTime() + 7_200_000);
  await run((tx) =>
    reportPlace(tx, { ...report, kind: "TRANSIT", placeId: "G", at: app.now(), expectAt, eventId: "X-2" }),
  );
  await run((tx) => recordMileage(tx, { carId: car.id, mileageKm: 8, at, source: "CLOUD", eventId: "X-3" }));
  await run((tx) => recordMileage(tx, { carId: other.id, mileageKm: 9, at, source: "CLOUD", eventId: "X-4" }));
  const events = (query: Record<string, string>, titles: string[]) =>
    cells(client, contract.carEventSheet, query, titles);
  const numbers = async (query: Record<string, string>) =>
    (await events({ vins: car.vin.toLowerCase(), ...query }, ["序号"])).flat();
  assert.deepEqual(await numbers({}), [4, 3, 2, 1], "the latest first");
  assert.deepEqual(await numbers({ type: "placed" }), [3, 2]);
  assert.deepEqual(await numbers({ source: "CLOUD" }), [4]);
  const today = dayOf(app.now());
  assert.deepEqual(await numbers({ recordedAt: `${today},${today}` }), [4, 3, 2, 1]);
  assert.deepEqual(await numbers({ recordedAt: "2026-01-01,2026-01-02" }), []);
  assert.deepEqual(
    (await events({ vins: other.vin }, ["VIN", "序号"])).map(([vin, no]) => [vin, no]),
    [
      [other.vin, 2],
      [other.vin, 1],
    ],
  );
  const shown = await events({ vins: car.vin, source: "LOGISTICS" }, ["变化", "事件号", "来源"]);
  assert.deepEqual(shown, [
    [
      `预计到达：空 → ${wireTime(expectAt)}；位置类型：仓库 → 运输中；位置：常州中心库 → 空`,
      "X-2",
      contract.carSources.LOGISTICS,
    ],
    ["位置类型：未知 → 仓库；位置：空 → 常州中心库", "X-1", contract.carSources.LOGISTICS],
  ]);
  const [first] = await events({ vins: other.vin, type: "registered" }, ["变化"]);
  assert.match(String(first), /选装：空 → OP-ADS；/);
  assert.match(String(first), /电机号：空 → 空；/);
});

test("vehicle section 7: staff of carriers get the events of the car and its places alone", async () => {
  const store = await givenOrganization(app, { type: "STORE" });
  const car = await givenCar(app, { buildOrderNo: "O-61" });
  const at = app.now();
  await run((tx) => reportPlace(tx, { carIds: [car.id], kind: "STORE", placeId: store.id, at, source: "LOGISTICS" }));
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O-61", orgIds: [store.id] }));
  const user = await givenUser(app, { userType: "CARRIER", validUntil: "2027-06-30" });
  const role = await givenRole(app, { permissionCodes: codes, dataScope: "ALL" });
  await givenMembership(app, { user, organization: store, roles: [role], isPrimary: true });
  const outsider = await app.clientOf(user, [store.id]);
  const seen = await cells(outsider, contract.carEventSheet, { vins: car.vin }, ["事件", "变化"]);
  assert.deepEqual(
    seen.map(([type]) => type),
    [contract.carEventTypes.placed, contract.carEventTypes.registered],
  );
  assert.equal(JSON.stringify(seen).includes("O-61"), false);
  const own = await app.signIn({ permissions: codes });
  assert.equal((await cells(own, contract.carEventSheet, { vins: car.vin }, ["事件"])).length, 3);

  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId: newId(), at: app.now(), mileageKm: 5 }));
  await app.rows(
    "update car set plate_no = '京A54321', plate_at = now(), activated_at = now(), in_stock_at = now() where id = $1",
    [car.id],
  );
  const { data } = await outsider.call(contract.getCar, { params: { vin: car.vin } });
  const hidden = { holder: null, plateNo: null, mileageKm: null, marketTypeName: null, stockDays: null } as const;
  assert.partialDeepStrictEqual(data, {
    ...hidden,
    isNarrowed: true,
    buildOrderNo: null,
    marketTypeId: null,
    holdSeq: 0,
    ownerSeq: 0,
    deliveredAt: null,
    activatedAt: null,
    mileageAt: null,
    plateAt: null,
    inStockAt: null,
    linkedVin: null,
  });
  assert.deepEqual(data.blocks, []);
  assert.equal((await carRow(app, car)).ownerSeq, 1);
  const found = async (who: TestClient, query: object) =>
    (await who.call(contract.listCars, { query: { vins: car.vin, ...query } })).data.total;
  for (const query of [{ holdState: "DELIVERED" }, { isUnbound: "false" }, { plateNo: "京A54321" }]) {
    assert.deepEqual([await found(own, query), await found(outsider, query)], [1, 0], JSON.stringify(query));
  }
  await app.rows("update car set place_kind = 'STORE' where id = $1", [car.id]);
  assert.deepEqual([await found(own, { stockAge: "0-30" }), await found(outsider, { stockAge: "0-30" })], [1, 0]);
  assert.equal(await found(outsider, { buildState: "RELEASED" }), 1);
});
