import type { Tx } from "@ops/platform/server";
import { userErrors } from "../../contract/index.ts";
import { carriedRoles } from "../rights/carried-roles.ts";
import { contentBreach } from "../rights/grant-guard.ts";

/**
 * Whoever can sign in as somebody has that person's rights, and whoever sets the last day of an account ends or prolongs them:
 * accounts that hold more than the operator are out of reach for what would open or end them (AU-R3, decisions 0009 and 0021).
 * Measured like a grant, role by role at the place where it is held.
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
