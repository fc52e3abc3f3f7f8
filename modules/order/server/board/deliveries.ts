import { type AnswerFrom, addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { inScope, type Tx } from "@ops/platform/server";
import { lookupStores } from "@ops/store/server";
import { lookupSeries } from "@ops/vehicle/server";
import { type RawBuilder, sql } from "kysely";
import { type CycleStep, DELIVERED_DAYS, type getOrderStats } from "../../contract/index.ts";
import { orders } from "../order/tables.ts";
import { isOnTime } from "../order/views.ts";

type Stats = AnswerFrom<typeof getOrderStats>;

/** Handed over within the last days, in the reader's scope. */
function isRecent(tx: Tx): RawBuilder<boolean> {
  const since = startOfDay(addDays(dayOf(tx.now), 1 - DELIVERED_DAYS));
  return sql<boolean>`(sales_order.delivered_at >= ${since} and ${inScope(tx, orders)})`;
}

/** Median and P90 of the days that orders took, by series and step. A stage that was entered again counts by the last time. */
export async function countCycles(tx: Tx): Promise<Stats["cycles"]> {
  const { rows } = await sql<{ seriesId: string; orders: number }>`
    select series_id, count(*)::int as orders from sales_order where ${isRecent(tx)}
    group by 1 order by 2 desc, 1`.execute(tx.kysely);
  const steps = await countSteps(tx);
  const names = await lookupSeries(
    tx,
    rows.map(({ seriesId }) => seriesId),
  );
  return rows.map(({ seriesId, orders: count }) => ({
    seriesId,
    seriesName: names.get(seriesId)?.seriesName ?? "",
    orders: count,
    steps: steps
      .filter((one) => one.seriesId === seriesId)
      .map(({ step, medianDays, p90Days }) => ({ step, medianDays, p90Days })),
  }));
}

interface Step {
  readonly seriesId: string;
  readonly step: CycleStep;
  readonly medianDays: number;
  readonly p90Days: number;
}

async function countSteps(tx: Tx): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with times as (
      select sales_order.series_id, sales_order.id, sales_order.delivered_at as done,
        coalesce(max(s.at) filter (where s.to_state = 'LOCKED'), sales_order.locked_at) as locked,
        max(s.at) filter (where s.to_state = 'SCHEDULED') as scheduled,
        max(s.at) filter (where s.to_state = 'PRODUCED') as produced,
        max(s.at) filter (where s.to_state = 'IN_TRANSIT') as shipped,
        max(s.at) filter (where s.to_state = 'ARRIVED') as arrived
      from sales_order left join order_stage s on s.order_id = sales_order.id
      where ${isRecent(tx)} group by sales_order.id)
    select series_id, step, round(percentile_cont(0.5) within group (order by days)::numeric, 1)::float as median_days,
      round(percentile_cont(0.9) within group (order by days)::numeric, 1)::float as p90_days
    from times cross join lateral (
      select step, no, extract(epoch from until - since) / 86400 as days from (values
        ('SCHEDULED', 1, locked, scheduled), ('PRODUCED', 2, coalesce(scheduled, locked), produced),
        ('IN_TRANSIT', 3, produced, shipped), ('ARRIVED', 4, coalesce(shipped, produced), arrived),
        ('DELIVERED', 5, arrived, done), ('WHOLE', 6, locked, done)) steps (step, no, since, until)) taken
    where days >= 0 group by series_id, step, no order by series_id, no`.execute(tx.kysely);
  return rows;
}

/** 准时交付率: hand-overs until the promised day, by the store that handed over; where most were late first. */
export async function countOnTime(tx: Tx): Promise<Stats["onTime"]> {
  const { rows } = await sql<{ storeId: string; onTime: number; late: number }>`
    select delivery_store_id as store_id, count(*) filter (where ${isOnTime})::int as on_time,
      count(*) filter (where not ${isOnTime})::int as late
    from sales_order where ${isRecent(tx)} and delivery_store_id is not null and promise_effective is not null
    group by 1 order by 3 desc, 2 desc, 1`.execute(tx.kysely);
  const names = await lookupStores(
    tx,
    rows.map(({ storeId }) => storeId),
  );
  return rows.map(({ storeId, onTime, late }) => ({
    storeId,
    storeName: names.get(storeId)?.name ?? "",
    onTime,
    late,
  }));
}
