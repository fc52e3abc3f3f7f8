import type { BusinessError } from "@ops/platform/contract";
import { type Steps, TooMany, type Tx } from "@ops/platform/server";
import { accountErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { AuthorityContext } from "../settings.ts";
import { consumeCaptcha } from "./captcha.ts";
import { decryptCredential } from "./credential.ts";
import { countIpFailure, isIpBlocked } from "./ip-guard.ts";
import { beginAttempt, type Failure, type GuardSubject, noteFailedAttempt, withdrawAttempt } from "./login-guard.ts";
import { writeLoginLog } from "./login-log.ts";
import { deviceHashOf, isKnownDevice } from "./trusted-device.ts";

/** A phone or staff number with its password and image code, as typed. */
interface TypedLogin {
  readonly by: "PHONE" | "STAFF_NO";
  readonly identity: string;
  /** As the client encrypted it. */
  readonly password: string;
  readonly verifyCode: string;
  readonly codeId: string;
}

/** A password that was right a moment ago; the account itself has not been judged yet. */
export interface VerifiedLogin extends TypedLogin {
  readonly userId: string;
  readonly passwordHash: string;
  /** The password under today's cost when the stored hash is older. */
  readonly newHash: string | null;
  readonly subjects: readonly GuardSubject[];
  /** See `AuthoritySettings`. */
  readonly firstPasswordHours: number | undefined;
}

interface Account {
  readonly id: string;
  readonly passwordHash: string;
  readonly mobilePhone: string;
}

interface Attempt {
  readonly account: Account | null;
  /** Locked by tries with the other number of the account: its password is not looked at. */
  readonly isLocked: boolean;
  /** What the answer tells of. */
  readonly typed: GuardSubject;
  /** Where the try is counted. */
  readonly subjects: readonly GuardSubject[];
}

const logKind = { PHONE: "PASSWORD", STAFF_NO: "STAFF_NO" } as const;

/**
 * Image code, locks and password (PF-R18 to R24). A refusal is thrown after its traces – used-up code, counts, log – have
 * been committed. An unknown number, a wrong and an unreadable password take the same way and cost the same.
 */
export async function verifyLogin(context: AuthorityContext, steps: Steps, typed: TypedLogin): Promise<VerifiedLogin> {
  const begun = await steps.commit((tx) => begin(tx, context, typed));
  if ("refusal" in begun) throw begun.refusal;
  const { account, isLocked, subjects } = begun;
  const { hasher, settings } = context;
  const password = decryptCredential(settings.credentialKeys, typed.password);
  try {
    const isRight = await hasher.verify(password, isLocked ? null : (account?.passwordHash ?? null));
    if (account && !isLocked && password !== null && isRight) {
      const newHash = hasher.isOutdated(account.passwordHash) ? await hasher.hash(password) : null;
      const { id: userId, passwordHash } = account;
      return { ...typed, subjects, userId, passwordHash, newHash, firstPasswordHours: settings.firstPasswordHours };
    }
  } catch (error) {
    if (error instanceof TooMany) await steps.commit((tx) => withdrawAttempt(tx, subjects));
    throw error;
  }
  throw await steps.commit((tx) => fail(tx, typed, begun));
}

async function begin(
  tx: Tx,
  context: AuthorityContext,
  typed: TypedLogin,
): Promise<Attempt | { refusal: BusinessError }> {
  const { identity, by } = typed;
  const captcha = await consumeCaptcha(tx, context, typed);
  const account = await findAccount(tx, by, identity);
  const deviceHash = deviceHashOf(context, tx.request);
  const knownDevice = account && deviceHash && (await isKnownDevice(tx, account.id, deviceHash)) ? deviceHash : null;
  const entry = { identity, kind: logKind[by], userId: account?.id ?? null };
  if (!knownDevice && (await isIpBlocked(tx))) {
    await writeLoginLog(tx, { ...entry, result: "BLOCKED" });
    return { refusal: accountErrors.tooManyAttempts() };
  }
  if (captcha !== "right") {
    await writeLoginLog(tx, { ...entry, result: "BAD_CAPTCHA" });
    return { refusal: captcha === "wrong" ? accountErrors.captchaWrong() : accountErrors.captchaExpired() };
  }
  const shared = account && accountGuard(account, knownDevice);
  const own = shared?.kind === "DEVICE" ? shared : { kind: by, subject: identity };
  const locked = await beginAttempt(tx, own);
  if (locked === null) return reserve(tx, account, { own, shared });
  await writeLoginLog(tx, { ...entry, result: "LOCKED" });
  return { refusal: accountErrors.loginLocked({ n: locked }) };
}

/** However an account is named, its tries count together; but the lock of one number must not tell whose the other one is. */
async function reserve(
  tx: Tx,
  account: Account | null,
  { own, shared }: { readonly own: GuardSubject; readonly shared: GuardSubject | null },
): Promise<Attempt> {
  if (!shared || shared === own) return { account, isLocked: false, typed: own, subjects: [own] };
  const isLocked = (await beginAttempt(tx, shared)) !== null;
  return { account, isLocked, typed: own, subjects: isLocked ? [own] : [own, shared] };
}

/** A known device has its own counter, so that a stranger's failures never lock its owner out (PF-R24). */
export function accountGuard(
  { id, mobilePhone }: Pick<Account, "id" | "mobilePhone">,
  knownDevice: Buffer | null,
): GuardSubject {
  if (!knownDevice) return { kind: "ACCOUNT", subject: id };
  return { kind: "DEVICE", subject: `${knownDevice.toString("hex")}:${mobilePhone}` };
}

async function findAccount(tx: Tx, by: TypedLogin["by"], identity: string): Promise<Account | null> {
  const column = by === "PHONE" ? "mobilePhone" : "staffNo";
  const row = await db(tx)
    .selectFrom("appUser")
    .select(["id", "passwordHash", "mobilePhone"])
    .where(column, "=", identity)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

async function fail(tx: Tx, { by, identity }: TypedLogin, attempt: Attempt): Promise<BusinessError> {
  const { account, isLocked, typed, subjects } = attempt;
  const failure = await noteFailedAttempt(tx, typed);
  for (const subject of subjects) if (subject !== typed) await noteFailedAttempt(tx, subject);
  const entry = { identity, kind: logKind[by], userId: account?.id ?? null };
  await writeLoginLog(tx, { ...entry, result: isLocked ? "LOCKED" : "BAD_CREDENTIAL" });
  if (typed.kind !== "DEVICE" && (await countIpFailure(tx, identity))) {
    await writeLoginLog(tx, { ...entry, result: "BLOCKED", detail: "登录失败过多，IP已临时封禁" });
  }
  return failureText(by, failure);
}

function failureText(by: TypedLogin["by"], failure: Failure): BusinessError {
  if ("lockedMinutes" in failure) return accountErrors.loginLocked({ n: failure.lockedMinutes });
  const isPhone = by === "PHONE";
  if (failure.left > 2) return isPhone ? accountErrors.badCredential() : accountErrors.badStaffCredential();
  const n = failure.left;
  return isPhone ? accountErrors.badCredentialLeft({ n }) : accountErrors.badStaffCredentialLeft({ n });
}
