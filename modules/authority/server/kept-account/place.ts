import { newId, type Tx } from "@ops/platform/server";
import { grantErrors } from "../../contract/index.ts";
import { db, type OrganizationType } from "../database.ts";
import { openMemberships } from "../membership/open.ts";
import { findRootId } from "../organization/root.ts";
import type { UserRow } from "../person/tables.ts";
import { reachesEverything } from "../rights/reaches-everything.ts";

/** Such an account stands in the company of its module, never at the root. */
const FENCED = { isAtRoot: false } as const;
const POSITION = { code: "PARTNER_STAFF", name: "外部人员" } as const;

interface Wanted {
  readonly organizationId: string;
  readonly roleIds: readonly string[];
  readonly startDate: string;
}

/**
 * The one post of an account that another module keeps, with its roles. That module decides who gets which; the mark
 * 可授予伙伴 of the role is what its editor allowed, in place of the guard that weighs the rights of whoever grants.
 */
export async function placeAccount(
  tx: Tx,
  user: UserRow,
  { organizationId, roleIds, startDate }: Wanted,
): Promise<void> {
  const positionId = await positionOf(tx);
  const post = { organizationId, positionId, startDate, endDate: null, isPrimary: true };
  const [opened] = await openMemberships(tx, [{ user, ...post }]);
  if (opened) await giveRoles(tx, opened.id, roleIds);
}

export async function giveRoles(tx: Tx, membershipId: string, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return;
  const roles = await db(tx)
    .selectFrom("role")
    .select(["id", "name", "status", "partnerKinds", "dataScope", "scopeOverrides", "customOrgs"])
    .where("id", "in", [...roleIds])
    .where("deletedAt", "is", null)
    .orderBy("id")
    .forShare() // an edit waits, and then sees the new holders
    .execute();
  const rootId = await findRootId(tx);
  for (const role of roles) {
    if (role.status !== "ENABLED") throw grantErrors.grantRoleDisabled({ name: role.name });
    if (role.partnerKinds.length === 0) throw grantErrors.grantNotForPartners({ name: role.name });
    if (reachesEverything(role, rootId, FENCED)) throw grantErrors.grantOutsiderAll();
  }
  if (roles.length < new Set(roleIds).size) throw grantErrors.grantNotForPartners({ name: "" });
  const stamp = { createdAt: tx.now, createdBy: tx.actor.userId, updatedAt: tx.now, updatedBy: tx.actor.userId };
  const given = { membershipId, reason: "伙伴员工", validFrom: tx.now, source: "DIRECT", status: "ACTIVE" } as const;
  await db(tx)
    .insertInto("roleGrant")
    .values(roles.map(({ id: roleId }) => ({ id: newId(), ...stamp, ...given, roleId, grantedBy: tx.actor.userId })))
    .execute();
}

/** What outsiders are appointed as; made with the first of them. */
export async function positionOf(tx: Tx): Promise<string> {
  const stamp = { createdAt: tx.now, createdBy: tx.actor.userId, updatedAt: tx.now, updatedBy: tx.actor.userId };
  const orgTypes: OrganizationType[] = ["PARTNER", "STORE", "DELIVERY", "CARRIER", "DEPT"];
  await db(tx)
    .insertInto("position")
    .values({ id: newId(), ...stamp, ...POSITION, orgTypes })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .execute();
  const { id } = await db(tx)
    .selectFrom("position")
    .select("id")
    .where("code", "=", POSITION.code)
    .executeTakeFirstOrThrow();
  return id;
}
