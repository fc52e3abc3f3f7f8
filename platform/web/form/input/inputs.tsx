import { Input, InputNumber } from "antd";
import { partsOf } from "../../shell/page/lazy-parts.tsx";
import { fenOf, yuanOf } from "./money.ts";

/** What antd's Form.Item hands to its control. */
export interface Control<T> {
  readonly id?: string;
  readonly value?: T | null;
  readonly onChange?: (value: T | null) => void;
  readonly disabled?: boolean;
}

interface MoneyProps extends Control<number> {
  /** Its name where no label stands beside it. */
  readonly label?: string;
  /** A sign before the amount, where it is taken off something. */
  readonly prefix?: string;
  /** The bounds, in 分. */
  readonly min?: number;
  readonly max?: number;
}

/** Typed in 元, held in 分. */
export function MoneyInput({ value, onChange, label, min, max, ...rest }: MoneyProps) {
  return (
    <InputNumber<number>
      {...rest}
      {...(label ? { "aria-label": label } : {})}
      {...(min === undefined ? {} : { min: yuanOf(min) ?? 0 })}
      {...(max === undefined ? {} : { max: yuanOf(max) ?? 0 })}
      className="form-wide"
      controls={false}
      precision={2}
      suffix="元"
      placeholder="请输入"
      value={yuanOf(value)}
      onChange={(yuan) => onChange?.(fenOf(yuan))}
    />
  );
}

/** The calendar is as heavy as a table, and many lists never show one. */
const days = partsOf(() => import("./day-inputs.tsx"));
const waiting = <Input className="form-wide" disabled />;

export const DayInput = days.standing("DayInput", waiting);
export const DateTimeInput = days.standing("DateTimeInput", waiting);
export const DayRangeInput = days.standing("DayRangeInput", waiting);
