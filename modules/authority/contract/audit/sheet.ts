import { sheet } from "@ops/platform/contract";
import { changesOf, listAuditLogs, subjectOf } from "./calls.ts";

/** An export of the log needs a reason, and is itself logged (section 8). */
export const auditSheet = sheet({
  key: "authority.audit",
  name: "操作日志",
  list: listAuditLogs,
  path: "/common/v1/audit/logs/export",
  permission: "authority:audit:export",
  risk: "CRITICAL",
  asksReason: true,
  columns: {
    occurredAt: true,
    actorName: true,
    organizationNames: true,
    module: true,
    actionName: { width: 20 },
    bizNo: { width: 28, show: subjectOf },
    diffs: { width: 48, show: changesOf },
    result: { width: 10 },
    seal: { width: 10 },
    reason: { width: 28 },
    ip: true,
    source: { width: 10 },
  },
});
