import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, givenCar, refused } from "../testing-cars.ts";
import { block } from "./blocks.ts";
import {
  configSize,
  findConfig,
  lookupConfigs,
  lookupItems,
  lookupMarketTypes,
  lookupSeries,
  marketTypeCoded,
  seriesByAlias,
} from "./catalogue.ts";
import { allocate, setHoldOrgs } from "./holds.ts";
import { listTestDriveCars } from "./read.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);

test("lookupSeries, lookupConfigs, configSize and lookupMarketTypes: many records by id, with the names that people read", async () => {
  const [one, other] = [await givenConfig(app), await givenConfig(app, { status: "DISABLED" })];
  await app.rows("update car_config set length_mm = 4980, height_mm = 1620, kerb_kg = 2210 where id = $1", [one.id]);
  const series = await run((tx) => lookupSeries(tx, [one.seriesId, other.seriesId, newId()]));
  assert.deepEqual(
    [...series.values()].map(({ seriesCode, seriesName, brandName }) => [seriesCode, seriesName, brandName]).toSorted(),
    [one, other].map(({ seriesCode }) => [seriesCode, `车系${seriesCode}`, "品牌"]).toSorted(),
  );
  const configs = await run((tx) => lookupConfigs(tx, [one.id, other.id, newId()]));
  assert.equal(configs.size, 2);
  assert.partialDeepStrictEqual(configs.get(one.id), {
    configCode: one.configCode,
    status: "ENABLED",
    seriesName: `车系${one.seriesCode}`,
    modelName: `车型${one.seriesCode}`,
    name: `车型${one.seriesCode} 2026款 长续航`,
  });
  const sizes = await run((tx) => configSize(tx, [one.id, other.id]));
  assert.deepEqual(sizes.get(one.id), { bodyClass: "SEDAN", lengthMm: 4980, heightMm: 1620, kerbKg: 2210 });
  assert.deepEqual(sizes.get(other.id), { bodyClass: "SEDAN", lengthMm: null, heightMm: null, kerbKg: null });
  const id = newId();
  await app.rows(
    `insert into car_market_type (id, version, created_at, created_by, updated_at, updated_by, type_code, type_name,
       rights_allowed, usable_for, status) values ($1, 1, now(), $1, now(), $1, 'LOOK', '看看', false, '{DISPLAY}', 'DISABLED')`,
    [id],
  );
  const types = await run((tx) => lookupMarketTypes(tx, [id, newId()]));
  const shown = { id, typeCode: "LOOK", typeName: "看看", parentId: null, sort: 0 };
  assert.equal(await run((tx) => marketTypeCoded(tx, "LOOK")), null, "cars are not sold so any more");
  await app.rows("update car_market_type set status = 'ENABLED' where id = $1", [id]);
  assert.equal(await run((tx) => marketTypeCoded(tx, "LOOK")), id);
  assert.deepEqual([...types], [[id, { ...shown, status: "DISABLED", rightsAllowed: false, usableFor: ["DISPLAY"] }]]);
});

test("findConfig and lookupItems: a configuration by either code, colours and options of many cars with their names", async () => {
  const { id, configCode } = await givenConfig(app);
  await app.rows("update car_config set status = 'DISABLED' where id = $1", [id]);
  await app.rows("insert into car_sale_code (sale_code, car_config_id) values ('SALE-77', $1)", [id]);
  const found = await run((tx) => findConfig(tx, { configCode }));
  assert.deepEqual([found?.id, found?.configCode, found?.status], [id, configCode, "DISABLED"]);
  assert.deepEqual(await run((tx) => findConfig(tx, { saleCode: "SALE-77" })), found);
  assert.equal(await run((tx) => findConfig(tx, { configCode: "NONE" })), null);
  const blank = "$1, 1, now(), $1, now(), $1";
  const columns = "id, version, created_at, created_by, updated_at, updated_by";
  await app.rows(
    `insert into car_color (${columns}, color_code, color_name, side, hex, status)
     values (${blank}, 'LOOK-INT', '米白', 'INT', '#f5f5f0', 'DISABLED')`,
    [newId()],
  );
  await app.rows(
    `insert into car_option (${columns}, option_code, option_name, option_group, contains, status)
     values (${blank}, 'LOOK-W21', '21寸轮毂', 'WHEEL', '{}', 'ENABLED')`,
    [newId()],
  );
  const items = await run((tx) => lookupItems(tx, ["LOOK-INT", "LOOK-W21", "LOOK-INT", "NONE"]));
  assert.deepEqual(
    items,
    new Map([
      ["LOOK-W21", { name: "21寸轮毂", side: null, group: "WHEEL", hex: null }],
      ["LOOK-INT", { name: "米白", side: "INT", group: null, hex: "#f5f5f0" }],
    ]),
  );
});

