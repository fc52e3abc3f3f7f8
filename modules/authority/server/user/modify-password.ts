import { BusinessError } from "@ops/platform/contract";
import { changeRecord, inSteps, newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { accountErrors, isWellFormedPassword } from "../../contract/index.ts";
import { decryptCredential } from "../account/credential.ts";
import {
  beginAttempt,
  type GuardSubject,
  noteFailedAttempt,
  notePassedAttempt,
  withdrawAttempt,
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

/** Repeats every check of the dialog and adds those that only the server can make (PF-R33 to R36). */
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
  /** Hashes of earlier passwords, without the present one. */
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
  // the failure counts for the phone as well, so that the next sign-in can tell the owner about the lock
  const subjects: GuardSubject[] =
    shared.kind === "DEVICE" ? [shared] : [{ kind: "PHONE", subject: user.mobilePhone }, shared];
  for (const [n, subject] of subjects.entries()) {
    const locked = await beginAttempt(tx, subject);
    if (locked === null) continue;
    await withdrawAttempt(tx, subjects.slice(0, n));
    return { refusal: accountErrors.loginLocked({ n: locked }) };
  }
  const history = await db(tx)
    .selectFrom("passwordHistory")
    .select("passwordHash")
    .where("userId", "=", user.id)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(REMEMBERED - 1) // together with the present one these are the five that may not be used again
    .execute();
  return { user, subjects, earlier: history.map((row) => row.passwordHash) };
}

async function requireMe(tx: Tx): Promise<UserRow> {
  const user = await lockUser(tx, tx.actor.userId);
  if (!user) throw accountErrors.oldPwdWrong();
  return user;
}

/** Counts a wrong old password like a failed sign-in. After any other error the attempt is withdrawn. */
async function closeAttempt(tx: Tx, subjects: readonly GuardSubject[], error: unknown): Promise<unknown> {
  if (!(error instanceof BusinessError) || error.msgCode !== accountErrors.oldPwdWrong().msgCode) {
    await withdrawAttempt(tx, subjects);
    return error;
  }
  let refusal: BusinessError = error;
  for (const subject of subjects) {
    const failure = await noteFailedAttempt(tx, subject);
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
  if (user.passwordHash !== checked.passwordHash) throw accountErrors.oldPwdWrong(); // changed in the meantime
  await notePassedAttempt(tx, subjects);
  await db(tx)
    .insertInto("passwordHistory")
    .values({ id: newId(), userId: user.id, passwordHash: user.passwordHash, createdAt: tx.now })
    .execute();
  await changeRecord(tx, users, user, { passwordHash, mustChangePwd: false, pwdUpdatedAt: tx.now });
  await endSessions(tx, user.id, "PWD_CHANGED", { quietFor: tx.actor.sessionId });
  await endSignOn(tx, user.id, "PWD_CHANGED"); // somebody who knew the old password may be signed in at the portal
  return true;
}
