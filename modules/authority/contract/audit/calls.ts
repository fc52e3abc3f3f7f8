import {
  AuditLog,
  auditResults,
  dayRange,
  endpoint,
  listQuery,
  moduleNames,
  oneOf,
  pageOf,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";

/** Describes the subject of an entry: the kind of record and its number. Kinds without a Chinese name are left out. */
export function subjectOf({ bizType, bizTypeName, bizNo }: AuditLog): string {
  const kind = bizType === bizTypeName ? "" : bizTypeName;
  return [kind, bizNo].filter(Boolean).join(" ");
}

/** Describes the changes of an entry, each with its old and new value. */
export function changesOf({ diffs }: AuditLog): string {
  return diffs.map(({ label, before, after }) => `${label}：${before ?? "空"} → ${after ?? "空"}`).join("；");
}

const word = (label: string, max: number, hint?: string) =>
  z
    .string()
    .trim()
    .max(max)
    .optional()
    .meta({ label, ...(hint ? { hint } : {}) });

export const listAuditLogs = endpoint({
  method: "GET",
  path: "/common/v1/audit/logs",
  title: "操作日志",
  permission: "authority:audit:list",
  page: "/AuthorityManagement/InterfaceAuthority",
  query: listQuery.extend({
    module: word("模块", 40).meta({ words: moduleNames }),
    /** Part of a name, or a whole phone or staff number. */
    actor: word("操作人", 50, "姓名 / 完整手机号 / 完整工号"),
    /** Part of the name of an organisation. */
    organization: word("组织", 60, "组织名称的一部分"),
    /** Part of what was done. */
    action: word("操作", 50, "如 停用、编辑"),
    bizType: word("记录类型", 60),
    bizId: word("记录标识", 100),
    /** The number or id of a record. */
    record: word("记录", 100, "完整的编号"),
    result: oneOf(auditResults).optional().meta({ label: "结果" }),
    occurredAt: withMeta(dayRange.optional(), { label: "操作时间" }),
  }),
  answer: pageOf(AuditLog),
});
