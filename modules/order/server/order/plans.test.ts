import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { testApp } from "../testing.ts";
import { isDeliveredWithin, isDepositedWithin, isInView, isLate, isOnTime } from "./views.ts";

const app = testApp();
const month = { from: new Date("2025-11-01T00:00:00+08:00"), until: new Date("2025-12-01T00:00:00+08:00") };

/** How the database finds the newest orders under a condition, among so many that it neither reads nor sorts all. */
function planOf(condition: (tx: Tx) => RawBuilder<boolean>): Promise<string> {
  return app.arrange(async (tx) => {
    for (const way of ["seqscan", "bitmapscan", "sort"])
      await sql.raw(`set local enable_${way} = off`).execute(tx.kysely);
    const { rows } = await sql<Record<string, string>>`explain (costs off) select sales_order.* from sales_order
      where ${condition(tx)} order by sales_order.created_at desc, sales_order.id desc limit 20`.execute(tx.kysely);
    return rows.flatMap((row) => Object.values(row)).join("\n");
  });
}

test("order 13 late orders under way are told apart inside of their index, newest first", async () => {
  assert.match(await planOf((tx) => isInView("PAST", tx)), /sales_order_live .*\n *Index Cond: \(promise_effective </);
});

test("order 13 orders handed over within days are told apart inside of their index, which is read from the end of these days", async () => {
  const plan = await planOf(() => isDeliveredWithin(month));
  assert.match(
    plan,
    /sales_order_handed_over .*\n *Index Cond: \(\(created_at < .* AND \(delivered_at >= .* AND \(delivered_at < /,
  );
  assert.match(await planOf(() => isDepositedWithin(month)), /sales_order_newest .*\n *Index Cond: \(created_at < /);
});

test("order 13 orders handed over late have an index of their own, and those in time that of all hand-overs", async () => {
  assert.match(await planOf(() => isLate), /sales_order_late /);
  assert.match(await planOf(() => isOnTime), /sales_order_handed_over /);
});

test("order 13 the list is sorted through an index by whatever column it may be", async () => {
  for (const column of ["promise_effective", "eta", "locked_at", "updated_at"]) {
    const { rows } = await app.arrange(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx.kysely);
      return sql<Record<string, string>>`explain (costs off) select sales_order.* from sales_order
        where ${sql.ref(column)} is not null order by ${sql.ref(column)} desc, id desc limit 20`.execute(tx.kysely);
    });
    const plan = rows.flatMap((row) => Object.values(row)).join("\n");
    assert.match(plan, /Index Scan Backward using sales_order_(by|locked_on)/, column);
  }
});

test("order 13 whoever has no orders is not looked for in all of them", async () => {
  const plan = await planOf((tx) => isInView("MINE", tx));
  assert.match(plan, /sales_order_of_advisor/);
  assert.match(plan, /sales_order_of_butler/);
});
