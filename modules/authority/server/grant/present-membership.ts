import { type AnswerFrom, commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { grantBreach } from "../rights/grant-guard.ts";
import { inScope } from "../rights/reader/in-scope.ts";

export type PresentedMembership = AnswerFrom<typeof contract.listMemberships>[number];

/** Lists the posts of a person with their grants, posts in force first. */
export async function membershipsOf(tx: Tx, userId: string): Promise<PresentedMembership[]> {
  return present(tx, await selectMemberships(tx).where("m.userId", "=", userId).execute());
}

export async function presentMembership(tx: Tx, id: string): Promise<PresentedMembership> {
  const [presented] = await present(tx, await selectMemberships(tx).where("m.id", "=", id).execute());
  if (!presented) throw commonErrors.notFound();
  return presented;
}

type FoundMembership = Awaited<ReturnType<ReturnType<typeof selectMemberships>["execute"]>>[number];

function selectMemberships(tx: Tx) {
  return db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .innerJoin("position as p", "p.id", "m.positionId")
    .select(["m.id", "m.userId", "m.organizationId", "m.positionId", "m.isPrimary", "m.startDate", "m.endDate"])
    .select(["m.status", "m.version", "o.name as organizationName", "p.name as positionName"])
    .select(sql<boolean>`o.status = 'DISABLED' or o.deleted_at is not null`.as("isAsleep"))
    .select(inScope(tx, "m.organizationId", "authority:user:edit").as("isInReach"))
    .orderBy(sql`case m.status when 'EFFECTIVE' then 0 when 'FUTURE' then 1 else 2 end`)
    .orderBy("m.isPrimary", "desc")
    .orderBy("m.startDate", "desc")
    .orderBy("m.id");
}

async function present(tx: Tx, list: readonly FoundMembership[]): Promise<PresentedMembership[]> {
  const grants = await activeGrants(
    tx,
    list.map(({ id }) => id),
  );
  const mayKnow = await knownGrantsOf(tx);
  const presented: PresentedMembership[] = [];
  for (const membership of list) {
    const all = grants.filter(({ membershipId }) => membershipId === membership.id);
    const known: typeof all = [];
    for (const grant of all) if (await mayKnow(grant, membership)) known.push(grant);
    presented.push({ ...membership, grants: known, otherGrants: all.length - known.length });
  }
  return presented;
}

type FoundGrant = Awaited<ReturnType<typeof activeGrants>>[number];

async function activeGrants(tx: Tx, membershipIds: readonly string[]) {
  if (membershipIds.length === 0) return [];
  return db(tx)
    .selectFrom("roleGrant as g")
    .innerJoin("role as r", "r.id", "g.roleId")
    .leftJoin("appUser as giver", "giver.id", "g.grantedBy")
    .select(["g.id", "g.membershipId", "g.roleId", "r.name as roleName", "g.source", "g.validFrom", "g.validTo"])
    .select(["g.reason", "g.version", "r.permissionCodes", "r.dataScope", "r.scopeOverrides", "r.customOrgs"])
    .select(["r.fieldRules", "r.excludedInterfaces"])
    .select(sql<string>`coalesce(giver.user_name, '系统')`.as("grantedByName"))
    .where("g.membershipId", "in", [...membershipIds])
    .where("g.status", "=", "ACTIVE")
    .where(sql<boolean>`(g.valid_to is null or g.valid_to > ${tx.now})`)
    .orderBy("r.name")
    .orderBy("g.id")
    .execute();
}

/** Readers with the scope ALL see all grants; others see their own and those that they could give (section 7). */
async function knownGrantsOf(tx: Tx) {
  if (tx.actor.scopeOf(tx.permission).all) return async () => true;
  return async (grant: FoundGrant, { userId, organizationId }: FoundMembership): Promise<boolean> => {
    if (userId === tx.actor.userId) return true;
    return (await grantBreach(tx, { role: { ...grant, id: grant.roleId }, userId, organizationId })) === null;
  };
}
