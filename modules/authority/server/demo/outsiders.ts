import { dayOf } from "@ops/platform/contract";
import { demoId, insertMany, type Tx } from "@ops/platform/server";
import { db, type ScopeKind } from "../database.ts";
import type { KeptAccount } from "../kept-account/keep.ts";
import { positionOf } from "../kept-account/place.ts";
import { renewVersion } from "../role/draft/versions.ts";
import { refreshRisk } from "../role/refresh-risk.ts";
import { pageKeys } from "./brand/roles.ts";
import { administratorId, stampedBy } from "./rows.ts";

export interface DemoRole {
  readonly code: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly dataScope: ScopeKind;
  /** Keys of menu groups or of single pages. */
  readonly menus: readonly string[];
  readonly permissionCodes: readonly string[];
  readonly partnerKinds: readonly string[];
  /** Codes of the roles that holders may grant to others. */
  readonly lends?: readonly string[];
  /** Codes with another reach than the rest of the role. */
  readonly scopeOverrides?: Readonly<Record<string, ScopeKind>>;
}

/**
 * Adds roles for a module above this one. A role that exists keeps its rights
 * and gets these as well. Answers the ids by code.
 */
export async function loadDemoRoles(tx: Tx, roles: readonly DemoRole[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const role of roles) ids.set(role.code, await loadDemoRole(tx, role));
  await refreshRisk(tx);
  return ids;
}

async function loadDemoRole(tx: Tx, wanted: DemoRole): Promise<string> {
  const { menus, permissionCodes, partnerKinds, lends = [], scopeOverrides = {}, ...role } = wanted;
  const known = await db(tx).selectFrom("role").selectAll().where("code", "=", role.code).executeTakeFirst();
  const lent =
    lends.length === 0 ? [] : await db(tx).selectFrom("role").select("id").where("code", "in", lends).execute();
  const added = {
    grantableRoleIds: [...new Set([...(known?.grantableRoleIds ?? []), ...lent.map(({ id }) => id)])],
    menuKeys: [...new Set([...(known?.menuKeys ?? []), ...menus.flatMap(pageKeys)])],
    permissionCodes: [...new Set([...(known?.permissionCodes ?? []), ...permissionCodes])],
    partnerKinds: [...new Set([...(known?.partnerKinds ?? []), ...partnerKinds])],
    scopeOverrides: JSON.stringify({ ...known?.scopeOverrides, ...scopeOverrides }),
  };
  if (known) {
    const grown = await db(tx)
      .updateTable("role")
      .set(added)
      .where("id", "=", known.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await renewVersion(tx, grown);
    return known.id;
  }
  const id = demoId(`role:${role.code}`);
  await db(tx)
    .insertInto("role")
    .values({ id, ...stampedBy(administratorId, tx.now), ...role, ...added })
    .execute();
  return id;
}

export interface DemoOutsider extends Pick<KeptAccount, "name" | "phone" | "staffNo" | "organizationId"> {
  readonly id: string;
  readonly roleIds: readonly string[];
  readonly validUntil: string;
  /** The organisation outside of which the person sees nothing; null for people of the brand. */
  readonly fenceOrganizationId: string | null;
  /** The position of a person of the brand. People of other companies all have the same position. */
  readonly position?: string;
  /** The organisation that this person leads. */
  readonly leads: string | null;
  readonly openedAt: Date;
  readonly lastLoginAt: Date | null;
  readonly frozenReason: string | null;
  readonly hasLeft: boolean;
}

/** Makes accounts like `openAccount` does, but many at once and with a past. All have the demo password. */
export async function loadDemoOutsiders(tx: Tx, people: readonly DemoOutsider[]): Promise<void> {
  const outside = await positionOf(tx);
  const positions = await db(tx).selectFrom("position").select(["id", "code"]).execute();
  const positionOfOne = ({ position }: DemoOutsider) => positions.find(({ code }) => code === position)?.id ?? outside;
  const { passwordHash } = await db(tx)
    .selectFrom("appUser")
    .select("passwordHash")
    .where("id", "=", administratorId)
    .executeTakeFirstOrThrow();
  const stampOf = ({ openedAt }: DemoOutsider) => stampedBy(administratorId, openedAt);
  const postId = ({ id }: DemoOutsider) => demoId(`outsider-post:${id}`);
  await insertMany(
    tx,
    "appUser",
    people.map((one) => ({
      id: one.id,
      ...stampOf(one),
      userName: one.name,
      mobilePhone: one.phone,
      staffNo: one.staffNo,
      userType: one.fenceOrganizationId ? "PARTNER" : "INTERNAL",
      status: one.hasLeft ? "LEFT" : "ACTIVE",
      passwordHash,
      mustChangePwd: false,
      pwdUpdatedAt: one.openedAt,
      lastLoginAt: one.lastLoginAt,
      lastActiveAt: one.lastLoginAt,
      validUntil: one.validUntil,
      source: one.fenceOrganizationId ? "STAFF" : "MANUAL",
      fenceOrgId: one.fenceOrganizationId,
      frozenReason: one.frozenReason,
    })),
  );
  await insertMany(
    tx,
    "membership",
    people.map((one) => ({
      id: postId(one),
      ...stampOf(one),
      userId: one.id,
      organizationId: one.organizationId,
      positionId: positionOfOne(one),
      isPrimary: !one.hasLeft,
      startDate: dayOf(one.openedAt),
      endDate: one.hasLeft ? dayOf(tx.now) : null,
      status: one.hasLeft ? "ENDED" : "EFFECTIVE",
    })),
  );
  await insertMany(
    tx,
    "roleGrant",
    people.flatMap((one) =>
      one.roleIds.map((roleId) => ({
        id: demoId(`outsider-grant:${one.id}:${roleId}`),
        ...stampOf(one),
        membershipId: postId(one),
        roleId,
        validFrom: one.openedAt,
        reason: "伙伴员工",
        grantedBy: administratorId,
        status: one.hasLeft ? "REVOKED" : "ACTIVE",
      })),
    ),
  );
  for (const { id: leaderUserId, leads } of people) {
    if (leads) await db(tx).updateTable("organization").set({ leaderUserId }).where("id", "=", leads).execute();
  }
}
