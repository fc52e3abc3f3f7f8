import assert from "node:assert/strict";
import { test } from "node:test";
import { givenPartner, givenStaff } from "@ops/partner/server/testing";
import { addDays, BusinessError, dayOf } from "@ops/platform/contract";
import { changeRecord, lockRecord } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { vacancyAt } from "../index.ts";
import { staffTable } from "../staff/tables.ts";
import { givenStore, givenStorePositions, testApp } from "../testing.ts";
import { saveQuotasOf } from "./quotas.ts";
import { lockCells, requireSeat } from "./seats.ts";
import { givenMove, givenSeat } from "./testing.ts";

const app = testApp();
const SALES = "salesAdvisor";

async function givenQuota(storeId: string, quota: number, effectiveFrom = "2026-01-01", positionCode = SALES) {
  await givenStorePositions(app);
  await app.arrange((tx) =>
    saveQuotasOf(tx, [{ storeId, positionCode, effectiveFrom, quota, source: "MANUAL", reason: "扩编" }]),
  );
}

const told = (storeId: string, day: string, staffId?: string) =>
  app.arrange(async (tx) => {
    try {
      await requireSeat(tx, { storeId, positionCode: SALES, day, ...(staffId ? { staffId } : {}) });
      return "given";
    } catch (refusal) {
      if (!(refusal instanceof BusinessError)) throw refusal;
      return `${refusal.msgCode} ${refusal.message}`;
    }
  });

const seats = (storeId: string, day: string) =>
  app.arrange((tx) => vacancyAt(tx, { storeId, positionCode: SALES, day }));

test("ST-R8 the vector: a seat is given from the day on which it is free, and only if it stays free", async () => {
  const { id: storeId } = await givenStore(app);
  await givenQuota(storeId, 6);
  for (let n = 0; n < 3; n++) await givenSeat(app, { storeId, state: "IN_POST" });
  await givenSeat(app, { storeId, state: "TRAINING" });
  await givenSeat(app, { storeId, state: "LEAVING", leaveOn: "2027-06-30" });
  await givenSeat(app, { storeId, state: "TO_JOIN", entryDate: "2027-06-10" });
  assert.equal(await told(storeId, "2027-06-20"), "STORE_HEADCOUNT_FULL 「销售顾问」编制已满（编制6，占用5，预占1）");
  assert.equal(await told(storeId, "2027-06-30"), "STORE_HEADCOUNT_FULL 「销售顾问」编制已满（编制6，占用5，预占1）");
  assert.equal(await told(storeId, "2027-07-01"), "given");
  await givenQuota(storeId, 5, "2027-08-01");
  assert.equal(await told(storeId, "2027-07-01"), "STORE_HEADCOUNT_FULL 「销售顾问」编制已满（编制5，占用4，预占1）");
  await givenQuota(storeId, 6, "2027-08-01");
  assert.equal(await told(storeId, "2027-07-01"), "given");
});

test("ST-R8 a seat before a reserved one is refused with the numbers of the first full day", async () => {
  const { id: storeId } = await givenStore(app);
  await givenQuota(storeId, 1);
  const joiner = await givenSeat(app, { storeId, state: "TO_JOIN", entryDate: "2027-06-10" });
  assert.deepEqual(await seats(storeId, "2027-06-09"), { quota: 1, occupied: 0, reserved: 0, vacancy: 1 });
  assert.deepEqual(await seats(storeId, "2027-06-10"), { quota: 1, occupied: 0, reserved: 1, vacancy: 0 });
  const full = "STORE_HEADCOUNT_FULL 「销售顾问」编制已满（编制1，占用0，预占1）";
  assert.equal(await told(storeId, "2027-06-01"), full);
  assert.equal(await told(storeId, "2027-06-01", joiner), "given", "the own reservation does not count");
  assert.equal(
    await told(storeId, "2025-12-31", joiner),
    "STORE_HEADCOUNT_FULL 「销售顾问」编制已满（编制0，占用0，预占0）",
  );
});

