import { type BusinessError, commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { membershipErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { inScope } from "../rights/reader/in-scope.ts";

export interface Place {
  readonly organization: { readonly id: string; readonly name: string; readonly type: string };
  readonly position: { readonly id: string; readonly name: string; readonly defaultRoleIds: readonly string[] };
}

interface Wanted {
  readonly organizationId: string;
  readonly positionId: string;
}

/**
 * Finds the places in the given order. Each organisation must be enabled and
 * in the actor's scope, and must allow the position.
 */
export async function requirePlaces(tx: Tx, wanted: readonly Wanted[]): Promise<Place[]> {
  const organizations = await db(tx)
    .selectFrom("organization")
    .select(["id", "name", "type", "status"])
    .select(inScope(tx, "id").as("inScope"))
    .where(sql<boolean>`id = any(${wanted.map(({ organizationId }) => organizationId)}::uuid[])`)
    .where("deletedAt", "is", null)
    .orderBy("id")
    .forShare() // a call that disables the organisation waits for this one, or this one sees that it is disabled
    .execute();
  const positions = await db(tx)
    .selectFrom("position")
    .selectAll()
    .where(sql<boolean>`id = any(${wanted.map(({ positionId }) => positionId)}::uuid[])`)
    .orderBy("id")
    .forShare() // the default roles stay as they were checked until they are granted
    .execute();
  const [places, posts] = [byId(organizations), byId(positions)];
  return wanted.map(({ organizationId, positionId }) => {
    const [organization, position] = [places.get(organizationId), posts.get(positionId)];
    if (!organization || !position) throw commonErrors.notFound();
    const refusal = placeRefusal(organization, position);
    if (refusal) throw refusal;
    return { organization, position };
  });
}

const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));

interface Facts {
  readonly organization: { readonly type: string; readonly status: string; readonly inScope: boolean };
  readonly position: { readonly status: string; readonly orgTypes: readonly string[] };
}

/** Tells why nobody can get this post, or null. */
export function placeRefusal(
  organization: Facts["organization"],
  { status, orgTypes }: Facts["position"],
): BusinessError | null {
  if (!organization.inScope) return membershipErrors.orgOutOfScope();
  if (organization.status !== "ENABLED") return membershipErrors.orgDisabled();
  if (status !== "ENABLED") return membershipErrors.positionDisabled();
  const fits = orgTypes.length === 0 || orgTypes.includes(organization.type);
  return fits ? null : membershipErrors.positionNotAllowed();
}
