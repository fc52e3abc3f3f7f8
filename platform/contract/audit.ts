import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { dayRange, maskedIp, moment, recordId } from "./fields.ts";
import { listQuery, pageOf } from "./paging.ts";
import { sealState } from "./seal.ts";

/** A change of a field, as people read it. */
export const AuditDiff = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** One entry of the log. */
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
  diffs: z.array(AuditDiff),
  reason: z.string().nullable(),
  source: z.string(),
  result: z.enum(["SUCCESS", "REFUSED"]),
  traceId: z.string(),
  seal: sealState,
});
export type AuditLog = z.output<typeof AuditLog>;

const word = z.string().trim().max(50).optional();

/**
 * The log of one record, for whoever may see the record itself; the table of its kind names that permission (PF-R99).
 * Answered by the module that knows people and organisations.
 */
export const listRecordLogs = endpoint({
  method: "GET",
  path: "/common/v1/audit/records/{bizType}/{bizId}",
  title: "记录的操作日志",
  permission: "session",
  params: z.object({ bizType: z.string().regex(/^[a-zA-Z]{1,60}$/, "记录类型格式不正确"), bizId: recordId }),
  query: listQuery.extend({ actor: word, action: word, occurredAt: dayRange.optional() }),
  answer: pageOf(AuditLog),
});
