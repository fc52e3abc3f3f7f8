import type { BodyOf } from "@ops/platform/contract";
import { insertRecord, type Steps, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { membershipErrors, userErrors } from "../../contract/index.ts";
import { newInitialPassword } from "../account/initial-password.ts";
import { authorityDictionaries } from "../dictionaries.ts";
import { grantRoles } from "../grant/service.ts";
import { openMembership } from "../membership/open.ts";
import { bumpRights } from "../rights/bump.ts";
import type { AuthorityContext } from "../settings.ts";
import { checkValidity, requireFreePhone, requireFreeStaffNo } from "./guards.ts";
import { type UserRow, users } from "./tables.ts";

type Body = BodyOf<typeof contract.createUser>;

/** A new account with its posts and roles. The password leaves once, in this answer, and has to be changed (AU-R2). */
export async function createUser(
  context: AuthorityContext,
  steps: Steps,
  body: Body,
): Promise<{ id: string; initialPassword: string }> {
  const initialPassword = newInitialPassword();
  const passwordHash = await context.hasher.hash(initialPassword);
  const user = await steps.finish((tx) => insertUser(tx, body, passwordHash));
  return { id: user.id, initialPassword };
}

async function insertUser(tx: Tx, body: Body, passwordHash: string): Promise<UserRow> {
  const { memberships, ...fields } = body;
  if (!isUserType(fields.userType)) throw userErrors.typeUnknown();
  checkValidity(tx, fields.userType, fields.validUntil);
  // people without an organisation are seen by ALL only: whoever reaches less would lose sight of them at once
  if (memberships.length === 0 && !tx.actor.scopeOf(tx.permission).all) throw userErrors.membershipMissing();
  if (memberships.filter(({ isPrimary }) => isPrimary).length > 1) throw membershipErrors.membershipOnePrimary();
  await requireFreePhone(tx, fields.mobilePhone);
  if (fields.staffNo !== null) await requireFreeStaffNo(tx, fields.staffNo);
  const user = await insertRecord(tx, users, { ...blank, ...fields, passwordHash, pwdUpdatedAt: tx.now });
  // the primary one first: the first membership becomes it
  for (const { roleIds, ...membership } of memberships.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))) {
    const { id } = await openMembership(tx, user, membership);
    if (roleIds.length > 0) await grantRoles(tx, id, { roleIds, validTo: null, reason: "新增用户" });
  }
  await bumpRights(tx, [user.id]);
  return user;
}

const blank = {
  gender: null,
  avatarFileId: null,
  boolAdmin: false,
  status: "PENDING",
  mustChangePwd: true,
  lastLoginAt: null,
  lastLoginIp: null,
  lastActiveAt: null,
  reactivatedAt: null,
  lastOrganizationId: null,
  source: "MANUAL",
  staffId: null,
} as const;

function isUserType(value: string): boolean {
  const types = authorityDictionaries.find(({ code }) => code === "user_type")?.entries ?? [];
  return types.some(([type]) => type === value);
}
