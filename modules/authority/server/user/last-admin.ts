import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { userErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { UserRow } from "../person/tables.ts";

const ADMINISTRATORS = 7_316_101;

/**
 * Lets changes of administrators happen one after the other. The caller takes this lock before the locks on the rows,
 * because two administrators who disable each other would otherwise deadlock. Others may change no administrator, so
 * they have nothing to wait for.
 */
export async function orderAdministratorChanges(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (!tx.actor.isAdmin || userIds.length === 0) return;
  const administrator = await db(tx)
    .selectFrom("appUser")
    .select("id")
    .where("id", "in", [...userIds])
    .where("boolAdmin", "=", true)
    .limit(1)
    .executeTakeFirst();
  if (administrator) await lockAdministrators(tx);
}

/** Takes the lock. Changes that make somebody an administrator or look at all administrators call this directly. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADMINISTRATORS})`.execute(tx.kysely);
}

/** At least one usable administrator besides this one must remain (AU-R6). */
export async function keepOneAdministrator(tx: Tx, leaving: UserRow): Promise<void> {
  if (!leaving.boolAdmin) return;
  const another = await db(tx)
    .selectFrom("appUser")
    .select("id")
    .where("boolAdmin", "=", true)
    .where("deletedAt", "is", null)
    .where("id", "<>", leaving.id)
    .where("status", "=", "ACTIVE")
    .where("mustChangePwd", "=", false)
    .where(sql<boolean>`(valid_until is null or valid_until >= ${dayOf(tx.now)}::date)`)
    .limit(1)
    .executeTakeFirst();
  if (!another) throw userErrors.lastAdmin();
}
