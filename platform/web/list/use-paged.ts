import type { CallInput, Page } from "@ops/platform/contract";
import { useState } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { cleanFilters, queryOf } from "./filter/filter-values.ts";
import type { FilterName, ListEndpoint, RowOf } from "./list-endpoint.ts";
import { pageToFallBackTo } from "./list-memory.ts";

/** The pages of an endpoint inside a tab or a drawer, as `PagedTable` shows them. */
export interface Paged<E extends ListEndpoint> {
  readonly endpoint: E;
  readonly page: Page<RowOf<E>> | undefined;
  readonly rows: readonly RowOf<E>[];
  readonly pageNo: number;
  readonly pageSize: number;
  readonly loading: boolean;
  readonly failure: string | null;
  /** Something narrows the rows. */
  readonly filtered: boolean;
  turnTo(pageNo: number): void;
  refresh(): void;
}

type Asked<E extends ListEndpoint> = Omit<CallInput<E>, "query" | "body"> & {
  /** As they travel; an empty one drops out, a changed one begins at the first page. */
  readonly filters?: { readonly [N in FilterName<E>]?: string | undefined };
  readonly pageSize?: number;
  readonly enabled?: boolean;
  /** The page is loaded again after so many milliseconds. */
  readonly refetchInterval?: number | false;
};

export function usePaged<E extends ListEndpoint>(endpoint: E, asked: Asked<E>): Paged<E> {
  const { filters = {}, pageSize = 10, enabled = true, refetchInterval = false, ...rest } = asked;
  const kept = cleanFilters(filters);
  const about = JSON.stringify([rest, kept]);
  const [turned, setTurned] = useState({ about, pageNo: 1 });
  const pageNo = turned.about === about ? turned.pageNo : 1;
  const turnTo = (to: number) => setTurned({ about, pageNo: to });

  // the type of `asked` has checked the filters against the query; here they are texts by name
  const input = { ...rest, query: queryOf({ filters: kept, pageNo, sorting: null }, pageSize) };
  const options = { enabled, keepPrevious: true, silent: true, refetchInterval };
  const answer = useEndpoint(endpoint, input as unknown as CallInput<E>, options);
  const page = answer.data as Page<RowOf<E>> | undefined;

  const fallBack = page && !answer.isPlaceholderData ? pageToFallBackTo({ ...page, rows: page.list.length }) : null;
  if (fallBack) turnTo(fallBack); // leaves a page that has run empty (PF-R86)

  return {
    endpoint,
    page,
    pageNo,
    pageSize,
    turnTo,
    rows: page?.list ?? [],
    loading: answer.isPending || answer.isPlaceholderData,
    failure: answer.error && !page ? answer.error.message : null,
    filtered: Object.keys(kept).length > 0,
    refresh: () => void answer.refetch(),
  };
}
