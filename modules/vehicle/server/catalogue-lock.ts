import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";

const CATALOGUE = 7_316_201;

/** The catalogue changes a few times a day: one after the other, so that what is checked still holds when it is saved. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CATALOGUE})`.execute(tx.kysely);
}
