import { AuditDiff, type AuditLog } from "@ops/platform/contract";
import { tableColumnsOf } from "../list/column/columns-of.ts";
import { PlainTable } from "../list/PlainTable.tsx";
import { showSide } from "./diff-value.ts";
import "./logs.css";

/** 变更前 / 变更后 of an entry (PF-R99). */
export function DiffTable({ diffs }: Pick<AuditLog, "diffs">) {
  return (
    <PlainTable
      className="logs-diffs"
      rowKey={(diff) => diffs.indexOf(diff)}
      pageSize={50}
      rows={diffs}
      columns={tableColumnsOf(AuditDiff, {
        label: { width: 120, wraps: true },
        before: { wraps: true, as: ({ field, before }) => showSide(field, before) },
        after: { wraps: true, as: ({ field, after }) => showSide(field, after) },
      })}
    />
  );
}
