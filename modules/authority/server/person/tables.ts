import { isWholePhone, masks } from "@ops/platform/contract";
import { type DataScope, findByWhole, mayAskFor, type Tx, wholePhoneField } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { getUser, plainUserFields, UserShape } from "../../contract/index.ts";
import { db, type RowOf, tableOf } from "../database.ts";
import { userTypes } from "../dictionaries.ts";
import { isOutsider } from "./guards.ts";

/**
 * Scope of users = organisations of their memberships that have not ended; SELF = the own record; people without a
 * membership are visible only to ALL. A condition on `app_user`, also for lists of what people did.
 */
export function userScope({ organizations, selfId }: Exclude<DataScope, { all: true }>): RawBuilder<boolean> {
  const inOrganizations = organizations
    ? sql<boolean>`exists (select 1 from membership m where m.user_id = app_user.id and m.status <> 'ENDED'
        and m.organization_id in (${organizations}))`
    : sql<boolean>`false`;
  return selfId === null ? inOrganizations : sql<boolean>`(${inOrganizations} or app_user.id = ${selfId})`;
}

/** The people whom the call's permission reaches, as a condition on `app_user`. */
export function reachedPeople(tx: Tx): RawBuilder<boolean> {
  const scope = tx.actor.scopeOf(tx.permission);
  return scope.all ? sql<boolean>`true` : userScope(scope);
}

/** Whether somebody has exactly this phone or staff number, as far as the reader's roles leave these fields (AU-R20). */
export async function hasNumber(tx: Tx, person: "app_user" | "u", number: string): Promise<RawBuilder<boolean>> {
  const ids = await findByPhone(tx, number);
  const withPhone = ids.length === 0 ? sql<boolean>`false` : sql<boolean>`${sql.ref(`${person}.id`)} = any(${ids})`;
  return sql<boolean>`(${withPhone} or ${hasStaffNo(tx, person, number)})`;
}

/** Everybody sees phones masked and may search for a whole one, unless a role hides the field. */
export async function findByPhone(tx: Tx, text: string): Promise<string[]> {
  if (!isWholePhone(text) || !mayAskFor(tx, "user.mobilePhone", ["HIDE"])) return [];
  return findByWhole(tx, users, "mobilePhone", text);
}

export function hasStaffNo(tx: Tx, person: "app_user" | "u", staffNo: string | undefined): RawBuilder<boolean> {
  if (!mayAskFor(tx, "user.staffNo")) return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(`${person}.staff_no`)} = ${staffNo}`;
}

/** Phones of the brand's own people stay masked for those of other companies (AU-R58). */
async function seesStaff(tx: Tx): Promise<(seen: { userType: string }) => boolean> {
  const isInsider = await isFromInside(tx);
  return ({ userType }) => userType !== "INTERNAL" || isInsider;
}

async function isFromInside(tx: Tx): Promise<boolean> {
  const reader = await db(tx)
    .selectFrom("appUser")
    .select("userType")
    .where("id", "=", tx.actor.userId)
    .executeTakeFirst();
  return reader === undefined || !isOutsider(reader);
}

export const users = tableOf(UserShape, {
  scope: userScope,
  read: getUser.permission,
  softDelete: true,
  number: "staffNo",
  labels: { status: "账号状态", passwordHash: "密码", frozenReason: "冻结原因", readOnly: "只读" },
  unlogged: ["source", "lastLoginAt"],
  words: { userType: Object.fromEntries(userTypes.entries) },
  secret: ["passwordHash"],
  masked: { mobilePhone: masks.phone, email: masks.email },
  unmask: plainUserFields,
  unmasksAll: isFromInside,
  wholes: { mobilePhone: wholePhoneField },
  mayUnmask: seesStaff,
});
export type UserRow = RowOf<typeof users>;
