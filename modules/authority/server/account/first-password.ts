import { systemActor } from "@ops/platform/server";
import type { UserRow } from "../person/tables.ts";

const HOUR_MS = 3_600_000;

type FirstAccount = Pick<UserRow, "createdBy" | "boolAdmin" | "mustChangePwd" | "lastLoginAt" | "pwdUpdatedAt">;

/**
 * Whether this is the password that the first start made for its administrator, which nobody has signed in with for so many
 * hours (AU-R2). It lies in a file of the server meanwhile, for whoever comes to read it.
 */
export function isVoidFirstPassword(user: FirstAccount, hours: number | undefined, now: Date): boolean {
  const isUnused = user.createdBy === systemActor.userId && user.boolAdmin && user.mustChangePwd && !user.lastLoginAt;
  return hours !== undefined && isUnused && now.getTime() - user.pwdUpdatedAt.getTime() > hours * HOUR_MS;
}
