import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { dayOf, startOfDay } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { block } from "../published/blocks.ts";
import { allocate } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { registerCars } from "../register/register-cars.ts";
import { type GivenConfig, givenConfig, testApp } from "../testing.ts";
import { type GivenCar, givenCar, newVin } from "../testing-cars.ts";
import { blockRates } from "./block-rates.ts";
import { countConfigurations } from "./configurations.ts";
import { countYear, keepYear } from "./kept.ts";
import { countLeadTimes, firstMonth } from "./lead-times.ts";
import { countStockBySeries } from "./stock.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const DAY_MS = 86_400_000;
/** The end of the day so many days ago, which is the start of the next day. */
const endOf = (days: number) => new Date(startOfDay(dayOf(app.now())).getTime() - (days - 1) * DAY_MS);
/** Deletes all cars, because each of these tests counts the whole register. */
const forgetCars = () => app.rowsAsOwner("truncate car cascade");

test("vehicle section 9: a car counts from the day it was registered until the day it was delivered; a block from its first to its last day", async () => {
  await forgetCars();
  const [old, born, gone, off] = [await givenCar(app), await givenCar(app), await givenCar(app), await givenCar(app)];
  const long = new Date(app.now().getTime() - 100 * DAY_MS);
  await app.rows("update car set created_at = $2 where id = any($1)", [[old.id, gone.id, off.id], long]);
  await app.rows("update car set created_at = $2 where id = $1", [born.id, endOf(5)]);
  const stop = (car: GivenCar, kind: "QUALITY" | "LEGAL", from: Date, until: Date | null) =>
    run(async (tx) => {
      await block(tx, { carIds: [car.id], kind, reason: "x", source: "CONSOLE", at: from });
      return until;
    }).then(() =>
      app.rows("update car_block set ended_at = $3 where car_id = $1 and kind = $2", [car.id, kind, until]),
    );
  await stop(old, "QUALITY", endOf(10), endOf(8));
  await stop(old, "LEGAL", new Date(long.getTime()), null);
  await stop(gone, "QUALITY", long, null);
  await stop(off, "QUALITY", long, null);
  await app.rows("alter table car disable trigger car_hold_agrees");
  await app.rows("update car set hold_state = 'OFF' where id = $1", [off.id]);
  await app.rows(
    "update car set hold_state = 'DELIVERED', hold_id = $2, owner_id = $2, delivered_at = $3 where id = $1",
    [gone.id, newId(), endOf(3)],
  );
  await app.rows("alter table car enable trigger car_hold_agrees");
  const rates = await run(blockRates);
  assert.deepEqual([rates.length, rates.at(-1)?.day, rates[0]?.day], [30, dayOf(app.now()), dayOf(endOf(30))]);
  const on = (days: number) => {
    const { cars, blocked } = rates[29 - days] ?? { cars: -1, blocked: [] };
    return [cars, Object.fromEntries(blocked.map((one) => [one.kind, one.cars]))];
  };
  const both = { LEGAL: 1, QUALITY: 1 };
  assert.deepEqual(on(29), [2, both]);
  assert.deepEqual(on(11), [2, both]);
  assert.deepEqual(on(10), [2, { LEGAL: 1, QUALITY: 2 }], "from the instant at which the day ends");
  assert.deepEqual(on(9), [2, { LEGAL: 1, QUALITY: 2 }]);
  assert.deepEqual(on(8), [2, both], "and not at the instant at which it ended");
  assert.deepEqual(on(5), [2, both], "registered at its end");
  assert.deepEqual(on(4), [3, both]);
  assert.deepEqual(on(3), [3, { LEGAL: 1 }], "delivered at its end");
  assert.deepEqual(on(2), [2, { LEGAL: 1 }]);
  assert.deepEqual(on(0), [2, { LEGAL: 1 }]);
});

test("vehicle section 9: the steps of a car in whole days, by plant and month of the last twelve", async () => {
  await forgetCars();
  assert.deepEqual(
    ["2026-11-16T04:00:00Z", "2026-01-15T04:00:00Z", "2026-10-31T17:00:00Z", "2026-10-31T15:00:00Z"].map((at) =>
      firstMonth(new Date(at)),
    ),
    ["2025-12-01", "2025-02-01", "2025-12-01", "2025-11-01"],
  );
  const first = firstMonth(app.now());
  const dayBefore = dayOf(new Date(startOfDay(first).getTime() - 1));
  const config = await givenConfig(app);
  const at = (days: number) => new Date(startOfDay(first).getTime() + days * DAY_MS + 3_600_000);
  const built = { config, producedOn: first };
  await givenCar(app, { ...built, plantCode: "P-1", releasedAt: at(2) });
  await givenCar(app, { ...built, plantCode: "P-1", releasedAt: at(3) });
  await givenCar(app, { ...built, plantCode: "P-1", releasedAt: null, buildState: "BUILT" });
  await givenCar(app, { ...built, plantCode: null, releasedAt: at(-1) });
  await givenCar(app, { ...built, producedOn: dayBefore, plantCode: "P-0", releasedAt: at(2) });
  const month = first.slice(0, 7);
  assert.deepEqual(await run(countLeadTimes), [
    { month, plantCode: "", cars: 1, toRelease: { cars: 1, medianDays: 0, p90Days: 0 }, toStore: null },
    { month, plantCode: "P-1", cars: 3, toRelease: { cars: 2, medianDays: 2.5, p90Days: 2.9 }, toStore: null },
  ]);
});

