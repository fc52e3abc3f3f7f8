import { subjectOf } from "@ops/authority/contract";
import { AuditLog, auditResults } from "@ops/platform/contract";
import { DiffTable, FieldList, useClosing } from "@ops/platform/web";
import { Drawer } from "antd";
import "./audit.css";

interface Props {
  readonly log: AuditLog;
  readonly onClose: () => void;
}

/** One entry of the log with all its data. */
export function AuditLogDrawer({ log, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  return (
    <Drawer size={680} title={`${log.actionName} · ${log.actorName}`} {...drawer}>
      <FieldList
        record={log}
        schema={AuditLog}
        fields={[
          "occurredAt",
          { show: "result", as: ({ result }) => auditResults[result] },
          "actorName",
          "organizationNames",
          "module",
          { show: "bizNo", as: (entry) => subjectOf(entry) || "-" },
          "source",
          "ip",
          "seal",
          { show: "summary", full: true, when: ({ summary }) => summary !== null },
          { show: "reason", full: true, when: ({ reason }) => reason !== null },
          { show: "action", full: true },
          { show: "traceId", full: true },
        ]}
      />
      {log.diffs.length > 0 ? <DiffTable diffs={log.diffs} /> : <p className="audit-hint">没有字段变更</p>}
    </Drawer>
  );
}
