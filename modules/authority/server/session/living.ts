import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";

/** Those of the sessions that still answer; looking does not move their idle limit. */
export async function livingSessions(tx: Tx, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db(tx)
    .selectFrom("session")
    .select("id")
    .where(sql<boolean>`id = any(${sessionIds}::uuid[])`)
    .where("status", "=", "ACTIVE")
    .where("idleExpiresAt", ">", tx.now)
    .where("absoluteExpiresAt", ">", tx.now)
    .execute();
  return new Set(rows.map((row) => row.id));
}
