import { dayOf } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { grantErrors } from "../../contract/index.ts";
import { db, type OrganizationType } from "../database.ts";
import { requireGivable } from "../grant/rules.ts";
import { openMemberships } from "../membership/open.ts";
import { findRootId } from "../organization/tree/root.ts";
import type { UserRow } from "../person/tables.ts";
import { requirePosition } from "../position/published.ts";
import { reachesEverything } from "../rights/reaches-everything.ts";

/** The post of such an account lies in the company of its module, never at the root of the tree. */
const FENCED = { isAtRoot: false } as const;
const POSITION = { code: "PARTNER_STAFF", name: "外部人员" } as const;

/** The kinds of people whose accounts modules keep. */
export const keptTypes = ["STORE", "PARTNER", "CARRIER"] as const;
export type KeptType = (typeof keptTypes)[number];

/**
 * Accounts of store people count even if they existed before the store module; those of other companies only if a module
 * created them.
 */
export function isKeptBy({ userType, source, boolAdmin }: Pick<UserRow, "userType" | "source" | "boolAdmin">): boolean {
  if (boolAdmin || !keptTypes.some((type) => type === userType)) return false;
  return userType === "STORE" || source === "STAFF";
}

export interface Placement {
  readonly organizationId: string;
  /** 外部人员 unless named; its default roles come along. */
  readonly positionCode?: string;
  /** Roles in addition to those of the position. */
  readonly roleIds?: readonly string[];
}

/** The one post of an account that another module keeps, from today on, with its roles. */
export async function placeAccount(
  tx: Tx,
  user: UserRow,
  { organizationId, positionCode, roleIds = [] }: Placement,
): Promise<string> {
  const positionId = positionCode ? (await requirePosition(tx, positionCode)).id : await positionOf(tx);
  const post = { organizationId, positionId, startDate: dayOf(tx.now), endDate: null, isPrimary: true };
  const [opened] = await openMemberships(tx, [{ user, ...post }]);
  if (!opened) throw new Error("one post went in, none came out");
  await giveRoles(tx, { user, ...opened }, roleIds);
  return opened.id;
}

interface Post {
  readonly id: string;
  readonly user: Pick<UserRow, "id" | "userType">;
  readonly organization: { readonly id: string; readonly type: string };
}

/**
 * Partners decide who of their people gets which role: the mark 可授予伙伴 of the role is what its editor allowed, in place of
 * the guard that weighs the rights of whoever grants. For everybody else that guard holds (AU-R15).
 */
export async function giveRoles(
  tx: Tx,
  { id: membershipId, user, organization }: Post,
  roleIds: readonly string[],
  reason = "伙伴员工",
): Promise<void> {
  if (roleIds.length === 0) return;
  if (user.userType === "PARTNER") await requireMarked(tx, roleIds);
  else {
    await requireGivable(
      tx,
      roleIds.map((roleId) => ({ user, organization, roleId, validTo: null })),
    );
  }
  const stamp = { createdAt: tx.now, createdBy: tx.actor.userId, updatedAt: tx.now, updatedBy: tx.actor.userId };
  const given = { membershipId, reason, validFrom: tx.now, source: "DIRECT", status: "ACTIVE" } as const;
  await db(tx)
    .insertInto("roleGrant")
    .values(
      [...new Set(roleIds)].map((roleId) => ({ id: newId(), ...stamp, ...given, roleId, grantedBy: tx.actor.userId })),
    )
    .execute();
}

async function requireMarked(tx: Tx, roleIds: readonly string[]): Promise<void> {
  const roles = await db(tx)
    .selectFrom("role")
    .select(["id", "name", "status", "partnerKinds", "dataScope", "scopeOverrides", "customOrgs"])
    .where("id", "in", [...roleIds])
    .where("deletedAt", "is", null)
    .orderBy("id")
    .forShare() // an edit of the role waits for this transaction and then sees the new holders
    .execute();
  const rootId = await findRootId(tx);
  for (const role of roles) {
    if (role.status !== "ENABLED") throw grantErrors.grantRoleDisabled({ name: role.name });
    if (role.partnerKinds.length === 0) throw grantErrors.grantNotForPartners({ name: role.name });
    if (reachesEverything(role, rootId, FENCED)) throw grantErrors.grantOutsiderAll();
  }
  if (roles.length < new Set(roleIds).size) throw grantErrors.grantNotForPartners({ name: "" });
}

/** The position of all outsiders; it is created with the first of them. */
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
