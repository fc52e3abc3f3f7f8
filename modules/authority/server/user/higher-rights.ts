import type { Tx } from "@ops/platform/server";
import { userErrors } from "../../contract/index.ts";
import { carriedRoles } from "../rights/carried-roles.ts";
import { contentBreach } from "../rights/grant-guard.ts";

/**
 * Refuses to open, end or prolong an account that holds more rights than the operator (AU-R3, decisions 0009 and 0021).
 * Whoever resets its password could sign in with its rights, and whoever sets its last day decides how long they last.
 * Each role is compared at the place where it is held, by the same rule as for a grant.
 */
export async function refuseHigherRights(tx: Tx, userId: string): Promise<void> {
  if (await hasHigherRights(tx, userId)) throw userErrors.rightsBeyond();
}

export async function hasHigherRights(tx: Tx, userId: string): Promise<boolean> {
  if (tx.actor.isAdmin || userId === tx.actor.userId) return false;
  for (const { role, heldAt } of await carriedRoles(tx, { userId })) {
    if (await contentBreach(tx, role, [heldAt])) return true;
  }
  return false;
}
