import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { dayOf } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { block, unblock } from "../published/blocks.ts";
import { allocate, takeForLock } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carRow, type GivenCar, givenCar } from "../testing-cars.ts";
import { keepYear } from "./kept.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const daysAgo = (days: number) => new Date(app.now().getTime() - days * 86_400_000);

const looking = (organization?: { id: string }) =>
  app.signIn({
    permissions: ["vehicle:stat:view", "vehicle:car:list"],
    ...(organization ? { organization, scope: "ORG" as const } : {}),
  });
const givenStore = () => givenOrganization(app, { type: "STORE" });

async function place(car: GivenCar, storeId: string, at: Date): Promise<void> {
  await run((tx) =>
    reportPlace(tx, { carIds: [car.id], kind: "STORE", placeId: storeId, at, source: "LOGISTICS", eventId: newId() }),
  );
}

test("vehicle section 9: stock by age and series, steps by plant and month, inside the reader's scope", async () => {
  const [store, other] = [await givenStore(), await givenStore()];
  const config = await givenConfig(app);
  const producedOn = dayOf(daysAgo(60));
  const released = { producedOn, releasedAt: daysAgo(58), plantCode: "PLANT-ST", config };
  const [young, old] = [await givenCar(app, released), await givenCar(app, released)];
  const locked = await givenCar(app, released);
  const sold = await givenCar(app, { ...released, releasedAt: daysAgo(50) });
  for (const [car, days] of [
    [young, 10],
    [old, 50],
    [locked, 40],
    [sold, 20],
  ] as const)
    await place(car, store.id, daysAgo(days));
  await place(await givenCar(app, released), other.id, daysAgo(5));
  await run((tx) => takeForLock(tx, { carId: locked.id, lockId: newId(), lockNo: "L1", orgIds: [store.id] }));
  await run((tx) => allocate(tx, { carId: sold.id, orderId: newId(), orderNo: "O1", orgIds: [store.id] }));

  const reader = await looking(store);
  const { data, msg } = await reader.call(contract.getCarStatistics, {});
  assert.equal(msg, "");
  assert.deepEqual(
    data.whereabouts.toSorted((a, b) => (a.whereabouts < b.whereabouts ? -1 : 1)),
    [
      { whereabouts: "AT_STORE", count: 1 },
      { whereabouts: "FREE", count: 2 },
      { whereabouts: "LOCKED", count: 1 },
    ],
  );
  assert.deepEqual(
    data.stock.map(({ seriesId, ages, count, unknownAge }) => ({ seriesId, ages, count, unknownAge })),
    [{ seriesId: config.seriesId, ages: { "0-30": 1, "31-45": 1, "46-90": 1, "91-": 0 }, count: 3, unknownAge: 0 }],
  );
  assert.deepEqual(data.leadTimes, [
    {
      month: producedOn.slice(0, 7),
      plantCode: "PLANT-ST",
      cars: 4,
      toRelease: { cars: 4, medianDays: 2, p90Days: 7.6 },
      toStore: { cars: 4, medianDays: 30, p90Days: 47 },
    },
  ]);
  const [common] = data.configurations;
  assert.partialDeepStrictEqual(common, { produced: 4, allocated: 1, stock: 3, extColorName: "珍珠白" });
  assert.equal(data.configurations.length, 1);
  assert.equal(data.intake, null);

  const counts = await reader.call(contract.countCars, { query: {} });
  assert.equal(counts.data.find(({ whereabouts }) => whereabouts === "LOCKED")?.count, 1);
});

