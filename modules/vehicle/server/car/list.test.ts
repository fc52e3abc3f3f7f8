import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { block } from "../published/blocks.ts";
import { takeForLock } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carRow, type GivenCar, givenCar } from "../testing-cars.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const DAY_MS = 86_400_000;
const reader = () => app.signIn({ permissions: ["vehicle:car:list", "vehicle:car:view"] });

type Query = Record<string, string>;

/** Makes a function that tells which of these cars a query finds, by the names used here. */
async function finder(cars: Readonly<Record<string, GivenCar>>) {
  const person = await reader();
  return async (query: Query) => {
    const { data } = await person.call(contract.listCars, { query: { pageSize: "100", ...query } });
    const ids = new Set(data.list.map(({ id }) => id));
    return Object.keys(cars)
      .filter((name) => ids.has(cars[name]?.id ?? ""))
      .join(" ");
  };
}

async function givenType(typeCode: string): Promise<string> {
  const id = newId();
  await app.rows(
    `insert into car_market_type values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, $2, '类型' || $2, null, 1, 'ENABLED', true,
       '{SALE}')`,
    [id, typeCode],
  );
  return id;
}

test("vehicle section 5.1: each filter of the list finds the cars that fit and none of their neighbours", async () => {
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  const plain = await givenCar(app, { config });
  const odd = await givenCar(app, {
    config: other,
    optionCodes: [],
    extColor: "EX-B01",
    intColor: "IN-W02",
    buildState: "BUILT",
    stockKind: "DISPLAY",
    plantCode: "PLANT-BJ",
    producedOn: "2026-10-03",
  });
  const white = await givenCar(app, { config: other, intColor: "IN-W02", producedOn: "2026-10-02" });
  const marketTypeId = await givenType("LIST");
  await run((tx) => block(tx, { carIds: [plain.id], kind: "OTHER", reason: "x", source: "CONSOLE" }));
  await run((tx) => takeForLock(tx, { carId: white.id, lockId: newId(), lockNo: "L", orgIds: [] }));
  const report = { carIds: [odd.id], kind: "WAREHOUSE", placeId: "WH-CZ", at: app.now(), source: "LOGISTICS" } as const;
  await run((tx) => reportPlace(tx, report));
  await app.rows(
    "update car set city_code = '320400', plate_no = '苏D12345', market_type_id = $2, worst_damage = 'MINOR' where id = $1",
    [odd.id, marketTypeId],
  );
  await app.rows(
    "insert into car_sale_code values ('C-ALL', $1, null, null), ('C-EXT', $1, 'EX-W01', null), ('C-INT', $1, null, 'IN-B02')",
    [other.id],
  );
  const find = await finder({ plain, odd, white });
  const cases: [Query, string][] = [
    [{}, "plain odd white"],
    [{ vins: plain.vin }, "plain"],
    [{ vins: `${plain.vin.slice(-8).toLowerCase()}，${odd.vin}` }, "plain odd"],
    [{ vins: plain.vin.slice(-7) }, ""],
    [{ vins: " " }, "plain odd white"],
    [{ seriesId: other.seriesId }, "odd white"],
    [{ carConfigId: config.id }, "plain"],
    [{ saleCode: "c-all" }, "odd white"],
    [{ saleCode: "C-EXT" }, "white"],
    [{ saleCode: "C-INT" }, ""],
    [{ saleCode: "C-NONE" }, ""],
    [{ extColor: "EX-B01" }, "odd"],
    [{ intColor: "IN-W02" }, "odd white"],
    [{ whereabouts: "BLOCKED" }, "plain"],
    [{ holdState: "LOCKED" }, "white"],
    [{ buildState: "BUILT" }, "odd"],
    [{ stockKind: "DISPLAY" }, "odd"],
    [{ marketTypeId }, "odd"],
    [{ placeKind: "WAREHOUSE" }, "odd"],
    [{ cityCode: "320400" }, "odd"],
    [{ plantCode: "PLANT-BJ" }, "odd"],
    [{ plateNo: "苏d12345" }, "odd"],
    [{ isBlocked: "true" }, "plain"],
    [{ isBlocked: "false" }, "odd white"],
    [{ isDamaged: "true" }, "odd"],
    [{ isDamaged: "false" }, "plain white"],
    [{ producedOn: "2026-10-02,2026-10-03" }, "odd white"],
    [{ producedOn: "2026-10-01,2026-10-02" }, "plain white"],
    [{ isUnbound: "false" }, "plain odd white"],
    [{ isUnbound: "true" }, ""],
  ];
  for (const [query, expected] of cases) assert.equal(await find(query), expected, JSON.stringify(query));
});

