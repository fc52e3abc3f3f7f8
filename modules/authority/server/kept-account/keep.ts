import { changeRecord, type Tx } from "@ops/platform/server";
import { userStates } from "../../contract/index.ts";
import { lockUser } from "../account/usable.ts";
import { db } from "../database.ts";
import { endingSteps } from "../offboarding/steps.ts";
import { isOutsider, latestValidity, requireFreePhones } from "../person/guards.ts";
import { tellStopped } from "../person/stopped.ts";
import { type UserRow, users } from "../person/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";
import { insertUsers } from "../user/insert-users.ts";
import { sendFirstPassword } from "./first-password.ts";
import { giveRoles, isKeptBy, type KeptType, type Placement, placeAccount } from "./place.ts";

/** Nobody knows a password with this hash; the first real one comes by message. */
const NO_PASSWORD = "-";
/** Later than any account of an outsider may last. */
const NEVER = "9999-12-31";

export interface KeptAccount extends Placement {
  /** Whether the person belongs to an own store, a partner or a carrier. */
  readonly userType: KeptType;
  readonly name: string;
  readonly phone: string;
  readonly staffNo: string;
  /** Bounds all that the account reaches. People of other companies have one: the organisation of the post unless named. */
  readonly fenceOrganizationId?: string;
  /** The last day. People of other companies have one, at most a year ahead; the module prolongs it in time. */
  readonly validUntil?: string;
}

export interface OpenedAccount {
  readonly userId: string;
  readonly postId: string;
}

/** Opens an account with its one post. The caller has checked the rights; the first password goes to the phone. */
export async function openAccount(tx: Tx, account: KeptAccount): Promise<OpenedAccount> {
  const { name: userName, phone: mobilePhone, staffNo, userType } = account;
  const blank = { email: null, remark: null, source: "STAFF", passwordHash: NO_PASSWORD } as const;
  const bounds = boundsOf(tx, account);
  const [user] = await insertUsers(tx, [{ ...blank, ...bounds, userType, userName, mobilePhone, staffNo }]);
  if (!user) throw new Error("one account went in, none came out");
  const postId = await placeAccount(tx, user, account);
  await sendFirstPassword(tx, user.id);
  await bumpRights(tx, [user.id]);
  return { userId: user.id, postId };
}

function boundsOf(tx: Tx, account: KeptAccount): Pick<UserRow, "fenceOrgId" | "validUntil"> {
  const { organizationId, fenceOrganizationId, validUntil } = account;
  if (!isOutsider(account)) return { fenceOrgId: fenceOrganizationId ?? null, validUntil: validUntil ?? null };
  return { fenceOrgId: fenceOrganizationId ?? organizationId, validUntil: latestValidity(tx, validUntil ?? NEVER) };
}

/** Reopens the account of somebody who comes back, with new posts and roles. Answers the post. */
export async function reopenAccount(tx: Tx, userId: string, account: KeptAccount): Promise<string> {
  const user = await lockKept(tx, userId);
  if (user.userType !== account.userType) throw new Error("an account stays of its type");
  if (account.phone !== user.mobilePhone) await requireFreePhones(tx, [account.phone]);
  const { name: userName, phone: mobilePhone } = account;
  const opened = await changeRecord(tx, users, user, {
    userName,
    mobilePhone,
    ...boundsOf(tx, account),
    source: "STAFF", // also of somebody who was in a store before the module
    status: userStates.next(user.status, "rehire"),
    passwordHash: NO_PASSWORD,
    mustChangePwd: true,
    frozenReason: null,
    readOnly: false,
    reactivatedAt: tx.now,
  });
  const postId = await placeAccount(tx, opened, account);
  await sendFirstPassword(tx, userId);
  await bumpRights(tx, [userId]);
  return postId;
}

/** Sends a new password to the phone and ends all sessions, so that nobody who knew the old one stays signed in. */
export async function resetAccountPassword(tx: Tx, userId: string): Promise<void> {
  const user = await lockKept(tx, userId);
  await changeRecord(tx, users, user, { passwordHash: NO_PASSWORD, mustChangePwd: true });
  await endSessions(tx, userId, "PWD_RESET");
  await endSignOn(tx, userId, "PWD_RESET");
  await sendFirstPassword(tx, userId);
}

/**
 * Freezes an account: it is signed out at once on every node and otherwise stays as it is. A second call only changes the
 * reason.
 */
export async function freezeAccount(tx: Tx, userId: string, reason: string): Promise<void> {
  await changeRecord(tx, users, await lockKept(tx, userId), { frozenReason: reason });
  await endSessions(tx, userId, "DISABLED");
  await endSignOn(tx, userId, "DISABLED");
}

/** Lifts the freeze. The days without a sign-in are counted from now, because nobody could sign in meanwhile. */
export async function unfreezeAccount(tx: Tx, userId: string): Promise<void> {
  await changeRecord(tx, users, await lockKept(tx, userId), { frozenReason: null, reactivatedAt: tx.now });
}

/** Makes an account read-only, or lets it work again. This holds from its next call on. */
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

/** Closes an account: posts, roles, sessions and keys end, but the record of the person stays (AU-R10). */
export async function closeAccount(tx: Tx, userId: string): Promise<void> {
  const user = await lockKept(tx, userId);
  if (user.status === "LEFT") return;
  await changeRecord(tx, users, user, { status: userStates.next(user.status, "offboard") });
  for (const step of endingSteps) await step.end(tx, userId, null);
  await tellStopped(tx, userId, "LEFT");
}

/** Moves the account to another post from today on, with these roles and no other post. Answers the post. */
export async function moveAccount(tx: Tx, userId: string, to: Placement): Promise<string> {
  const user = await lockKept(tx, userId);
  for (const kind of ["authority.grants", "authority.memberships"]) {
    await endingSteps.find((step) => step.kind === kind)?.end(tx, userId, null);
  }
  const postId = await placeAccount(tx, user, to);
  await endSessions(tx, userId, "ORG_SWITCH");
  await bumpRights(tx, [userId]);
  return postId;
}

/** Replaces the roles of the account with these. */
export async function setAccountRoles(tx: Tx, userId: string, roleIds: readonly string[]): Promise<void> {
  const user = await lockKept(tx, userId);
  await endingSteps.find(({ kind }) => kind === "authority.grants")?.end(tx, userId, null);
  const { id, organizationId, type } = await db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .select(["m.id", "m.organizationId", "o.type"])
    .where("m.userId", "=", userId)
    .where("m.status", "<>", "ENDED")
    .orderBy("m.isPrimary", "desc")
    .executeTakeFirstOrThrow();
  await giveRoles(tx, { id, user, organization: { id: organizationId, type } }, roleIds);
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
  const { validUntil: wanted } = changes;
  const validUntil = wanted && isOutsider(user) ? latestValidity(tx, wanted) : (wanted ?? user.validUntil);
  if (mobilePhone !== user.mobilePhone) {
    await requireFreePhones(tx, [mobilePhone]);
    await endSessions(tx, userId, "PHONE_CHANGED");
    await endSignOn(tx, userId, "PHONE_CHANGED");
  }
  await changeRecord(tx, users, user, { userName, mobilePhone, validUntil });
}

/** Locks an account that a module keeps; administrators and people of the brand are refused. */
async function lockKept(tx: Tx, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (!user || !isKeptBy(user)) throw new Error("not an account that another module keeps");
  return user;
}
