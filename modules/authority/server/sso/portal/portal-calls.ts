import { inSteps, reads, writes } from "@ops/platform/server";
import * as contract from "../../../contract/index.ts";
import { issueCaptcha } from "../../account/captcha.ts";
import { writeLoginLog } from "../../account/login-log.ts";
import { listClients } from "../clients.ts";
import { useHandover } from "../handover.ts";
import { endSignOn } from "../logout.ts";
import { listOutbox } from "../outbox.ts";
import { loggingRefusals } from "../refused.ts";
import { sendSmsCode } from "../send-sms-code.ts";
import type { SsoContext } from "../settings.ts";
import { entryOf } from "../ticket.ts";
import { smsLogin, staffLogin } from "./portal-login.ts";
import { cookieOf, currentSession, findByCookie, renewCookie, takeCookie } from "./portal-session.ts";

/** 退出登录 at the portal ends the portal session and every session that came from it (PF-R52). */
export const portalLogout = writes(contract.portalLogout, async (tx): Promise<true> => {
  const session = await currentSession(tx);
  await endSignOn(tx, session.userId, "LOGOUT");
  await writeLoginLog(tx, { ...entryOf(session), kind: "PORTAL", result: "LOGOUT" });
  tx.trail.about("ssoSession", session.id);
  takeCookie(tx);
  return true;
});

/** Continues the portal session of a handover value. The value works once. */
export const resumePortal = inSteps(contract.resumePortal, (steps, { body }) =>
  loggingRefusals(steps, () =>
    steps.finish(async (tx) => {
      const session = await useHandover(tx, body.authorization);
      await renewCookie(tx, session);
      await writeLoginLog(tx, { ...entryOf(session), kind: "PORTAL", result: "SUCCESS", detail: "返回门户" });
      tx.trail.about("ssoSession", session.id);
      return { userName: session.userName };
    }),
  ),
);

export const portalSession = reads(contract.portalSession, (tx) => findByCookie(tx, cookieOf(tx.request)));

export const portalApps = reads(contract.portalApps, listClients);

/** The calls that need the settings for messages and the password hasher. */
export function signOnCalls(sso: SsoContext) {
  return {
    imageCode: reads(contract.imageCode, (tx) => issueCaptcha(tx, sso.authority)),
    sendSmsCode: inSteps(contract.sendSmsCode, (steps, { body }) => sendSmsCode(sso, steps, body)),
    smsLogin: inSteps(contract.smsLogin, (steps, { body }) => smsLogin(sso, steps, body)),
    staffLogin: inSteps(contract.staffLogin, (steps, { body }) => staffLogin(sso, steps, body)),
    smsOutbox: reads(contract.smsOutbox, (tx) => listOutbox(tx, sso)),
  };
}
