import type { ReactNode } from "react";
import { showValue } from "../list/show-value.ts";
import "./detail.css";

/** A field of the record and how it reads. */
export interface DetailField<R> {
  readonly label: string;
  readonly show: keyof R & string;
  readonly as?: (record: R) => ReactNode;
  /** The whole row, for long texts. */
  readonly full?: boolean;
  readonly when?: (record: R) => boolean;
}

interface Props<R> {
  readonly record: R;
  readonly fields: readonly DetailField<R>[];
}

export function FieldList<R>({ record, fields }: Props<R>) {
  return (
    <dl className="field-list">
      {fields
        .filter(({ when }) => !when || when(record))
        .map(({ label, show, as, full = false }) => (
          <div key={label} data-full={full}>
            <dt>{label}</dt>
            <dd>{as ? as(record) : showValue(record[show])}</dd>
          </div>
        ))}
    </dl>
  );
}
