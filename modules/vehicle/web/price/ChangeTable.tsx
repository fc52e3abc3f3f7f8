import { MoneyInput, showMoney } from "@ops/platform/web";
import type { PriceCell, PriceLine } from "@ops/vehicle/contract";
import { Table } from "antd";
import { cellKey, type Typed } from "./changes.ts";

interface Props {
  readonly lines: readonly PriceLine[];
  readonly loading: boolean;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
}

interface Row extends PriceCell {
  readonly key: string;
  readonly configName: string;
}

/** Old price, new price and difference for every item of the configurations. */
export function ChangeTable({ lines, loading, typed, onType }: Props) {
  const rows: Row[] = lines.flatMap(({ id, configName, cells }) =>
    cells.map((cell) => ({ ...cell, key: cellKey(id, cell), configName })),
  );
  return (
    <Table<Row>
      rowKey="key"
      size="small"
      className="tabular"
      pagination={false}
      loading={loading}
      dataSource={rows}
      columns={[
        ...(lines.length > 1 ? [{ title: "配置", dataIndex: "configName" }] : []),
        { title: "项目", dataIndex: "itemName" },
        { title: "原价", key: "old", align: "right", width: 140, render: (_value, row) => showMoney(row.amountFen) },
        {
          title: "新价",
          key: "new",
          width: 190,
          render: (_value, { key }) => (
            <MoneyInput id={key} value={typed[key] ?? null} onChange={(fen) => onType({ ...typed, [key]: fen })} />
          ),
        },
        {
          title: "差额",
          key: "diff",
          align: "right",
          width: 140,
          render: (_value, { key, amountFen }) => <Difference before={amountFen} after={typed[key] ?? null} />,
        },
      ]}
      locale={{ emptyText: loading ? " " : "没有可以定价的项目" }}
    />
  );
}

function Difference({ before, after }: { readonly before: number | null; readonly after: number | null }) {
  if (after === null || before === null || after === before) return "-";
  const by = after - before;
  const text = `${by > 0 ? "+" : "−"}${showMoney(Math.abs(by))}`;
  return <span className={by > 0 ? "price-up" : "price-down"}>{text}</span>;
}
