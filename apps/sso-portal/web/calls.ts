import type * as contract from "@ops/authority/contract";
import type { AnswerOf, CallInput, Endpoint } from "@ops/platform/contract";
import { CallFailure, call, wire } from "@ops/platform/web";

export const imageCode = wire<typeof contract.imageCode>({ method: "GET", path: "/user/v1/kaptcha/imageCode" });
export const sendSmsCode = wire<typeof contract.sendSmsCode>({ method: "POST", path: "/sso/v1/sms/send" });
export const smsLogin = wire<typeof contract.smsLogin>({ method: "POST", path: "/sso/v1/login/sms" });
export const staffLogin = wire<typeof contract.staffLogin>({ method: "POST", path: "/sso/v1/login/staff" });
export const portalSession = wire<typeof contract.portalSession>({ method: "GET", path: "/sso/v1/session" });
export const portalApps = wire<typeof contract.portalApps>({ method: "GET", path: "/sso/v1/apps" });
export const openApp = wire<typeof contract.openApp>({ method: "POST", path: "/sso/v1/tickets" });
export const resumePortal = wire<typeof contract.resumePortal>({ method: "POST", path: "/sso/v1/transfer" });
export const portalLogout = wire<typeof contract.portalLogout>({ method: "POST", path: "/sso/v1/logout" });
export const smsOutbox = wire<typeof contract.smsOutbox>({ method: "GET", path: "/sso/v1/outbox" });

type Answer<E> = { success: true; data: AnswerOf<E> } | { success: false; msg: string; msgCode: string };

/** Calls the portal. Refusals and errors both become an answer with a text, which the page shows where it fits. */
export async function ask<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>> {
  try {
    const { success, data, msg, msgCode } = await call(endpoint, input, { background: true });
    return success ? { success, data } : { success, msg: msg || msgCode, msgCode };
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure;
    return { success: false, msg: failure.message, msgCode: failure.kind };
  }
}
