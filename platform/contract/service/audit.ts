import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { listQuery, pageOf } from "../paging.ts";
import { sealState } from "../record/seal.ts";
import { siteMap } from "../site-map.ts";
import { withMeta } from "../value/field-meta.ts";
import { dayRange, maskedIp, moment, oneOf, recordId } from "../value/fields.ts";

export const auditSources = { WEB: "控制台", SSO: "统一登录", JOB: "后台任务", SYSTEM: "系统" } as const;
export const auditResults = { SUCCESS: "成功", REFUSED: "已拒绝" } as const;

/** The names of the modules in the log. */
export const moduleNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(siteMap.map(({ key, title }) => [key, title])),
  platform: "平台",
};

/** A change of a field, as people read it. */
export const AuditDiff = z.object({
  field: z.string(),
  label: withMeta(z.string(), { label: "字段" }),
  before: withMeta(z.string().nullable(), { label: "变更前" }),
  after: withMeta(z.string().nullable(), { label: "变更后" }),
});

/** One entry of the log. */
export const AuditLog = z.object({
  id: z.string(),
  occurredAt: moment.meta({ label: "操作时间" }),
  actorId: z.string(),
  actorName: withMeta(z.string(), { label: "操作人" }),
  /** Where the person worked at that time. */
  organizationNames: z.array(z.string()).meta({ label: "组织" }),
  ip: maskedIp,
  module: withMeta(z.string(), { label: "模块", words: moduleNames }),
  bizType: z.string(),
  /** What such a record is called. */
  bizTypeName: z.string(),
  bizId: z.string(),
  bizNo: withMeta(z.string().nullable(), { label: "记录" }),
  action: withMeta(z.string(), { label: "接口" }),
  actionName: withMeta(z.string(), { label: "操作" }),
  summary: withMeta(z.string().nullable(), { label: "说明" }),
  diffs: z.array(AuditDiff).meta({ label: "变更" }),
  reason: withMeta(z.string().nullable(), { label: "原因" }),
  source: withMeta(z.string(), { label: "来源", words: auditSources }),
  result: oneOf(auditResults).meta({ label: "结果", isState: true }),
  traceId: withMeta(z.string(), { label: "请求编号" }),
  seal: sealState,
});
export type AuditLog = z.output<typeof AuditLog>;

const word = z.string().trim().max(50).optional();

/**
 * Lists the log of one record, for everybody who may see the record; the table of its kind names the permission
 * (PF-R99). The module that knows people and organisations answers this call.
 */
export const listRecordLogs = endpoint({
  method: "GET",
  path: "/common/v1/audit/records/{bizType}/{bizId}",
  title: "记录的操作日志",
  permission: "session",
  params: z.object({ bizType: z.string().regex(/^[a-zA-Z]{1,60}$/, "记录类型格式不正确"), bizId: recordId }),
  query: listQuery.extend({
    actor: word.meta({ label: "操作人" }),
    action: word.meta({ label: "操作" }),
    occurredAt: withMeta(dayRange.optional(), { label: "操作时间" }),
  }),
  answer: pageOf(AuditLog),
});
