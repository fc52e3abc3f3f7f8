import assert from "node:assert/strict";
import { test } from "node:test";
import { type GivenOrganization, givenOrganization } from "@ops/authority/server/testing";
import { addDays, dayOf, instantOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenMember, givenShifts } from "../duty/testing.ts";
import { mondayOf } from "../duty/week.ts";
import { saveQuotasOf } from "../headcount/quotas.ts";
import { givenSeat } from "../headcount/testing.ts";
import { givenQuota, givenStore, givenStorePositions, givenStoreStaff, testApp } from "../testing.ts";

const app = testApp();
const [SALES, DELIVERY] = ["salesAdvisor", "deliverySpecialist"];
const today = () => dayOf(app.now());

const givenRegion = () => givenOrganization(app, { type: "REGION" });
async function storeIn(region: GivenOrganization, wishes: Parameters<typeof givenStore>[1] = {}) {
  return givenStore(app, { organization: await givenOrganization(app, { type: "STORE", parent: region }), ...wishes });
}

async function statsOf(region?: GivenOrganization) {
  const scoped = region ? ({ scope: "ORG_TREE", organization: region } as const) : {};
  const reader = await app.signIn({ permissions: ["store:stat:view"], ...scoped });
  return (await reader.call(contract.getStoreStats, {})).data;
}

test("store 9 满编率 by region and 缺口 by position on four days, inside the reader's scope", async () => {
  await givenStorePositions(app);
  const [east, west] = [await givenRegion(), await givenRegion()];
  const [a, b, c] = [await storeIn(east), await storeIn(east), await storeIn(west)];
  const closed = await storeIn(east, { state: "CLOSED" });
  for (const { id } of [a, closed]) await givenQuota(app, id, 3);
  await givenQuota(app, b.id, 1);
  await givenQuota(app, b.id, 2, DELIVERY);
  await givenQuota(app, c.id, 4);
  const later = { storeId: a.id, positionCode: SALES, quota: 5, effectiveFrom: addDays(today(), 45), reason: "测试" };
  await app.arrange((tx) => saveQuotasOf(tx, [{ ...later, source: "MANUAL" }]));
  await givenSeat(app, { storeId: a.id, state: "IN_POST" });
  await givenSeat(app, { storeId: a.id, state: "LEAVING", leaveOn: addDays(today(), 10) });
  for (const state of ["IN_POST", "TRAINING", "IN_POST"] as const) await givenSeat(app, { storeId: b.id, state });
  const coming = { storeId: b.id, positionCode: DELIVERY, state: "TO_JOIN", entryDate: addDays(today(), 70) } as const;
  await givenSeat(app, coming);
  const own = await statsOf(east);
  const filled = { regionOrgId: east.id, regionName: east.name, occupied: 5, quota: 6 };
  assert.deepEqual(own.fillings, [filled]);
  assert.deepEqual(own.gaps, [
    // The store with two people too many takes no seat from the other one.
    { positionCode: SALES, positionName: "销售顾问", vacancies: [1, 2, 4, 4] },
    { positionCode: DELIVERY, positionName: "交付专员", vacancies: [2, 2, 2, 1] },
  ]);
  const all = await statsOf();
  const other = { regionOrgId: west.id, regionName: west.name, occupied: 0, quota: 4 };
  const known = all.fillings.filter(({ regionOrgId }) => regionOrgId === east.id || regionOrgId === west.id);
  assert.deepEqual(new Map(known.map((one) => [one.regionOrgId, one])).get(east.id), filled);
  assert.deepEqual(new Map(known.map((one) => [one.regionOrgId, one])).get(west.id), other);
  assert.deepEqual(all.gaps[0]?.vacancies, [5, 6, 8, 8]);
});

test("store 9 月离职率: own people who left in a month, and the heads at its start and its end", async () => {
  const region = await givenRegion();
  const { id: storeId } = await storeIn(region);
  const { id: elsewhere } = await givenStore(app);
  const first = `${today().slice(0, 7)}-01`;
  const before = `${addDays(first, -1).slice(0, 7)}-01`;
  const entryDate = "2020-01-01";
  await givenSeat(app, { storeId, state: "IN_POST", entryDate });
  await givenSeat(app, { storeId, state: "LEAVING", entryDate, leaveOn: addDays(first, 40) });
  await givenSeat(app, { storeId, state: "LEFT", entryDate, leaveOn: before });
  await givenSeat(app, { storeId, state: "LEFT", entryDate, leaveOn: addDays(first, -1) });
  await givenSeat(app, { storeId: elsewhere, state: "LEFT", entryDate, leaveOn: before });
  await givenSeat(app, { storeId, state: "IN_POST", entryDate: first });
  await givenSeat(app, { storeId, state: "TO_JOIN", entryDate: first });
  const { turnover } = await statsOf(region);
  assert.equal(turnover.length, 12);
  const month = addDays(before, -1).slice(0, 7);
  assert.deepEqual(turnover.slice(-3), [
    { month, left: 0, atStart: 4, atEnd: 4 },
    { month: before.slice(0, 7), left: 2, atStart: 4, atEnd: 2 },
    { month: first.slice(0, 7), left: 0, atStart: 2, atEnd: 3 },
  ]);
});

const passUntil = (time: string) => app.passTime((instantOf(time).getTime() - app.now().getTime()) / 1000);

