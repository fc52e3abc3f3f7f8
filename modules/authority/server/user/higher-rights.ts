import type { Tx } from "@ops/platform/server";
import { userErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { contentBreach } from "../rights/grant-guard.ts";
import { notOver } from "../rights/in-force.ts";

/**
 * Whoever can sign in as somebody has that person's rights: accounts that hold more than the operator are out of reach for
 * what would open or end them (AU-R3, decision 0009). Measured like a grant, role by role at the place where it is held;
 * disabled roles count, they come back with one click.
 */
export async function refuseHigherRights(tx: Tx, userId: string): Promise<void> {
  if (tx.actor.isAdmin || userId === tx.actor.userId) return;
  const held = await db(tx)
    .selectFrom("roleGrant as g")
    .innerJoin("membership as m", "m.id", "g.membershipId")
    .innerJoin("role as r", "r.id", "g.roleId")
    .selectAll("r")
    .select("m.organizationId as heldAt")
    .where("m.userId", "=", userId)
    .where(notOver(tx))
    .where("r.deletedAt", "is", null)
    .execute();
  if (held.length === 0) return;
  for (const role of held) if (await contentBreach(tx, role, [role.heldAt])) throw userErrors.rightsBeyond();
}
