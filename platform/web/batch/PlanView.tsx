import { type BatchPlan, BatchRow } from "@ops/platform/contract";
import { Alert } from "antd";
import { tableColumnsOf } from "../list/column/columns-of.ts";
import type { Specials } from "../list/column/named-looks.ts";
import { PlainTable } from "../list/PlainTable.tsx";
import "./batch.css";

type Facts = BatchRow["before"];

const factsText = (facts: Facts): string =>
  Object.entries(facts ?? {})
    .map(([name, text]) => `${name}：${text}`)
    .join("；") || "-";

/** How the rows of a batch look, planned or done: a reason is read whole. */
export const rowLooks: Specials<BatchRow> = {
  label: 150,
  before: { width: 150, wraps: true, as: ({ before }) => factsText(before) },
  after: { width: 150, wraps: true, as: ({ after }) => factsText(after) },
  state: 80,
  reason: { wraps: true, as: ({ reason }) => reason ?? "-" },
};
export const rowColumns = tableColumnsOf(BatchRow, rowLooks);

interface Props {
  readonly plan: BatchPlan;
  /** The unit of the rows. */
  readonly unit: string;
  /** The action, such as 停用. */
  readonly word: string;
}

/** Shows what a batch would do: how many records, why not the others, and the first rows before and after. */
export function PlanView({ plan, unit, word }: Props) {
  const { total, ready, refused, reasons, rows } = plan;
  const skipped = refused === 0 ? "" : `，${refused} ${unit}将被跳过`;
  return (
    <div className="batch-plan" aria-live="polite">
      <Alert type={refused === 0 ? "success" : "warning"} showIcon title={`可${word} ${ready} ${unit}${skipped}`} />
      {reasons.length > 0 && (
        <ul className="batch-reasons" aria-label="跳过的原因">
          {reasons.map(({ reason, count, labels }) => (
            <li key={reason}>
              <b>{reason}</b>
              <span>
                {count} {unit}：{labels.join("、")}
                {count > labels.length && " 等"}
              </span>
            </li>
          ))}
        </ul>
      )}
      <PlainTable
        rows={rows}
        columns={rowColumns}
        pageSize={20}
        {...(total > rows.length ? { footer: () => `只列出前 ${rows.length} ${unit}，共 ${total} ${unit}` } : {})}
      />
    </div>
  );
}
