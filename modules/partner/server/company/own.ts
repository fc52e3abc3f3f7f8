import { findOrganization } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import type { NotNull } from "kysely";
import { db } from "../database.ts";

/**
 * Finds the partner for which the actor works: all organisations of the actor must lie below that of one partner. Null
 * for people of the brand and for the system.
 */
export async function ownPartnerId(tx: Tx): Promise<string | null> {
  const { organizationIds } = tx.actor;
  if (organizationIds.length === 0 || tx.actor.isAdmin) return null;
  const places = await Promise.all(organizationIds.map((id) => findOrganization(tx, { id })));
  const above = places.map((place) => place?.path.split("/").filter(Boolean) ?? []);
  const owners = await db(tx)
    .selectFrom("partner")
    .select(["id", "orgId"])
    .where("orgId", "in", above.flat())
    .$narrowType<{ orgId: NotNull }>()
    .execute();
  const owner = owners.find(({ orgId }) => above.every((path) => path.includes(orgId)));
  return owner?.id ?? null;
}
