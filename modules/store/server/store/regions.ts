import { findOrganizations, organizationNames } from "@ops/authority/server";
import type { RefChoice } from "@ops/platform/contract";
import { refAmong, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { StoreRegionRef, storeErrors } from "../../contract/index.ts";

/** Lists the regions in scope, in which the caller may put a store. */
export const storeRegionRefs = refAmong(StoreRegionRef, {
  choices: regionsInScope,
  names: organizationNames,
  refusal: () => storeErrors.region(),
});

async function regionsInScope(tx: Tx): Promise<RefChoice[]> {
  const found = await findOrganizations(tx, "REGION");
  const regions = found.map(({ id, name, code }) => ({ id, name, no: code, note: null }));
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all) return regions;
  if (!scope.organizations) return [];
  const ids = regions.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`select r.id from unnest(${ids}::uuid[]) as r (id)
    where r.id in (${scope.organizations})`.execute(tx.kysely);
  const reached = new Set(rows.map(({ id }) => id));
  return regions.filter(({ id }) => reached.has(id));
}
