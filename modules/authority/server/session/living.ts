import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";

/** Finds which of these sessions are still valid, without extending their idle limit. */
export async function livingSessions(tx: Tx, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db(tx)
    .selectFrom("session as s")
    .innerJoin("appUser as u", "u.id", "s.userId")
    .select("s.id")
    .where(sql<boolean>`s.id = any(${sessionIds}::uuid[])`)
    .where("s.status", "=", "ACTIVE")
    .where("s.idleExpiresAt", ">", tx.now)
    .where("s.absoluteExpiresAt", ">", tx.now)
    .where("u.status", "in", ["PENDING", "ACTIVE"])
    .where("u.deletedAt", "is", null)
    .where(sql<boolean>`(u.valid_until is null or u.valid_until >= ${dayOf(tx.now)}::date)`)
    .execute();
  return new Set(rows.map((row) => row.id));
}
