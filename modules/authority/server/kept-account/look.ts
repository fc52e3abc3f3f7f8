import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { db } from "../database.ts";
import { isKeptBy } from "./place.ts";

export interface KeptAccountView {
  readonly status: string;
  readonly lastLoginAt: Date | null;
  readonly isReadOnly: boolean;
  readonly frozenReason: string | null;
}

/** The state of these accounts. */
export async function accountsOf(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, KeptAccountView>> {
  if (userIds.length === 0) return new Map();
  const rows = await db(tx)
    .selectFrom("appUser")
    .select(["id", "status", "lastLoginAt", "readOnly as isReadOnly", "frozenReason"])
    .where(sql<boolean>`id = any(${userIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...account }) => [id, account]));
}

/**
 * The person who has this phone, regardless of the reader's scope, and whether a module may keep the account; null if
 * nobody has it.
 */
export async function findAccountByPhone(tx: Tx, phone: string) {
  const found = await db(tx)
    .selectFrom("appUser")
    .select(["id", "userName", "userType", "source", "boolAdmin"])
    .where("mobilePhone", "=", phone)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!found) return null;
  const { id, userName, userType } = found;
  return { id, userName, userType, isKept: isKeptBy(found) };
}

/** The phones of these accounts in clear, for the module that keeps the records of the people. */
export async function phonesOf(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db(tx)
    .selectFrom("appUser")
    .select(["id", "mobilePhone"])
    .where(sql<boolean>`id = any(${userIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, mobilePhone }) => [id, mobilePhone]));
}

/** A query of the ids of accounts that nobody has signed in with since; days count anew from an unfreezing. */
export const accountsIdleSince = (since: Date): RawBuilder<unknown> =>
  sql`select id from app_user where coalesce(last_login_at, reactivated_at, created_at) < ${since}
    and coalesce(reactivated_at < ${since}, true)`;

/** Enabled roles whose editor allowed them for people of these kinds of partners. */
export function partnerRoles(tx: Tx, kinds: readonly string[]) {
  return db(tx)
    .selectFrom("role")
    .select(["id", "name", "partnerKinds"])
    .where(sql<boolean>`partner_kinds && ${kinds}::text[]`)
    .where("status", "=", "ENABLED")
    .where("deletedAt", "is", null)
    .orderBy("name")
    .execute();
}
