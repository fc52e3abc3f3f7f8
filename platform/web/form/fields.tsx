import { fieldMeta, type StateMachine, shapeOf, textWidth, valueKind } from "@ops/platform/contract";
import { Input, InputNumber, Select, Switch } from "antd";
import type { ComponentType, ReactNode } from "react";
import { DictText } from "../dict/DictText.tsx";
import { useDict } from "../dict/use-dict.ts";
import { showMoney, showValue } from "../list/column/show-value.ts";
import { RefName, RefPicker, RefsPicker } from "../refs/RefPicker.tsx";
import { AddressInput } from "../region/AddressInput.tsx";
import { RegionInput } from "../region/lazy-input.tsx";
import { RegionText } from "../region/RegionText.tsx";
import { type FieldProps, FormField } from "./FormField.tsx";
import { useFormScope } from "./form-context.ts";
import type { FieldName, FormEndpoint } from "./form-endpoint.ts";
import { type FieldFacts, factsOf } from "./form-schema.ts";
import { choicesOf } from "./input/choices.ts";
import { clearable, clearableText } from "./input/clearable.tsx";
import { DayInput, DayRangeInput, MoneyInput } from "./input/inputs.tsx";
import type { SearchOption } from "./input/SearchSelect.tsx";

export interface Choice<V> {
  readonly value: V;
  readonly label: string;
  readonly disabled?: boolean;
}

function TextField({ placeholder = "请输入", disabled = false, ...field }: FieldProps & { placeholder?: string }) {
  return (
    <FormField {...field}>
      <Input allowClear={clearableText} autoComplete="off" placeholder={placeholder} disabled={disabled} />
    </FormField>
  );
}

function TextAreaField({ rows = 3, disabled = false, ...field }: FieldProps & { rows?: number }) {
  return (
    <FormField full {...field}>
      <LimitedTextArea name={field.name} rows={rows} disabled={disabled} />
    </FormField>
  );
}

/** Counts as the contract counts: 汉字算2个 where it limits the width (PF-R87). */
function LimitedTextArea({ name, ...rest }: { name: string; rows: number; disabled: boolean }) {
  const { limit } = factsOf(useFormScope().schema, name);
  const counter = limit && { show: true, max: limit.max, ...(limit.by === "width" ? { strategy: textWidth } : {}) };
  return <Input.TextArea placeholder="请输入" {...rest} {...(counter ? { count: counter } : {})} />;
}

interface NumberProps extends FieldProps {
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly precision?: number;
}

function NumberField({ unit, min, max, precision = 0, disabled = false, ...field }: NumberProps) {
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  return (
    <FormField {...field} show={(value) => (unit ? `${showValue(value)} ${unit}` : showValue(value))}>
      <InputNumber
        className="form-wide"
        placeholder="请输入"
        suffix={unit}
        precision={precision}
        disabled={disabled}
        {...bounds}
      />
    </FormField>
  );
}

function MoneyField({ disabled = false, ...field }: FieldProps) {
  return (
    <FormField {...field} show={(value) => (typeof value === "number" ? showMoney(value) : "-")}>
      <MoneyInput disabled={disabled} />
    </FormField>
  );
}

interface SelectProps<V extends string | number> extends FieldProps {
  readonly options: readonly Choice<V>[];
  readonly multiple?: boolean;
  readonly loading?: boolean;
  readonly show?: (value: unknown) => ReactNode;
}

function SelectField({
  options,
  multiple = false,
  loading = false,
  disabled = false,
  show,
  ...field
}: SelectProps<string | number>) {
  const label = (value: unknown) => options.find((option) => option.value === value)?.label ?? showValue(value);
  const showAll = (value: unknown) => (Array.isArray(value) ? value.map(label).join("、") || "-" : label(value));
  return (
    <FormField {...field} show={show ?? showAll}>
      <Select
        allowClear={clearable}
        showSearch={{ optionFilterProp: "label" }}
        placeholder="请选择"
        options={[...options]}
        loading={loading}
        disabled={disabled}
        {...(multiple ? { mode: "multiple" as const } : {})}
      />
    </FormField>
  );
}

/** A choice from a dictionary. Its code comes from the contract, unless given. */
function DictField({ code, ...field }: FieldProps & { readonly code?: string }) {
  const { schema } = useFormScope();
  const asked = code ?? factsOf(schema, field.name).dict ?? "";
  const dict = useDict(asked);
  const show = (value: unknown) => <DictText code={asked} value={typeof value === "string" ? value : null} />;
  return <SelectField {...field} options={dict.options} loading={dict.loading} show={show} />;
}

function StateField({ machine, ...field }: FieldProps & { readonly machine: StateMachine<string> }) {
  return <SelectField {...field} options={choicesOf(machine.states)} />;
}

function DayField({ disabled = false, ...field }: FieldProps) {
  return (
    <FormField {...field}>
      <DayInput disabled={disabled} />
    </FormField>
  );
}

