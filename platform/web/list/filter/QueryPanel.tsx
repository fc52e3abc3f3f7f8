import { DownOutlined, UpOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { flushSync } from "react-dom";
import { cleanFilters, type FilterValues, sameFilters, withFilter } from "./filter-values.ts";
import type { Filter } from "./filters.tsx";
import "./query-panel.css";

interface Props {
  readonly filters: readonly Filter[];
  readonly applied: FilterValues;
  /** The filters that 重置 restores. */
  readonly first: FilterValues;
  readonly expanded: boolean;
  readonly onExpand: (expanded: boolean) => void;
  readonly onQuery: (values: FilterValues) => void;
  readonly onReset: () => void;
  /** 常用筛选, beside the buttons. */
  readonly saved: ReactNode;
  /** The chips of the applied filters. */
  readonly children: ReactNode;
}

/**
 * How many filters the widest panel shows before 展开. The others are rendered when needed, with the data that they load.
 */
const ALWAYS_SHOWN = 3;

/**
 * The questions of a list. Enter asks (PF-R76). How many fit in a row, which wait behind 展开, and whether 展开 is
 * needed at all, the style sheet decides by the width of the panel.
 */
export function QueryPanel({ filters, applied, first, expanded, onExpand, onQuery, onReset, saved, children }: Props) {
  const id = useId();
  const [draft, setDraft] = useDraft(applied);
  const [isChecked, setChecked] = useState(false);
  const set = (name: string, text: string) => setDraft((values) => withFilter(values, name, text));
  const faultOf = (filter: Filter) => filter.faultOf?.(cleanFilters(draft)) ?? null;

  const query = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const faulty = filters.find((filter) => faultOf(filter) !== null);
    setChecked(faulty !== undefined);
    if (faulty === undefined) return onQuery(cleanFilters(draft));
    flushSync(() => onExpand(true)); // it may be folded away
    document.getElementById(`${id}-${faulty.names[0]}`)?.focus();
  };

  const reset = () => {
    setDraft(first); // this also clears texts that were typed but not applied
    setChecked(false);
    onReset();
  };

  return (
    <search className="list-panel list-query">
      <form data-expanded={expanded} data-count={filters.length} onSubmit={query}>
        {filters.slice(0, expanded ? filters.length : ALWAYS_SHOWN).map((filter) => {
          const inputId = `${id}-${filter.names[0]}`;
          const fault = isChecked ? faultOf(filter) : null;
          const faultId = fault === null ? undefined : `${inputId}-fault`;
          return (
            <div className="list-query-field" key={filter.names[0]}>
              <label htmlFor={inputId} title={filter.label}>
                {filter.label}
              </label>
              {filter.input({ id: inputId, values: draft, set, faultId })}
              {fault !== null && (
                <p role="alert" id={faultId}>
                  {fault}
                </p>
              )}
            </div>
          );
        })}
        <div className="list-query-actions">
          {saved}
          <Button onClick={reset}>重置</Button>
          <Button type="primary" htmlType="submit">
            查询
          </Button>
          <Button
            className="list-query-toggle"
            type="link"
            icon={expanded ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            iconPlacement="end"
            aria-expanded={expanded}
            onClick={() => onExpand(!expanded)}
          >
            {expanded ? "收起" : "展开"}
          </Button>
        </div>
      </form>
      {children}
    </search>
  );
}

/** Keeps the typed values. A change of the applied filters from outside (chip, reset, preset) replaces them. */
function useDraft(applied: FilterValues) {
  const [draft, setDraft] = useState(applied);
  const [seen, setSeen] = useState(applied);
  if (!sameFilters(seen, applied)) {
    setSeen(applied);
    setDraft(applied);
  }
  return [draft, setDraft] as const;
}
