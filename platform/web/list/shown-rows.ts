import { fieldMeta, REACHABLE_ROWS } from "@ops/platform/contract";
import type { ShownRows } from "../excel/use-export.tsx";
import { contractFilter } from "./filter/contract-filter.ts";
import { chipsOf, type FilterValues } from "./filter/filter-values.ts";
import type { Filter } from "./filter/filters.tsx";
import type { Tabs } from "./ListTabs.tsx";
import type { ListEndpoint } from "./list-endpoint.ts";
import type { List } from "./use-list.ts";

interface Asked {
  readonly endpoint: ListEndpoint;
  /** The filters of the panel and beside it. */
  readonly filters: readonly Filter[];
  readonly tabs: Tabs | undefined;
}

type Condition = ShownRows["conditions"][number];

/** Describes the rows that the list shows: how many, and by which filters, tab and tree. */
export function describeShownRows<Row>(list: List<Row>, { endpoint, filters, tabs }: Asked): ShownRows {
  const applied = list.memory.filters;
  const chosen = tabs?.options.find(({ value }) => value === applied[tabs.name]);
  const tab = tabs && chosen ? [{ label: tabs.label, value: chosen.label }] : [];
  const asked = filters.filter(({ names }) => !tabs || !names.includes(tabs.name));
  const told = new Set([...asked.flatMap(({ names }) => names), ...(tabs ? [tabs.name] : [])]);
  const untold = Object.keys(applied).filter((name) => !told.has(name));
  return {
    count: countOf(list),
    conditions: [...tab, ...read(asked, applied), ...describeOthers(endpoint, untold, applied)],
  };
}

function countOf<Row>({ page, stale, failure }: List<Row>): string {
  if (failure !== null) return "列表没有加载成功，以导出时的数据为准";
  if (!page || stale) return "列表还在加载，以导出时的数据为准";
  return page.totalKind === "atLeast" ? `${REACHABLE_ROWS}+ 条` : `${page.total} 条`;
}

function read(filters: readonly Filter[], applied: FilterValues): Condition[] {
  return chipsOf(filters, applied).map(({ filter, values }) => ({ label: filter.label, value: filter.show(values) }));
}

/**
 * Describes filters that another page has preset by the labels of the contract, so that nothing that limits the rows is
 * left out.
 */
function describeOthers(
  { query, permission }: ListEndpoint,
  names: readonly string[],
  applied: FilterValues,
): Condition[] {
  const named = names.filter((name) => fieldMeta(query.shape[name]).label !== null);
  const rest = names.length - named.length;
  const conditions = read(
    named.map((name) => contractFilter({ query, permission }, name)),
    applied,
  );
  return rest === 0 ? conditions : [...conditions, { label: "其他条件", value: `${rest} 项` }];
}
