import { auditSheet, listAuditLogs, subjectOf } from "@ops/authority/contract";
import { type AuditLog, type SealState, sealStates } from "@ops/platform/contract";
import { columnsOf, DotText, ListPage, type Tone, useDialog } from "@ops/platform/web";
import { AuditLogDrawer } from "./AuditLogDrawer.tsx";

const sealTones = { OPEN: "off", SEALED: "good", BROKEN: "bad" } as const satisfies Record<SealState, Tone>;

/** The list of all audit entries with its filters. */
export function AuditLogList() {
  const shown = useDialog<AuditLog>();
  return (
    <ListPage
      title="操作日志"
      memory="?tab=logs"
      endpoint={listAuditLogs}
      filters={["actor", "action", "occurredAt", "module", "organization", "record", "result"]}
      columns={columnsOf(listAuditLogs, {
        occurredAt: true,
        actorName: 100,
        organizationNames: true,
        module: 100,
        actionName: 130,
        bizNo: { width: 150, as: (log) => subjectOf(log) || "-" },
        diffs: ({ diffs }) => diffs.map(({ label }) => label).join("、") || "-",
        result: 90,
        seal: { width: 95, as: ({ seal }) => <DotText tone={sealTones[seal]} text={sealStates[seal]} /> },
        reason: 150,
        ip: { width: 110, hidden: true },
        source: { width: 90, hidden: true },
      })}
      exports={auditSheet}
      rowActions={[{ label: "详情", run: shown.open }]}
      empty="还没有操作日志"
    >
      {shown.value && <AuditLogDrawer log={shown.value} onClose={shown.close} />}
    </ListPage>
  );
}
