import { dayOf } from "@ops/platform/contract";
import { inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { headcountsAt } from "../headcount/seats.ts";
import { storeTable } from "../site/tables.ts";

interface Figures {
  readonly quota: number;
  readonly occupied: number;
  readonly vacancy: number;
}

const NONE: Figures = { quota: 0, occupied: 0, vacancy: 0 };

/** Sums the seats of each store today. A position with too many people does not fill another one (section 9). */
export async function figuresOf(tx: Tx, ids: readonly string[]): Promise<(id: string) => Figures> {
  const cells = await headcountsAt(tx, ids, dayOf(tx.now));
  return (id) =>
    (cells.get(id) ?? []).reduce(
      ({ quota, occupied, vacancy }, cell) => ({
        quota: quota + cell.quota,
        occupied: occupied + cell.occupied,
        vacancy: vacancy + Math.max(0, cell.vacancy),
      }),
      NONE,
    );
}

/** Finds the stores in scope that are not closed and have a free seat today. */
export async function shortStores(tx: Tx): Promise<string[]> {
  const rows = await db(tx)
    .selectFrom("store")
    .select("id")
    .where("state", "<>", "CLOSED")
    .where(inScope(tx, storeTable))
    .execute();
  const ids = rows.map(({ id }) => id);
  const figures = await figuresOf(tx, ids);
  return ids.filter((id) => figures(id).vacancy > 0);
}

const RENT_DAYS = 90;

/** Rents that end within 90 days, of stores that are not closed. */
export function rentEnds(tx: Tx) {
  const today = dayOf(tx.now);
  return sql<boolean>`(store.state <> 'CLOSED' and store.rent_end between ${today}::date and ${today}::date + ${RENT_DAYS}::int)`;
}
