import { inSteps, type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { AuthorityContext } from "../settings.ts";
import { issueCaptcha } from "./captcha.ts";
import { modifyPassword } from "./modify-password.ts";
import { endMySession, forgetMyDevice, logout, mySessions } from "./my-sessions.ts";
import { phoneLogin } from "./phone-login.ts";

export function accountRoutes(context: AuthorityContext): Route[] {
  return [
    reads(contract.imageCode, (tx) => issueCaptcha(tx, context)),
    inSteps(contract.phoneLogin, (steps, { body }) => phoneLogin(context, steps, body)),
    writes(contract.logout, (tx) => logout(tx)),
    inSteps(contract.modifyPassword, (steps, { body }) => modifyPassword(context, steps, body)),
    reads(contract.mySessions, (tx) => mySessions(tx)),
    writes(contract.endMySession, (tx, { params }) => endMySession(tx, params.id)),
    writes(contract.forgetMyDevice, (tx, { params }) => forgetMyDevice(tx, params.id)),
  ];
}
