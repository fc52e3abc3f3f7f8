import { type Holder, inScope, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { endedStatuses } from "../../contract/index.ts";
import { type OrderRow, orders } from "../order/tables.ts";

type Condition = RawBuilder<boolean>;

const isLive: Condition = sql`sales_order.state <> all(${[...endedStatuses]}::text[])`;
/** Also while its cancellation is decided. */
const isBeforeLock: Condition = sql`(sales_order.state in ('UNPAID', 'SMALL', 'BIG')
  or (sales_order.state = 'CANCEL_REVIEW' and sales_order.prev_state in ('SMALL', 'BIG')))`;

/** What a person sells, or what a store has sold that is not locked yet. */
export const soldBy = ({ kind, id }: Holder): Condition =>
  kind === "person"
    ? sql`(sales_order.advisor_id = ${id} and ${isLive})`
    : sql`(sales_order.store_id = ${id} and ${isBeforeLock})`;

/** What a person hands over to its customer, or what a store is to hand over. */
export const deliveredBy = ({ kind, id }: Holder): Condition =>
  kind === "person"
    ? sql`(sales_order.butler_id = ${id} and ${isLive})`
    : sql`(sales_order.delivery_store_id = ${id} and ${isLive})`;

const DAYS_AHEAD = 3;

/** What cannot wait: a customer who comes soon, or a car that stands in the store already. */
export const isUrgent = (tx: Tx, { kind }: Holder): Condition =>
  kind === "person"
    ? sql`(sales_order.appointment_at <= ${tx.now}::timestamptz + make_interval(days => ${DAYS_AHEAD}))`
    : sql`(coalesce(nullif(sales_order.state, 'CANCEL_REVIEW'), sales_order.prev_state) in ('ARRIVED', 'READY'))`;

/** What another store may take over: its car is not on the way or there, and nobody decides about the order. */
export const canMove: Condition = sql`(sales_order.state in ('UNPAID', 'SMALL', 'BIG', 'LOCKED', 'SCHEDULED', 'PRODUCED')
  and not exists (select from order_change
    where order_change.order_id = sales_order.id and order_change.state in ('REVIEW', 'PAY_DIFF')))`;

export async function countOrders(tx: Tx, ...where: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sales_order
    where ${sql.join(where, sql` and `)}`.execute(tx.kysely);
  return rows[0]?.count ?? 0;
}

/** How many orders one transaction hands over, so that nobody waits for all of them. */
const AT_ONCE = 200;

/** Locks the next orders that the actor may hand over. */
export async function lockHeld(tx: Tx, ...where: readonly Condition[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`select sales_order.* from sales_order
    where ${sql.join([...where, inScope(tx, orders)], sql` and `)}
    order by sales_order.id limit ${AT_ONCE} for update`.execute(tx.kysely);
  return rows;
}

export const isBeyond = (tx: Tx): Condition => sql`not ${inScope(tx, orders)}`;
