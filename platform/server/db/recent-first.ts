import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./tx.ts";

/** How far back a look at the newest rows goes. */
export const RECENT_ROWS = 2_000;

/**
 * A page of a log whose reader reaches many people or places: most often it lies among the newest rows of the whole log,
 * which are found at once. Where they do not fill it, each person or place is looked up by itself.
 */
export async function recentFirst<Row>(
  tx: Tx,
  { recent, all }: { recent: RawBuilder<Row> | null; all: RawBuilder<Row> },
  { limit, offset }: { limit: number; offset: number },
): Promise<Row[]> {
  const page = async (newest: RawBuilder<Row>) =>
    (await sql<Row>`${newest} limit ${limit} offset ${offset}`.execute(tx.kysely)).rows;
  const found = recent ? await page(recent) : [];
  return found.length === limit ? found : page(all);
}
