import { commonErrors } from "@ops/platform/contract";
import { reads, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { escalationErrors, giveGrants } from "../../contract/index.ts";
import { db } from "../database.ts";
import { holderRefusal } from "../grant/rules.ts";
import { findRootId } from "../organization/tree/root.ts";
import { refuseSelf } from "../person/guards.ts";
import { isWithin } from "../rights/exceeds.ts";
import { contentBreach } from "../rights/grant-guard.ts";
import { ownRoles } from "../rights/own-roles.ts";

/** The enabled roles that the actor may make defaults: all for administrators, else those lent by the own roles. */
export const listPositionRoles = reads(contract.listPositionRoles, async (tx) => {
  const roles = await db(tx)
    .selectFrom("role")
    .select(["id", "code", "name"])
    .where("status", "=", "ENABLED")
    .where("deletedAt", "is", null)
    .orderBy("name")
    .execute();
  if (tx.actor.isAdmin) return roles;
  const lent = new Set((await ownRoles(tx)).flatMap(({ grantableRoleIds }) => grantableRoleIds));
  return roles.filter(({ id }) => lent.has(id));
});

interface DefaultRoles {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * A default role is given to everybody who holds the position, so no escalation here either: what is added or taken away
 * has to be grantable by the actor wherever somebody holds it (AU-R15, AU-R16), and never concerns himself (AU-R5).
 */
export async function requireSettableRoles(
  tx: Tx,
  { added, removed }: DefaultRoles,
  positionId?: string,
): Promise<void> {
  const roleIds = [...added, ...removed];
  if (roleIds.length === 0) return;
  const roles = await db(tx)
    .selectFrom("role")
    .selectAll()
    .where("id", "in", [...roleIds])
    .where("deletedAt", "is", null)
    .forShare() // whoever edits one of them waits for us and then sees its new holders
    .execute();
  if (roles.length < new Set(roleIds).size) throw commonErrors.notFound();
  if (positionId !== undefined)
    await requireHoldable(
      tx,
      roles.filter(({ id }) => added.includes(id)),
      positionId,
    );
  if (tx.actor.isAdmin) return;
  const places = positionId === undefined ? [] : await requireReachedHolders(tx, positionId);
  const own = await ownRoles(tx);
  const lent = new Set(own.flatMap(({ grantableRoleIds }) => grantableRoleIds));
  for (const role of roles) {
    if (!lent.has(role.id)) throw escalationErrors.roleNotGrantable();
    const breach = await contentBreach(tx, role, [...new Set([...tx.actor.organizationIds, ...places])]);
    if (breach) throw breach;
  }
}

type Role = Parameters<typeof holderRefusal>[0];

/** Everybody who holds the position, or is going to, could be given these roles there (AU-R58). */
async function requireHoldable(tx: Tx, roles: readonly Role[], positionId: string): Promise<void> {
  if (roles.length === 0) return;
  const holders = await db(tx)
    .selectFrom("membership as m")
    .innerJoin("appUser as u", "u.id", "m.userId")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .select(["u.userType", "o.type as orgType", sql<boolean>`o.parent_id is null`.as("isAtRoot")])
    .distinct()
    .where("m.positionId", "=", positionId)
    .where("m.status", "<>", "ENDED")
    .execute();
  const rootId = await findRootId(tx);
  const asked = roles.flatMap((role) => holders.map((holder) => holderRefusal(role, holder, rootId)));
  const refusal = asked.find((one) => one !== null);
  if (refusal) throw refusal;
}

/** The organisations in which somebody holds the position or is going to: none of it the actor's, all in his reach. */
async function requireReachedHolders(tx: Tx, positionId: string): Promise<string[]> {
  const holders = await db(tx)
    .selectFrom("membership")
    .select(["userId", "organizationId"])
    .distinct()
    .where("positionId", "=", positionId)
    .where("status", "<>", "ENDED")
    .execute();
  for (const { userId } of holders) refuseSelf(tx, userId);
  const places = [...new Set(holders.map(({ organizationId }) => organizationId))];
  const reached = tx.actor.scopeOf(giveGrants.permission);
  if (!(await isWithin(tx, reached, sql`select unnest(${places}::uuid[])`))) throw escalationErrors.userOutOfScope();
  return places;
}
