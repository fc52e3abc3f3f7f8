import { type RawBuilder, sql } from "kysely";

export interface Reach {
  readonly organizations: RawBuilder<unknown> | null;
  readonly selfId: string | null;
}

/** An order is in scope by the store that sells it and by the one that hands it over, and for those who take part in it. */
export function reachesOrder({ organizations, selfId }: Reach): RawBuilder<boolean> {
  const places = organizations
    ? sql<boolean>`(sales_order.store_id in (${organizations}) or sales_order.delivery_store_id in (${organizations}))`
    : sql<boolean>`false`;
  if (selfId === null) return places;
  const own = sql<boolean>`${selfId}::uuid in (sales_order.advisor_id, sales_order.butler_id, sales_order.created_by)`;
  return sql<boolean>`(${places} or ${own})`;
}

/** A customer is in scope through the orders that he buys or owns. */
export function reachesCustomer(scope: Reach): RawBuilder<boolean> {
  return sql<boolean>`exists (select from sales_order
    where customer.id in (sales_order.customer_id, sales_order.owner_id) and ${reachesOrder(scope)})`;
}

/** Money is in scope by its store and its adviser: the selling side alone (section 7). */
export function reachesMoney({ organizations, selfId }: Reach): RawBuilder<boolean> {
  const places = organizations ? sql<boolean>`order_money.store_id in (${organizations})` : sql<boolean>`false`;
  return selfId === null ? places : sql<boolean>`(${places} or order_money.advisor_id = ${selfId}::uuid)`;
}
