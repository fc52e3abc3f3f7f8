import { businessErrors, done, endpoint, moment, PHONE_FORM, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { captcha, credential } from "../account/calls.ts";

/**
 * Calls of the sign-on portal, which has a host of its own. The permission "session" means the portal's session there.
 */
const phone = z
  .string("请输入手机号！")
  .trim()
  .min(1, "请输入手机号！")
  .regex(PHONE_FORM, "手机号格式不正确")
  .meta({ label: "手机号" });

export const sendSmsCode = endpoint({
  method: "POST",
  path: "/sso/v1/sms/send",
  audit: "发送短信验证码",
  permission: "public",
  secret: true,
  body: z.object({ mobilePhone: phone, ...captcha }),
  answer: z.object({ resendAfterSeconds: z.int() }),
});

export const smsLogin = endpoint({
  method: "POST",
  path: "/sso/v1/login/sms",
  audit: "短信登录",
  permission: "public",
  secret: true,
  body: z.object({
    mobilePhone: phone,
    smsCode: z
      .string("请输入短信验证码！")
      .trim()
      .regex(/^\d{6}$/, "短信验证码格式不正确")
      .meta({ label: "短信验证码" }),
  }),
  answer: z.object({ userName: z.string() }),
});

export const staffLogin = endpoint({
  method: "POST",
  path: "/sso/v1/login/staff",
  audit: "工号登录",
  permission: "public",
  secret: true,
  body: z.object({
    staffNo: z.string("请输入工号！").trim().min(1, "请输入工号！").max(20, "工号格式不正确").meta({ label: "工号" }),
    password: credential("密码"),
    ...captcha,
  }),
  answer: z.object({ userName: z.string() }),
});

export const portalSession = endpoint({
  method: "GET",
  path: "/sso/v1/session",
  title: "门户会话",
  permission: "public",
  answer: z.object({ userName: z.string() }).nullable(),
});

export const portalApps = endpoint({
  method: "GET",
  path: "/sso/v1/apps",
  title: "应用列表",
  permission: "session",
  answer: z.array(z.object({ clientId: z.string(), name: z.string() })),
});

export const openApp = endpoint({
  method: "POST",
  path: "/sso/v1/tickets",
  audit: "进入应用",
  permission: "session",
  secret: true,
  body: z.object({
    clientId: z.string().min(1).max(64).meta({ label: "客户端标识" }),
    redirect: withMeta(z.string().max(500).optional(), { label: "回调地址" }),
    /** With `transfer` the portal redeems the ticket itself; with `ticket` the application does so, by ticketLogin. */
    as: z.enum(["transfer", "ticket"]).default("transfer").meta({ label: "进入方式" }),
  }),
  /** The next address of the browser. The one-time value in it is invalid after its first use. */
  answer: z.object({ location: z.string(), ticket: z.string().nullable() }),
});

export const resumePortal = endpoint({
  method: "POST",
  path: "/sso/v1/transfer",
  audit: "返回门户",
  permission: "public",
  secret: true,
  body: z.object({ authorization: z.string().min(1).max(128).meta({ label: "登录凭证" }) }),
  answer: z.object({ userName: z.string() }),
});

export const portalLogout = endpoint({
  method: "POST",
  path: "/sso/v1/logout",
  audit: "门户退出登录",
  permission: "session",
  answer: done,
});

export const smsOutbox = endpoint({
  method: "GET",
  path: "/sso/v1/outbox",
  title: "短信发件箱（开发）",
  permission: "public",
  answer: z.array(
    z.object({ id: z.string(), mobilePhone: z.string(), text: z.string(), status: z.string(), createdAt: moment }),
  ),
});

export const ssoErrors = businessErrors("", {
  smsTooFrequent: "短信发送过于频繁，请稍后再试",
  smsWait: "请{n}秒后再获取",
  smsCodeInvalid: "短信验证码错误或已失效",
  smsFailed: "短信发送失败，请稍后再试",
  smsUnavailable: "短信网关未配置",
  redirectInvalid: "回调地址未登记",
});
