import { DatePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import "dayjs/locale/zh-cn.js"; // the calendar needs it by name
import { serverNow } from "../../call/server-clock.ts";
import type { Control } from "./inputs.tsx";
import { lastDays } from "./last-days.ts";

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

const TIME_FORMAT = "YYYY-MM-DD HH:mm";

/** Held as `YYYY-MM-DD HH:mm:ss`; typed to the minute. */
export function DateTimeInput({ value, onChange, placeholder = "请选择时间", ...rest }: DateTimeProps) {
  return (
    <DatePicker
      {...rest}
      className="form-wide"
      showTime={{ format: "HH:mm" }}
      format={TIME_FORMAT}
      placeholder={placeholder}
      value={value ? dayjs(value) : null}
      onChange={(at) => onChange?.(at ? at.startOf("minute").format("YYYY-MM-DD HH:mm:ss") : null)}
    />
  );
}

interface DateTimeProps extends Control<string> {
  readonly placeholder?: string;
}

const spans: readonly (readonly [label: string, days: number])[] = [
  ["今天", 1],
  ["近7天", 7],
  ["近30天", 30],
  ["近90天", 90],
];

/** The last so many days including today. They are computed when chosen, because pages stay open over midnight. */
const presets = spans.map(([label, days]) => {
  const value = (): [Dayjs, Dayjs] => {
    const [from, until] = lastDays(days, serverNow());
    return [dayjs(from), dayjs(until)];
  };
  return { label, value };
});

/** Held as the contract's `dayRange`: `2026-01-01,2026-01-31`. `compact` fits into a query panel. */
export function DayRangeInput({ id, value, onChange, disabled = false, compact = false }: DayRangeProps) {
  const [from, until] = value?.split(",") ?? [];
  return (
    <DatePicker.RangePicker
      {...(id ? { id: { start: id, end: `${id}-until` } } : {})}
      {...(compact ? { suffixIcon: null, separator: "–" } : {})}
      disabled={disabled}
      className="form-wide"
      placeholder={["开始日期", "结束日期"]}
      presets={presets}
      value={from && until ? [dayjs(from), dayjs(until)] : null}
      onChange={(_days, texts) => onChange?.(texts?.[0] && texts[1] ? texts.join(",") : null)}
    />
  );
}

interface DayRangeProps extends Control<string> {
  readonly compact?: boolean;
}
