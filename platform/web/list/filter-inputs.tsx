import { DatePicker, Input, InputNumber, Select, Space } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useDict } from "../dict/use-dict.ts";
import type { FilterInputProps, Option } from "./filters.tsx";

type Props = FilterInputProps & { readonly name: string };

export function TextInput({ id, values, set, name, placeholder }: Props & { readonly placeholder: string }) {
  return (
    <Input
      id={id}
      allowClear
      maxLength={50}
      placeholder={placeholder}
      value={values[name] ?? ""}
      onChange={({ target }) => set(name, target.value)}
    />
  );
}

export function OptionsInput({ id, values, set, name, options }: Props & { readonly options: readonly Option[] }) {
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      placeholder="请选择"
      options={[...options]}
      value={values[name] ?? null}
      onChange={(value: string | null | undefined) => set(name, value ?? "")}
    />
  );
}

export function DictInput({ code, ...props }: Props & { readonly code: string }) {
  return <OptionsInput {...props} options={useDict(code).options} />;
}

const ranges: readonly (readonly [label: string, days: number])[] = [
  ["今天", 1],
  ["近7天", 7],
  ["近30天", 30],
  ["近90天", 90],
];

/** Shared by filters and forms: the last so many days, today included. */
export function dayPresets() {
  return ranges.map(([label, days]) => {
    const span = (): [Dayjs, Dayjs] => [dayjs().subtract(days - 1, "day"), dayjs()];
    return { label, value: span };
  });
}

export function DayRangeInput({ id, values, set, name }: Props) {
  const [from, until] = values[name]?.split(",") ?? [];
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-until` }}
      suffixIcon={null}
      separator="–"
      placeholder={["开始日期", "结束日期"]}
      presets={dayPresets()}
      value={from && until ? [dayjs(from), dayjs(until)] : null}
      onChange={(_days, texts) => set(name, texts?.[0] && texts[1] ? texts.join(",") : "")}
    />
  );
}

interface RangeProps extends FilterInputProps {
  readonly min: string;
  readonly max: string;
  readonly kind: "number" | "money";
}

export function NumberRangeInput({ id, values, set, min, max, kind }: RangeProps) {
  const scale = kind === "money" ? 100 : 1;
  const control = (name: string, controlId: string, word: string) => (
    <InputNumber<number>
      id={controlId}
      aria-label={word}
      controls={false}
      min={0}
      precision={kind === "money" ? 2 : 0}
      placeholder={word}
      value={values[name] ? Number(values[name]) / scale : null}
      onChange={(value) => set(name, value === null ? "" : String(Math.round(value * scale)))}
    />
  );
  return (
    <Space.Compact block>
      {control(min, id, "最小值")}
      {control(max, `${id}-max`, "最大值")}
    </Space.Compact>
  );
}
