import { fieldMeta, filterFields, isPersonalFilter } from "@ops/platform/contract";
import type { FilterValues } from "../filter/filter-values.ts";
import type { ListEndpoint } from "../list-endpoint.ts";

/** The filters of a list, split into those that may be saved and the labels of those that must not be. */
export interface SplitFilters {
  readonly kept: FilterValues;
  readonly leftOut: readonly string[];
}

export function splitFilters(endpoint: Pick<ListEndpoint, "query">, filters: FilterValues): SplitFilters {
  const fields = filterFields(endpoint);
  const isPersonal = ([name, text]: [string, string]) => isPersonalFilter(fields[name], text);
  const named = Object.entries(filters).filter(([name]) => fields[name]);
  return {
    kept: Object.fromEntries(named.filter((one) => !isPersonal(one))),
    leftOut: named.filter(isPersonal).map(([name]) => fieldMeta(fields[name]).label ?? name),
  };
}
