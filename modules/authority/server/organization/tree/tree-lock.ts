import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";

const TREE = 7_316_104;

/** Lets changes of the tree happen one after the other, so that what a check has read stays true until the write. */
export async function lockTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TREE})`.execute(tx.kysely);
}
