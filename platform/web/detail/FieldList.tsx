import { labelOf, shapeOf, textWidth } from "@ops/platform/contract";
import type { CSSProperties, ReactNode } from "react";
import type { z } from "zod";
import { contractCell } from "../list/column/contract-cell.tsx";
import "./detail.css";

/** A field of the record and how it reads. */
export interface DetailField<R> {
  /** The label. The default is that of the contract. */
  readonly label?: string;
  readonly show: keyof R & string;
  readonly as?: (record: R) => ReactNode;
  /** The whole row, for long texts. */
  readonly full?: boolean;
  readonly when?: (record: R) => boolean;
}

/** A key shows the field as the contract describes it. */
export type ShownField<R> = (keyof R & string) | DetailField<R>;

interface Props<R> {
  readonly record: R;
  readonly fields: readonly ShownField<R>[];
  /** The schema of the record, from which labels and words are read. */
  readonly schema?: z.ZodType;
}

/** In characters; a longer label breaks. */
const [LEAST_LABEL, WIDEST_LABEL] = [6, 10];

export function FieldList<R>({ record, fields, schema }: Props<R>) {
  const shape = shapeOf(schema);
  const shown = fields
    .map((field): DetailField<R> => (typeof field === "object" ? field : { show: field }))
    .filter(({ when }) => !when || when(record))
    .map((field) => ({ ...field, label: field.label ?? labelOf(shape, field.show) }));
  const longest = Math.max(LEAST_LABEL, ...shown.map(({ label }) => Math.ceil(textWidth(label) / 2)));
  const room: Record<string, string> = { "--label": `${Math.min(WIDEST_LABEL, longest)}em` };
  return (
    <dl className="field-list" style={room satisfies CSSProperties}>
      {shown.map(({ show, label, as, full = false }) => (
        <div key={label} data-full={full}>
          <dt>{label}</dt>
          <dd>{as ? as(record) : contractCell(shape, show)(record[show], Object(record))}</dd>
        </div>
      ))}
    </dl>
  );
}
