import { dayOf } from "@ops/platform/contract";
import { demoId, insertMany, type Tx } from "@ops/platform/server";
import { db, type ScopeKind } from "../database.ts";
import type { KeptAccount } from "../kept-account/keep.ts";
import { positionOf } from "../kept-account/place.ts";
import { refreshRisk } from "../role/refresh-risk.ts";
import { pageKeys } from "./roles.ts";
import { administratorId } from "./rows.ts";

export interface DemoRole {
  readonly code: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly dataScope: ScopeKind;
  /** Groups of the menu, or single pages. */
  readonly menus: readonly string[];
  readonly permissionCodes: readonly string[];
  readonly partnerKinds: readonly string[];
}

/** Roles of a module above: one that is there already keeps what it has and gets this as well. Answers their ids. */
export async function loadDemoRoles(tx: Tx, roles: readonly DemoRole[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const role of roles) ids.set(role.code, await loadDemoRole(tx, role));
  await refreshRisk(tx);
  return ids;
}

async function loadDemoRole(tx: Tx, { menus, permissionCodes, partnerKinds, ...role }: DemoRole): Promise<string> {
  const known = await db(tx).selectFrom("role").selectAll().where("code", "=", role.code).executeTakeFirst();
  const added = {
    menuKeys: [...new Set([...(known?.menuKeys ?? []), ...menus.flatMap(pageKeys)])],
    permissionCodes: [...new Set([...(known?.permissionCodes ?? []), ...permissionCodes])],
    partnerKinds: [...partnerKinds],
  };
  if (known) {
    await db(tx).updateTable("role").set(added).where("id", "=", known.id).execute();
    return known.id;
  }
  const id = demoId(`role:${role.code}`);
  const stamp = { createdAt: tx.now, createdBy: administratorId, updatedAt: tx.now, updatedBy: administratorId };
  await db(tx)
    .insertInto("role")
    .values({ id, ...stamp, ...role, ...added })
    .execute();
  return id;
}

export interface DemoOutsider extends Omit<KeptAccount, "fenceOrganizationId"> {
  readonly id: string;
  /** Null for somebody of the brand who looks after them. */
  readonly fenceOrganizationId: string | null;
  /** What such a person is; people of other companies are all the same. */
  readonly position?: string;
  /** An organisation that is led by this person. */
  readonly leads: string | null;
  readonly openedAt: Date;
  readonly lastLoginAt: Date | null;
  readonly frozenReason: string | null;
  readonly hasLeft: boolean;
}

/** Accounts as `openAccount` makes them, many at once and with a past; all have the password of the demo. */
export async function loadDemoOutsiders(tx: Tx, people: readonly DemoOutsider[]): Promise<void> {
  const outside = await positionOf(tx);
  const positions = await db(tx).selectFrom("position").select(["id", "code"]).execute();
  const positionOfOne = ({ position }: DemoOutsider) => positions.find(({ code }) => code === position)?.id ?? outside;
  const { passwordHash } = await db(tx)
    .selectFrom("appUser")
    .select("passwordHash")
    .where("id", "=", administratorId)
    .executeTakeFirstOrThrow();
  const stampOf = ({ openedAt }: DemoOutsider) => ({
    createdAt: openedAt,
    createdBy: administratorId,
    updatedAt: openedAt,
    updatedBy: administratorId,
  });
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
      boolAdmin: false,
      readOnly: false,
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
        source: "DIRECT",
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
