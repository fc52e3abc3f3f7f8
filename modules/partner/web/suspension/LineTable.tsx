import { SuspensionDetail } from "@ops/partner/contract";
import { PlainTable, tableColumnsOf } from "@ops/platform/web";

/** The plan kind by kind, with the results of the suspension and of the restoration. */
export function LineTable({ suspension }: { readonly suspension: SuspensionDetail }) {
  const isDraft = suspension.state === "DRAFT";
  const isUndone = suspension.state === "UNDOING" || suspension.state === "UNDONE";
  const result = isDraft ? null : 76;
  const restored = isUndone ? 76 : null;
  return (
    <PlainTable
      rowKey="kind"
      rows={suspension.lines}
      empty="尚未预览"
      columns={tableColumnsOf(SuspensionDetail.shape.lines.element, {
        label: 120,
        seen: 76,
        actionLabel: true,
        receiverName: 140,
        done: result,
        failed: result,
        restored,
        kept: restored,
      })}
    />
  );
}