test("ST-R8 somebody who moves takes the old seat until the day before, and the new one from the day on", async () => {
  const [{ id: from }, { id: to }] = [await givenStore(app), await givenStore(app)];
  await givenQuota(from, 2);
  await givenQuota(to, 2);
  const move = async (state: string) => {
    const staffId = await givenSeat(app, { storeId: from, state: "MOVING" });
    await givenMove(app, { staffId, from: { storeId: from }, to: { storeId: to }, effectiveDate: "2027-03-01", state });
    return staffId;
  };
  const numbers = async (storeId: string, day: string) => {
    const { occupied, reserved } = await seats(storeId, day);
    return [occupied, reserved];
  };
  for (const state of ["WAITING", "APPROVED", "RUNNING", "FAILED"]) {
    const staffId = await move(state);
    assert.deepEqual(
      [await numbers(from, "2027-02-28"), await numbers(to, "2027-02-28")],
      [
        [1, 0],
        [0, 0],
      ],
      state,
    );
    assert.deepEqual(
      [await numbers(from, "2027-03-01"), await numbers(to, "2027-03-01")],
      [
        [0, 0],
        [0, 1],
      ],
      state,
    );
    await app.rows("delete from store_movement where staff_id = $1", [staffId]);
    await app.rows("delete from store_staff where id = $1", [staffId]);
  }
  const done = await givenSeat(app, { storeId: to, state: "IN_POST" });
  for (const state of ["DONE", "REJECTED", "WITHDRAWN"]) {
    await givenMove(app, {
      staffId: done,
      from: { storeId: from },
      to: { storeId: to },
      effectiveDate: "2026-03-01",
      state,
    });
  }
  assert.deepEqual(await numbers(to, "2027-03-01"), [1, 0]);
  for (const state of ["CANDIDATE", "LEFT"] as const) {
    await givenSeat(app, { storeId: to, state, ...(state === "LEFT" ? { leaveOn: "2027-12-31" } : {}) });
  }
  assert.deepEqual(await numbers(to, "2027-03-01"), [1, 0], "candidates and those who left take no seat");
});

test("ST-R8 people of partners take seats by the position that theirs maps to", async () => {
  const partner = await givenPartner(app);
  const { id: storeId } = await givenStore(app, { operateMode: "PARTNER", partnerId: partner.id });
  await givenQuota(storeId, 2);
  const today = dayOf(app.now());
  const present = await givenStaff(app, { partner, storeId, joinOn: today });
  await givenStaff(app, { partner, storeId, joinOn: addDays(today, 10), state: "TRAINING" });
  assert.equal((await seats(storeId, addDays(today, -1))).occupied, 0);
  assert.deepEqual(await seats(storeId, today), { quota: 2, occupied: 1, reserved: 0, vacancy: 1 });
  assert.deepEqual(await seats(storeId, addDays(today, 10)), { quota: 2, occupied: 2, reserved: 0, vacancy: 0 });
  assert.equal(await told(storeId, today), "STORE_HEADCOUNT_FULL 「销售顾问」编制已满（编制2，占用2，预占0）");
  const admin = await app.signIn({ boolAdmin: true });
  const cells = async (day: string) => {
    const { data } = await admin.call(contract.listHeadcounts, { query: { day, pageSize: 100 } });
    return data.list.find(({ id }) => id === storeId)?.cells;
  };
  assert.deepEqual(await cells(today), [{ positionCode: SALES, quota: 2, occupied: 1, reserved: 0, vacancy: 1 }]);
  assert.deepEqual(await cells(addDays(today, 10)), [
    { positionCode: SALES, quota: 2, occupied: 2, reserved: 0, vacancy: 0 },
  ]);
  const leaves = (day: string) =>
    app.rows("update partner_staff set state = 'LEAVING', join_on = $3, leave_on = $2 where id = $1", [
      present.id,
      day,
      addDays(today, -30),
    ]);
  const occupied = async (days: number) => (await seats(storeId, addDays(today, days))).occupied;
  await leaves(addDays(today, 3));
  assert.deepEqual([await occupied(3), await occupied(4)], [1, 0]);
  await leaves(addDays(today, -3));
  assert.deepEqual([await occupied(0), await occupied(1)], [1, 0], "the seat is kept until the hand-over is done");
});