test("store 9 排班空档: the open time of seven days from now on with nobody on duty; the 20 stores with most", async () => {
  const region = await givenRegion();
  const [planned, bare, full] = [await storeIn(region), await storeIn(region), await storeIn(region)];
  const still = await storeIn(region, { state: "SUSPENDED", suspendSource: "MANUAL", stateBefore: "OPEN" });
  for (const { id } of [planned, full, still]) await givenQuota(app, id, 1);
  await givenQuota(app, bare.id, 1, DELIVERY);
  await givenMember(app, { storeId: full.id });
  await givenShifts(app, planned.id);
  const early = await givenMember(app, { storeId: planned.id });
  const late = await givenMember(app, { storeId: planned.id });
  await passUntil(`${addDays(today(), 1)} 08:00:00`);
  const day = today();
  const cell = (userId: string, at: number, shiftCode: "A" | "B") => {
    return { userId, day: addDays(day, at), kind: "SHIFT" as const, shiftCode };
  };
  // 10:00–18:00 on all days but the third, and until 21:00 on the first one; the store is open from 10:00 to 21:00.
  const cells = [cell(late.userId, 0, "B"), ...[0, 1, 3, 4, 5, 6].map((at) => cell(early.userId, at, "A"))];
  const keeper = await app.signIn({ permissions: ["store:duty:list", "store:duty:edit"] });
  for (const monday of [mondayOf(day), addDays(mondayOf(day), 7)]) {
    const days = cells.filter((one) => mondayOf(one.day) === monday);
    const body = { storeId: planned.id, monday, days, isPublishing: true, version: null };
    assert.equal((await keeper.call(contract.saveDutyRoster, { body })).msg, "");
  }
  const gap = { storeId: planned.id, storeName: planned.name, family: "SALES", firstDay: addDays(day, 1) };
  const none = { storeId: bare.id, storeName: bare.name, family: "DELIVERY", firstDay: day };
  assert.deepEqual((await statsOf(region)).rosterGaps, [
    { ...none, minutes: 7 * 660 },
    { ...gap, minutes: 5 * 180 + 660 },
  ]);
  await passUntil(`${day} 22:00:00`);
  const [first] = (await statsOf(region)).rosterGaps;
  assert.deepEqual(first, { ...none, firstDay: addDays(day, 1), minutes: 6 * 660 }, "what is over does not count");
  for (let n = 0; n < contract.MOST_GAP_STORES; n++) await givenQuota(app, (await storeIn(region)).id, 1);
  const most = (await statsOf(region)).rosterGaps;
  assert.equal(most.length, 20);
  assert.ok(most.every(({ minutes }) => minutes === 6 * 660));
});

test("store 9 排班空档: who is paused covers nothing through that day, planned or not; nor does who cannot sign in", async () => {
  const region = await givenRegion();
  const [loose, planned, left, draft] = [
    await storeIn(region),
    await storeIn(region),
    await storeIn(region),
    await storeIn(region),
  ];
  for (const { id } of [loose, planned, left, draft]) await givenQuota(app, id, 1);
  await passUntil(`${addDays(today(), 1)} 08:00:00`);
  const day = today();
  const [first, second, gone, other] = [
    await givenMember(app, { storeId: loose.id }),
    await givenMember(app, { storeId: planned.id }),
    await givenMember(app, { storeId: left.id }),
    await givenMember(app, { storeId: draft.id }),
  ];
  for (const { userId } of [first, second]) {
    await app.rows("update duty_member set paused_until = $2, paused_reason = '休假' where user_id = $1", [
      userId,
      addDays(day, 1),
    ]);
  }
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [gone.userId]);
  for (const [storeId, userId, published] of [
    [planned.id, second.userId, "now()"],
    [draft.id, other.userId, "null"],
  ] as const) {
    for (const monday of [mondayOf(day), addDays(mondayOf(day), 7)]) {
      await app.rows(
        `insert into duty_week (id, created_at, created_by, updated_at, updated_by, store_id, monday, published_at)
         values (gen_random_uuid(), now(), $1, now(), $1, $1, $2, ${published})`,
        [storeId, monday],
      );
    }
    for (let at = 0; at < 7; at++) {
      await app.rows(
        `insert into duty_day (store_id, day, user_id, kind, windows) values ($1, $2, $3, 'SHIFT', '[{"from":"10:00","until":"20:00"}]')`,
        [storeId, addDays(day, at), userId],
      );
    }
  }
  const gaps = (await statsOf(region)).rosterGaps.map(({ storeId, minutes }) => [storeId, minutes]);
  assert.deepEqual(gaps, [
    [left.id, 7 * 660],
    [planned.id, 2 * 660 + 5 * 60],
    [loose.id, 2 * 660],
  ]);
});

test("store 9 认证率: own people of positions that ask for a certificate, in the reader's scope, and whose end is near", async () => {
  const region = await givenRegion();
  const { id: storeId } = await storeIn(region);
  const { id: elsewhere } = await givenStore(app);
  const states = ["CERTIFIED", "EXPIRING", "EXPIRED", "PENDING", "NONE"] as const;
  for (const certState of states) await givenStoreStaff(app, { storeId, certState });
  await givenStoreStaff(app, { storeId, certState: "CERTIFIED", state: "LEFT" });
  await givenStoreStaff(app, { storeId: elsewhere, certState: "CERTIFIED" });
  await givenStoreStaff(app, { storeId, certState: "DOING", positionCode: DELIVERY });
  assert.deepEqual((await statsOf(region)).certs, [
    { positionCode: SALES, positionName: "销售顾问", needed: 4, certified: 2, expiring: 1 },
    { positionCode: DELIVERY, positionName: "交付专员", needed: 1, certified: 0, expiring: 0 },
  ]);
  const reader = await app.signIn({ permissions: ["store:store:list"], scope: "ORG_TREE", organization: region });
  const { data } = await reader.call(contract.listStores, { query: {} });
  assert.deepEqual(
    data.list.map(({ certNeeded, certified }) => [certNeeded, certified]),
    [[5, 2]],
  );
});
