import { auditResults, auditSheet, listAuditLogs, subjectOf } from "@ops/authority/contract";
import { type AuditLog, type SealState, sealStates } from "@ops/platform/contract";
import {
  choicesOf,
  DotText,
  dayRangeFilter,
  ListPage,
  selectFilter,
  showTime,
  type Tone,
  textFilter,
  useDialog,
} from "@ops/platform/web";
import { AuditLogDrawer } from "./AuditLogDrawer.tsx";
import { moduleName, moduleOptions, sourceName } from "./audit-words.ts";

const results = choicesOf(auditResults);

const sealTones = { OPEN: "off", SEALED: "good", BROKEN: "bad" } as const satisfies Record<SealState, Tone>;

/** The search over everything that was done. */
export function AuditLogList() {
  const shown = useDialog<AuditLog>();
  return (
    <ListPage
      title="操作日志"
      memory="?tab=logs"
      endpoint={listAuditLogs}
      filters={[
        textFilter("actor", "操作人", "姓名 / 完整手机号 / 完整工号"),
        textFilter("action", "操作", "如 停用、编辑"),
        dayRangeFilter("occurredAt", "操作时间"),
        selectFilter("module", "模块", moduleOptions),
        textFilter("organization", "组织", "组织名称的一部分"),
        textFilter("record", "记录", "完整的编号"),
        selectFilter("result", "结果", results),
      ]}
      columns={[
        { title: "操作时间", show: "occurredAt", width: 160, as: (log) => showTime(log.occurredAt) },
        { title: "操作人", show: "actorName", width: 100 },
        { title: "组织", show: "organizationNames", width: 150 },
        { title: "模块", show: "module", width: 100, as: (log) => moduleName(log.module) },
        { title: "操作", show: "actionName", width: 130 },
        { title: "记录", show: "bizNo", width: 150, as: (log) => subjectOf(log) || "-" },
        {
          title: "变更",
          show: "diffs",
          width: 140,
          as: ({ diffs }) => diffs.map(({ label }) => label).join("、") || "-",
        },
        {
          title: "结果",
          show: "result",
          width: 90,
          as: ({ result }) => <DotText tone={result === "SUCCESS" ? "good" : "bad"} text={auditResults[result]} />,
        },
        {
          title: "封存",
          show: "seal",
          width: 95,
          as: ({ seal }) => <DotText tone={sealTones[seal]} text={sealStates[seal]} />,
        },
        { title: "原因", show: "reason", width: 150 },
        { title: "IP", show: "ip", width: 110, hidden: true },
        { title: "来源", show: "source", width: 90, hidden: true, as: ({ source }) => sourceName(source) },
      ]}
      exports={auditSheet}
      rowActions={[{ label: "详情", run: shown.open }]}
      empty="还没有操作日志"
    >
      {shown.value && <AuditLogDrawer log={shown.value} onClose={shown.close} />}
    </ListPage>
  );
}