function DayRangeField({ disabled = false, ...field }: FieldProps) {
  return (
    <FormField {...field} show={(value) => showValue(value).replace(",", " 至 ")}>
      <DayRangeInput disabled={disabled} />
    </FormField>
  );
}

function SwitchField({ disabled = false, ...field }: FieldProps) {
  return (
    <FormField {...field} item={{ valuePropName: "checked", initialValue: false }}>
      <Switch checkedChildren="是" unCheckedChildren="否" disabled={disabled} />
    </FormField>
  );
}

interface RefProps extends FieldProps {
  /** Which record must not be offered. */
  readonly except?: string;
  readonly placeholder?: string;
  /** Names of present references, if the answer does not give them beside the ids. */
  readonly known?: readonly SearchOption[];
}

/**
 * A reference to a record of the kind in the contract. The present record is named even if it can no longer be chosen.
 */
function RefField({ disabled = false, except, placeholder, known: told = [], ...field }: RefProps) {
  const { schema, endpoint, record } = useFormScope();
  const kind = fieldMeta(schema.shape[field.name]).ref ?? "";
  const about = { kind, by: endpoint.permission, disabled, ...(placeholder ? { placeholder } : {}) };
  const names = Object.entries(shapeOf(endpoint.answer)).find(([, one]) => fieldMeta(one).names?.by === field.name);
  const values = [record[field.name]].flat().map(String);
  const texts = names ? [record[names[0]]].flat().map((text) => (typeof text === "string" ? text : "")) : [];
  const known = [...told, ...values.flatMap((value, at) => (texts[at] ? [{ value, label: texts[at] }] : []))];
  const name = (id: unknown) =>
    known.find(({ value }) => value === id)?.label ?? <RefName kind={kind} by={endpoint.permission} id={String(id)} />;
  const show = (value: unknown) => {
    if (Array.isArray(value))
      return value.length === 0 ? "-" : value.map((id) => <div key={String(id)}>{name(id)}</div>);
    return value ? name(value) : "-";
  };
  return (
    <FormField {...field} show={show}>
      {valueKind(field.name, schema.shape[field.name]) === "list" ? (
        <RefsPicker {...about} known={known} />
      ) : (
        <RefPicker {...about} known={known} {...(except ? { except } : {})} />
      )}
    </FormField>
  );
}

/** 省市区, held as a code. */
function RegionField({ disabled = false, ...field }: FieldProps) {
  return (
    <FormField {...field} show={(value) => <RegionText code={typeof value === "string" ? value : null} />}>
      <RegionInput disabled={disabled} />
    </FormField>
  );
}

/** A street address. Suggestions are limited to the division in the field `within`. */
function AddressField({ within, disabled = false, ...field }: FieldProps & { readonly within?: string }) {
  return (
    <FormField full {...field}>
      <AddressInput disabled={disabled} {...(within ? { within } : {})} />
    </FormField>
  );
}

interface CustomProps extends FieldProps {
  readonly show?: (value: unknown) => ReactNode;
  /** A control that takes `value` and `onChange`. */
  readonly children: ReactNode | ((facts: FieldFacts) => ReactNode);
}

export const allFields = {
  TextField,
  TextAreaField,
  NumberField,
  MoneyField,
  SelectField,
  DictField,
  StateField,
  DayField,
  DayRangeField,
  SwitchField,
  RefField,
  RegionField,
  AddressField,
  CustomField: FormField as ComponentType<CustomProps>,
};

type Named<C, N extends string> = C extends (props: infer P extends FieldProps) => ReactNode
  ? (props: Omit<P, "name"> & { readonly name: N }) => ReactNode
  : never;

/** The fields of an endpoint's body. Names are checked, and each kind of field accepts only names of its type. */
export interface Fields<E extends FormEndpoint> {
  readonly TextField: Named<typeof TextField, FieldName<E, string>>;
  readonly TextAreaField: Named<typeof TextAreaField, FieldName<E, string>>;
  readonly NumberField: Named<typeof NumberField, FieldName<E, number>>;
  readonly MoneyField: Named<typeof MoneyField, FieldName<E, number>>;
  readonly SelectField: Named<typeof SelectField, FieldName<E, string | number | readonly (string | number)[]>>;
  readonly DictField: Named<typeof DictField, FieldName<E, string>>;
  readonly StateField: Named<typeof StateField, FieldName<E, string>>;
  readonly DayField: Named<typeof DayField, FieldName<E, string>>;
  readonly DayRangeField: Named<typeof DayRangeField, FieldName<E, string>>;
  readonly SwitchField: Named<typeof SwitchField, FieldName<E, boolean>>;
  readonly RefField: Named<typeof RefField, FieldName<E, string | readonly string[]>>;
  readonly RegionField: Named<typeof RegionField, FieldName<E, string>>;
  readonly AddressField: Named<typeof AddressField, FieldName<E, string>>;
  readonly CustomField: (props: Omit<CustomProps, "name"> & { readonly name: FieldName<E, unknown> }) => ReactNode;
}
