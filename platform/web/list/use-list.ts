import type { CallInput, Page } from "@ops/platform/contract";
import { useEffect } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { useSession } from "../session/use-session.ts";
import { usePage } from "../shell/page/page-context.ts";
import { arrangeColumns, type ViewMemory } from "./column/column-memory.ts";
import { type Column, type PlacedColumn, placeColumns } from "./column/columns.ts";
import { type FilterValues, queryOf, sameFilters } from "./filter/filter-values.ts";
import { useOpeningFilters } from "./filter/use-opening-filters.ts";
import type { ListEndpoint, RowOf } from "./list-endpoint.ts";
import { type ListMemory, pageToFallBackTo } from "./list-memory.ts";
import { useListMemory } from "./use-list-memory.ts";
import { useViewMemory } from "./use-view-memory.ts";

/** A list as its parts see it. */
export interface List<Row> {
  readonly key: string;
  readonly memory: ListMemory;
  remember(changed: Partial<ListMemory>): void;
  readonly selected: Row[];
  readonly view: ViewMemory;
  changeView(changed: Partial<ViewMemory>): void;
  readonly columns: readonly PlacedColumn<Row>[];
  readonly page: Page<Row> | undefined;
  readonly rows: readonly Row[];
  readonly loading: boolean;
  /** The rows shown belong to the page before; the next one is on its way. */
  readonly stale: boolean;
  readonly failure: string | null;
  refresh(): void;
  /** Asks with these filters, from page 1. */
  query(filters: FilterValues): void;
}

export function useList<E extends ListEndpoint>(
  endpoint: E,
  declared: readonly Column<E>[],
  { memory: suffix = "", first }: { readonly memory?: string; readonly first?: FilterValues },
): List<RowOf<E>> {
  type Row = RowOf<E>;
  const { location } = usePage();
  const key = location.pathname + suffix;
  const opening = useOpeningFilters(key, endpoint, first);
  const [memory, remember] = useListMemory(key, opening);
  const [view, changeView] = useViewMemory(useSession().user?.id ?? "", key);

  // the filters were checked against the query by ListPage's types; here they are text by name
  const answer = useEndpoint(endpoint, { query: queryOf(memory, view.pageSize) } as CallInput<E>, {
    keepPrevious: true,
    enabled: opening !== undefined,
  });
  const page = answer.data as Page<Row> | undefined;
  useFallBack(answer.isPlaceholderData ? undefined : page, remember);

  const query = (filters: FilterValues) => {
    if (sameFilters(filters, memory.filters) && memory.pageNo === 1) void answer.refetch();
    else remember({ filters, pageNo: 1, selected: [] });
  };

  return {
    key,
    memory,
    remember,
    selected: memory.selected as Row[],
    view,
    changeView,
    columns: arrangeColumns(placeColumns(endpoint, declared), view) as PlacedColumn<Row>[],
    page,
    rows: page?.list ?? [],
    loading: answer.isFetching,
    stale: answer.isPlaceholderData,
    failure: answer.isError && !page ? answer.error.message : null,
    refresh: () => void answer.refetch(),
    query,
  };
}

/** Leaves a page that has run empty (PF-R86). */
function useFallBack(page: Page<unknown> | undefined, remember: (changed: Partial<ListMemory>) => void) {
  const pageNo = page && pageToFallBackTo({ ...page, rows: page.list.length });
  useEffect(() => {
    if (pageNo) remember({ pageNo });
  }, [pageNo, remember]);
}
