import type { AnswerFrom } from "@ops/platform/contract";
import { oneOf } from "@ops/platform/contract";
import { inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { endedStatuses, type getOrderStats, lateParties, stageAges } from "../../contract/index.ts";
import { orders } from "../order/tables.ts";
import { hasAge, isInView, isOfParty } from "../order/views.ts";

type Stats = AnswerFrom<typeof getOrderStats>;

/** Orders that are not at their end, by state and by the days that they have been in it. */
export async function countOnHand(tx: Tx): Promise<Stats["onHand"]> {
  const ages = oneOf(stageAges).options.map((age) => sql`when ${hasAge(age, tx)} then ${age}::text`);
  const { rows } = await sql<Stats["onHand"][number]>`
    select state, case ${sql.join(ages, sql` `)} end as age, count(*)::int as count from sales_order
    where state <> all(${[...endedStatuses]}::text[]) and ${inScope(tx, orders)} group by 1, 2`.execute(tx.kysely);
  return rows;
}

/** 已超承诺, by whoever has the order now. */
export async function countPast(tx: Tx): Promise<Stats["past"]> {
  const parties = oneOf(lateParties).options;
  const counts = parties.map((party) => sql`count(*) filter (where ${isOfParty(party)})::int`);
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts from sales_order
    where ${isInView("PAST", tx)} and ${inScope(tx, orders)}`.execute(tx.kysely);
  return parties.map((party, at) => ({ party, count: rows[0]?.counts[at] ?? 0 }));
}
