import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { unboundHours } from "../car-record/params.ts";

/**
 * VE-R12: a car that was built for an order which has not taken it for so many hours. They count from when it was known to be
 * built and for which order, as the log has it: order could not act before, and nothing that happens to the car later matters.
 */
export function isUnbound(tx: Tx): RawBuilder<boolean> {
  const since = sql`${tx.now}::timestamptz - make_interval(hours => ${tx.param(unboundHours)}::int)`;
  return sql<boolean>`(car.build_order_no is not null and car.hold_state = 'FREE' and car.build_state <> 'PLANNED'
    and not exists (select from car_event e where e.car_id = car.id and e.applied and e.recorded_at > ${since}
      and (e.after ->> 'buildOrderNo' is not null or e.before ->> 'buildState' = 'PLANNED')))`;
}
