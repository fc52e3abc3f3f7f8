import { BusinessError } from "@ops/platform/contract";
import { changeRecord, inSteps, newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { accountErrors, isWellFormedPassword } from "../../contract/index.ts";
import { decryptCredential } from "../account/credential.ts";
import {
  attemptFailed,
  attemptPassed,
  attemptWithdrawn,
  beginAttempt,
  type GuardSubject,
} from "../account/login-guard.ts";
import { isWeakPassword } from "../account/password-rules.ts";
import { deviceHashOf, isKnownDevice } from "../account/trusted-device.ts";
import { lockUser } from "../account/usable.ts";
import { accountGuard } from "../account/verify-login.ts";
import { db } from "../database.ts";
import { type UserRow, users } from "../person/tables.ts";
import { endSessions } from "../session/end.ts";
import type { AuthorityContext } from "../settings.ts";
import { endSignOn } from "../sso/logout.ts";

const REMEMBERED = 5;

/** Every check of the dialog again, and those that only the server can make (PF-R33 to R36). */
export const modifyPassword = (context: AuthorityContext) =>
  inSteps(contract.modifyPassword, async (steps, { body }) => {
    const { credentialKeys } = context.settings;
    const oldPassword = decryptCredential(credentialKeys, body.password);
    const newPassword = decryptCredential(credentialKeys, body.newPassword);
    if (newPassword === null || !isWellFormedPassword(newPassword)) throw accountErrors.pwdFormat();
    if (newPassword === oldPassword) throw accountErrors.pwdSame();
    const begun = await steps.commit((tx) => begin(tx, context, newPassword));
    if ("refusal" in begun) throw begun.refusal;
    const { user, subjects, earlier } = begun;
    try {
      if (!(await context.hasher.verify(oldPassword, user.passwordHash))) throw accountErrors.oldPwdWrong();
      if (await matchesAny(context, newPassword, earlier)) throw accountErrors.pwdReused();
      const passwordHash = await context.hasher.hash(newPassword);
      return await steps.finish((tx) => save(tx, user, subjects, passwordHash));
    } catch (error) {
      throw await steps.commit((tx) => closeAttempt(tx, subjects, error));
    }
  });

interface Begun {
  readonly user: UserRow;
  readonly subjects: readonly GuardSubject[];
  /** Hashes of the passwords before the present one. */
  readonly earlier: readonly string[];
}

async function begin(
  tx: Tx,
  context: AuthorityContext,
  newPassword: string,
): Promise<Begun | { refusal: BusinessError }> {
  const user = await requireMe(tx);
  if (isWeakPassword(newPassword, user)) return { refusal: accountErrors.pwdWeak() };
  const deviceHash = deviceHashOf(context, tx.request);
  const knownDevice = deviceHash && (await isKnownDevice(tx, user.id, deviceHash)) ? deviceHash : null;
  const shared = accountGuard(user, knownDevice);
  // also for the phone: the owner may be told of the lock at the next sign-in
  const subjects: GuardSubject[] =
    shared.kind === "DEVICE" ? [shared] : [{ kind: "PHONE", subject: user.mobilePhone }, shared];
  for (const [n, subject] of subjects.entries()) {
    const locked = await beginAttempt(tx, subject);
    if (locked === null) continue;
    await attemptWithdrawn(tx, subjects.slice(0, n));
    return { refusal: accountErrors.loginLocked({ n: locked }) };
  }
  const history = await db(tx)
    .selectFrom("passwordHistory")
    .select("passwordHash")
    .where("userId", "=", user.id)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(REMEMBERED - 1) // the present one is the fifth
    .execute();
  return { user, subjects, earlier: history.map((row) => row.passwordHash) };
}

async function requireMe(tx: Tx): Promise<UserRow> {
  const user = await lockUser(tx, tx.actor.userId);
  if (!user) throw accountErrors.oldPwdWrong();
  return user;
}

/** A wrong old password counts like one at sign-in; whatever else went wrong gives the reserved try back. */
async function closeAttempt(tx: Tx, subjects: readonly GuardSubject[], error: unknown): Promise<unknown> {
  if (!(error instanceof BusinessError) || error.msgCode !== accountErrors.oldPwdWrong().msgCode) {
    await attemptWithdrawn(tx, subjects);
    return error;
  }
  let refusal: BusinessError = error;
  for (const subject of subjects) {
    const failure = await attemptFailed(tx, subject);
    if ("lockedMinutes" in failure) refusal = accountErrors.loginLocked({ n: failure.lockedMinutes });
  }
  return refusal;
}

async function matchesAny({ hasher }: AuthorityContext, password: string, hashes: readonly string[]): Promise<boolean> {
  for (const hash of hashes) if (await hasher.verify(password, hash)) return true;
  return false;
}

async function save(tx: Tx, checked: UserRow, subjects: readonly GuardSubject[], passwordHash: string): Promise<true> {
  const user = await requireMe(tx);
  if (user.passwordHash !== checked.passwordHash) throw accountErrors.oldPwdWrong(); // changed meanwhile
  await attemptPassed(tx, subjects);
  await db(tx)
    .insertInto("passwordHistory")
    .values({ id: newId(), userId: user.id, passwordHash: user.passwordHash, createdAt: tx.now })
    .execute();
  await changeRecord(tx, users, user, { passwordHash, mustChangePwd: false, pwdUpdatedAt: tx.now });
  await endSessions(tx, user.id, "PWD_CHANGED", { quietFor: tx.actor.sessionId });
  await endSignOn(tx, user.id, "PWD_CHANGED"); // whoever knew the old password may sit at the portal
  return true;
}
