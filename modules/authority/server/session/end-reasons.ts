import type { EndReason, LoginKind } from "../database.ts";

/** The words that tell people why a session has ended. */
export const endReasonNames: Readonly<Record<EndReason, string>> = {
  LOGOUT: "退出登录",
  SSO_LOGOUT: "单点退出",
  SLO: "统一退出",
  REMOTE_LOGOUT: "在其他设备退出",
  IDLE: "长时间未操作",
  ABSOLUTE: "达到最长时长",
  UNUSED: "未使用",
  REPLACED: "在其他地方登录",
  KICKED: "强制下线",
  PWD_CHANGED: "修改密码",
  PWD_RESET: "重置密码",
  DISABLED: "账号停用",
  DORMANT: "账号休眠",
  LEFT: "离职",
  EXPIRED: "账号过期",
  PHONE_CHANGED: "更换手机号",
  ORG_SWITCH: "切换组织",
  NO_ORG: "任职结束",
};

export const loginKindNames: Readonly<Record<LoginKind, string>> = {
  PASSWORD: "密码登录",
  TICKET: "票据登录",
  TRANSFER: "单点跳转",
  OIDC: "统一身份登录",
  ORG_SWITCH: "切换组织",
};
