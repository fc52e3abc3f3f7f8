import { type AnswerFrom, addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { inScope, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { BOARD_DAYS, COHORT_MONTHS, type getOrderStats } from "../../contract/index.ts";
import { orders } from "../order/tables.ts";
import { isDeposit } from "../order/views.ts";

type Stats = AnswerFrom<typeof getOrderStats>;

/** 大定, 锁单 and 交付 of each day. */
export async function countDays(tx: Tx): Promise<Stats["days"]> {
  const today = dayOf(tx.now);
  const days = Array.from({ length: BOARD_DAYS }, (_, at) => addDays(today, at - BOARD_DAYS + 1));
  const since = startOfDay(days[0] ?? today);
  const deposits = sql`order_stage join sales_order on sales_order.id = order_stage.order_id`;
  const deposited = await countByDay(tx, sql`order_stage.at`, sql`${deposits} where ${isDeposit} and`, since);
  const locked = await countByDay(tx, sql`sales_order.locked_at`, sql`sales_order where`, since);
  const delivered = await countByDay(tx, sql`sales_order.delivered_at`, sql`sales_order where`, since);
  return days.map((day) => ({
    day,
    deposited: deposited.get(day) ?? 0,
    locked: locked.get(day) ?? 0,
    delivered: delivered.get(day) ?? 0,
  }));
}

async function countByDay(tx: Tx, at: RawBuilder<unknown>, from: RawBuilder<unknown>, since: Date) {
  const { rows } = await sql<{ day: string; count: number }>`
    select to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as count
    from ${from} ${at} >= ${since} and ${inScope(tx, orders)} group by 1`.execute(tx.kysely);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** What became of the orders whose 大定 came in a month. */
export async function countCohorts(tx: Tx): Promise<Stats["cohorts"]> {
  const months = monthsUntil(dayOf(tx.now).slice(0, 7));
  const since = startOfDay(`${months[0]}-01`);
  const { rows } = await sql<Stats["cohorts"][number]>`
    select to_char(order_stage.at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, count(*)::int as deposited,
      count(*) filter (where sales_order.locked_at is not null)::int as locked,
      count(*) filter (where sales_order.state = 'CANCELLED')::int as cancelled
    from order_stage join sales_order on sales_order.id = order_stage.order_id
    where ${isDeposit} and order_stage.at >= ${since} and ${inScope(tx, orders)} group by 1`.execute(tx.kysely);
  const none = { deposited: 0, locked: 0, cancelled: 0 };
  return months.map((month) => rows.find((row) => row.month === month) ?? { month, ...none });
}

/** The months until this one, the oldest first. */
function monthsUntil(month: string): string[] {
  const months = [month];
  while (months.length < COHORT_MONTHS) months.unshift(addDays(`${months[0]}-01`, -1).slice(0, 7));
  return months;
}
