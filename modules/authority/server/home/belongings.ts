import type { Belongings, Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { idsOnPath } from "../organization/tables.ts";
import { ownRoles } from "../rights/own-roles.ts";

/** The active organisations with all above them, and the roles in force there: whom an announcement can be for. */
export async function belongings(tx: Tx): Promise<Belongings> {
  const { organizationIds } = tx.actor;
  if (organizationIds.length === 0) return { organizationIds: [], roleIds: [] };
  const places = await db(tx).selectFrom("organization").select("path").where("id", "in", organizationIds).execute();
  const above = new Set(places.flatMap(({ path }) => idsOnPath(path)));
  return { organizationIds: [...above], roleIds: (await ownRoles(tx)).map(({ id }) => id) };
}
