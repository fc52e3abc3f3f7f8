/** Filters exactly as they travel: text by query name, nothing empty. */
export type FilterValues = Readonly<Record<string, string>>;

export interface Sorting {
  readonly by: string;
  readonly order: "asc" | "desc";
}

/**
 * What a list shows. It is kept in the memory of the page, and with the page size it is all that is needed to load it
 * again.
 */
export interface ListView {
  readonly filters: FilterValues;
  readonly pageNo: number;
  readonly sorting: Sorting | null;
}

export const firstView: ListView = { filters: {}, pageNo: 1, sorting: null };

/** Trims the values and drops empty ones. */
export function cleanFilters(values: Readonly<Record<string, string | undefined>>): FilterValues {
  const kept = Object.entries(values).map(([name, text]) => [name, text?.trim() ?? ""] as const);
  return Object.fromEntries(kept.filter(([, text]) => text !== ""));
}

export function sameFilters(a: FilterValues, b: FilterValues): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** The query of a list call. */
export function queryOf({ filters, pageNo, sorting }: ListView, pageSize: number): Record<string, string | number> {
  const order = sorting ? { sortBy: sorting.by, sortOrder: sorting.order } : {};
  return { ...filters, ...order, pageNo, pageSize };
}

interface Named {
  readonly names: readonly string[];
  readonly label: string;
}

export interface Chip<F extends Named> {
  readonly filter: F;
  readonly values: FilterValues;
}

/** The filters in force, in the order of the query panel; a range counts once. */
export function chipsOf<F extends Named>(filters: readonly F[], applied: FilterValues): Chip<F>[] {
  return filters
    .map((filter) => ({ filter, values: pickFilters(applied, filter.names) }))
    .filter(({ values }) => Object.keys(values).length > 0);
}

export function withoutFilter(applied: FilterValues, names: readonly string[]): FilterValues {
  return Object.fromEntries(Object.entries(applied).filter(([name]) => !names.includes(name)));
}

/** Sets one value; an empty one goes. */
export function withFilter(values: FilterValues, name: string, text: string): FilterValues {
  return text === "" ? withoutFilter(values, [name]) : { ...values, [name]: text };
}

function pickFilters(values: FilterValues, names: readonly string[]): FilterValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
