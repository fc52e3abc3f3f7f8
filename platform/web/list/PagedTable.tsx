import { REACHABLE_ROWS } from "@ops/platform/contract";
import { Table, type TableProps } from "antd";
import { useMay } from "../session/use-session.ts";
import { offered, type PageAction } from "./actions.ts";
import { type Column, placeColumns } from "./columns.ts";
import type { ListEndpoint, RowOf } from "./list-endpoint.ts";
import { NotLoaded } from "./list-states.tsx";
import { RowActions } from "./RowActions.tsx";
import { actionsWidth } from "./table-columns.tsx";
import { useAsking } from "./use-asking.tsx";
import type { Paged } from "./use-paged.ts";

interface Props<E extends ListEndpoint> extends Pick<TableProps<RowOf<E>>, "expandable" | "rowSelection"> {
  readonly of: Paged<E>;
  /** As of `ListPage`; one without a width takes what is left. */
  readonly columns: readonly Column<E>[];
  readonly rowActions?: readonly PageAction<RowOf<E>>[];
  /** Why there is nothing. */
  readonly empty: string;
  /** What is counted: 共 3 个职位. */
  readonly unit?: string;
}

/** Rows of an endpoint inside a tab, a drawer or a settings page: the smaller sister of `ListPage`. */
export function PagedTable<E extends ListEndpoint>(props: Props<E>) {
  const { of, columns, rowActions = [], empty, unit = "条", ...rest } = props;
  const may = useMay();
  const { actions, dialog } = useAsking(rowActions);
  const permitted = actions.filter(({ needs }) => !needs || may(needs));
  if (of.failure) return <NotLoaded reason={of.failure} onRetry={of.refresh} />;

  const total = of.page?.total ?? 0;
  const last = {
    key: "actions",
    title: "操作",
    width: actionsWidth(permitted),
    render: (_value: unknown, row: RowOf<E>) => <RowActions actions={offered(permitted, row, may)} row={row} />,
  };
  return (
    <>
      <Table<RowOf<E>>
        rowKey="id"
        size="small"
        className="tabular"
        loading={{ spinning: of.loading, delay: 200 }}
        dataSource={of.rows}
        columns={[...tableColumns(of.endpoint, columns), ...(permitted.length > 0 ? [last] : [])]}
        pagination={{
          current: of.pageNo,
          pageSize: of.pageSize,
          total: Math.min(total, REACHABLE_ROWS),
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: of.turnTo,
          showTotal: () => `共 ${of.page?.totalKind === "atLeast" ? `${REACHABLE_ROWS}+` : total} ${unit}`,
        }}
        locale={{ emptyText: of.page ? empty : " " }}
        {...rest}
      />
      {dialog}
    </>
  );
}

function tableColumns<E extends ListEndpoint>(endpoint: E, columns: readonly Column<E>[]) {
  return placeColumns(endpoint, columns).map(({ key, title, as, align }, at) => {
    const width = columns[at]?.width;
    const render = (_value: unknown, row: RowOf<E>) => as(row);
    return { key, title, align, ellipsis: true, render, ...(width ? { width } : {}) };
  });
}
