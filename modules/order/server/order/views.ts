import { addDays, dayOf, startOfDay, weekdayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { OrderView } from "../../contract/index.ts";
import { agedDays, nearDays, unpaidHours } from "./params.ts";

const BEFORE_ARRIVAL = sql`('LOCKED', 'SCHEDULED', 'PRODUCED', 'IN_TRANSIT')`;
const LIVE_LOCKED = sql`('LOCKED', 'SCHEDULED', 'PRODUCED', 'IN_TRANSIT', 'ARRIVED', 'READY', 'CANCEL_REVIEW')`;

/** The promise is near and the car is not there yet. */
function isNear(tx: Tx): RawBuilder<boolean> {
  const [today, last] = [dayOf(tx.now), addDays(dayOf(tx.now), tx.param(nearDays))];
  return sql<boolean>`(sales_order.state in ${BEFORE_ARRIVAL}
    and sales_order.promise_effective between ${today}::date and ${last}::date)`;
}

/** The promise has passed and the car is not handed over. */
function isPast(tx: Tx): RawBuilder<boolean> {
  return sql<boolean>`(sales_order.state in ${LIVE_LOCKED} and sales_order.promise_effective < ${dayOf(tx.now)}::date)`;
}

/** Stands in its stage for longer than it should. */
function isAged(tx: Tx): RawBuilder<boolean> {
  const before = (days: number) => new Date(tx.now.getTime() - days * 86_400_000);
  const unpaidBefore = new Date(tx.now.getTime() - tx.param(unpaidHours) * 3_600_000);
  const lateEta = addDays(dayOf(tx.now), -tx.param(agedDays.inTransit));
  return sql<boolean>`case sales_order.state
    when 'UNPAID' then sales_order.source = 'STORE' and sales_order.stage_at < ${unpaidBefore}
    when 'BIG' then sales_order.stage_at < ${before(tx.param(agedDays.big))}
    when 'LOCKED' then sales_order.stage_at < ${before(tx.param(agedDays.locked))}
    when 'PRODUCED' then sales_order.stage_at < ${before(tx.param(agedDays.produced))}
    when 'ARRIVED' then sales_order.appointment_at is null and sales_order.stage_at < ${before(tx.param(agedDays.arrived))}
    when 'IN_TRANSIT' then coalesce(sales_order.eta < ${lateEta}::date, false)
    else false end`;
}

/** The customer is expected within so many days from this one on; whoever has the car already is not. */
function isExpected(from: string, days: number): RawBuilder<boolean> {
  const [start, end] = [startOfDay(from), startOfDay(addDays(from, days))];
  return sql<boolean>`(sales_order.appointment_at >= ${start} and sales_order.appointment_at < ${end})`;
}

/** The orders of a view (OR-R15). */
export function isInView(view: OrderView, tx: Tx): RawBuilder<boolean> {
  const me = tx.actor.userId;
  const today = dayOf(tx.now);
  const views: Record<OrderView, () => RawBuilder<boolean>> = {
    TODAY: () => isExpected(today, 1),
    WEEK: () => isExpected(addDays(today, -weekdayOf(today)), 7),
    NEAR: () => isNear(tx),
    PAST: () => isPast(tx),
    AGED: () => isAged(tx),
    NO_BUTLER: () => sql<boolean>`(sales_order.state in ${LIVE_LOCKED} and sales_order.butler_id is null
      and (sales_order.state <> 'CANCEL_REVIEW' or sales_order.locked_at is not null))`,
    ISSUE: () => sql<boolean>`exists (select from order_issue
      where order_issue.order_id = sales_order.id and order_issue.cleared_at is null)`,
    MINE: () => sql<boolean>`${me}::uuid in (sales_order.advisor_id, sales_order.butler_id)`,
  };
  return views[view]();
}
