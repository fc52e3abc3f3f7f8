import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { unboundHours } from "../car-record/params.ts";

/**
 * Selects cars that were built for an order which has not taken them for so many hours (VE-R12). The hours count from
 * the later of the two log entries that told the build and the order, because the order could not act earlier. Later
 * events of the car do not matter.
 */
export function isUnbound(tx: Tx): RawBuilder<boolean> {
  const since = sql`${tx.now}::timestamptz - make_interval(hours => ${tx.param(unboundHours)}::int)`;
  return sql<boolean>`(car.build_order_no is not null and car.hold_state = 'FREE' and car.build_state <> 'PLANNED'
    and not exists (select from car_event e where e.car_id = car.id and e.applied and e.recorded_at > ${since}
      and (e.after ->> 'buildOrderNo' is not null or e.before ->> 'buildState' = 'PLANNED')))`;
}
