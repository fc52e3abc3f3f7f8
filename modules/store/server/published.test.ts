import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { AuthorityTestApp, givenOrganization, waitsFor } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import { addDays, dayOf, instantOf, isOpenAt, wireTime } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { vehicleModule } from "@ops/vehicle/server";
import * as contract from "../contract/index.ts";
import { givenMember, givenShifts, nextMonday } from "./duty/testing.ts";
import * as stores from "./index.ts";
import { givenKeeper } from "./store/testing.ts";
import { givenStore, givenStorePositions, testApp } from "./testing.ts";

/** What modules above do in their calls, with what the door of stores offers to them. */
const app = testApp();
const other = new AuthorityTestApp([vehicleModule, partnerModule, stores.storeModule]);
before(() => other.start(app));
after(() => other.stop());

const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const daily = (from: string, until: string) => Array.from({ length: 7 }, () => [{ from, until }]);
const plain = { exceptions: [], followsHolidays: false, version: null };
const suspended = { state: "SUSPENDED", stateBefore: "OPEN", suspendSource: "MANUAL" } as const;

async function closeBy(id: string) {
  const me = await app.signIn({ boolAdmin: true });
  return () => me.call(contract.closeStore, { params: { id }, body: { reason: "租约到期", version: 1 } });
}

test("ST-R34 requireStore: with trading only stores in trial or open, without it those in any state", async () => {
  const organization = await givenOrganization(app, {
    type: "STORE",
    parent: await givenOrganization(app, { type: "REGION" }),
  });
  const store = await givenStore(app, { organization, phone: "4001234567", lng: 121.5, lat: 31.2 });
  const found = await run((tx) => stores.requireStore(tx, store.id, { trading: true }));
  const { storeCode, name, storeType, serviceCityCodes, phone } = store;
  assert.partialDeepStrictEqual(found, { storeCode, name, storeType, serviceCityCodes, phone, isTrading: true });
  assert.equal(found.regionOrgId, (await run((tx) => stores.findStore(tx, { id: store.id })))?.regionOrgId);
  assert.notEqual(found.regionOrgId, null);
  for (const [wishes, label] of [
    [{ state: "PREPARING" }, "筹备中"],
    [suspended, "暂停营业"],
    [{ state: "CLOSED" }, "已闭店"],
  ] as const) {
    const idle = await givenStore(app, wishes);
    const refused = { msgCode: "STORE_NOT_TRADING", message: `门店「${idle.name}」当前${label}，不能办理业务` };
    await assert.rejects(
      run((tx) => stores.requireStore(tx, idle.id, { trading: true })),
      refused,
    );
    assert.deepEqual((await run((tx) => stores.requireStore(tx, idle.id))).isTrading, false);
  }
  const trial = await givenStore(app, { state: "TRIAL" });
  assert.equal((await run((tx) => stores.requireStore(tx, trial.id, { trading: true }))).isTrading, true);
});

test("ST-R34 requireStore: an unknown store and one that was removed are not found", async () => {
  const { client, create } = await givenKeeper(app);
  const { id, version } = (await create()).data;
  assert.equal((await run((tx) => stores.requireStore(tx, id))).state, "PREPARING");
  assert.equal((await client.call(contract.removeStore, { params: { id }, query: { version } })).msg, "");
  for (const gone of [id, newId()]) {
    await assert.rejects(
      run((tx) => stores.requireStore(tx, gone)),
      { msgCode: "COMMON_NOT_FOUND" },
    );
    assert.equal(await run((tx) => stores.findStore(tx, { id: gone })), null);
  }
});

test("ST-R34 requireStore makes a closing wait until the order is placed; reading a store locks nothing", async () => {
  const { id } = await givenStore(app);
  const close = await closeBy(id);
  const read = [
    (tx: Tx) => stores.lookupStores(tx, [id]),
    (tx: Tx) => stores.findStore(tx, { id }),
    (tx: Tx) => stores.storesIn(tx, { cityCode: "310100" }),
  ];
  for (const look of read) {
    const touch = () => app.rows("select 1 from store where id = $1 for update", [id]);
    assert.equal(await waitsFor(app, look, touch), false);
  }
  const together = () => run((tx) => stores.requireStore(tx, id, { trading: true }));
  assert.equal(await waitsFor(app, together, together), false, "orders do not wait for each other");
  assert.equal(await waitsFor(app, (tx) => stores.requireStore(tx, id, { trading: true }), close), true);
  assert.equal((await run((tx) => stores.lookupStores(tx, [id]))).get(id)?.state, "CLOSED");
});

