import { type StateMachine, yuan } from "@ops/platform/contract";
import type { ReactNode } from "react";
import { DictText } from "../../dict/DictText.tsx";
import { choicesOf } from "../../form/input/choices.ts";
import { RefName } from "../../refs/RefPicker.tsx";
import {
  DayRangeFilterInput,
  DictInput,
  NumberRangeInput,
  OptionsInput,
  RefInput,
  TextInput,
} from "./filter-inputs.tsx";
import type { FilterValues } from "./filter-values.ts";

export interface FilterInputProps {
  /** Carried by the (first) control, so that the label finds it. */
  readonly id: string;
  readonly values: FilterValues;
  readonly set: (name: string, text: string) => void;
  /** The id of the text with the fault. */
  readonly faultId?: string | undefined;
}

/** One question of the query panel. Its names are checked against the query of the list's endpoint. */
export interface Filter<N extends string = string> {
  readonly names: readonly N[];
  readonly label: string;
  /** A render function and not a component, because pages describe their filters anew with every render. */
  readonly input: (props: FilterInputProps) => ReactNode;
  /** How the applied value reads on its chip. */
  readonly show: (values: FilterValues) => ReactNode;
  /** Tells why the list cannot be filtered by the typed value; null if it can. */
  readonly faultOf?: (values: FilterValues) => string | null;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export function textFilter<const N extends string>(
  name: N,
  label: string,
  placeholder = "请输入",
  most = 50,
): Filter<N> {
  return oneName(name, label, (props) => <TextInput {...props} name={name} placeholder={placeholder} most={most} />);
}

export function dictFilter<const N extends string>(name: N, label: string, code: string): Filter<N> {
  const show = (text: string) => <DictText code={code} value={text} />;
  return oneName(name, label, (props) => <DictInput {...props} name={name} code={code} />, show);
}

export function selectFilter<const N extends string>(name: N, label: string, options: readonly Option[]): Filter<N> {
  const show = (text: string) => options.find(({ value }) => value === text)?.label ?? text;
  return oneName(name, label, (props) => <OptionsInput {...props} name={name} options={options} />, show);
}

/** A record of a kind, chosen for the list of this code. */
export function refFilter<const N extends string>(
  name: N,
  label: string,
  about: { readonly kind: string; readonly by: string },
): Filter<N> {
  const show = (text: string) => <RefName {...about} id={text} />;
  return oneName(name, label, (props) => <RefInput {...props} {...about} name={name} />, show);
}

export function stateFilter<const N extends string, S extends string>(
  name: N,
  label: string,
  machine: StateMachine<S>,
): Filter<N> {
  return selectFilter(name, label, choicesOf(machine.states));
}

/** 是 / 否, travelling as `1` and `0`. */
export function flagFilter<const N extends string>(name: N, label: string, words = ["是", "否"] as const): Filter<N> {
  return selectFilter(name, label, [
    { value: "1", label: words[0] },
    { value: "0", label: words[1] },
  ]);
}

/** Days from and to, both included: the contract's `dayRange`. */
export function dayRangeFilter<const N extends string>(name: N, label: string): Filter<N> {
  const show = (text: string) => text.replace(",", " 至 ");
  return oneName(name, label, (props) => <DayRangeFilterInput {...props} name={name} />, show);
}

/** From and to as two numbers of the query; `money` is typed in 元 and travels in 分. */
export function numberRangeFilter<const N extends string>(
  [min, max]: readonly [min: N, max: N],
  label: string,
  kind: "number" | "money" = "number",
): Filter<N> {
  const show = (text: string | undefined) => (text && kind === "money" ? yuan(Number(text)) : text);
  return {
    names: [min, max],
    label,
    input: (props) => <NumberRangeInput {...props} min={min} max={max} kind={kind} />,
    show: (values) => rangeText(show(values[min]), show(values[max])),
  };
}

/** A filter with an input of its own, such as a store picker. */
export function customFilter<const N extends string>(
  name: N,
  label: string,
  input: (props: FilterInputProps) => ReactNode,
  show: (text: string) => ReactNode,
): Filter<N> {
  return oneName(name, label, input, show);
}

function oneName<N extends string>(
  name: N,
  label: string,
  input: (props: FilterInputProps) => ReactNode,
  show: (text: string) => ReactNode = (text) => text,
): Filter<N> {
  return { names: [name], label, input, show: (values) => show(values[name] ?? "") };
}

function rangeText(from: string | undefined, until: string | undefined): string {
  if (from && until) return `${from} 至 ${until}`;
  return from ? `不低于 ${from}` : `不高于 ${until}`;
}
