import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import type { StaffRow } from "./tables.ts";

/** Locks the person of a certificate or a movement, whatever the scope: whoever reaches that record may bring it about. */
export function lockStaff(tx: Tx, { staffId }: { readonly staffId: string }): Promise<StaffRow> {
  return db(tx).selectFrom("storeStaff").selectAll().where("id", "=", staffId).forUpdate().executeTakeFirstOrThrow();
}

/** Locks people in one order, whoever else locks some of them at the same time. */
export function lockStaffRows(tx: Tx, ids: readonly string[]): Promise<StaffRow[]> {
  return db(tx)
    .selectFrom("storeStaff")
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
}
