import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";

const TREE = 7_316_104;

/** Changes of the tree happen one after the other: what a check has seen is still true when its change is written. */
export async function lockTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TREE})`.execute(tx.kysely);
}