test("vehicle section 5.1: 库龄 counts whole days since a car came into stock, but not for cars at their owners", async () => {
  await app.holdTime(async () => {
    const [today, last30, first31, last45, first46, last90, first91, owned, never] = await Promise.all(
      Array.from({ length: 9 }, () => givenCar(app)),
    );
    assert.ok(today && last30 && first31 && last45 && first46 && last90 && first91 && owned && never);
    const since = async (car: GivenCar, days: number, more = "") => {
      const at = new Date(app.now().getTime() - days * DAY_MS + (more === "almost" ? 1_000 : 0));
      await app.rows("update car set in_stock_at = $2 where id = $1", [car.id, at]);
    };
    await since(today, 0);
    await since(last30, 31, "almost");
    await since(first31, 31);
    await since(last45, 46, "almost");
    await since(first46, 46);
    await since(last90, 91, "almost");
    await since(first91, 91);
    await since(owned, 10);
    await app.rows("update car set place_kind = 'OWNER' where id = $1", [owned.id]);
    const cars = { today, last30, first31, last45, first46, last90, first91, owned, never };
    const find = await finder(cars);
    assert.equal(await find({ stockAge: "0-30" }), "today last30");
    assert.equal(await find({ stockAge: "31-45" }), "first31 last45");
    assert.equal(await find({ stockAge: "46-90" }), "first46 last90");
    assert.equal(await find({ stockAge: "91-" }), "first91");
    const person = await reader();
    const { data } = await person.call(contract.listCars, { query: { pageSize: "100" } });
    const daysOf = (car: GivenCar) => data.list.find(({ id }) => id === car.id)?.stockDays;
    assert.deepEqual(Object.values(cars).map(daysOf), [0, 30, 31, 45, 46, 90, 91, null, null]);
  });
});

test("vehicle section 5.1: a row of the list has the names of what it refers to, each car its own", async () => {
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  const [car, second] = [
    await givenCar(app, { config }),
    await givenCar(app, { config: other, extColor: "EX-B01", intColor: "IN-W02" }),
  ];
  const [retail, fleet] = [await givenType("RETAIL-L"), await givenType("FLEET-L")];
  const orgIds: string[] = [];
  await run((tx) => takeForLock(tx, { carId: car.id, lockId: newId(), lockNo: "L-7", orgIds }));
  await run((tx) => takeForLock(tx, { carId: second.id, lockId: newId(), lockNo: "L-8", orgIds }));
  const report = { carIds: [car.id], kind: "WAREHOUSE", placeId: "WH-CZ", at: app.now(), source: "LOGISTICS" } as const;
  await run((tx) => reportPlace(tx, report));
  await app.rows("update car set market_type_id = $2 where id = $1", [car.id, retail]);
  await app.rows("update car set market_type_id = $2, ext_color = 'EX-OLD' where id = $1", [second.id, fleet]);
  const person = await reader();
  const { data } = await person.call(contract.listCars, { query: { vins: `${car.vin},${second.vin}` } });
  assert.equal(data.total, 2);
  const row = await carRow(app, car);
  const { updatedAt: _, ...shown } = data.list.find(({ id }) => id === car.id) ?? { updatedAt: "" };
  assert.deepEqual(shown, {
    id: car.id,
    vin: car.vin,
    carConfigId: config.id,
    seriesName: `车系${config.seriesCode}`,
    configName: `车型${config.seriesCode} 2026款 长续航`,
    extColor: { colorCode: "EX-W01", colorName: "珍珠白", hex: "#f5f5f0" },
    intColor: { colorCode: "IN-B02", colorName: "墨黑", hex: "#22252a" },
    whereabouts: "LOCKED",
    holdState: "LOCKED",
    buildState: "RELEASED",
    holder: { kind: "LOCK", refNo: "L-7" },
    placeKind: "WAREHOUSE",
    placeName: "常州中心库",
    cityCode: null,
    stockDays: 0,
    stockKind: "NORMAL",
    marketTypeName: "类型RETAIL-L",
    mileageKm: null,
    plateNo: null,
    producedOn: "2026-10-01",
    openBlocks: 0,
    worstDamage: null,
    flags: [],
    version: row.version,
  });
  assert.partialDeepStrictEqual(
    data.list.find(({ id }) => id === second.id),
    {
      seriesName: `车系${other.seriesCode}`,
      marketTypeName: "类型FLEET-L",
      holder: { kind: "LOCK", refNo: "L-8" },
      extColor: { colorCode: "EX-OLD", colorName: "EX-OLD", hex: "#ffffff" },
      intColor: { colorName: "米白" },
    },
  );
});