test("vehicle section 9: the commonest forty configurations are told apart, all others are one", async () => {
  await forgetCars();
  const config = await givenConfig(app);
  const spec = { configCode: config.configCode, optionCodes: ["OP-ADS"], extColor: "EX-W01", intColor: "IN-B02" };
  const producedOn = dayOf(app.now());
  const list = Array.from({ length: 43 }, () => ({ ...spec, producedOn, source: "MES" as const, vin: newVin() }));
  const made = await run((tx) => registerCars(tx, list));
  const ids = made.map(({ carId }) => carId);
  // the first two cars are equal, all others differ
  await app.rows(
    "update car set config_key = lpad(greatest(1, array_position($1::uuid[], id) - 1)::text, 32, '0') where id = any($1)",
    [ids],
  );
  const [, , third = "", last = ""] = [ids[0], ids[1], ids[2], ids.at(-1)];
  for (const [n, carId] of [third, last].entries()) {
    await run((tx) => allocate(tx, { carId, orderId: newId(), orderNo: `O-${n}`, orgIds: [] }));
  }
  const rows = await run(countConfigurations);
  assert.equal(rows.length, 41);
  const key = (n: number) => String(n).padStart(32, "0");
  assert.partialDeepStrictEqual(rows[0], {
    configKey: key(1),
    produced: 2,
    allocated: 0,
    stock: 2,
    extColorName: "珍珠白",
    intColorName: "墨黑",
    configName: `车型${config.seriesCode} 2026款 长续航`,
    optionNames: ["高阶智驾"],
  });
  assert.partialDeepStrictEqual(rows[1], { configKey: key(2), produced: 1, allocated: 1, stock: 0 });
  assert.deepEqual(rows[40], {
    configKey: null,
    configName: "其他",
    extColorName: "",
    intColorName: "",
    optionNames: [],
    produced: 2,
    allocated: 1,
    stock: 1,
  });
  await app.rows("update car set config_key = $2 where id = any($1)", [ids.slice(41), key(1)]);
  assert.equal((await run(countConfigurations)).length, 40, "without others there is no such line");
});

test("vehicle section 9: stock is what is free or locked, by whole days and series", async () => {
  await forgetCars();
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  await app.rows("update car_series set sort = 2 where id = $1", [config.seriesId]);
  const stocked = async (of: GivenConfig, days: number | null) => {
    const { id } = await givenCar(app, { config: of });
    const at = days === null ? null : new Date(app.now().getTime() - days * DAY_MS - 60_000);
    await app.rows("update car set in_stock_at = $2 where id = $1", [id, at]);
  };
  for (const days of [0, 30, 31, 45, 46, 90, 91, null]) await stocked(config, days);
  await stocked(other, 10);
  const seriesName = (of: GivenConfig) => ({ seriesId: of.seriesId, seriesName: `车系${of.seriesCode}` });
  assert.deepEqual(await run(countStockBySeries), [
    { ...seriesName(other), count: 1, unknownAge: 0, ages: { "0-30": 1, "31-45": 0, "46-90": 0, "91-": 0 } },
    { ...seriesName(config), count: 8, unknownAge: 1, ages: { "0-30": 2, "31-45": 2, "46-90": 2, "91-": 1 } },
  ]);
});

test("vehicle section 9: what was counted of a year holds for three hours, and the newest count holds", async () => {
  await forgetCars();
  const year = (seesAll: boolean) => run((tx) => countYear(tx, seesAll));
  const producedOn = dayOf(app.now());
  const config = await givenConfig(app);
  await givenCar(app, { config, producedOn, plantCode: "K-1" });
  await run(keepYear);
  await givenCar(app, { config, producedOn, plantCode: "K-2" });
  const plants = async (seesAll: boolean) => (await year(seesAll)).leadTimes.map(({ plantCode }) => plantCode);
  const produced = async () => (await year(true)).configurations.map((one) => one.produced);
  assert.deepEqual([await plants(true), await plants(false)], [["K-1"], ["K-1", "K-2"]]);
  assert.deepEqual(await produced(), [1]);
  await run(keepYear);
  assert.deepEqual([await plants(true), await produced()], [["K-1", "K-2"], [2]]);
  await givenCar(app, { config, producedOn, plantCode: "K-3" });
  app.passTime(3 * 3_600 - 60);
  assert.deepEqual(await plants(true), ["K-1", "K-2"]);
  app.passTime(120);
  assert.deepEqual(await plants(true), ["K-1", "K-2", "K-3"]);
  await run(keepYear);
  await app.rows("delete from car_statistics where part = 'CONFIGURATIONS'");
  await givenCar(app, { config, producedOn, plantCode: "K-4" });
  assert.equal((await plants(true)).length, 4, "half of it is nothing");
});

test("vehicle section 9: the numbers of one reader are counted once a minute, too", async () => {
  const organization = await givenOrganization(app, { type: "STORE" });
  const reader = await app.signIn({ permissions: ["vehicle:stat:view"], scope: "ORG", organization });
  const count = async () => (await reader.call(contract.getCarStatistics, {})).data.whereabouts;
  const move = async () => {
    const { id } = await givenCar(app);
    const at = app.now();
    const report = { carIds: [id], kind: "STORE", placeId: organization.id, at, source: "LOGISTICS" } as const;
    await run((tx) => reportPlace(tx, report));
  };
  await move();
  const before = await count();
  await move();
  assert.deepEqual(await count(), before);
});
