import type { StateMachine } from "@ops/platform/contract";
import { choicesOf } from "../form/input/choices.ts";
import type { Option } from "./filter/filters.tsx";
import "../theme/tab-line.css";

/** A filter of the query shown as tabs above the table. */
export interface Tabs<N extends string = string> {
  readonly name: N;
  /** What the tabs distinguish. */
  readonly label: string;
  readonly options: readonly Option[];
  readonly counts: Readonly<Record<string, number | undefined>>;
}

export function stateTabs<const N extends string, S extends string>(
  name: N,
  machine: StateMachine<S>,
  counts?: Readonly<Partial<Record<NoInfer<S>, number>>>,
): Tabs<N> {
  return { name, label: "状态", options: choicesOf(machine.states), counts: counts ?? {} };
}

interface Props {
  readonly tabs: Tabs;
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}

export function ListTabs({ tabs, chosen, onChoose }: Props) {
  const all = [{ value: "", label: "全部" }, ...tabs.options];
  return (
    <nav className="list-tabs tab-line" aria-label={`按${tabs.label}查看`}>
      {all.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {label}
          {tabs.counts[value] !== undefined && <span>{tabs.counts[value]}</span>}
        </button>
      ))}
    </nav>
  );
}
