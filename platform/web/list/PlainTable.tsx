import { Table, type TableProps } from "antd";
import type { ReactNode } from "react";
import { NotLoaded } from "./list-states.tsx";

interface Asked {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

type Antd<Row> = Pick<
  TableProps<Row>,
  "columns" | "rowKey" | "className" | "loading" | "expandable" | "footer" | "scroll" | "tableLayout" | "virtual"
>;

interface Props<Row> extends Antd<Row> {
  readonly rows: readonly Row[] | undefined;
  /** The call for the rows. The table shows that it is loading, or why it failed. */
  readonly of?: Asked;
  /** Why there is nothing. */
  readonly empty?: ReactNode;
  /** More rows than this are shown page by page. */
  readonly pageSize?: number;
  /** The unit of the count below, as in 共 3 个. */
  readonly unit?: string;
}

/** Rows that have come whole, inside a tab, a drawer or a dialog; their columns by `tableColumnsOf`. */
export function PlainTable<Row extends object>({ rows = [], of, empty, pageSize, unit, ...rest }: Props<Row>) {
  if (of?.error) return <NotLoaded reason={of.error.message} onRetry={() => void of.refetch()} />;
  const isPending = of?.isPending ?? false;
  const counted = unit ? { showTotal: (total: number) => `共 ${total} ${unit}` } : {};
  return (
    <Table<Row>
      rowKey="id"
      size="small"
      className="tabular"
      loading={isPending}
      dataSource={[...rows]}
      pagination={pageSize ? { pageSize, hideOnSinglePage: true, showSizeChanger: false, ...counted } : false}
      {...(isPending || empty !== undefined ? { locale: { emptyText: isPending ? " " : empty } } : {})}
      {...rest}
    />
  );
}
