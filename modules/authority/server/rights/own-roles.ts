import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { inForce } from "./in-force.ts";

interface OwnRole {
  readonly id: string;
  readonly grantableRoleIds: readonly string[];
}

/** The roles through which the actor works right now: granted in the active organisations, in force, enabled. */
export async function ownRoles(tx: Tx): Promise<OwnRole[]> {
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
