import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { membershipErrors } from "../../contract/index.ts";
import { db } from "../database.ts";

export interface Place {
  readonly organization: { readonly id: string; readonly name: string; readonly type: string };
  readonly position: { readonly id: string; readonly name: string; readonly defaultRoleIds: readonly string[] };
}

/** The organisation lies in the actor's scope and is enabled; the position may be held there. */
export async function requirePlace(tx: Tx, organizationId: string, positionId: string): Promise<Place> {
  const organization = await db(tx)
    .selectFrom("organization")
    .select(["id", "name", "type", "status"])
    .select(inScope(tx, "id").as("inScope"))
    .where("id", "=", organizationId)
    .where("deletedAt", "is", null)
    .forShare() // disabling it waits for us, or we see that it is disabled
    .executeTakeFirst();
  const position = await db(tx)
    .selectFrom("position")
    .selectAll()
    .where("id", "=", positionId)
    .forShare() // the default roles that are weighed are those that are given
    .executeTakeFirst();
  if (!organization || !position) throw commonErrors.notFound();
  if (!organization.inScope) throw membershipErrors.orgOutOfScope();
  if (organization.status !== "ENABLED") throw membershipErrors.orgDisabled();
  if (position.status !== "ENABLED") throw membershipErrors.positionDisabled();
  const { orgTypes } = position;
  if (orgTypes.length > 0 && !orgTypes.includes(organization.type)) throw membershipErrors.positionNotAllowed();
  return { organization, position };
}

/** Whether a column of organisation ids lies in the scope of a permission, the call's own unless said otherwise. */
export function inScope(tx: Tx, column: string, permission = tx.permission) {
  const scope = tx.actor.scopeOf(permission);
  if (scope.all) return sql<boolean>`true`;
  return scope.organizations ? sql<boolean>`${sql.ref(column)} in (${scope.organizations})` : sql<boolean>`false`;
}