test("ST-R8 twenty ask for one seat at once: exactly one gets it", async () => {
  const { id: storeId } = await givenStore(app);
  await givenQuota(storeId, 3);
  for (let n = 0; n < 2; n++) await givenSeat(app, { storeId, state: "IN_POST" });
  const people = await Promise.all(Array.from({ length: 20 }, () => givenSeat(app, { storeId, state: "CANDIDATE" })));
  const asked = people.map((id) =>
    app.arrange(async (tx) => {
      await requireSeat(tx, { storeId, positionCode: SALES, day: "2027-05-01", staffId: id });
      const staff = await lockRecord(tx, staffTable, id, null);
      await changeRecord(tx, staffTable, staff, { state: "TO_JOIN", entryDate: "2027-05-01" });
    }),
  );
  const results = await Promise.allSettled(asked);
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  const refusals = results.flatMap((one) => (one.status === "rejected" ? [one.reason.message] : []));
  assert.deepEqual(new Set(refusals), new Set(["「销售顾问」编制已满（编制3，占用2，预占1）"]));
});

test("ST-R8 cells are locked in ascending order, so that crossing requests never deadlock", async () => {
  const stores = [await givenStore(app), await givenStore(app), await givenStore(app)];
  const cells = stores.flatMap(({ id: storeId }) =>
    ["salesAdvisor", "deliverySpecialist"].map((positionCode) => ({ storeId, positionCode })),
  );
  const rounds = Array.from({ length: 30 }, (_, n) =>
    app.arrange((tx) => lockCells(tx, n % 2 === 0 ? cells : cells.toReversed())),
  );
  await Promise.all(rounds);
  const made = await app.rows("select 1 from headcount where store_id = any($1::uuid[])", [stores.map(({ id }) => id)]);
  assert.equal(made.length, cells.length);
});

test("ST-R8 the steps of the next 180 days, each from the day on which a number changes", async () => {
  const { id: storeId } = await givenStore(app);
  const today = dayOf(app.now());
  const on = (days: number) => addDays(today, days);
  await givenQuota(storeId, 2);
  await givenQuota(storeId, 3, on(180));
  await givenQuota(storeId, 4, on(181));
  await givenSeat(app, { storeId, state: "IN_POST" });
  await givenSeat(app, { storeId, state: "LEAVING", leaveOn: on(4) });
  await givenSeat(app, { storeId, state: "TO_JOIN", entryDate: on(5) });
  const reader = await app.signIn({
    permissions: ["store:headcount:list"],
    scope: "ORG",
    organization: { id: storeId },
  });
  const { data } = await reader.call(contract.getVacancies, { query: { storeId } });
  assert.deepEqual(data, [
    {
      positionCode: SALES,
      positionName: "销售顾问",
      steps: [
        { from: today, quota: 2, occupied: 2, reserved: 0, vacancy: 0 },
        { from: on(5), quota: 2, occupied: 1, reserved: 1, vacancy: 0 },
        { from: on(180), quota: 3, occupied: 1, reserved: 1, vacancy: 1 },
      ],
    },
  ]);
  const none = await reader.call(contract.getVacancies, { query: { storeId, positionCode: "storeManager" } });
  assert.deepEqual(none.data, []);
  const { id: other } = await givenStore(app);
  assert.equal((await reader.call(contract.getVacancies, { query: { storeId: other } })).msgCode, "COMMON_NOT_FOUND");
});
