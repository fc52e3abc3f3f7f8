import { findOrganizations, personNames, requireOrganization } from "@ops/authority/server";
import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { partnerErrors } from "../../contract/index.ts";
import { brandHolders } from "../company/holders.ts";
import { ownPartnerId } from "../company/own.ts";

/** Whoever looks after partners: the brand's own people who see to their coming in. */
const MANAGER_CODE = "partner:onboard:handle";

interface Choice {
  readonly id: string;
  readonly name: string;
}

export async function findPartnerOptions(tx: Tx): Promise<AnswerFrom<typeof contract.listPartnerOptions>> {
  const ids = await brandHolders(tx, MANAGER_CODE);
  const managers = [...(await personNames(tx, ids))].map(([id, name]) => ({ id, name }));
  return {
    isOwnPerson: (await ownPartnerId(tx)) !== null,
    regions: await regionsInScope(tx),
    managers: managers.toSorted((a, b) => a.name.localeCompare(b.name, "zh")),
  };
}

export async function mayManage(tx: Tx, managerId: string): Promise<boolean> {
  return (await brandHolders(tx, MANAGER_CODE)).includes(managerId);
}

export async function requireManager(tx: Tx, managerId: string): Promise<void> {
  if (!(await mayManage(tx, managerId))) throw partnerErrors.manager();
}

/**
 * Whoever makes a partner has to reach it afterwards: by its region, or as its manager. The region stays until the transaction
 * ends: one that is merged away meanwhile would leave the partner behind.
 */
export async function requireRegion(tx: Tx, regionId: string | null, managerId: string): Promise<void> {
  const scope = tx.actor.scopeOf(tx.permission);
  const isOwn = !scope.all && scope.selfId === managerId;
  if (regionId === null && (scope.all || isOwn)) return;
  const regions = isOwn ? await findOrganizations(tx, "REGION") : await regionsInScope(tx);
  const region = regions.find(({ id }) => id === regionId);
  if (!region) throw partnerErrors.region();
  await requireOrganization(tx, region.id);
}

async function regionsInScope(tx: Tx): Promise<Choice[]> {
  const regions = (await findOrganizations(tx, "REGION")).map(({ id, name }) => ({ id, name }));
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all) return regions;
  if (!scope.organizations) return [];
  const ids = regions.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`select r.id from unnest(${ids}::uuid[]) as r (id)
    where r.id in (${scope.organizations})`.execute(tx.kysely);
  const reached = new Set(rows.map(({ id }) => id));
  return regions.filter(({ id }) => reached.has(id));
}
