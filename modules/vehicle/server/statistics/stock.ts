import { inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { Whereabouts } from "../../contract/index.ts";
import { cars } from "../car-record/tables.ts";
import type { Statistics } from "./service.ts";

/** Counts 在册车辆 by 去向. */
export async function countByWhereabouts(tx: Tx): Promise<Statistics["whereabouts"]> {
  const { rows } = await sql<{ whereabouts: Whereabouts; count: number }>`
    select whereabouts, count(*)::int as count from car where ${inScope(tx, cars)}
    group by whereabouts order by count desc`.execute(tx.kysely);
  return rows;
}

/** Cars in stock are free or locked, and not at an owner. */
export const inStock = sql<boolean>`(car.hold_state in ('FREE', 'LOCKED') and car.place_kind <> 'OWNER')`;

type Stock = Statistics["stock"][number];
interface Counted extends Omit<Stock, "ages"> {
  readonly young: number;
  readonly middle: number;
  readonly old: number;
  readonly oldest: number;
}

/** Counts 库存 and 库龄 in whole days since the car came into stock, as the filter of the list does. */
export async function countStockBySeries(tx: Tx): Promise<Stock[]> {
  // greatest() ignores null, so a car that never came into stock would otherwise count as one that came today
  const { rows } = await sql<Counted>`
    select s.id as "seriesId", s.series_name as "seriesName", sum(count)::int as count,
      coalesce(sum(count) filter (where days between 0 and 30), 0)::int as young,
      coalesce(sum(count) filter (where days between 31 and 45), 0)::int as middle,
      coalesce(sum(count) filter (where days between 46 and 90), 0)::int as old,
      coalesce(sum(count) filter (where days > 90), 0)::int as oldest,
      coalesce(sum(count) filter (where days is null), 0)::int as "unknownAge"
    from (
      select car_config_id, case when in_stock_at is not null
          then greatest(0, floor(extract(epoch from ${tx.now}::timestamptz - in_stock_at) / 86400))::int end as days,
        count(*) as count
      from car where ${inStock} and ${inScope(tx, cars)} group by 1, 2
    ) counted join car_config c on c.id = counted.car_config_id join car_series s on s.id = c.series_id
    group by s.id, s.series_name, s.sort order by s.sort, s.id`.execute(tx.kysely);
  return rows.map(({ young, middle, old, oldest, ...series }) => ({
    ...series,
    ages: { "0-30": young, "31-45": middle, "46-90": old, "91-": oldest },
  }));
}
