import type { AnswerOf, CallInput, Endpoint } from "@ops/platform/contract";
import { Select } from "antd";
import { type ReactNode, useState } from "react";
import { usePaused } from "../../call/use-paused.ts";
import { useEndpoint } from "../../call/use-query.ts";
import { dropWithSession } from "../../session/caches.ts";
import { clearable } from "./clearable.tsx";
import "../form.css";

export interface SearchOption {
  readonly value: string;
  readonly label: string;
  /** A note beside the name in the list. */
  readonly detail?: ReactNode;
}

type Found<E> = AnswerOf<E> extends readonly (infer Row)[] | { list: readonly (infer Row)[] } ? Row : never;

/** The call to the server, and how its answer is read. */
interface Question<E extends Endpoint> {
  readonly endpoint: E;
  readonly inputOf: (typed: { keyword?: string }) => CallInput<E>;
  readonly optionOf: (row: Found<E>) => SearchOption;
  /** Chosen already, with their names; else a value that the server did not list is named by `nameOf`. */
  readonly known?: readonly SearchOption[];
  readonly nameOf?: (id: string) => ReactNode;
  /** Who must not be offered. */
  readonly except?: string;
  readonly enabled?: boolean;
  readonly placeholder?: string;
  readonly nothing?: string;
  readonly label?: string;
  readonly invalid?: boolean;
}

/** The properties that a form item passes to its control. */
export interface ChoiceControl {
  readonly id?: string;
  readonly disabled?: boolean;
  readonly value?: string | null;
  readonly onChange?: (id: string | null, name: string) => void;
}

export interface ChoicesControl {
  readonly id?: string;
  readonly disabled?: boolean;
  readonly value?: readonly string[];
  readonly onChange?: (ids: string[]) => void;
}

/** Chooses one of many that the server searches. */
export function SearchSelect<E extends Endpoint>(props: Question<E> & ChoiceControl) {
  const { look, remember } = useSearch(props, props.value ? [props.value] : []);
  return (
    <Select<string | null, SearchOption>
      {...look}
      value={props.value ?? null}
      onChange={(id) => props.onChange?.(id ?? null, id ? remember(id) : "")}
    />
  );
}

/** More of them keep to one line, and the rest is counted. */
const MOST_TAGS = 8;

/** Chooses several of many that the server searches. */
export function SearchSelectMany<E extends Endpoint>(props: Question<E> & ChoicesControl) {
  const chosen = [...(props.value ?? [])];
  const { look, remember } = useSearch(props, chosen);
  return (
    <Select<string[], SearchOption>
      {...look}
      mode="multiple"
      {...(chosen.length > MOST_TAGS ? { maxTagCount: "responsive" as const } : {})}
      value={chosen}
      onChange={(ids) => {
        ids.forEach(remember);
        props.onChange?.(ids);
      }}
    />
  );
}

/** Remembers the names of chosen records for later searches and pages. */
const names = new Map<string, string>();
dropWithSession(() => names.clear());
const keyOf = ({ path }: Endpoint, id: string) => `${path} ${id}`;

export function chosenName(endpoint: Endpoint, id: string): string | undefined {
  return names.get(keyOf(endpoint, id));
}

function useSearch<E extends Endpoint>(
  question: Question<E> & Pick<ChoiceControl, "id" | "disabled">,
  chosen: readonly string[],
) {
  const { endpoint, inputOf, optionOf, known = [], except, enabled = true } = question;
  const [search, setSearch] = useState("");
  const typed = search.trim();
  const keyword = usePaused(typed);
  const input = inputOf(keyword === "" ? {} : { keyword });
  const answer = useEndpoint(endpoint, input, { keepPrevious: true, silent: true, enabled });
  const isWaiting = keyword !== typed || answer.isFetching;
  const found = rowsOf(answer.data)
    .map(optionOf)
    .filter(({ value }) => value !== except);
  // Enter must not choose a result of the previous search
  const fitting = isWaiting ? found.filter(({ label }) => label.includes(typed)) : found;
  const named = chosen.flatMap((value) => {
    if (fitting.some((one) => one.value === value)) return [];
    const label = [...known, ...found].find((one) => one.value === value)?.label ?? chosenName(endpoint, value);
    return label === undefined ? [] : [{ value, label }];
  });
  const options = [...fitting, ...named];
  const remember = (id: string) => {
    const name = options.find(({ value }) => value === id)?.label ?? "";
    if (name) names.set(keyOf(endpoint, id), name);
    return name;
  };
  const showSearch = { filterOption: false, onSearch: setSearch };
  return { look: { ...lookOf(question, isWaiting), showSearch, loading: enabled && isWaiting, options }, remember };
}

function lookOf(question: Omit<Question<Endpoint>, "inputOf" | "optionOf"> & ChoiceControl, isWaiting: boolean) {
  const { id, disabled = false, label, invalid = false, placeholder = "请选择", nothing = "没有符合的结果" } = question;
  const { nameOf = () => "…" } = question;
  return {
    ...(id ? { id } : {}),
    ...(label ? { "aria-label": label } : {}),
    ...(invalid ? { status: "error" as const } : {}),
    disabled,
    placeholder,
    className: "form-wide",
    allowClear: clearable,
    notFoundContent: isWaiting ? "正在查找…" : nothing,
    labelRender: (shown: { label?: ReactNode; value?: string | number }) => shown.label ?? nameOf(String(shown.value)),
    optionRender: ({ data }: { data: SearchOption }) => (
      <span className="search-option">
        {data.label}
        {data.detail && <small>{data.detail}</small>}
      </span>
    ),
  };
}

function rowsOf<E>(answer: AnswerOf<E> | undefined): readonly Found<E>[] {
  const rows: unknown = Array.isArray(answer) ? answer : (answer as { list?: unknown } | undefined)?.list;
  return (rows ?? []) as readonly Found<E>[];
}
