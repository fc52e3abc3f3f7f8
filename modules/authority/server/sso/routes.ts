import { inSteps, type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { issueCaptcha } from "../account/captcha.ts";
import { listClients } from "./clients.ts";
import { resumePortal } from "./handover.ts";
import { portalLogout, ssoLogout } from "./logout.ts";
import { openApp } from "./open-app.ts";
import { listOutbox } from "./outbox.ts";
import { smsLogin, staffLogin } from "./portal-login.ts";
import { cookieOf, findByCookie } from "./portal-session.ts";
import { redeemTicket } from "./redeem.ts";
import { sendSmsCode } from "./send-sms-code.ts";
import type { SsoContext } from "./settings.ts";

/** What the console calls of the unified sign-on. */
export const ssoConsoleRoutes: readonly Route[] = [
  inSteps(contract.ticketLogin, (steps, { body }) => redeemTicket(steps, body, { pending: false })),
  writes(contract.ssoLogout, (tx) => ssoLogout(tx)),
];

/** The calls of the portal, on its own host; "session" is the portal's own there. */
export function portalRoutes(sso: SsoContext): Route[] {
  return [
    reads(contract.imageCode, (tx) => issueCaptcha(tx, sso.authority)),
    inSteps(contract.sendSmsCode, (steps, { body }) => sendSmsCode(sso, steps, body)),
    inSteps(contract.smsLogin, (steps, { body }) => smsLogin(sso, steps, body)),
    inSteps(contract.staffLogin, (steps, { body }) => staffLogin(sso, steps, body)),
    reads(contract.portalSession, (tx) => findByCookie(tx, cookieOf(tx.request))),
    reads(contract.portalApps, (tx) => listClients(tx)),
    inSteps(contract.openApp, (steps, { body }) => openApp(steps, body)),
    inSteps(contract.resumePortal, (steps, { body }) => resumePortal(steps, body.authorization)),
    writes(contract.portalLogout, (tx) => portalLogout(tx)),
    reads(contract.smsOutbox, (tx) => listOutbox(tx, sso)),
  ];
}
