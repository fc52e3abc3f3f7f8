import { findOrganizations, organizationNames, requireOrganization } from "@ops/authority/server";
import type { RefChoice } from "@ops/platform/contract";
import { refAmong, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { PartnerRegionRef, partnerErrors } from "../../contract/index.ts";
import { mayManage } from "./managers.ts";

/** Lists regions in scope. A manager whose scope includes own records may choose any region (PT-R3). */
export const regionRefs = refAmong(PartnerRegionRef, {
  choices: async (tx) => {
    const scope = tx.actor.scopeOf(tx.permission);
    const isManager = !scope.all && scope.selfId !== null && (await mayManage(tx, scope.selfId));
    return isManager ? allRegions(tx) : regionsInScope(tx);
  },
  names: organizationNames,
  refusal: partnerErrors.region,
});

/**
 * Requires a region with which the creator still reaches the partner, unless as its manager. The region is locked until
 * the end of the transaction, because a merge meanwhile would leave the partner in a closed region.
 */
export async function requireRegion(tx: Tx, regionId: string | null, managerId: string): Promise<void> {
  const scope = tx.actor.scopeOf(tx.permission);
  const reachesAnyhow = scope.all || scope.selfId === managerId;
  if (!reachesAnyhow && !(await regionsInScope(tx)).some(({ id }) => id === regionId)) throw partnerErrors.region();
  if (regionId !== null) await requireOrganization(tx, regionId);
}

async function allRegions(tx: Tx): Promise<RefChoice[]> {
  const regions = await findOrganizations(tx, "REGION");
  return regions.map(({ id, name }) => ({ id, name, no: null, note: null }));
}

async function regionsInScope(tx: Tx): Promise<RefChoice[]> {
  const regions = await allRegions(tx);
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all) return regions;
  if (!scope.organizations) return [];
  const ids = regions.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`select r.id from unnest(${ids}::uuid[]) as r (id)
    where r.id in (${scope.organizations})`.execute(tx.kysely);
  const reached = new Set(rows.map(({ id }) => id));
  return regions.filter(({ id }) => reached.has(id));
}
