import { Button } from "antd";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { ExportButton } from "../excel/ExportButton.tsx";
import type { ExportedSheet } from "../excel/use-export.tsx";
import { useMay } from "../session/use-session.ts";
import { partsOf } from "../shell/page/lazy-parts.tsx";
import { useListExpanded } from "../shell/shell-store.ts";
import type { BatchAction, PageAction, RowAction, Tool } from "./action/actions.ts";
import { useAsking } from "./action/use-asking.tsx";
import { ColumnSettings } from "./column/ColumnSettings.tsx";
import type { Column } from "./column/columns.ts";
import { contractFilter } from "./filter/contract-filter.ts";
import { FilterChips } from "./filter/FilterChips.tsx";
import { type FilterValues, queryOf, sameFilters, withFilter, withoutFilter } from "./filter/filter-values.ts";
import type { Filter } from "./filter/filters.tsx";
import { QueryPanel } from "./filter/QueryPanel.tsx";
import { SavedFiltersButton } from "./filter/SavedFiltersButton.tsx";
import { ListFoot } from "./ListFoot.tsx";
import { ListTable } from "./ListTable.tsx";
import { ListTabs, type Tabs } from "./ListTabs.tsx";
import { ListTools } from "./ListTools.tsx";
import { type FilterName, filterNames, type ListEndpoint, type RowOf } from "./list-endpoint.ts";
import { selectRows } from "./list-memory.ts";
import { type FilteredWords, NothingFound, NothingYet, NotLoaded } from "./list-states.tsx";
import { describeShownRows } from "./shown-rows.ts";
import { type List, useList } from "./use-list.ts";
import "./list.css";

/** Loaded with the first rows that somebody selects. */
const BatchBar = partsOf(() => import("./action/BatchBar.tsx")).standing("BatchBar", null);

export interface ListPageProps<E extends ListEndpoint> {
  readonly title: string;
  readonly endpoint: E;
  /**
   * Names of filters in the query, which the contract describes, or filters of the page. The default is all filters of
   * the query.
   */
  readonly filters?: readonly (FilterName<E> | Filter<FilterName<E>>)[];
  /** Filters that are chosen beside the list, such as in a tree; here they are read only. */
  readonly beside?: readonly Filter<FilterName<E>>[];
  /** The initial filters, which 重置 restores. */
  readonly first?: FilterValues;
  readonly columns: readonly Column<E>[];
  /** States above the table, each with its count where the page knows it. */
  readonly tabs?: Tabs<FilterName<E>>;
  readonly tools?: readonly Tool[];
  readonly imports?: ReactNode;
  /** The export of the list: the sheet declared beside its contract (PF-R94). */
  readonly exports?: ExportedSheet;
  readonly rowActions?: readonly PageAction<RowOf<E>>[];
  readonly batchActions?: readonly BatchAction<RowOf<E>>[];
  /** Makes the first column a link to the page of the row, see `pageData`. */
  readonly addressOf?: (row: RowOf<E>) => string;
  /** The action of a double-click on a row, if it is not the first action. */
  readonly open?: (row: RowOf<E>) => unknown;
  /** Why there is nothing yet, when no filter is set. */
  readonly empty?: string;
  /** What stands there when the filters find nothing, where the page has its own words. */
  readonly filtered?: FilteredWords;
  /** Tells two lists on one page apart. */
  readonly memory?: string;
  /** Dialogs. */
  readonly children?: ReactNode;
}

/** A list page is a description: paging, sorting, memory, column settings, empty and error states belong here. */
export function ListPage<E extends ListEndpoint>(props: ListPageProps<E>) {
  const { title, tabs, first = {}, rowActions = [], children } = props;
  const filters = (props.filters ?? filterNames(props.endpoint)).map((one) =>
    typeof one === "string" ? contractFilter(props.endpoint, one) : one,
  );
  const list = useList(props.endpoint, props.columns, props);
  const { actions, dialog } = useAsking(rowActions);
  const [expanded, setExpanded] = useListExpanded(list.key);
  const [full, setFull] = useState(false);
  const panelFilters = tabs ? withoutFilter(list.memory.filters, [tabs.name]) : list.memory.filters;
  const query = (values: FilterValues) =>
    list.query(tabs ? withFilter(values, tabs.name, list.memory.filters[tabs.name] ?? "") : values);
  const reset = () => query(first);
  const leaveFull = (event: KeyboardEvent<HTMLElement>) => {
    // Esc in a dialog bubbles here through React, but means the dialog
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === "Escape" && inside) setFull(false);
  };

  return (
    <section className="list-page" data-full={full} aria-label={title} tabIndex={-1} onKeyDown={leaveFull}>
      {filters.length > 0 && (
        <QueryPanel
          filters={filters}
          applied={panelFilters}
          first={tabs ? withoutFilter(first, [tabs.name]) : first}
          expanded={expanded}
          onExpand={setExpanded}
          onQuery={query}
          onReset={reset}
          saved={<SavedFiltersButton list={list} endpoint={props.endpoint} />}
        >
          <FilterChips filters={filters} applied={panelFilters} onChange={query} />
        </QueryPanel>
      )}
      <div className="list-panel list-body">
        <ListHead {...props} list={list} conditions={filters} full={full} onFull={setFull} />
        <ListRows {...props} list={list} actions={actions} onReset={reset} />
        <ListFoot
          total={list.page?.total ?? null}
          atLeast={list.page?.totalKind === "atLeast"}
          pageNo={list.memory.pageNo}
          pageSize={list.view.pageSize}
          onChange={(pageNo, pageSize) => {
            list.changeView({ pageSize });
            list.remember({ pageNo });
          }}
        />
      </div>
      {children}
      {dialog}
    </section>
  );
}

