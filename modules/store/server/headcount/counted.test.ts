import assert from "node:assert/strict";
import { test } from "node:test";
import { givenPartner, givenStaff } from "@ops/partner/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { vacancyAt } from "../index.ts";
import { givenStore, givenStorePositions, testApp } from "../testing.ts";
import { headcountsAt, storesWithSeat } from "./counted.ts";
import { saveQuotasOf } from "./quotas.ts";
import { givenMove, givenSeat } from "./testing.ts";

const app = testApp();
const POSITIONS = ["salesAdvisor", "deliverySpecialist"];

/** A quota for each position of the store from a day so many days after today on. */
async function givenQuotas(storeId: string, after: number, quotas: readonly number[]) {
  await givenStorePositions(app);
  const effectiveFrom = addDays(dayOf(app.now()), after);
  const rows = quotas.map((quota, at) => ({ storeId, positionCode: POSITIONS[at] ?? "", quota }));
  const how = { effectiveFrom, source: "MANUAL", reason: "扩编" } as const;
  await app.arrange((tx) =>
    saveQuotasOf(
      tx,
      rows.map((row) => ({ ...row, ...how })),
    ),
  );
}

/** Two stores with people in every state, one who moves from one to the other, people of a partner and changing quotas. */
async function givenBusyStores(): Promise<readonly [string, string]> {
  const today = dayOf(app.now());
  const partner = await givenPartner(app);
  const [{ id: from }, { id: to }] = [
    await givenStore(app),
    await givenStore(app, { operateMode: "PARTNER", partnerId: partner.id }),
  ];
  for (const storeId of [from, to]) {
    await givenQuotas(storeId, -30, [9, 0]);
    await givenQuotas(storeId, -10, [4, 1]);
    await givenQuotas(storeId, 4, [5, 0]);
    for (const state of ["CANDIDATE", "TRAINING", "IN_POST"] as const) await givenSeat(app, { storeId, state });
    await givenSeat(app, { storeId, state: "LEFT", leaveOn: addDays(today, 3) });
  }
  const goner = { storeId: from, positionCode: "deliverySpecialist", leaveOn: addDays(today, 1) };
  await givenSeat(app, { ...goner, state: "LEAVING" });
  await givenSeat(app, { storeId: to, state: "TO_JOIN", entryDate: addDays(today, 2) });
  const staffId = await givenSeat(app, { storeId: from, state: "MOVING" });
  const move = { staffId, from: { storeId: from }, to: { storeId: to }, effectiveDate: addDays(today, 3) };
  await givenMove(app, { ...move, state: "APPROVED" });
  await givenMove(app, { ...move, effectiveDate: today, state: "WITHDRAWN" });
  await givenStaff(app, { partner, storeId: to, joinOn: addDays(today, 1) });
  return [from, to];
}

test("ST-R8 the database counts the seats of many stores as the rules count those of one, on every day", async () => {
  const stores = await givenBusyStores();
  const today = dayOf(app.now());
  const found: string[] = [];
  for (let after = 0; after < 8; after++) {
    const day = addDays(today, after);
    const [counted, short] = await app.arrange(async (tx) => {
      const isAsked = (column: string) => sql<boolean>`${sql.ref(column)} = any(${[...stores]}::uuid[])`;
      const { rows } = await sql<{ storeId: string }>`${storesWithSeat(tx, isAsked, day)}`.execute(tx.kysely);
      return [await headcountsAt(tx, stores, day), rows.map(({ storeId }) => storeId)] as const;
    });
    for (const storeId of stores) {
      let isShort = false;
      for (const positionCode of POSITIONS) {
        const expected = await app.arrange((tx) => vacancyAt(tx, { storeId, positionCode, day }));
        const cell = counted.get(storeId)?.find((one) => one.positionCode === positionCode);
        assert.deepEqual(cell, { positionCode, ...expected }, `${positionCode} after ${after} days`);
        found.push(`${storeId} ${positionCode} ${expected.vacancy}`);
        isShort ||= expected.vacancy > 0;
      }
      assert.equal(short.includes(storeId), isShort, `a free seat after ${after} days`);
    }
  }
  assert.ok(new Set(found).size > 8, "the seats change over the days");
});

test("ST-R8 the stores with a free seat are those of the grid, for all stores and for one's own", async () => {
  const stores = await givenBusyStores();
  const { id: closed } = await givenStore(app, { state: "CLOSED" });
  const { id: later } = await givenStore(app);
  await givenQuotas(closed, -1, [1, 1]);
  await givenQuotas(later, 1, [1, 1]);
  const permissions = ["store:store:list", "store:headcount:list"];
  const [everywhere, here] = [
    await app.signIn({ boolAdmin: true }),
    await app.signIn({ organization: { id: stores[0] }, permissions, scope: "ORG" }),
  ];
  for (const reader of [everywhere, here]) {
    const grid = await reader.call(contract.listHeadcounts, { query: { pageSize: 100 } });
    const expected = grid.data.list.flatMap(({ id, cells }) => (cells.some(({ vacancy }) => vacancy > 0) ? [id] : []));
    const shown = await reader.call(contract.listStores, { query: { isShort: "1", pageSize: 100 } });
    assert.deepEqual(shown.data.list.map(({ id }) => id).toSorted(), expected.toSorted());
    assert.equal((await reader.call(contract.countStores, {})).data.short, expected.length);
    assert.ok(!expected.includes(closed) && !expected.includes(later));
  }
  const short = async () => (await here.call(contract.countStores, {})).data.short;
  assert.equal(await short(), 1);
  await givenSeat(app, { storeId: stores[0], state: "TO_JOIN", entryDate: dayOf(app.now()) });
  assert.equal(await short(), 0, "every seat is taken or reserved");
});
