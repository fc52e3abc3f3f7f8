import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { contentBreach } from "../rights/grant-guard.ts";
import { ownRoles } from "../rights/own-roles.ts";

/** Lists the enabled roles that the actor may grant in this organisation, or anywhere if none is given (AU-R15). */
export async function grantableRoles(
  tx: Tx,
  organizationId: string | undefined,
): Promise<AnswerFrom<typeof contract.listGrantableRoles>> {
  const own = tx.actor.isAdmin ? [] : await ownRoles(tx);
  const lent = own.flatMap(({ grantableRoleIds }) => grantableRoleIds);
  if (!tx.actor.isAdmin && lent.length === 0) return [];
  let query = db(tx)
    .selectFrom("role as r")
    .selectAll("r")
    .where("r.status", "=", "ENABLED")
    .where("r.deletedAt", "is", null);
  if (organizationId !== undefined) {
    query = query.where(
      sql<boolean>`(cardinality(r.exclusive_org_types) = 0 or exists (select 1 from organization o
        where o.id = ${organizationId} and o.type = any(r.exclusive_org_types)))`,
    );
  }
  if (!tx.actor.isAdmin) query = query.where("r.id", "in", lent);
  const roles = await query.orderBy("r.category").orderBy("r.name").execute();
  const places = organizationId === undefined ? [] : [organizationId];
  const givable: typeof roles = [];
  for (const role of roles) if (!(await contentBreach(tx, role, places))) givable.push(role);
  return givable;
}
