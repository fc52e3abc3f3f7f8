import { DatePicker, InputNumber } from "antd";
import dayjs from "dayjs";
import { dayPresets } from "../list/filter-inputs.tsx";
import { fenOf, yuanOf } from "./money.ts";

/** What antd's Form.Item hands to its control. */
interface Control<T> {
  readonly id?: string;
  readonly value?: T | null;
  readonly onChange?: (value: T | null) => void;
  readonly disabled?: boolean;
}

/** Typed in 元, held in 分. */
export function MoneyInput({ value, onChange, ...rest }: Control<number>) {
  return (
    <InputNumber<number>
      {...rest}
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

/** Held as `YYYY-MM-DD`. */
export function DayInput({ value, onChange, ...rest }: Control<string>) {
  return (
    <DatePicker
      {...rest}
      className="form-wide"
      placeholder="请选择日期"
      value={value ? dayjs(value) : null}
      onChange={(_day, text) => onChange?.(typeof text === "string" && text ? text : null)}
    />
  );
}

/** Held as the contract's `dayRange`: `2026-01-01,2026-01-31`. */
export function DayRangeInput({ id, value, onChange, disabled = false }: Control<string>) {
  const [from, until] = value?.split(",") ?? [];
  return (
    <DatePicker.RangePicker
      {...(id ? { id: { start: id, end: `${id}-until` } } : {})}
      disabled={disabled}
      className="form-wide"
      placeholder={["开始日期", "结束日期"]}
      presets={dayPresets()}
      value={from && until ? [dayjs(from), dayjs(until)] : null}
      onChange={(_days, texts) => onChange?.(texts?.[0] && texts[1] ? texts.join(",") : null)}
    />
  );
}
