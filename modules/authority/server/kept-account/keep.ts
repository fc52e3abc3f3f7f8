import { dayOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { userStates } from "../../contract/index.ts";
import { lockUser } from "../account/usable.ts";
import { db } from "../database.ts";
import { endingSteps } from "../offboarding/steps.ts";
import { latestValidity, requireFreePhones } from "../person/guards.ts";
import { type UserRow, users } from "../person/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";
import { insertUsers } from "../user/insert-users.ts";
import { sendFirstPassword } from "./first-password.ts";
import { giveRoles, placeAccount } from "./place.ts";

/** Nobody knows a password with this hash; the first real one comes by message. */
const NO_PASSWORD = "-";

export interface KeptAccount {
  readonly name: string;
  readonly phone: string;
  readonly staffNo: string;
  readonly organizationId: string;
  /** Bounds all that the account reaches. */
  readonly fenceOrganizationId: string;
  readonly roleIds: readonly string[];
  /** The last day; at most a year ahead, the module prolongs it in time. */
  readonly validUntil: string;
}

/** An account for somebody of another company. The caller has checked the rights; the first password goes to the phone. */
export async function openAccount(tx: Tx, account: KeptAccount): Promise<string> {
  const { name: userName, phone: mobilePhone, staffNo, fenceOrganizationId: fenceOrgId } = account;
  const blank = { email: null, remark: null, source: "STAFF", userType: "PARTNER", passwordHash: NO_PASSWORD } as const;
  const validUntil = latestValidity(tx, account.validUntil);
  const [user] = await insertUsers(tx, [{ ...blank, userName, mobilePhone, staffNo, validUntil, fenceOrgId }]);
  if (!user) throw new Error("one account went in, none came out");
  await placeAccount(tx, user, { ...account, startDate: dayOf(tx.now) });
  await sendFirstPassword(tx, user.id);
  await bumpRights(tx, [user.id]);
  return user.id;
}

/** Somebody comes back: the same account, with posts and roles anew. */
export async function reopenAccount(tx: Tx, userId: string, account: KeptAccount): Promise<void> {
  const user = await lockKept(tx, userId);
  if (account.phone !== user.mobilePhone) await requireFreePhones(tx, [account.phone]);
  const { name: userName, phone: mobilePhone, fenceOrganizationId: fenceOrgId } = account;
  const opened = await changeRecord(tx, users, user, {
    userName,
    mobilePhone,
    fenceOrgId,
    validUntil: latestValidity(tx, account.validUntil),
    status: userStates.next(user.status, "rehire"),
    passwordHash: NO_PASSWORD,
    mustChangePwd: true,
    frozenReason: null,
    readOnly: false,
    reactivatedAt: tx.now,
  });
  await placeAccount(tx, opened, { ...account, startDate: dayOf(tx.now) });
  await sendFirstPassword(tx, userId);
  await bumpRights(tx, [userId]);
}

/** A new password by message; whoever knew the old one is out. */
export async function resetAccountPassword(tx: Tx, userId: string): Promise<void> {
  const user = await lockKept(tx, userId);
  await changeRecord(tx, users, user, { passwordHash: NO_PASSWORD, mustChangePwd: true });
  await endSessions(tx, userId, "PWD_RESET");
  await endSignOn(tx, userId, "PWD_RESET");
  await sendFirstPassword(tx, userId);
}

/** Out at once, on every node; the account itself stays as it is. Told twice, it changes the reason. */
export async function freezeAccount(tx: Tx, userId: string, reason: string): Promise<void> {
  await changeRecord(tx, users, await lockKept(tx, userId), { frozenReason: reason });
  await endSessions(tx, userId, "DISABLED");
  await endSignOn(tx, userId, "DISABLED");
}

/** As it was before; only the days without a sign-in count anew, since nobody could. */
export async function unfreezeAccount(tx: Tx, userId: string): Promise<void> {
  await changeRecord(tx, users, await lockKept(tx, userId), { frozenReason: null, reactivatedAt: tx.now });
}

/** For looking only, or for work again; the next call already counts. */
export async function setAccountReadOnly(tx: Tx, userId: string, readOnly: boolean): Promise<void> {
  await changeRecord(tx, users, await lockKept(tx, userId), { readOnly });
  await tx.invalidate(`session:${userId}`);
}

/**
 * The number belongs to somebody else now, so a closed account gives it up. What is left shows the same mask and is unique
 * by the staff number (AU-R1).
 */
export async function releasePhone(tx: Tx, userId: string): Promise<void> {
  const user = await lockKept(tx, userId);
  if (user.status !== "LEFT") throw new Error("only a closed account gives its phone up");
  const mobilePhone = `${user.mobilePhone.slice(0, 3)}*${user.staffNo}*${user.mobilePhone.slice(-4)}`;
  await changeRecord(tx, users, user, { mobilePhone });
}

/** Posts, roles, sessions and keys end; the person stays in the books (AU-R10). */
export async function closeAccount(tx: Tx, userId: string): Promise<void> {
  const user = await lockKept(tx, userId);
  if (user.status === "LEFT") return;
  await changeRecord(tx, users, user, { status: userStates.next(user.status, "offboard") });
  for (const step of endingSteps) await step.end(tx, userId, null);
}

/** Works somewhere else from today on, with these roles. */
export async function moveAccount(
  tx: Tx,
  userId: string,
  to: Pick<KeptAccount, "organizationId" | "roleIds">,
): Promise<void> {
  const user = await lockKept(tx, userId);
  for (const kind of ["authority.grants", "authority.memberships"]) {
    await endingSteps.find((step) => step.kind === kind)?.end(tx, userId, null);
  }
  await placeAccount(tx, user, { ...to, startDate: dayOf(tx.now) });
  await endSessions(tx, userId, "ORG_SWITCH");
  await bumpRights(tx, [userId]);
}

/** These roles instead of those that the account has. */
export async function setAccountRoles(tx: Tx, userId: string, roleIds: readonly string[]): Promise<void> {
  await lockKept(tx, userId);
  await endingSteps.find(({ kind }) => kind === "authority.grants")?.end(tx, userId, null);
  const post = await db(tx)
    .selectFrom("membership")
    .select("id")
    .where("userId", "=", userId)
    .where("status", "<>", "ENDED")
    .orderBy("isPrimary", "desc")
    .executeTakeFirstOrThrow();
  await giveRoles(tx, post.id, roleIds);
  await bumpRights(tx, [userId]);
}

/** Name, phone and the last day follow the record of the person. A new phone ends the sessions. */
export async function changeAccount(
  tx: Tx,
  userId: string,
  changes: Partial<Pick<KeptAccount, "name" | "phone" | "validUntil">>,
): Promise<void> {
  const user = await lockKept(tx, userId);
  const { name: userName = user.userName, phone: mobilePhone = user.mobilePhone } = changes;
  const validUntil = changes.validUntil ? latestValidity(tx, changes.validUntil) : user.validUntil;
  if (mobilePhone !== user.mobilePhone) {
    await requireFreePhones(tx, [mobilePhone]);
    await endSessions(tx, userId, "PHONE_CHANGED");
    await endSignOn(tx, userId, "PHONE_CHANGED");
  }
  await changeRecord(tx, users, user, { userName, mobilePhone, validUntil });
}

/** Only accounts that a module keeps: nobody reaches an administrator or a person of the brand this way. */
async function lockKept(tx: Tx, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (user?.source !== "STAFF" || user.userType !== "PARTNER" || user.boolAdmin) {
    throw new Error("not an account that another module keeps");
  }
  return user;
}
