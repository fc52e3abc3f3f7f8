import { REACHABLE_ROWS, rowShape } from "@ops/platform/contract";
import { Table, type TableProps } from "antd";
import { useMay } from "../session/use-session.ts";
import type { PageAction } from "./action/actions.ts";
import { useAsking } from "./action/use-asking.tsx";
import type { Column } from "./column/columns.ts";
import { actionColumns, plainColumn } from "./column/plain-columns.tsx";
import type { ListEndpoint, RowOf } from "./list-endpoint.ts";
import { NotLoaded } from "./list-states.tsx";
import type { Paged } from "./use-paged.ts";

interface Props<E extends ListEndpoint> extends Pick<TableProps<RowOf<E>>, "expandable" | "rowSelection"> {
  readonly of: Paged<E>;
  /** The columns as in `ListPage`. One without a width takes the remaining space. */
  readonly columns: readonly Column<E>[];
  readonly rowActions?: readonly PageAction<RowOf<E>>[];
  /** Why there is nothing. */
  readonly empty: string;
  /** The unit of the rows, as in 共 3 个职位. */
  readonly unit?: string;
}

/** Rows of an endpoint inside a tab, a drawer or a settings page: the smaller sister of `ListPage`. */
export function PagedTable<E extends ListEndpoint>(props: Props<E>) {
  const { of, columns, rowActions = [], empty, unit = "条", ...rest } = props;
  const may = useMay();
  const { actions, dialog } = useAsking(rowActions);
  if (of.failure) return <NotLoaded reason={of.failure} onRetry={of.refresh} />;

  const row = rowShape(of.endpoint);
  const total = of.page?.total ?? 0;
  return (
    <>
      <Table<RowOf<E>>
        rowKey="id"
        size="small"
        className="tabular"
        loading={{ spinning: of.loading, delay: 200 }}
        dataSource={of.rows}
        columns={[
          ...columns.map((column) => plainColumn<RowOf<E>>(row, column.show, column)),
          ...actionColumns(actions, may),
        ]}
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
