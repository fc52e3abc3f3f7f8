import { type BodyOf, type BusinessError, commonErrors } from "@ops/platform/contract";
import { changeRecord, insertRecords, lockRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { escalationErrors, grantErrors, membershipErrors } from "../../contract/index.ts";
import { lockUser } from "../account/usable.ts";
import { db } from "../database.ts";
import { refuseAdministrator, refuseSelf } from "../person/guards.ts";
import { bumpRights } from "../rights/bump.ts";
import { assertMayGrant, isInScope } from "../rights/grant-guard.ts";
import { type PresentedMembership, presentMembership } from "./present-membership.ts";
import { endOf, requireGivable, type Wanted } from "./rules.ts";
import { roleGrants } from "./tables.ts";

type Wish = BodyOf<typeof contract.giveGrants>;

export async function giveRoles(tx: Tx, membershipId: string, wish: Wish): Promise<PresentedMembership> {
  const { user } = await grantRoles(tx, membershipId, wish);
  await bumpRights(tx, [user.id]);
  return presentMembership(tx, membershipId);
}

/** Grants all or none. The caller has to call `bumpRights` afterwards. */
export async function grantRoles(tx: Tx, membershipId: string, { roleIds, validTo, reason }: Wish) {
  const { user, membership } = await lockHolder(tx, membershipId);
  const organization = { id: membership.organizationId, type: membership.organizationType };
  const gifts = [...new Set(roleIds)].map((roleId) => ({ membershipId, user, organization, roleId, validTo }));
  await requireGivable(tx, gifts);
  const [held] = (await heldRoles(tx, membershipId, roleIds)).values();
  if (held !== undefined) throw grantErrors.grantHeld({ name: held });
  await insertGrants(tx, gifts, reason);
  tx.trail.reason ??= reason;
  // the log tells only the number, because more people read it than may know which roles were granted
  tx.trail.summary ??= `${gifts.length}个角色`;
  return { user };
}

interface Gift extends Wanted {
  readonly membershipId: string;
}

/** Grants roles to new posts, all or none. The caller has locked the people. */
export async function grantToNewcomers(tx: Tx, gifts: readonly Gift[], reason: string): Promise<void> {
  await requireGivable(tx, gifts);
  await insertGrants(tx, gifts, reason);
}

async function insertGrants(tx: Tx, gifts: readonly Gift[], reason: string): Promise<void> {
  const given = gifts.map(({ membershipId, roleId, validTo }) => ({
    membershipId,
    roleId,
    reason,
    validFrom: tx.now,
    validTo: endOf(validTo),
    source: "DIRECT" as const,
    status: "ACTIVE" as const,
    grantedBy: tx.actor.userId,
  }));
  await insertRecords(tx, roleGrants, given);
}

/** Takes a role away. The actor must be allowed to grant it (AU-R16); a role of the position stays (AU-R18). */
export async function takeRole(
  tx: Tx,
  id: string,
  body: BodyOf<typeof contract.revokeGrant>,
): Promise<PresentedMembership> {
  const { membershipId } = await requireGrant(tx, id);
  const { user, membership } = await lockHolder(tx, membershipId);
  const grant = await lockRecord(tx, roleGrants, id, body.version, () => presentMembership(tx, membershipId));
  const role = await db(tx).selectFrom("role").selectAll().where("id", "=", grant.roleId).executeTakeFirstOrThrow();
  await assertMayGrant(tx, { role, userId: user.id, organizationId: membership.organizationId });
  if (grant.source === "POSITION") throw grantErrors.grantFromPosition();
  if (grant.status !== "ACTIVE") throw grantErrors.grantOver();
  tx.trail.reason = body.reason;
  tx.trail.summary = "1个角色";
  await changeRecord(tx, roleGrants, grant, { status: "REVOKED" });
  await bumpRights(tx, [user.id]);
  return presentMembership(tx, membershipId);
}

/** Every minute, marks grants that have run out. The compiled rights already end at the exact moment (AU-R17). */
export async function expireGrants(tx: Tx): Promise<void> {
  const { rows } = await sql<{ userId: string }>`with expired as (
      update role_grant set status = 'EXPIRED', version = version + 1, updated_at = ${tx.now},
        updated_by = ${tx.actor.userId}
      where status = 'ACTIVE' and valid_to <= ${tx.now} returning membership_id)
    select distinct m.user_id as "userId" from membership m join expired e on e.membership_id = m.id`.execute(
    tx.kysely,
  );
  const concerned = rows.map(({ userId }) => userId);
  if (concerned.length > 0) await bumpRights(tx, concerned);
}

/**
 * Locks the person, so that grants of one person happen one after the other. The scope is checked before the lock and
 * before any other refusal, because those would tell something about a person whom the actor does not see.
 */
export async function lockHolder(tx: Tx, membershipId: string) {
  const membership = await db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .innerJoin("appUser as u", "u.id", "m.userId")
    .select(["m.userId", "m.organizationId", "o.type as organizationType", "u.staffNo"])
    .where("m.id", "=", membershipId)
    .executeTakeFirst();
  if (!membership) throw unknownHolder(tx);
  const { userId, organizationId, staffNo } = membership;
  refuseSelf(tx, userId);
  tx.trail.about("appUser", userId, staffNo);
  if (!(await isInScope(tx, userId, organizationId))) throw escalationErrors.userOutOfScope();
  const user = await lockUser(tx, userId);
  if (!user) throw unknownHolder(tx);
  refuseAdministrator(tx, user);
  const { status } = await db(tx)
    .selectFrom("membership")
    .select("status")
    .where("id", "=", membershipId)
    .executeTakeFirstOrThrow();
  if (status === "ENDED") throw membershipErrors.membershipEnded();
  return { user, membership };
}

/** Callers who do not reach everybody get the same refusal for posts that do not exist and for those they may not see. */
function unknownHolder(tx: Tx): BusinessError {
  return tx.actor.scopeOf(tx.permission).all ? commonErrors.notFound() : escalationErrors.userOutOfScope();
}

async function requireGrant(tx: Tx, id: string) {
  const grant = await db(tx).selectFrom("roleGrant").select("membershipId").where("id", "=", id).executeTakeFirst();
  if (!grant) throw unknownHolder(tx);
  return grant;
}

/** Finds the names of those roles that the membership already holds directly. */
export async function heldRoles(
  tx: Tx,
  membershipId: string,
  roleIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db(tx)
    .selectFrom("roleGrant as g")
    .innerJoin("role as r", "r.id", "g.roleId")
    .select(["g.roleId", "r.name"])
    .where("g.membershipId", "=", membershipId)
    .where("g.roleId", "in", [...roleIds])
    .where("g.source", "=", "DIRECT")
    .where("g.status", "=", "ACTIVE")
    .execute();
  return new Map(rows.map(({ roleId, name }) => [roleId, name]));
}