test("vehicle section 9: the share of blocked cars at the end of each day, by kind", async () => {
  const store = await givenStore();
  const [blocked, free, delivered] = [await givenCar(app), await givenCar(app), await givenCar(app)];
  for (const car of [blocked, free, delivered]) await place(car, store.id, daysAgo(1));
  const ids = [blocked, free, delivered].map(({ id }) => id);
  await app.rows("update car set created_at = now() - interval '10 days' where id = any($1::uuid[])", [ids]);
  await app.rows("update car set created_at = now() - interval '2 days' where id = $1", [free.id]);
  await run((tx) => block(tx, { carIds: [blocked.id], kind: "QUALITY", reason: "漆面", source: "CONSOLE" }));
  await run((tx) => block(tx, { carIds: [blocked.id], kind: "LEGAL", reason: "x", source: "CONSOLE" }));
  await app.rows("update car_block set from_at = now() - interval '5 days' where car_id = $1", [blocked.id]);
  await run((tx) => unblock(tx, { carIds: [blocked.id], kind: "LEGAL", reason: "好", source: "CONSOLE" }));
  await app.rows("update car_block set ended_at = now() - interval '3 days' where kind = 'LEGAL' and car_id = $1", [
    blocked.id,
  ]);
  const { data } = await (await looking(store)).call(contract.getCarStatistics, {});
  assert.equal(data.blocks.length, 30);
  const on = (days: number) => data.blocks.find(({ day }) => day === dayOf(daysAgo(days)));
  assert.deepEqual(on(0), { day: dayOf(app.now()), cars: 3, blocked: [{ kind: "QUALITY", cars: 1 }] });
  assert.deepEqual(on(20), { day: dayOf(daysAgo(20)), cars: 0, blocked: [] });
  assert.partialDeepStrictEqual(on(4), {
    cars: 2,
    blocked: [
      { kind: "LEGAL", cars: 1 },
      { kind: "QUALITY", cars: 1 },
    ],
  });
  assert.equal((await carRow(app, blocked)).openBlocks, 1);
});

test("vehicle section 9: headquarters hears of a year what the last hours counted; a store is counted now", async () => {
  const store = await givenStore();
  const config = await givenConfig(app);
  await app.arrange(keepYear);
  const late = await givenCar(app, { config, plantCode: "PLANT-LATE", producedOn: dayOf(daysAgo(3)) });
  await place(late, store.id, daysAgo(1));
  const plants = async (person: Awaited<ReturnType<typeof looking>>) =>
    (await person.call(contract.getCarStatistics, {})).data.leadTimes.map(({ plantCode }) => plantCode);
  assert.equal((await plants(await looking())).includes("PLANT-LATE"), false);
  assert.deepEqual(await plants(await looking(store)), ["PLANT-LATE"]);
});

test("vehicle section 9: numbers are counted once a minute, and headquarters sees how the intake does", async () => {
  const hq = await looking();
  const first = await hq.call(contract.getCarStatistics, {});
  assert.ok(first.data.intake);
  assert.equal(first.data.intake.length, 30);
  await givenCar(app);
  const again = await hq.call(contract.getCarStatistics, {});
  assert.deepEqual(again.data, first.data);
});

test("vehicle section 6: the list counts its cars by 去向 under the same filters but that one", async () => {
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  const [free, locked] = [await givenCar(app, { config }), await givenCar(app, { config })];
  await givenCar(app, { config: other });
  await run((tx) => takeForLock(tx, { carId: locked.id, lockId: newId(), lockNo: "L2", orgIds: [] }));
  await run((tx) => block(tx, { carIds: [free.id], kind: "OTHER", reason: "x", source: "CONSOLE" }));
  const person = await app.signIn({ permissions: ["vehicle:car:list"] });
  const { data } = await person.call(contract.countCars, { query: { carConfigId: config.id } });
  assert.deepEqual(
    data.filter(({ count }) => count > 0),
    [
      { whereabouts: "LOCKED", count: 1, countKind: "exact" },
      { whereabouts: "BLOCKED", count: 1, countKind: "exact" },
    ],
  );
  const stranger = await app.signIn({ permissions: ["vehicle:car:list"], scope: "SELF" });
  const none = await stranger.call(contract.countCars, { query: { carConfigId: config.id } });
  assert.equal(
    none.data.every(({ count }) => count === 0),
    true,
  );
  const listed = await person.call(contract.listCars, { query: { carConfigId: config.id, whereabouts: "LOCKED" } });
  assert.deepEqual(
    listed.data.list.map(({ id }) => id),
    [locked.id],
  );
});

test("vehicle section 5.1: a configuration tells how many cars there are and how many orders hold one", async () => {
  const config = await givenConfig(app);
  await givenCar(app, { config });
  const ordered = await givenCar(app, { config });
  await run((tx) => allocate(tx, { carId: ordered.id, orderId: newId(), orderNo: "O2", orgIds: [] }));
  const person = await app.signIn({ permissions: ["vehicle:carConfig:list"] });
  const { data } = await person.call(contract.listCarConfigs, { query: { configCode: config.configCode } });
  assert.partialDeepStrictEqual(data.list, [{ carCount: 2, orderCount: 1 }]);
  const none = await givenConfig(app);
  const empty = await person.call(contract.listCarConfigs, { query: { configCode: none.configCode } });
  assert.partialDeepStrictEqual(empty.data.list, [{ carCount: 0, orderCount: 0 }]);
});
