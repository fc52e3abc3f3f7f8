import assert from "node:assert/strict";
import { test } from "node:test";
import { loadAuthorityDemo } from "@ops/authority/server";
import { partnerModule } from "@ops/partner/server";
import { countStores, listHeadcounts } from "../../contract/index.ts";
import { testApp } from "../testing.ts";
import { loadStoreDemo } from "./load.ts";

const app = testApp();

/** Counts rows by a column, such as `{ OPEN: 110 }`. */
async function countBy(table: string, column: string): Promise<Record<string, number>> {
  const rows = await app.rows<{ word: string; count: number }>(
    `select ${column} as word, count(*)::int as count from ${table} group by 1`,
  );
  return Object.fromEntries(rows.map(({ word, count }) => [word, count]));
}

test("section 11: the stores of the demo are stores, their people are staff, and loading twice changes nothing", async () => {
  await app.arrange(async (tx) => {
    await loadAuthorityDemo(tx);
    await partnerModule.demo?.load(tx);
    await loadStoreDemo(tx);
    await loadStoreDemo(tx);
  });
  const stores = await countBy("store", "state");
  assert.equal(
    Object.values(stores).reduce((sum, count) => sum + count, 0),
    130,
  );
  assert.equal(stores["TRIAL"], 2);
  const bare = await app.rows(
    "select 1 from organization o where type in ('STORE', 'DELIVERY') and deleted_at is null and not exists (select from store where id = o.id)",
  );
  assert.equal(bare.length, 0, "every organisation of a store is one");
  const staff = await countBy("store_staff", "state");
  assert.partialDeepStrictEqual(staff, { CANDIDATE: 14, TO_JOIN: 6, REJECTED: 6, MOVING: 3, LEAVING: 1 });
  assert.ok((staff["IN_POST"] ?? 0) > 250, JSON.stringify(staff));
  assert.deepEqual(await countBy("store_movement", "state"), {
    WAITING: 2,
    APPROVED: 1,
    FAILED: 1,
    DONE: 6,
    REJECTED: 1,
  });
  assert.partialDeepStrictEqual(await countBy("duty_week", "published_at is not null"), { true: 52 });
  assert.partialDeepStrictEqual(await countBy("duty_day", "kind"), { LEAVE: 3 });
  assert.deepEqual(Object.keys(await countBy("duty_day", "jsonb_typeof(windows)")), ["array"]);
  const client = await app.signIn({ permissions: ["store:store:list", "store:headcount:list"] });
  const { data: cards } = await client.call(countStores, {});
  assert.ok(cards.short > 0, JSON.stringify(cards));
  assert.equal((await client.call(listHeadcounts, { query: {} })).success, true);
});