type PartProps<E extends ListEndpoint> = ListPageProps<E> & { readonly list: List<RowOf<E>> };
interface FullProps {
  /** The questions of the panel, ready to be read. */
  readonly conditions: readonly Filter[];
  readonly full: boolean;
  readonly onFull: (full: boolean) => void;
}

/** Tabs or, while rows are selected, the batch bar; tools at the end. */
function ListHead<E extends ListEndpoint>(props: PartProps<E> & FullProps) {
  const { list, title, tabs, batchActions = [], tools = [], imports, exports: sheet, full, onFull } = props;
  const { endpoint, conditions, beside = [] } = props;
  const { memory, selected, view, changeView } = list;
  const shown = list.columns.filter(({ hidden }) => !hidden).map(({ show }) => show);
  const order = memory.sorting ? { sortBy: memory.sorting.by, sortOrder: memory.sorting.order } : {};
  const chooseTab = (name: string) => (value: string) => list.query(withFilter(memory.filters, name, value));

  return (
    <header className="list-head">
      <h1 className={tabs || selected.length ? "for-screen-readers" : "list-title"}>{title}</h1>
      {selected.length > 0 && batchActions.length > 0 ? (
        <BatchBar rows={selected} actions={batchActions} onClear={() => list.remember({ selected: [] })} />
      ) : (
        tabs && <ListTabs tabs={tabs} chosen={memory.filters[tabs.name] ?? ""} onChoose={chooseTab(tabs.name)} />
      )}
      <ListTools
        tools={tools}
        imports={imports}
        exports={
          sheet && (
            <ExportButton
              sheet={sheet}
              query={{ ...memory.filters, ...order }}
              columns={shown}
              shown={describeShownRows(list, { endpoint, tabs, filters: [...conditions, ...beside] })}
            />
          )
        }
        columnSettings={<ColumnSettings columns={list.columns} memory={view} onChange={changeView} />}
        density={view.density}
        onDensity={(density) => changeView({ density })}
        refreshing={list.loading}
        onRefresh={list.refresh}
        full={full}
        onFull={onFull}
      />
    </header>
  );
}

interface RowsProps<Row> {
  readonly actions: readonly RowAction<Row>[];
  readonly onReset: () => void;
}

function ListRows<E extends ListEndpoint>(props: PartProps<E> & RowsProps<RowOf<E>>) {
  const { list, actions, batchActions = [], addressOf, open } = props;
  const { memory, rows, view, changeView, remember } = list;
  const selectable = batchActions.length > 0;
  return (
    <ListTable<RowOf<E>>
      memoryKey={list.key}
      view={JSON.stringify(queryOf(memory, view.pageSize))}
      rows={rows}
      columns={list.columns.filter(({ hidden }) => !hidden)}
      density={view.density}
      resized={view.widths}
      onResize={(key, width) => changeView({ widths: { ...view.widths, [key]: width } })}
      sorting={memory.sorting}
      onSort={(sorting) => remember({ sorting, pageNo: 1 })}
      actions={actions}
      addressOf={addressOf}
      open={open}
      selectedIds={selectable ? list.selected.map(({ id }) => id) : null}
      onSelect={(ids) => remember({ selected: selectRows(list.selected, rows, ids) })}
      awaited={list.page || list.failure ? 0 : view.pageSize}
      stale={list.stale}
      instead={<Instead {...props} />}
    />
  );
}

function Instead<E extends ListEndpoint>({
  list,
  title,
  empty,
  filtered,
  first = {},
  tools = [],
  onReset,
}: PartProps<E> & { onReset: () => void }) {
  const may = useMay();
  if (list.failure) return <NotLoaded reason={list.failure} onRetry={list.refresh} />;
  if (!list.page) return null;
  if (!sameFilters(list.memory.filters, first)) return <NothingFound words={filtered} onReset={onReset} />;
  const foremost = tools.find(({ needs, primary }) => primary && (!needs || may(needs)));
  const action = foremost && (
    <Button type="primary" onClick={foremost.run}>
      {foremost.label}
    </Button>
  );
  return <NothingYet sentence={empty ?? `${title}还没有数据`} action={action} />;
}