test("store 15 lookupStores answers many at once, in any state, and leaves out what is none", async () => {
  const [open, closed] = [await givenStore(app), await givenStore(app, { state: "CLOSED" })];
  const found = await run((tx) => stores.lookupStores(tx, [open.id, closed.id, newId()]));
  assert.deepEqual(
    new Map([...found].map(([id, { name, isTrading }]) => [id, [name, isTrading]])),
    new Map([
      [open.id, [open.name, true]],
      [closed.id, [closed.name, false]],
    ]),
  );
  assert.deepEqual(await run((tx) => stores.lookupStores(tx, [])), new Map());
});

test("store 15 findStore by id, by the code of the store and by that of its organisation, in any state", async () => {
  const store = await givenStore(app, { state: "CLOSED" });
  const [organization] = await app.rows<{ code: string }>("select code from organization where id = $1", [store.id]);
  for (const by of [{ id: store.id }, { code: store.storeCode ?? "" }, { code: organization?.code ?? "" }]) {
    assert.equal((await run((tx) => stores.findStore(tx, by)))?.id, store.id, JSON.stringify(by));
  }
  assert.equal(await run((tx) => stores.findStore(tx, { code: "S999999999" })), null);
  const region = await givenOrganization(app, { type: "REGION" });
  const [plainCode] = await app.rows<{ code: string }>("select code from organization where id = $1", [region.id]);
  assert.equal(await run((tx) => stores.findStore(tx, { code: plainCode?.code ?? "" })), null, "no store");
});

test("store 15 storesIn tells the stores that trade and serve a city, by code, also those of another city", async () => {
  const at = (storeCode: string, wishes: Parameters<typeof givenStore>[1] = {}) =>
    givenStore(app, { cityCode: "320500", serviceCityCodes: ["320500"], storeCode, ...wishes });
  const last = await at("S320500900");
  const first = await at("S320500100", { state: "TRIAL" });
  const guest = await at("S310100500", { cityCode: "310100", serviceCityCodes: ["310100", "320500"] });
  for (const wishes of [{ state: "PREPARING" }, { state: "CLOSED" }, suspended] as const) {
    await at(`S3205002${newId().slice(-2)}`, wishes);
  }
  await at("S320600300", { cityCode: "320600", serviceCityCodes: ["320600"] });
  const told = await run((tx) => stores.storesIn(tx, { cityCode: "320500" }));
  assert.deepEqual(
    told.map(({ id, isTrading }) => [id, isTrading]),
    [guest, first, last].map(({ id }) => [id, true]),
  );
  assert.deepEqual(await run((tx) => stores.storesIn(tx, { cityCode: "659001" })), []);
});

test("ST-R5 storesIn with openAt: open from the first minute of a window, closed at its end; exceptions count", async () => {
  const cityCode = "330200";
  const make = () => givenStore(app, { cityCode, serviceCityCodes: [cityCode] });
  const [typed, standard] = [await make(), await make()];
  const keeper = await app.signIn({ permissions: ["store:store:view", "store:hours:edit"] });
  const day = addDays(dayOf(app.now()), 3);
  const special = addDays(day, 1);
  const exceptions = [{ day: special, windows: [{ from: "22:00", until: "24:00" }], note: "夜场" }];
  const body = { ...plain, week: daily("08:00", "09:00"), exceptions };
  await keeper.call(contract.saveHours, { params: { id: typed.id }, body });
  const openAt = async (at: string) => {
    const open = await run((tx) => stores.storesIn(tx, { cityCode, openAt: instantOf(at) }));
    return open.map(({ id }) => (id === typed.id ? "typed" : id === standard.id ? "standard" : id));
  };
  for (const [at, expected] of [
    [`${day} 07:59:59`, []],
    [`${day} 08:00:00`, ["typed"]],
    [`${day} 08:59:59`, ["typed"]],
    [`${day} 09:00:00`, []],
    [`${day} 10:00:00`, ["standard"]],
    [`${special} 08:30:00`, []],
    [`${special} 21:00:00`, []],
    [`${special} 22:00:00`, ["typed"]],
    [`${special} 23:59:59`, ["typed"]],
    [`${addDays(special, 1)} 00:00:00`, []],
  ] as const) {
    assert.deepEqual(await openAt(at), expected, at);
  }
});

