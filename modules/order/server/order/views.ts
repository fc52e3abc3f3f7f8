import type { InstantRange } from "@ops/platform/contract";
import { addDays, dayOf, startOfDay, weekdayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { LateParty, OrderView, StageAge } from "../../contract/index.ts";
import { agedDays, BEFORE_ARRIVAL, nearDays, unpaidHours } from "./params.ts";
import { partyOf } from "./stage.ts";

const LIVE_LOCKED = sql`('LOCKED', 'SCHEDULED', 'PRODUCED', 'IN_TRANSIT', 'ARRIVED', 'READY', 'CANCEL_REVIEW')`;

const AGEING = sql`('UNPAID', 'BIG', 'LOCKED', 'PRODUCED', 'IN_TRANSIT', 'ARRIVED')`;

/** The promise is near and the car is not there yet. */
function isNear(tx: Tx): RawBuilder<boolean> {
  const [today, last] = [dayOf(tx.now), addDays(dayOf(tx.now), tx.param(nearDays))];
  return sql<boolean>`(sales_order.state in (${sql.join(BEFORE_ARRIVAL.map((state) => sql.lit(state)))})
    and sales_order.promise_effective between ${today}::date and ${last}::date)`;
}

/** The promise has passed and the car is not handed over. */
function isPast(tx: Tx): RawBuilder<boolean> {
  return sql<boolean>`(sales_order.state in ${LIVE_LOCKED} and sales_order.promise_effective < ${dayOf(tx.now)}::date)`;
}

/** Stands in its stage for longer than it should. The states are named before, so that orders at their end are not looked at. */
function isAged(tx: Tx): RawBuilder<boolean> {
  const before = (days: number) => new Date(tx.now.getTime() - days * 86_400_000);
  const unpaidBefore = new Date(tx.now.getTime() - tx.param(unpaidHours) * 3_600_000);
  const lateEta = addDays(dayOf(tx.now), -tx.param(agedDays.inTransit));
  return sql<boolean>`(sales_order.state in ${AGEING} and case sales_order.state
    when 'UNPAID' then sales_order.source = 'STORE' and sales_order.stage_at < ${unpaidBefore}
    when 'BIG' then sales_order.stage_at < ${before(tx.param(agedDays.big))}
    when 'LOCKED' then sales_order.stage_at < ${before(tx.param(agedDays.locked))}
    when 'PRODUCED' then sales_order.stage_at < ${before(tx.param(agedDays.produced))}
    when 'ARRIVED' then sales_order.appointment_at is null and sales_order.stage_at < ${before(tx.param(agedDays.arrived))}
    when 'IN_TRANSIT' then coalesce(sales_order.eta < ${lateEta}::date, false)
    else false end)`;
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
    // found first, since whoever has none would else be looked for in all orders, from the newest on
    MINE: () => sql<boolean>`sales_order.id = any(array(
      select mine.id from sales_order mine where mine.advisor_id = ${me} union all
      select mine.id from sales_order mine where mine.butler_id = ${me}))`,
  };
  return views[view]();
}

/**
 * No order is locked, handed over or has its 大定 before it is made. Who asks for these until a moment asks for this besides, so that the walk
 * through the newest orders begins at that moment and not today.
 */
const isMadeBefore = (end: Date) => sql<boolean>`sales_order.created_at < ${end}`;

export const isLockedWithin = ({ from, until }: InstantRange) =>
  sql<boolean>`(${isMadeBefore(until)} and sales_order.locked_at >= ${from} and sales_order.locked_at < ${until})`;

export const isDeliveredWithin = ({ from, until }: InstantRange) =>
  sql<boolean>`(${isMadeBefore(until)} and sales_order.delivered_at >= ${from} and sales_order.delivered_at < ${until})`;

/** A stage that is the 大定 of an order; the way back from a lock or a cancellation is none. */
export const isDeposit = sql<boolean>`(order_stage.to_state = 'BIG'
  and coalesce(order_stage.from_state in ('UNPAID', 'SMALL', 'CLOSED'), true))`;

export const isDepositedWithin = ({ from, until }: InstantRange) =>
  sql<boolean>`(${isMadeBefore(until)} and sales_order.id in (select order_stage.order_id from order_stage
    where ${isDeposit} and order_stage.at >= ${from} and order_stage.at < ${until}))`;

/** Handed over until the promised day; neither true nor false without a promise or a hand-over. */
export const isOnTime = sql<boolean>`((sales_order.delivered_at at time zone 'Asia/Shanghai')::date
  <= sales_order.promise_effective)`;

/** Handed over after the promised day. Written out, since the index of late orders is not found by a negation of the other. */
export const isLate = sql<boolean>`((sales_order.delivered_at at time zone 'Asia/Shanghai')::date
  > sales_order.promise_effective)`;

/** The most days of each class of ages. */
const mostDays: Readonly<Record<StageAge, number>> = { "0-7": 7, "8-15": 15, "16-30": 30, "31-60": 60, "61-": 36_500 };
const leastDays: Readonly<Record<StageAge, number>> = { "0-7": 0, "8-15": 8, "16-30": 16, "31-60": 31, "61-": 61 };

/** Whether an order has been in its stage for so many days; what began today counts as none. */
export function hasAge(age: StageAge, tx: Tx): RawBuilder<boolean> {
  const startAgo = (days: number) => startOfDay(addDays(dayOf(tx.now), -days));
  return sql<boolean>`(sales_order.stage_at >= ${startAgo(mostDays[age])}
    and sales_order.stage_at < ${startAgo(leastDays[age] - 1)})`;
}

/**
 * Whether an order is with this party now, also while somebody decides about its cancellation. The states are named before, so that
 * orders at their end are not looked at.
 */
export function isOfParty(party: LateParty): RawBuilder<boolean> {
  const states = Object.entries(partyOf).flatMap(([state, whose]) => (whose === party ? [state] : []));
  return sql<boolean>`(sales_order.state = any(${[...states, "CANCEL_REVIEW"]}::text[])
    and case sales_order.state when 'CANCEL_REVIEW' then sales_order.prev_state else sales_order.state end
    = any(${states}::text[]))`;
}
