import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";

const CATALOGUE = 7_316_201;

/**
 * Lets changes of the catalogue run one after the other, so that what was checked is still true when it is saved. This
 * costs little, because the catalogue changes only a few times a day.
 */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CATALOGUE})`.execute(tx.kysely);
}
