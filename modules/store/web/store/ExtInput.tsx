import { DayInput, useDict } from "@ops/platform/web";
import type { ExtColumn, ExtValues } from "@ops/store/contract";
import { Input, InputNumber, Select, Switch } from "antd";
import "./store.css";

type Value = ExtValues[string];

interface Props {
  readonly columns: readonly ExtColumn[];
  readonly disabled?: boolean;
  readonly value?: ExtValues;
  readonly onChange?: (values: ExtValues) => void;
}

/** Asks for the values of the extended columns, each by its type (ST-R7). */
export function ExtInput({ columns, disabled = false, value = {}, onChange }: Props) {
  const known = Object.fromEntries(columns.map(({ colKey }) => [colKey, value[colKey] ?? null]));
  const put = (key: string, typed: Value) => onChange?.({ ...known, [key]: typed });
  return (
    <div className="store-ext">
      {columns.map((column) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control inside depends on the type of the column
        <label key={column.colKey}>
          <small>
            {column.label}
            {column.isRequired && " *"}
          </small>
          <Control
            column={column}
            disabled={disabled}
            value={known[column.colKey] ?? null}
            onChange={(typed) => put(column.colKey, typed)}
          />
        </label>
      ))}
    </div>
  );
}

interface ControlProps {
  readonly column: ExtColumn;
  readonly disabled: boolean;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Control({ column, disabled, value, onChange }: ControlProps) {
  const text = typeof value === "string" ? value : null;
  const number = typeof value === "number" ? value : null;
  switch (column.colType) {
    case "NUMBER":
      return <InputNumber className="form-wide" disabled={disabled} value={number} onChange={onChange} />;
    case "DAY":
      return <DayInput disabled={disabled} value={text} onChange={(day) => onChange(day ?? null)} />;
    case "BOOL":
      return <Switch disabled={disabled} checked={value === true} onChange={onChange} />;
    case "DICT":
      return <DictSelect code={column.dictCode ?? ""} disabled={disabled} value={text} onChange={onChange} />;
    default:
      return <Input disabled={disabled} value={text ?? ""} onChange={({ target }) => onChange(target.value || null)} />;
  }
}

interface DictProps {
  readonly code: string;
  readonly disabled: boolean;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function DictSelect({ code, disabled, value, onChange }: DictProps) {
  const { options, loading } = useDict(code);
  return (
    <Select
      allowClear
      disabled={disabled}
      options={[...options]}
      loading={loading}
      value={value}
      onChange={(chosen) => onChange(chosen ?? null)}
    />
  );
}
