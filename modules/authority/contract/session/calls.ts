import {
  dayRange,
  dictCode,
  done,
  endpoint,
  flag,
  idParams,
  listQuery,
  maskedIp,
  moment,
  pageOf,
  reason,
  reasonBody,
  recordId,
} from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";

export const OnlineSession = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  staffNo: ofUser("staffNo", z.string().nullable()),
  /** Where the person works in this session; `-` for administrators. */
  organizationName: z.string().nullable(),
  loginKindName: z.string(),
  deviceName: z.string(),
  ip: maskedIp,
  ipRegion: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  isCurrent: z.boolean(),
});
export type OnlineSession = z.output<typeof OnlineSession>;

/** Where somebody signed in from: 「上海 · 10.2.0.1」, or the address alone while its region is unknown. */
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
    keyword: z.string().trim().max(50).optional(),
    userId: recordId.optional(),
    organizationId: recordId.optional(),
    withChildren: flag.optional(),
    createdAt: dayRange.optional(),
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

/** Every session of one person. */
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
  path: "/user/v1/sessions/kickByOrg",
  audit: "强制下线组织",
  permission: "authority:session:kick",
  risk: "HIGH",
  page: "/AuthorityManagement/UserManagement",
  body: z.object({
    organizationId: z.uuid("请选择组织！").meta({ label: "组织" }),
    withChildren: z.boolean().meta({ label: "含下级" }),
    reason,
  }),
  answer: z.object({ ended: z.int() }),
});

/** How many sessions 强制下线组织 would end now; the caller's own is none of them, nor are administrators' for others. */
export const countKickByOrg = endpoint({
  method: "GET",
  path: "/user/v1/sessions/kickByOrg/count",
  title: "按组织下线的会话数",
  permission: "authority:session:kick",
  page: "/AuthorityManagement/UserManagement",
  query: z.object({ organizationId: recordId, withChildren: flag }),
  answer: z.object({ sessions: z.int() }),
});

export const LoginLog = z.object({
  id: z.string(),
  occurredAt: moment,
  /** What was typed, masked. */
  identity: z.string(),
  userName: z.string().nullable(),
  kind: z.string().meta({ dict: "login_kind" }),
  result: z.string().meta({ dict: "login_result" }),
  detail: z.string().nullable(),
  ip: maskedIp,
  ipRegion: z.string(),
  device: z.string(),
});
export type LoginLog = z.output<typeof LoginLog>;

export const listLoginLogs = endpoint({
  method: "GET",
  path: "/user/v1/loginLogs",
  title: "登录日志",
  permission: "authority:loginLog:list",
  page: "/AuthorityManagement/UserManagement",
  query: listQuery.extend({
    /** Part of a name, or a whole phone. */
    keyword: z.string().trim().max(50).optional(),
    userId: recordId.optional(),
    kind: dictCode("login_kind").optional(),
    result: dictCode("login_result").optional(),
    occurredAt: dayRange.optional(),
  }),
  answer: pageOf(LoginLog),
});

/** 登录失败 by hour of the day, of the days asked for, the last 31 of them at most; of the last week without any. */
export const getLoginFailures = endpoint({
  method: "GET",
  path: "/user/v1/loginLogs/failures",
  title: "登录失败时段",
  permission: "authority:loginLog:list",
  page: "/AuthorityManagement/UserManagement",
  query: listLoginLogs.query.pick({ keyword: true, userId: true, kind: true, occurredAt: true }),
  answer: z.object({ from: z.string(), until: z.string(), hours: z.array(z.int()) }),
});
