import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { inForce } from "./in-force.ts";

/** Finds the enabled roles that the actor holds in the active organisations now. */
export async function ownRoles(tx: Tx) {
  const { userId, organizationIds } = tx.actor;
  if (organizationIds.length === 0) return [];
  return db(tx)
    .selectFrom("roleGrant as g")
    .innerJoin("membership as m", "m.id", "g.membershipId")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .innerJoin("role as r", "r.id", "g.roleId")
    .distinctOn("r.id")
    .select(["r.id", "r.grantableRoleIds"])
    .where("m.userId", "=", userId)
    .where("m.organizationId", "in", [...organizationIds])
    .where(inForce(tx))
    .execute();
}
