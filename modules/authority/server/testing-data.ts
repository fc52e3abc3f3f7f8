import { dayOf } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import type { UserState } from "../contract/index.ts";
import { type CustomOrganization, db, type OrganizationType, type ScopeKind, type Switch } from "./database.ts";
import type { Authority } from "./index.ts";
import { bumpRights } from "./rights/bump.ts";

/** What the builders need of an app. */
export interface Arranging {
  readonly authority: Authority;
  arrange<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Lets builders work inside of one transaction instead of each in its own. */
export const insideOf = ({ authority }: Arranging, tx: Tx): Arranging => ({ authority, arrange: (act) => act(tx) });

const next = startSeries();

export interface GivenUser {
  readonly id: string;
  readonly userName: string;
  readonly mobilePhone: string;
  readonly staffNo: string;
  readonly version: number;
}

export interface UserWishes {
  readonly userName?: string;
  readonly mobilePhone?: string;
  readonly staffNo?: string;
  readonly password?: string;
  readonly status?: UserState;
  readonly boolAdmin?: boolean;
  readonly userType?: string;
  readonly validUntil?: string;
  readonly mustChangePwd?: boolean;
  readonly pwdUpdatedAt?: Date;
}

export async function givenUser(app: Arranging, wishes: UserWishes = {}): Promise<GivenUser> {
  const n = next();
  const passwordHash = await app.authority.context.hasher.hash(wishes.password ?? "Demo@2025");
  return app.arrange(async (tx) => {
    const row = await db(tx)
      .insertInto("appUser")
      .values({
        ...stamp(tx),
        userName: wishes.userName ?? `员工${n}`,
        mobilePhone: wishes.mobilePhone ?? `139${String(n).padStart(8, "0")}`,
        staffNo: wishes.staffNo ?? `T${String(n).padStart(6, "0")}`,
        userType: wishes.userType ?? "INTERNAL",
        status: wishes.status ?? "ACTIVE",
        boolAdmin: wishes.boolAdmin ?? false,
        passwordHash,
        mustChangePwd: wishes.mustChangePwd ?? false,
        pwdUpdatedAt: wishes.pwdUpdatedAt ?? tx.now,
        validUntil: wishes.validUntil ?? null,
      })
      .returning(["id", "userName", "mobilePhone", "staffNo", "version"])
      .executeTakeFirstOrThrow();
    return { ...row, staffNo: row.staffNo ?? "" };
  });
}

export interface GivenOrganization {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly level: number;
}

export interface OrganizationWishes {
  readonly name?: string;
  readonly type?: OrganizationType;
  readonly parent?: GivenOrganization;
  readonly status?: Switch;
}

/** Below the root unless a parent is given; the root appears with the first organisation. */
export async function givenOrganization(app: Arranging, wishes: OrganizationWishes = {}): Promise<GivenOrganization> {
  return app.arrange(async (tx) => {
    const parent = wishes.parent ?? (await root(tx));
    return insertOrganization(tx, parent, wishes);
  });
}

async function root(tx: Tx): Promise<GivenOrganization> {
  const found = await db(tx)
    .selectFrom("organization")
    .select(["id", "name", "path", "level"])
    .where("parentId", "is", null)
    .executeTakeFirst();
  return found ?? insertOrganization(tx, null, { name: "集团总部", type: "GROUP" });
}

async function insertOrganization(
  tx: Tx,
  parent: GivenOrganization | null,
  { name, type = "STORE", status = "ENABLED" }: OrganizationWishes,
): Promise<GivenOrganization> {
  const n = next();
  const id = newId();
  return db(tx)
    .insertInto("organization")
    .values({
      ...stamp(tx),
      id,
      code: `T${String(n).padStart(3, "0")}`,
      name: name ?? `门店${n}`,
      type,
      status,
      parentId: parent?.id ?? null,
      path: `${parent?.path ?? "/"}${id}/`,
      level: (parent?.level ?? 0) + 1,
    })
    .returning(["id", "name", "path", "level"])
    .executeTakeFirstOrThrow();
}

export interface RoleWishes {
  readonly name?: string;
  readonly permissionCodes?: string[];
  readonly menuKeys?: string[];
  readonly dataScope?: ScopeKind;
  readonly scopeOverrides?: Readonly<Record<string, ScopeKind>>;
  readonly customOrgs?: readonly CustomOrganization[];
  readonly status?: Switch;
}

export async function givenRole(app: Arranging, wishes: RoleWishes = {}): Promise<{ id: string; name: string }> {
  const n = next();
  return app.arrange((tx) =>
    db(tx)
      .insertInto("role")
      .values({
        ...stamp(tx),
        code: `role${n}`,
        name: wishes.name ?? `角色${n}`,
        permissionCodes: wishes.permissionCodes ?? [],
        menuKeys: wishes.menuKeys ?? [],
        dataScope: wishes.dataScope ?? "SELF",
        scopeOverrides: JSON.stringify(wishes.scopeOverrides ?? {}),
        customOrgs: JSON.stringify(wishes.customOrgs ?? []),
        status: wishes.status ?? "ENABLED",
      })
      .returning(["id", "name"])
      .executeTakeFirstOrThrow(),
  );
}

export interface MembershipWishes {
  readonly user: { readonly id: string };
  readonly organization: { readonly id: string };
  readonly roles?: readonly { readonly id: string }[];
  readonly positionName?: string;
  readonly isPrimary?: boolean;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly status?: "FUTURE" | "EFFECTIVE" | "ENDED";
  /** Until when the roles are granted. */
  readonly validTo?: Date;
}

export async function givenMembership(app: Arranging, wishes: MembershipWishes): Promise<{ id: string }> {
  return app.arrange(async (tx) => {
    const positionId = await givenPosition(tx, wishes.positionName ?? "店长");
    const membership = await db(tx)
      .insertInto("membership")
      .values({
        ...stamp(tx),
        userId: wishes.user.id,
        organizationId: wishes.organization.id,
        positionId,
        isPrimary: wishes.isPrimary ?? false,
        startDate: wishes.startDate ?? dayOf(new Date(tx.now.getTime() - 30 * 86_400_000)),
        endDate: wishes.endDate ?? null,
        status: wishes.status ?? "EFFECTIVE",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const role of wishes.roles ?? []) await grant(tx, membership.id, role.id, wishes.validTo ?? null);
    await bumpRights(tx, [wishes.user.id]);
    return membership;
  });
}

async function grant(tx: Tx, membershipId: string, roleId: string, validTo: Date | null): Promise<void> {
  const validFrom = new Date(tx.now.getTime() - 1000);
  await db(tx)
    .insertInto("roleGrant")
    .values({ ...stamp(tx), membershipId, roleId, validFrom, validTo, grantedBy: tx.actor.userId })
    .execute();
}

export async function givenPosition(tx: Tx, name: string): Promise<string> {
  const found = await db(tx).selectFrom("position").select("id").where("name", "=", name).executeTakeFirst();
  if (found) return found.id;
  const values = { ...stamp(tx), code: `P${next()}`, name };
  return (await db(tx).insertInto("position").values(values).returning("id").executeTakeFirstOrThrow()).id;
}

function stamp(tx: Tx) {
  const { userId } = tx.actor;
  return { id: newId(), createdAt: tx.now, createdBy: userId, updatedAt: tx.now, updatedBy: userId };
}

/** Somebody with one organisation, so that a sign-in succeeds. */
export async function givenMember(app: Arranging, wishes: UserWishes = {}): Promise<GivenUser> {
  const user = await givenUser(app, wishes);
  await givenMembership(app, { user, organization: await givenOrganization(app), isPrimary: true });
  return user;
}