test("seriesByAlias: finds by name, code or alias, and ignores capitals, widths and blanks; if two have the same name, none is found", async () => {
  const [one, other] = [await givenConfig(app), await givenConfig(app)];
  const call = (id: string, aliases: string[]) =>
    app.rows("update car_series set aliases = $2 where id = $1", [id, aliases]);
  await call(one.seriesId, ["小七", "Seven Max"]);
  await call(other.seriesId, ["双名"]);
  const find = async (text: string) => (await run((tx) => seriesByAlias(tx, text)))?.id ?? null;
  for (const text of ["小七", " 小 七", "ｓｅｖｅｎ max", one.seriesCode.toLowerCase(), `车系${one.seriesCode}`]) {
    assert.equal(await find(text), one.seriesId, text);
  }
  assert.equal(await find("双名"), other.seriesId);
  await call(one.seriesId, ["双名"]);
  assert.deepEqual([await find("双名"), await find("无此车"), await find("")], [null, null, null]);
});

test("VE-R8 setHoldOrgs: the order that holds a car shows it to other stores; holder and number stay", async () => {
  const car = await givenCar(app);
  const [orderId, from, to] = [newId(), newId(), newId()];
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O8", orgIds: [from] }));
  const { holdSeq } = await carRow(app, car);
  const set = (orgIds: string[], by = orderId) => run((tx) => setHoldOrgs(tx, { carId: car.id, orderId: by, orgIds }));
  await assert.rejects(set([to], newId()), refused("VEHICLE_FENCED", "占用已失效（现由订单O8占用）"));
  await set([to, from, to]);
  await set([from, to]); // the same organisations again, in another order
  const row = await carRow(app, car);
  assert.deepEqual([row.holdOrgIds.toSorted(), row.holdSeq], [[from, to].toSorted(), holdSeq]);
  const events = (await carEvents(app, car)).filter(({ type }) => type === "holdOrgsSet");
  assert.partialDeepStrictEqual(events, [{ source: "ORDER", note: "O8", applied: true }]);
  assert.equal(events.length, 1);
  const holds = await app.rows<{ orgs: string[] }>("select org_ids as orgs from car_hold where car_id = $1", [car.id]);
  assert.deepEqual(holds[0]?.orgs.toSorted(), [from, to].toSorted());
});

test("listTestDriveCars: a car under 管控 is not driven, nor one that stands at a place of another kind", async () => {
  const storeId = newId();
  const [free, blocked, away] = [await givenCar(app), await givenCar(app), await givenCar(app)];
  const place = (id: string, kind: string) =>
    app.rows("update car set stock_kind = 'TEST_DRIVE', place_kind = $3, place_id = $2 where id = $1", [
      id,
      storeId,
      kind,
    ]);
  for (const { id } of [free, blocked]) await place(id, "STORE");
  await place(away.id, "WAREHOUSE");
  const stop = { carIds: [blocked.id], kind: "QUALITY", reason: "制动", source: "MES" } as const;
  await run((tx) => block(tx, { ...stop, at: app.now() }));
  const found = await run((tx) => listTestDriveCars(tx, storeId));
  assert.deepEqual(
    found.map(({ id }) => id),
    [free.id],
  );
});

test("vehicle section 15: the events of a transport are published in order per car, with the facts that others need", async () => {
  const { id: carId, vin } = await givenCar(app);
  const told = { carId, vin, at: app.now().toISOString() };
  const [groupId, expectAt] = [newId(), app.now().toISOString()];
  await run(async (tx) => {
    const way = { groupId, fromPlaceId: "WH-CZ", toPlaceId: "S1", expectAt };
    await tx.publish(contract.carDeparted, { ...told, ...way });
    await tx.publish(contract.carEtaChanged, { ...told, groupId, expectAt });
    await tx.publish(contract.carArrivedAtStore, { ...told, groupId, storeId: "S1", signed: true });
    await tx.publish(contract.carDamaged, { ...told, damageNo: "ZS1", level: "MINOR" });
    await tx.publish(contract.carReturned, { ...told, placeId: "WH-CZ" });
  });
  const rows = await app.rows<{ name: string }>("select name from event_outbox where key = $1 order by id", [carId]);
  const names = rows.map(({ name }) => name).filter((name) => /departed|eta|arrived|damaged|returned/.test(name));
  assert.deepEqual(names, ["car.departed", "car.etaChanged", "car.arrivedAtStore", "car.damaged", "car.returned"]);
});
