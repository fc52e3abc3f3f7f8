import type { BusinessError } from "@ops/platform/contract";
import { selvesOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { orgErrors, userErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { requireSameCompany } from "../organization/companies.ts";
import { managerOf } from "../organization/present.ts";
import type { OrganizationRow } from "../organization/tables.ts";
import { refuseHidden, requireRoomBelow } from "../organization/tree/placement.ts";
import { carriedRoles } from "../rights/carried-roles.ts";
import { contentBreach } from "../rights/grant-guard.ts";
import { wouldGainByMerge } from "./merge-sight.ts";
import { requireTaker } from "./work.ts";

/**
 * Checks that the merge is possible: both are enabled, the children have room
 * below the target, and posts and roles fit its type.
 */
async function requireMergeable(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
  if (target.path.startsWith(source.path)) throw orgErrors.mergeSelf();
  if (source.status === "DISABLED" || target.status === "DISABLED") throw orgErrors.disabled();
  const manager = managerOf(source);
  // Only the module closes an organisation that it manages. A delivery centre without a module record has to be merged
  // here, because nobody else could do it (AU-R43).
  const isTakenIn = source.type !== "DELIVERY" || source.refModule !== null;
  if (manager && isTakenIn) throw orgErrors.managed(manager);
  await requireRoomBelow(tx, source, target);
  await refuseTwins(tx, source, target);
  await refuseUnfit(tx, source, target);
  await requireTaker(tx, source.id, target.id);
}

/** Also checks the actor: scope, no gain of own rights (AU-R15), and no change of the own post (AU-R5). */
export async function requireMayMerge(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
  await requireMergeable(tx, source, target);
  await refuseHidden(tx, source);
  await requireSameCompany(tx, source, target);
  await refuseOwnPost(tx, source);
  if (await wouldGainByMerge(tx, source, target)) throw orgErrors.ownGain();
  const breach = await roleBreach(tx, source, target);
  if (breach) throw breach;
}

async function refuseTwins(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
  const { rows } = await sql<{ name: string }>`select c.name from organization c
    join organization t on t.name = c.name and t.parent_id = ${target.id} and t.deleted_at is null
    where c.parent_id = ${source.id} and c.deleted_at is null order by c.sort, c.id limit 1`.execute(tx.kysely);
  if (rows[0]) throw orgErrors.mergeChild(rows[0]);
}

interface Unfit {
  readonly n: number;
  readonly names: string;
}

/** Refuses if people of the source have positions or roles that the target's type does not allow. */
async function refuseUnfit(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
  const positions = await sql<Unfit>`select count(*)::int as n, string_agg(distinct p.name, '、') as names
    from membership m join position p on p.id = m.position_id
    where m.organization_id = ${source.id} and m.status <> 'ENDED'
      and cardinality(p.org_types) > 0 and ${target.type} <> all (p.org_types)`.execute(tx.kysely);
  const [unfit] = positions.rows;
  if (unfit && unfit.n > 0) throw orgErrors.mergePosition(unfit);
  const roles = await sql<Unfit>`select count(*)::int as n, string_agg(distinct r.name, '、') as names
    from membership m join role_grant g on g.membership_id = m.id and g.status = 'ACTIVE'
    join role r on r.id = g.role_id
    where m.organization_id = ${source.id} and m.status <> 'ENDED'
      and cardinality(r.exclusive_org_types) > 0 and ${target.type} <> all (r.exclusive_org_types)`.execute(tx.kysely);
  const [granted] = roles.rows;
  if (granted && granted.n > 0) throw orgErrors.mergeRole(granted);
}

/** Nobody changes their own posts, and only administrators change the posts of administrators. */
async function refuseOwnPost(tx: Tx, { id }: OrganizationRow): Promise<void> {
  const people = db(tx)
    .selectFrom("membership as m")
    .innerJoin("appUser as u", "u.id", "m.userId")
    .select("m.id")
    .where("m.organizationId", "=", id)
    .where("m.status", "<>", "ENDED");
  if (await people.where("m.userId", "in", selvesOf(tx)).executeTakeFirst()) throw userErrors.self();
  if (tx.actor.isAdmin) return;
  if (await people.where("u.boolAdmin", "=", true).executeTakeFirst()) throw userErrors.adminProtected();
}

/**
 * The roles of both organisations' people reach further after the merge, so the
 * actor must be allowed to grant them at both places.
 */
async function roleBreach(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<BusinessError | null> {
  if (tx.actor.isAdmin) return null;
  const organizationIds = [source.id, target.id];
  const carried = await carriedRoles(tx, { organizationIds, exceptUserId: tx.actor.userId });
  for (const role of new Map(carried.map((one) => [one.role.id, one.role])).values()) {
    const breach = await contentBreach(tx, role, organizationIds);
    if (breach) return breach;
  }
  return null;
}
