import { listSavedFilters, MOST_SAVED_FILTERS } from "@ops/platform/contract";
import { Skeleton } from "antd";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useEndpoint } from "../../call/use-query.ts";
import type { FilterValues } from "../filter/filter-values.ts";
import type { ListEndpoint } from "../list-endpoint.ts";
import { NotLoaded } from "../list-states.tsx";
import { SavedFilterItem } from "./SavedFilterItem.tsx";
import { SaveFilter } from "./SaveFilter.tsx";
import { splitFilters } from "./split-filters.ts";
import "./saved-filters.css";

interface Props {
  readonly endpoint: ListEndpoint;
  /** The present filters of the list. */
  readonly filters: FilterValues;
  readonly onApply: (filters: FilterValues) => void;
  readonly onClose: () => void;
}

/** The menu of 常用筛选: own and shared filters, and a line to save the present ones. */
export function SavedFilters({ endpoint, filters, onApply, onClose }: Props) {
  const section = useRef<HTMLElement>(null);
  const answer = useEndpoint(listSavedFilters, { query: { list: endpoint.path } }, { silent: true });
  const isLoaded = answer.data !== undefined;
  // the opened menu gets the focus, because it is at the end of the document, far from its button
  useEffect(() => {
    if (isLoaded) section.current?.querySelector<HTMLElement>("[data-first], input")?.focus();
  }, [isLoaded]);
  const leave = (event: KeyboardEvent<HTMLElement>) => {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== "Escape" || !inside) return;
    event.stopPropagation();
    onClose();
  };
  const apply = (kept: FilterValues) => {
    onApply(kept);
    onClose();
  };

  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  const own = answer.data?.filter(({ isOwn }) => isOwn).length ?? 0;
  const current = splitFilters(endpoint, filters);
  return (
    <section ref={section} className="saved-filters" aria-label="常用筛选" onKeyDown={leave}>
      <header>
        <b>常用筛选</b>
        <small className="tabular">
          我的 {own}/{MOST_SAVED_FILTERS}
        </small>
      </header>
      {answer.data ? (
        <ul>
          {answer.data.map((saved, at) => (
            <SavedFilterItem key={saved.id} saved={saved} current={current} isFirst={at === 0} onApply={apply} />
          ))}
          {answer.data.length === 0 && <li className="saved-filters-none">还没有常用筛选，查询后可在下方保存</li>}
        </ul>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      )}
      <SaveFilter list={endpoint.path} current={current} isFull={own >= MOST_SAVED_FILTERS} />
    </section>
  );
}
