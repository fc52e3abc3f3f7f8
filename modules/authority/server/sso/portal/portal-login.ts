import type { BodyOf } from "@ops/platform/contract";
import { countInWindow, type Steps, type Tx } from "@ops/platform/server";
import type * as contract from "../../../contract/index.ts";
import { accountErrors, ssoErrors } from "../../../contract/index.ts";
import { finishLogin, noteLogin } from "../../account/admit-account.ts";
import { limitedPlace, plainIp } from "../../account/ip.ts";
import { ipAllowance } from "../../account/ip-guard.ts";
import { writeLoginLog } from "../../account/login-log.ts";
import { rememberDevice } from "../../account/trusted-device.ts";
import { accountRefusal, firstOrganizations, lockUser, noOrganization } from "../../account/usable.ts";
import { verifyLogin } from "../../account/verify-login.ts";
import { db, type PortalLoginMethod } from "../../database.ts";
import { type UserRow, users } from "../../person/tables.ts";
import { LoginRefused, loggingRefusals } from "../refused.ts";
import { isSmsAvailable, type SsoContext } from "../settings.ts";
import { tryCode } from "../sms-code.ts";
import { openPortalSession } from "./portal-session.ts";

const TRIES_PER_IP = 30;
const TRIES_WINDOW_SECONDS = 600;

interface Welcome {
  readonly userName: string;
}

/** Signs in with staff number and password. Locks and texts are those of the phone login in section 4.3 (PF-R49). */
export async function staffLogin(
  { authority }: SsoContext,
  steps: Steps,
  { staffNo, ...typed }: BodyOf<typeof contract.staffLogin>,
): Promise<Welcome> {
  const login = await verifyLogin(authority, steps, { by: "STAFF_NO", identity: staffNo, ...typed });
  return finishLogin(steps, login, async (tx, { user }) => {
    await rememberDevice(tx, authority, user.id);
    return welcome(tx, user, { loginMethod: "STAFF_NO", identity: staffNo });
  });
}

/** Signs in with phone and SMS code. Failures here and failures of passwords never count for each other (PF-R48). */
export async function smsLogin(
  sso: SsoContext,
  steps: Steps,
  { mobilePhone, smsCode }: BodyOf<typeof contract.smsLogin>,
): Promise<Welcome> {
  if (!isSmsAvailable(sso.settings)) throw ssoErrors.smsUnavailable();
  return loggingRefusals(steps, async () => {
    const entry = { identity: mobilePhone, kind: "SMS" } as const;
    const tries = await steps.commit((tx) => countTry(tx));
    if (tries === "tooMany") throw new LoginRefused(accountErrors.tooManyAttempts(), { ...entry, result: "BLOCKED" });
    const isRight = await steps.commit((tx) => tryCode(tx, sso, { mobilePhone, code: smsCode }));
    if (!isRight) throw new LoginRefused(ssoErrors.smsCodeInvalid(), { ...entry, result: "BAD_CREDENTIAL" });
    return steps.finish(async (tx) => {
      const user = await admitOwner(tx, mobilePhone);
      tx.trail.about(users.name, user.id, user.staffNo);
      tx.trail.summary = user.userName;
      return welcome(tx, await noteLogin(tx, user, null), { loginMethod: "SMS", identity: mobilePhone });
    });
  });
}

/** Attempts are limited per address as well, because somebody who guesses on many phones uses few addresses. */
async function countTry(tx: Tx): Promise<"fine" | "tooMany"> {
  const ip = plainIp(tx.request.ip);
  const count = await countInWindow(tx.kysely, `smsLogin:${limitedPlace(ip)}`, TRIES_WINDOW_SECONDS, tx.now);
  return count > ipAllowance(tx, ip, TRIES_PER_IP) ? "tooMany" : "fine";
}

async function admitOwner(tx: Tx, mobilePhone: string): Promise<UserRow> {
  const owner = await db(tx)
    .selectFrom("appUser")
    .select("id")
    .where("mobilePhone", "=", mobilePhone)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  const user = owner && (await lockUser(tx, owner.id));
  const entry = { identity: mobilePhone, kind: "SMS", userId: owner?.id ?? null } as const;
  if (!user || user.mobilePhone !== mobilePhone) {
    throw new LoginRefused(ssoErrors.smsCodeInvalid(), { ...entry, result: "BAD_CREDENTIAL" });
  }
  const refusal = accountRefusal(user, tx.now) ?? ((await firstOrganizations(tx, user)) ? null : noOrganization());
  if (refusal) throw new LoginRefused(refusal.error, { ...entry, result: refusal.result });
  return user;
}

async function welcome(
  tx: Tx,
  user: UserRow,
  { loginMethod, identity }: { loginMethod: Exclude<PortalLoginMethod, "OIDC">; identity: string },
): Promise<Welcome> {
  const { traceId } = await openPortalSession(tx, user.id, loginMethod);
  await writeLoginLog(tx, { identity, kind: loginMethod, result: "SUCCESS", userId: user.id, traceId });
  return { userName: user.userName };
}
