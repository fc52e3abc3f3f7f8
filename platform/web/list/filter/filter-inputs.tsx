import { Input, InputNumber, Select, Space } from "antd";
import { useDict } from "../../dict/use-dict.ts";
import { clearable, clearableText } from "../../form/input/clearable.tsx";
import { DayRangeInput } from "../../form/input/inputs.tsx";
import { RefPicker } from "../../refs/RefPicker.tsx";
import type { FilterInputProps, Option } from "./filters.tsx";

interface Props extends FilterInputProps {
  readonly name: string;
}

interface TextProps extends Props {
  readonly placeholder: string;
  readonly most: number;
}

export function TextInput({ id, values, set, faultId, name, placeholder, most }: TextProps) {
  return (
    <Input
      id={id}
      {...(faultId ? { status: "error" as const, "aria-invalid": true, "aria-describedby": faultId } : {})}
      allowClear={clearableText}
      maxLength={most}
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
      allowClear={clearable}
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

interface RefProps extends Props {
  readonly kind: string;
  readonly by: string;
}

export function RefInput({ id, values, set, name, kind, by }: RefProps) {
  return (
    <RefPicker
      id={id}
      kind={kind}
      by={by}
      value={values[name] ?? null}
      onChange={(chosen) => set(name, chosen ?? "")}
    />
  );
}

export function DayRangeFilterInput({ id, values, set, name }: Props) {
  return <DayRangeInput id={id} compact value={values[name] ?? null} onChange={(text) => set(name, text ?? "")} />;
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
