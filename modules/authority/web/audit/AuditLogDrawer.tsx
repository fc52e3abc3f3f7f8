import { auditResults, subjectOf } from "@ops/authority/contract";
import { type AuditLog, sealStates } from "@ops/platform/contract";
import { DiffTable, FieldList, useClosing } from "@ops/platform/web";
import { Drawer } from "antd";
import { moduleName, sourceName } from "./audit-words.ts";
import "./audit.css";

interface Props {
  readonly log: AuditLog;
  readonly onClose: () => void;
}

/** One entry of the log with everything it knows. */
export function AuditLogDrawer({ log, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  return (
    <Drawer size={680} title={`${log.actionName} · ${log.actorName}`} {...drawer}>
      <FieldList
        record={log}
        fields={[
          { label: "操作时间", show: "occurredAt" },
          { label: "结果", show: "result", as: ({ result }) => auditResults[result] },
          { label: "操作人", show: "actorName" },
          { label: "组织", show: "organizationNames" },
          { label: "模块", show: "module", as: ({ module }) => moduleName(module) },
          { label: "记录", show: "bizNo", as: (entry) => subjectOf(entry) || "-" },
          { label: "来源", show: "source", as: ({ source }) => sourceName(source) },
          { label: "IP", show: "ip" },
          { label: "封存", show: "seal", as: ({ seal }) => sealStates[seal] },
          { label: "说明", show: "summary", full: true, when: ({ summary }) => summary !== null },
          { label: "原因", show: "reason", full: true, when: ({ reason }) => reason !== null },
          { label: "接口", show: "action", full: true },
          { label: "请求编号", show: "traceId", full: true },
        ]}
      />
      {log.diffs.length > 0 ? <DiffTable diffs={log.diffs} /> : <p className="audit-hint">没有字段变更</p>}
    </Drawer>
  );
}
