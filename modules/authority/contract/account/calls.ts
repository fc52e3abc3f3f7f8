import {
  businessErrors,
  done,
  endpoint,
  idParams,
  MenuNode,
  maskedIp,
  moment,
  OrganizationEntry,
  recordId,
  UserInfo,
} from "@ops/platform/contract";
import { z } from "zod";

/** An AES-CBC ciphertext in Base64, as the client sends credentials (PF-R14). */
export const credential = (label: string) =>
  z.string(`请输入${label}！`).min(1, `请输入${label}！`).max(512).meta({ label });

/** The number of the picture that was shown, and what the person typed for it. */
export const captcha = {
  verifyCode: z
    .string("请输入验证码！")
    .trim()
    .min(1, "请输入验证码！")
    .max(10, "验证码格式不正确")
    .meta({ label: "验证码" }),
  codeId: z.string("验证码格式不正确").max(64, "验证码格式不正确").meta({ label: "验证码编号" }),
};

export const LoginAnswer = z.object({ accessToken: z.string(), changePwdStatus: z.boolean() });
export type LoginAnswer = z.output<typeof LoginAnswer>;

export const phoneLogin = endpoint({
  method: "POST",
  path: "/user/v1/phoneLogin",
  audit: "手机号登录",
  permission: "public",
  secret: true,
  body: z.object({
    mobilePhone: z
      .string("请输入手机号！")
      .trim()
      .min(1, "请输入手机号！")
      .max(20, "手机号格式不正确")
      .meta({ label: "手机号" }),
    password: credential("密码"),
    ...captcha,
  }),
  answer: LoginAnswer,
});

export const imageCode = endpoint({
  method: "GET",
  path: "/user/v1/kaptcha/imageCode",
  title: "图形验证码",
  permission: "public",
  answer: z.object({ img: z.string(), codeId: z.string() }),
});

export const ticketLogin = endpoint({
  method: "POST",
  path: "/user/v1/ticketLogin",
  audit: "票据登录",
  permission: "public",
  secret: true,
  body: z.object({
    applicationId: z
      .union([z.string(), z.int().min(0).max(999_999)])
      .transform(String)
      .pipe(z.string().max(20))
      .meta({ label: "应用编号" }),
    clientId: z.string().min(1).max(64).meta({ label: "客户端标识" }),
    ticket: z.string().min(1).max(128).meta({ label: "登录凭证" }),
  }),
  answer: LoginAnswer,
});

export const logout = endpoint({
  method: "GET",
  path: "/user/v1/logout",
  audit: "退出登录",
  permission: "session",
  viewing: "own",
  whileRestricted: true,
  answer: done,
});

export const ssoLogout = endpoint({
  method: "GET",
  path: "/user/v1/sso/logout",
  audit: "单点退出",
  permission: "session",
  viewing: "own",
  whileRestricted: true,
  answer: z.object({ accessToken: z.string() }),
});

export const menuUserList = endpoint({
  method: "GET",
  path: "/user/v1/menu/userList",
  title: "我的菜单",
  permission: "session",
  whileRestricted: true,
  answer: z.array(MenuNode),
});

export const userInfo = endpoint({
  method: "GET",
  path: "/user/v1/userInfo",
  title: "我的信息",
  permission: "session",
  whileRestricted: true,
  answer: z.array(UserInfo),
});

export const userOrganization = endpoint({
  method: "GET",
  path: "/user/v1/userOrganization",
  title: "我的组织",
  permission: "session",
  answer: z.array(z.object({ organizations: z.array(OrganizationEntry) })),
});

export const organizationLogin = endpoint({
  method: "POST",
  path: "/user/v1/organizationLogin",
  audit: "切换组织",
  permission: "session",
  secret: true,
  body: z.object({
    organizationId: z.string("请选择组织").min(1, "请选择组织").max(2000, "组织格式不正确").meta({ label: "组织" }),
  }),
  answer: z.object({ accessToken: z.string() }),
});

export const modifyPassword = endpoint({
  method: "POST",
  path: "/user/v1/modify/password",
  audit: "修改密码",
  permission: "session",
  whileRestricted: true,
  secret: true,
  body: z.object({ password: credential("旧密码"), newPassword: credential("新密码") }),
  answer: done,
});

export const Device = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  loginKind: z.string(),
  loginKindName: z.string(),
  deviceName: z.string(),
  ip: maskedIp,
  ipRegion: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  status: z.enum(["ACTIVE", "ENDED"]),
  endReasonName: z.string(),
  endedAt: moment.nullable(),
});
export type Device = z.output<typeof Device>;

export const mySessions = endpoint({
  method: "GET",
  path: "/user/v1/sessions/mine",
  title: "我的登录设备",
  permission: "session",
  viewing: "own",
  answer: z.object({
    sessions: z.array(Device),
    trustedDevices: z.array(z.object({ id: z.string(), deviceName: z.string(), lastUsedAt: moment })),
  }),
});

export const endMySession = endpoint({
  method: "POST",
  path: "/user/v1/sessions/mine/{id}/end",
  audit: "退出登录设备",
  permission: "session",
  params: idParams,
  answer: done,
});

export const forgetMyDevice = endpoint({
  method: "POST",
  path: "/user/v1/sessions/mine/devices/{id}/forget",
  audit: "移除信任设备",
  permission: "session",
  params: z.object({ id: recordId }),
  answer: done,
});

/** Refusals of sign-in, session and password. The platform document prescribes their codes. */
export const accountErrors = businessErrors("", {
  captchaWrong: "验证码错误",
  captchaExpired: "验证码已失效，请刷新后重试",
  badCredential: "手机号或密码错误",
  badStaffCredential: "工号或密码错误",
  badCredentialLeft: "手机号或密码错误，还可尝试{n}次",
  badStaffCredentialLeft: "工号或密码错误，还可尝试{n}次",
  loginLocked: "密码错误次数过多，请{n}分钟后再试，或使用统一登录",
  tooManyAttempts: "操作过于频繁，请稍后再试",
  accountDisabled: "账号已停用，请联系管理员",
  accountFrozen: "账号已冻结：{reason}，如有疑问请联系管理员",
  accountDormant: "账号长期未使用已休眠，请联系管理员激活",
  accountExpired: "账号已过期，请联系管理员",
  accountService: "该账号不能登录控制台",
  noOrganization: "您没有可用的组织，请联系管理员",
  firstPasswordVoid: "初始密码超过{n}小时未使用，已失效，请联系运维人员重新生成",
  passwordLoginClosed: "密码登录已关闭，请使用统一登录",
  ticketInvalid: "登录凭证无效或已过期，请重新登录",
  clientInvalid: "客户端标识无效",
  orgNotMember: "您不属于该组织或任职已结束",
  orgEnded: "您在该组织的任职已结束",
  oldPwdWrong: "旧密码错误",
  pwdFormat: "密码必须是8-16位英文字母、数字、字符组合，且字符仅包含@$!%*#_~?&^",
  pwdSame: "新密码不能与旧密码一致！",
  pwdReused: "不能使用最近5次用过的密码",
  pwdWeak: "密码过于简单，请更换",
  sessionSelf: "不能强制下线自己的当前会话",
});
