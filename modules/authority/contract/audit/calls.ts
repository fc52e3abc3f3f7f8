import { AuditLog, dayRange, endpoint, listQuery, pageOf, siteMap } from "@ops/platform/contract";
import { z } from "zod";

export const auditSources = { WEB: "控制台", SSO: "统一登录", JOB: "后台任务", SYSTEM: "系统" } as const;
export const auditResults = { SUCCESS: "成功", REFUSED: "已拒绝" } as const;

/** What the modules are called in the log. */
export const moduleNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(siteMap.map(({ key, title }) => [key, title])),
  platform: "平台",
};

/** What an entry is about: the kind of record and its number. Kinds without a Chinese name are not shown. */
export function subjectOf({ bizType, bizTypeName, bizNo }: AuditLog): string {
  const kind = bizType === bizTypeName ? "" : bizTypeName;
  return [kind, bizNo].filter(Boolean).join(" ");
}

/** What was changed, from what to what. */
export function changesOf({ diffs }: AuditLog): string {
  return diffs.map(({ label, before, after }) => `${label}：${before ?? "空"} → ${after ?? "空"}`).join("；");
}

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
