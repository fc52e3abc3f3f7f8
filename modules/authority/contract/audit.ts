import { dayRange, endpoint, listQuery, maskedIp, moment, pageOf, recordId } from "@ops/platform/contract";
import { z } from "zod";

export const auditSources = { WEB: "控制台", SSO: "统一登录", JOB: "后台任务", SYSTEM: "系统" } as const;
export const auditResults = { SUCCESS: "成功", REFUSED: "已拒绝" } as const;

export const AuditLog = z.object({
  id: z.string(),
  occurredAt: moment,
  actorId: z.string(),
  actorName: z.string(),
  /** Where the person worked at that time. */
  organizationNames: z.array(z.string()),
  ip: maskedIp,
  module: z.string(),
  bizType: z.string(),
  /** What such a record is called. */
  bizTypeName: z.string(),
  bizId: z.string(),
  bizNo: z.string().nullable(),
  action: z.string(),
  actionName: z.string(),
  summary: z.string().nullable(),
  diffs: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  reason: z.string().nullable(),
  source: z.string(),
  result: z.enum(["SUCCESS", "REFUSED"]),
  traceId: z.string(),
});
export type AuditLog = z.output<typeof AuditLog>;

const word = (max: number) => z.string().trim().max(max).optional();

export const listAuditLogs = endpoint({
  method: "GET",
  path: "/common/v1/audit/logs",
  title: "操作日志",
  permission: "authority:audit:list",
  page: "/AuthorityManagement/InterfaceAuthority",
  query: listQuery.extend({
    module: word(40),
    /** Part of a name, or a whole phone or staff number. */
    actor: word(50),
    /** Part of the name of an organisation. */
    organization: word(60),
    /** Part of what was done. */
    action: word(50),
    bizType: word(60),
    bizId: word(100),
    /** The number or id of a record. */
    record: word(100),
    result: z.enum(["SUCCESS", "REFUSED"]).optional(),
    occurredAt: dayRange.optional(),
  }),
  answer: pageOf(AuditLog),
});

/** The log of one record, for whoever may see the record itself; the table of its kind names that permission (PF-R99). */
export const listRecordLogs = endpoint({
  method: "GET",
  path: "/common/v1/audit/records/{bizType}/{bizId}",
  title: "记录的操作日志",
  permission: "session",
  params: z.object({ bizType: z.string().regex(/^[a-zA-Z]{1,60}$/, "记录类型格式不正确"), bizId: recordId }),
  query: listQuery.extend({ actor: word(50), action: word(50), occurredAt: dayRange.optional() }),
  answer: pageOf(AuditLog),
});
