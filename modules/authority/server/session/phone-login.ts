import type { AnswerFrom } from "@ops/platform/contract";
import { inSteps, reads, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { accountErrors } from "../../contract/index.ts";
import { type AdmittedAccount, finishLogin, refuseLogin } from "../account/admit-account.ts";
import { issueCaptcha } from "../account/captcha.ts";
import { writeLoginLog } from "../account/login-log.ts";
import { passwordDue } from "../account/password-age.ts";
import { rememberDevice } from "../account/trusted-device.ts";
import { verifyLogin } from "../account/verify-login.ts";
import { passwordLoginEnabled } from "../params.ts";
import type { AuthorityContext } from "../settings.ts";
import { openSession } from "./open.ts";

type Answer = AnswerFrom<typeof contract.phoneLogin>;

export const imageCode = (context: AuthorityContext) => reads(contract.imageCode, (tx) => issueCaptcha(tx, context));

export const phoneLogin = (context: AuthorityContext) =>
  inSteps(contract.phoneLogin, async (steps, { body: { mobilePhone, ...typed } }) => {
    const login = await verifyLogin(context, steps, { by: "PHONE", identity: mobilePhone, ...typed });
    return finishLogin(steps, login, (tx, admitted) => open(tx, context, admitted));
  });

async function open(tx: Tx, context: AuthorityContext, { user, organizationIds }: AdmittedAccount): Promise<Answer> {
  // The brand can turn password sign-in off because it signs in elsewhere. Administrators keep it, so that they can get
  // in when that system is down (PF-R54).
  if (tx.param(passwordLoginEnabled) === "off" && !user.boolAdmin) {
    refuseLogin("BLOCKED", accountErrors.passwordLoginClosed());
  }
  const restricted = passwordDue(tx, user) !== "";
  const deviceIdHash = await rememberDevice(tx, context, user.id);
  const session = await openSession(tx, {
    userId: user.id,
    organizationIds,
    loginKind: "PASSWORD",
    restricted,
    deviceIdHash,
  });
  const who = { identity: user.mobilePhone, userId: user.id, sessionId: session.id };
  await writeLoginLog(tx, { ...who, kind: "PASSWORD", result: "SUCCESS" });
  return { accessToken: session.token, changePwdStatus: restricted };
}
