import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../tx.ts";

/** How many of the newest rows are searched first. */
export const RECENT_ROWS = 2_000;

/**
 * Reads a page of a log for a reader of many people or places. Mostly it is among the newest rows of the whole log,
 * which are found at once. If these do not fill the page, each person or place is looked up.
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
