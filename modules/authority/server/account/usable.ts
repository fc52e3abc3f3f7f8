import type { BusinessError } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { accountErrors } from "../../contract/index.ts";
import { db, type LoginResult } from "../database.ts";
import type { UserRow } from "../person/tables.ts";
import { byOrganization, effectivePosts } from "../rights/posts.ts";
import { isOutOfDate } from "./out-of-date.ts";

/** Sign-in, sign-out and changes of an account take turns on this row; first the user, then the sessions. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow | null> {
  const row = await db(tx)
    .selectFrom("appUser")
    .selectAll()
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export interface AccountRefusal {
  readonly result: LoginResult;
  readonly error: BusinessError;
}

/** Why the account may not sign in, told only after a correct password (PF-R25). */
export function accountRefusal(user: UserRow, now: Date): AccountRefusal | null {
  if (user.status === "DISABLED") return { result: "DISABLED", error: accountErrors.accountDisabled() };
  if (user.status === "LEFT") return { result: "LEFT", error: accountErrors.accountDisabled() };
  if (user.frozenReason !== null) {
    return { result: "DISABLED", error: accountErrors.accountFrozen({ reason: user.frozenReason }) };
  }
  if (user.status === "DORMANT") return { result: "DORMANT", error: accountErrors.accountDormant() };
  if (isOutOfDate(user.validUntil, now)) return { result: "EXPIRED", error: accountErrors.accountExpired() };
  if (user.userType === "SERVICE") return { result: "SERVICE", error: accountErrors.accountService() };
  return null;
}

/**
 * Where the person works after sign-in: the last used organisation, else the primary one (PF-R63). Administrators work
 * without one; null when somebody else has none left (AU-R12).
 */
export async function firstOrganizations(tx: Tx, user: UserRow): Promise<string[] | null> {
  if (user.boolAdmin) return [];
  const organizations = byOrganization(await effectivePosts(tx, user.id));
  const [first] = organizations.keys();
  if (first === undefined) return null;
  const last = user.lastOrganizationId ?? "";
  return [organizations.has(last) ? last : first];
}

export const noOrganization = (): AccountRefusal => ({ result: "NO_ORG", error: accountErrors.noOrganization() });
