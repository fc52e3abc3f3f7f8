import type { BusinessError } from "@ops/platform/contract";
import { changeRecord, type Steps, type Tx } from "@ops/platform/server";
import { accountErrors, userStates } from "../../contract/index.ts";
import { db, type LoginLogKind } from "../database.ts";
import { type UserRow, users } from "../person/tables.ts";
import { isVoidFirstPassword } from "./first-password.ts";
import { plainIp } from "./ip.ts";
import { notePassedAttempt, withdrawAttempt } from "./login-guard.ts";
import { writeLoginLog } from "./login-log.ts";
import { type AccountRefusal, accountRefusal, firstOrganizations, lockUser, noOrganization } from "./usable.ts";
import type { VerifiedLogin } from "./verify-login.ts";

/** The password was right, yet the account may not sign in: thrown out of the last transaction, then logged. */
class AccountRefused extends Error {
  readonly refusal: AccountRefusal;

  constructor(refusal: AccountRefusal) {
    super(refusal.result);
    this.refusal = refusal;
  }
}

export interface AdmittedAccount {
  readonly user: UserRow;
  readonly organizationIds: readonly string[];
}

/**
 * The last step of a password sign-in: judges the account under lock and lets `act` open what it opens. A refusal keeps
 * its log row although nothing else of the transaction stays.
 */
export async function finishLogin<T>(
  steps: Steps,
  login: VerifiedLogin,
  act: (tx: Tx, admitted: AdmittedAccount) => Promise<T>,
): Promise<T> {
  try {
    return await steps.finish(async (tx) => act(tx, await admitAccount(tx, login)));
  } catch (error) {
    if (!(error instanceof AccountRefused)) throw error;
    await steps.commit((tx) => noteRefusal(tx, login, error.refusal));
    throw error.refusal.error;
  }
}

async function admitAccount(tx: Tx, login: VerifiedLogin): Promise<AdmittedAccount> {
  const locked = await lockUser(tx, login.userId);
  if (!locked || locked.passwordHash !== login.passwordHash) {
    const error = login.by === "PHONE" ? accountErrors.badCredential() : accountErrors.badStaffCredential();
    throw new AccountRefused({ result: "BAD_CREDENTIAL", error }); // changed meanwhile
  }
  refuseVoidPassword(tx, locked, login);
  const organizationIds = await requireUsable(tx, locked);
  await notePassedAttempt(tx, login.subjects);
  const user = await noteLogin(tx, locked, login.newHash);
  tx.trail.about(users.name, user.id, user.staffNo);
  tx.trail.summary = user.userName;
  return { user, organizationIds };
}

function refuseVoidPassword(tx: Tx, user: UserRow, { firstPasswordHours: hours }: VerifiedLogin): void {
  if (hours === undefined || !isVoidFirstPassword(user, hours, tx.now)) return;
  throw new AccountRefused({ result: "EXPIRED", error: accountErrors.firstPasswordVoid({ n: hours }) });
}

async function requireUsable(tx: Tx, user: UserRow): Promise<string[]> {
  const refusal = accountRefusal(user, tx.now);
  if (refusal) throw new AccountRefused(refusal);
  const organizationIds = await firstOrganizations(tx, user);
  if (!organizationIds) throw new AccountRefused(noOrganization());
  return organizationIds;
}

/** What a sign-in changes in the account: the first one makes it 正常, an older hash is replaced (PF-R15). */
export async function noteLogin(tx: Tx, user: UserRow, newHash: string | null): Promise<UserRow> {
  const isFirst = userStates.can(user.status, "firstLogin");
  const seen = isFirst
    ? await changeRecord(tx, users, user, { status: userStates.next(user.status, "firstLogin") })
    : user;
  const facts = { lastLoginAt: tx.now, lastLoginIp: plainIp(tx.request.ip), lastActiveAt: tx.now };
  await db(tx)
    .updateTable("appUser")
    .set({ ...facts, ...(newHash === null ? {} : { passwordHash: newHash }) })
    .where("id", "=", user.id)
    .execute();
  return seen;
}

async function noteRefusal(tx: Tx, login: VerifiedLogin, { result }: AccountRefusal): Promise<void> {
  await withdrawAttempt(tx, login.subjects);
  const kind: LoginLogKind = login.by === "PHONE" ? "PASSWORD" : "STAFF_NO";
  await writeLoginLog(tx, { identity: login.identity, kind, result, userId: login.userId });
}

/** Refuses a sign-in of its own accord inside `finishLogin`. */
export function refuseLogin(result: AccountRefusal["result"], error: BusinessError): never {
  throw new AccountRefused({ result, error });
}
