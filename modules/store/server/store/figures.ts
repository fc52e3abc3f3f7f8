import { dayOf } from "@ops/platform/contract";
import { inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { storesWithSeat } from "../headcount/counted.ts";
import type { InStores } from "../headcount/facts.ts";
import { storeTable } from "../site/tables.ts";

/** Finds the stores in scope that are not closed and have a free seat today. */
export async function shortStores(tx: Tx): Promise<string[]> {
  const reached = inScope(tx, storeTable);
  const isReached: InStores = (column) =>
    sql<boolean>`${sql.ref(column)} in (select id from store where state <> 'CLOSED' and ${reached})`;
  // Whoever sees all stores asks for all cells, because these are read in their order, and closed stores are few.
  const seesAll = [tx.actor, tx.actor.seenBy].every((one) => !one || one.scopeOf(tx.permission).all);
  const withSeat = storesWithSeat(tx, seesAll ? () => sql<boolean>`true` : isReached, dayOf(tx.now));
  const { rows } = await sql<{ id: string }>`
    select id from store where state <> 'CLOSED' and ${reached} and id in (${withSeat})`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}

const RENT_DAYS = 90;

/** Rents that end within 90 days, of stores that are not closed. */
export function rentEnds(tx: Tx) {
  const today = dayOf(tx.now);
  return sql<boolean>`(store.state <> 'CLOSED' and store.rent_end between ${today}::date and ${today}::date + ${RENT_DAYS}::int)`;
}
