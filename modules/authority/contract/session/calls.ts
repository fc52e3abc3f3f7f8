import {
  dayRange,
  dictCode,
  done,
  endpoint,
  flag,
  idParams,
  keyword,
  listQuery,
  maskedIp,
  moment,
  pageOf,
  reason,
  reasonBody,
  recordId,
  ref,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { OrganizationRef } from "../refs.ts";

export const OnlineSession = z.object({
  id: z.string(),
  userId: z.string(),
  userName: withMeta(z.string(), { label: "姓名" }),
  staffNo: ofUser("staffNo", z.string().nullable()),
  /** The organisation of the session; `-` for administrators. */
  organizationName: withMeta(z.string().nullable(), { label: "组织" }),
  loginKindName: withMeta(z.string(), { label: "登录方式" }),
  deviceName: withMeta(z.string(), { label: "设备" }),
  ip: maskedIp.meta({ label: "地区 / IP" }),
  ipRegion: z.string(),
  createdAt: moment.meta({ label: "登录时间" }),
  lastSeenAt: moment.meta({ label: "最后活动" }),
  isCurrent: z.boolean(),
});
export type OnlineSession = z.output<typeof OnlineSession>;

/** Describes the place of a sign-in, such as 「上海 · 10.2.0.1」, or only the address while its region is unknown. */
export function placeOf({ ipRegion, ip }: { readonly ipRegion: string | null; readonly ip: string }): string {
  return ipRegion ? `${ipRegion} · ${ip}` : ip;
}

export const listSessions = endpoint({
  method: "GET",
  path: "/user/v1/sessions",
  title: "在线会话",
  permission: "authority:session:list",
  page: "/AuthorityManagement/UserManagement",
  query: listQuery.extend({
    keyword: keyword("姓名 / 完整手机号 / 完整工号"),
    userId: withMeta(recordId.optional(), { label: "用户" }),
    organizationId: ref(OrganizationRef, "组织").optional(),
    withChildren: flag.optional().meta({ label: "包含下级" }),
    createdAt: withMeta(dayRange.optional(), { label: "登录时间" }),
  }),
  answer: pageOf(OnlineSession),
});

export const kickSession = endpoint({
  method: "POST",
  path: "/user/v1/sessions/{id}/kick",
  audit: "强制下线",
  permission: "authority:session:kick",
  page: "/AuthorityManagement/UserManagement",
  params: idParams,
  answer: done,
});

/** Ends every session of one person. */
export const kickUser = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/kick",
  audit: "强制下线用户",
  permission: "authority:session:kick",
  page: "/AuthorityManagement/UserManagement",
  params: idParams,
  body: reasonBody,
  answer: z.object({ ended: z.int() }),
});

export const kickByOrg = endpoint({
  method: "POST",
  path: "/user/v1/sessions/kick-by-org",
  audit: "强制下线组织",
  permission: "authority:session:kick",
  risk: "HIGH",
  page: "/AuthorityManagement/UserManagement",
  body: z.object({
    organizationId: z.uuid("请选择组织！").meta({ label: "组织" }),
    withChildren: withMeta(z.boolean(), { label: "含下级" }),
    reason,
  }),
  answer: z.object({ ended: z.int() }),
});

/**
 * Counts the sessions that 强制下线组织 would end now. The caller's own session is excluded, and those of administrators
 * unless the caller is one.
 */
export const countKickByOrg = endpoint({
  method: "GET",
  path: "/user/v1/sessions/kick-by-org/count",
  title: "按组织下线的会话数",
  permission: "authority:session:kick",
  page: "/AuthorityManagement/UserManagement",
  query: z.object({ organizationId: recordId.meta({ label: "组织" }), withChildren: flag.meta({ label: "含下级" }) }),
  answer: z.object({ sessions: z.int() }),
});

export const LoginLog = z.object({
  id: z.string(),
  occurredAt: moment.meta({ label: "时间" }),
  /** The account as it was typed, masked. */
  identity: withMeta(z.string(), { label: "账号" }),
  userName: withMeta(z.string().nullable(), { label: "姓名" }),
  kind: withMeta(z.string(), { dict: "login_kind", label: "方式" }),
  result: withMeta(z.string(), { dict: "login_result", label: "结果" }),
  detail: withMeta(z.string().nullable(), { label: "说明" }),
  ip: maskedIp.meta({ label: "地区 / IP" }),
  ipRegion: z.string(),
  device: withMeta(z.string(), { label: "设备" }),
});
export type LoginLog = z.output<typeof LoginLog>;

export const listLoginLogs = endpoint({
  method: "GET",
  path: "/user/v1/login-logs",
  title: "登录日志",
  permission: "authority:loginLog:list",
  page: "/AuthorityManagement/UserManagement",
  query: listQuery.extend({
    /** Part of a name, or a whole phone or staff number. */
    keyword: keyword("姓名 / 完整手机号 / 完整工号"),
    userId: withMeta(recordId.optional(), { label: "用户" }),
    kind: dictCode("login_kind", "方式").optional(),
    result: dictCode("login_result", "结果").optional(),
    occurredAt: withMeta(dayRange.optional(), { label: "时间" }),
  }),
  answer: pageOf(LoginLog),
});

/** Counts 登录失败 by hour of the day, for at most the last 31 of the requested days; by default for the last week. */
export const getLoginFailures = endpoint({
  method: "GET",
  path: "/user/v1/login-logs/failures",
  title: "登录失败时段",
  permission: "authority:loginLog:list",
  page: "/AuthorityManagement/UserManagement",
  query: listLoginLogs.query.pick({ keyword: true, userId: true, kind: true, occurredAt: true }),
  answer: z.object({ from: z.string(), until: z.string(), hours: z.array(z.int()) }),
});
