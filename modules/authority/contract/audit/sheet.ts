import { sealStates, sheet } from "@ops/platform/contract";
import { auditResults, auditSources, changesOf, listAuditLogs, moduleNames, subjectOf } from "./calls.ts";

/** What leaves the log leaves with a reason, and stands in the log itself (section 8). */
export const auditSheet = sheet({
  key: "authority.audit",
  name: "操作日志",
  list: listAuditLogs,
  path: "/common/v1/audit/logs/export",
  permission: "authority:audit:export",
  risk: "CRITICAL",
  asksReason: true,
  columns: {
    occurredAt: "操作时间",
    actorName: "操作人",
    organizationNames: "组织",
    module: { title: "模块", words: moduleNames },
    actionName: { title: "操作", width: 20 },
    bizNo: { title: "记录", width: 28, show: subjectOf },
    diffs: { title: "变更", width: 48, show: changesOf },
    result: { title: "结果", width: 10, words: auditResults },
    seal: { title: "封存", width: 10, words: sealStates },
    reason: { title: "原因", width: 28 },
    ip: "IP",
    source: { title: "来源", width: 10, words: auditSources },
  },
  filters: {
    module: { title: "模块", words: moduleNames },
    actor: "操作人",
    organization: "组织",
    action: "操作",
    bizType: "记录类型",
    bizId: "记录标识",
    record: "记录",
    result: { title: "结果", words: auditResults },
    occurredAt: "操作时间",
  },
});
