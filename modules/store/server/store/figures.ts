import { dayOf } from "@ops/platform/contract";
import { inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { storeSeatsAt } from "../headcount/seats.ts";
import { storeTable } from "../site/tables.ts";

/** Finds the stores in scope that are not closed and have a free seat today. */
export async function shortStores(tx: Tx): Promise<string[]> {
  const rows = await db(tx)
    .selectFrom("store")
    .select("id")
    .where("state", "<>", "CLOSED")
    .where(inScope(tx, storeTable))
    .execute();
  const ids = rows.map(({ id }) => id);
  const figures = await storeSeatsAt(tx, ids, dayOf(tx.now));
  return ids.filter((id) => figures(id).vacancy > 0);
}

const RENT_DAYS = 90;

/** Rents that end within 90 days, of stores that are not closed. */
export function rentEnds(tx: Tx) {
  const today = dayOf(tx.now);
  return sql<boolean>`(store.state <> 'CLOSED' and store.rent_end between ${today}::date and ${today}::date + ${RENT_DAYS}::int)`;
}