test("ST-R5 calendarOf: what one node changes is what another one answers from its memory", async () => {
  const { id } = await givenStore(app);
  const keeper = await app.signIn({ permissions: ["store:store:view", "store:hours:edit"] });
  const noon = instantOf(`${addDays(dayOf(app.now()), 2)} 12:00:00`);
  const isOpen = async (node: AuthorityTestApp) =>
    isOpenAt(await node.arrange((tx) => stores.calendarOf(tx, id)), noon);
  assert.deepEqual([await isOpen(app), await isOpen(other)], [true, true]);
  const save = (from: string, version: number | null) =>
    keeper.call(contract.saveHours, { params: { id }, body: { ...plain, week: daily(from, "21:00"), version } });
  for (const [from, version, expected] of [
    ["13:00", null, false],
    ["12:00", 1, true],
  ] as const) {
    assert.equal((await save(from, version)).msg, "");
    assert.equal(await isOpen(app), expected);
    for (let tries = 0; tries < 100 && (await isOpen(other)) !== expected; tries++) await setTimeout(20);
    assert.equal(await isOpen(other), expected);
  }
  await app.rows("update store_hours set week = $2 where id = $1", [id, JSON.stringify(daily("18:00", "21:00"))]);
  assert.equal(await isOpen(other), true, "it is not read again as long as nobody says that it changed");
});

test("ST-R31 onDuty ahead: whoever comes on within the minutes, to the very minute and at most a day ahead", async () => {
  const { id: storeId } = await givenStore(app);
  await givenShifts(app, storeId);
  const { userId } = await givenMember(app, { storeId, families: ["DELIVERY"], weight: 4 });
  const monday = nextMonday(app);
  const keeper = await app.signIn({ permissions: ["store:duty:list", "store:duty:edit"] });
  const days = [2, 3].map((n) => ({
    userId,
    day: addDays(monday, n),
    kind: "SHIFT" as const,
    shiftCode: "A" as const,
  }));
  const roster = { storeId, monday, days, isPublishing: true, version: null };
  assert.equal((await keeper.call(contract.saveDutyRoster, { body: roster })).msg, "");
  const [day, next] = [addDays(monday, 2), addDays(monday, 3)];
  const ask = async (at: string, withinMinutes?: number, family: "SALES" | "DELIVERY" = "DELIVERY") => {
    const asked = { storeId, family, at: instantOf(at), ...(withinMinutes === undefined ? {} : { withinMinutes }) };
    const people = await run((tx) => stores.onDuty(tx, asked));
    return people.map((one) => [one.userId, one.weight, wireTime(one.from), wireTime(one.until)]);
  };
  const turn = (on: string) => [userId, 4, `${on} 10:00:00`, `${on} 18:00:00`];
  assert.deepEqual(await ask(`${day} 09:59:59`), []);
  assert.deepEqual(await ask(`${day} 10:00:00`), [turn(day)]);
  assert.deepEqual(await ask(`${day} 17:59:59`, 1_440), [turn(day)], "who is on duty now is told with this turn");
  assert.deepEqual(await ask(`${day} 18:00:00`), []);
  assert.deepEqual(await ask(`${day} 09:00:00`, 59), []);
  assert.deepEqual(await ask(`${day} 09:00:00`, 60), [turn(day)]);
  assert.deepEqual(await ask(`${addDays(day, -1)} 10:00:00`, 1_440), [turn(day)]);
  assert.deepEqual(await ask(`${addDays(day, -1)} 09:59:59`, 1_440), []);
  assert.deepEqual(await ask(`${addDays(day, -1)} 09:59:59`, 1_441), [], "more than a day ahead is asked as a day");
  assert.deepEqual(await ask(`${day} 18:00:00`, 960), [turn(next)]);
  assert.deepEqual(await ask(`${day} 12:00:00`, 0, "SALES"), []);
  const counts = (at: string) =>
    run((tx) => stores.onDutyCounts(tx, { storeIds: [storeId], family: "DELIVERY", at: instantOf(at) }));
  assert.deepEqual([...(await counts(`${day} 10:00:00`))], [[storeId, 1]]);
  assert.deepEqual([...(await counts(`${day} 09:59:59`))], [[storeId, 0]]);
  assert.deepEqual(
    await run((tx) => stores.onDutyCounts(tx, { storeIds: [], family: "SALES", at: app.now() })),
    new Map(),
  );
});

test("ST-R8 vacancyAt: a position without quota and people has no seat, and nobody waits for the question", async () => {
  await givenStorePositions(app);
  const { id: storeId } = await givenStore(app);
  const asked = { storeId, positionCode: "salesAdvisor", day: dayOf(app.now()) };
  const ask = () => run((tx) => stores.vacancyAt(tx, asked));
  assert.deepEqual(await ask(), { quota: 0, occupied: 0, reserved: 0, vacancy: 0 });
  assert.equal(await waitsFor(app, (tx) => stores.vacancyAt(tx, asked), ask), false);
});
