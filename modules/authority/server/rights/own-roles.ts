import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";

export interface OwnRole {
  readonly id: string;
  readonly grantableRoleIds: readonly string[];
  readonly fieldRules: Readonly<Record<string, string>>;
}

/** The roles through which the actor works right now: granted in the active organisations, in force, enabled. */
export async function ownRoles(tx: Tx): Promise<OwnRole[]> {
  const { userId, organizationIds } = tx.actor;
  if (organizationIds.length === 0) return [];
  return db(tx)
    .selectFrom("roleGrant as g")
    .innerJoin("membership as m", "m.id", "g.membershipId")
    .innerJoin("role as r", "r.id", "g.roleId")
    .distinctOn("r.id")
    .select(["r.id", "r.grantableRoleIds", "r.fieldRules"])
    .where("m.userId", "=", userId)
    .where("m.organizationId", "in", [...organizationIds])
    .where("m.status", "=", "EFFECTIVE")
    .where("g.status", "=", "ACTIVE")
    .where("g.validFrom", "<=", tx.now)
    .where(sql<boolean>`(g.valid_to is null or g.valid_to > ${tx.now})`)
    .where("r.status", "=", "ENABLED")
    .where("r.deletedAt", "is", null)
    .execute();
}
