import { BarChartOutlined, TableOutlined } from "@ant-design/icons";
import { Button, Card, Skeleton, Tooltip, theme } from "antd";
import type { EChartsCoreOption } from "echarts/core";
import { type ReactNode, useMemo, useState } from "react";
import { partsOf } from "../shell/page/lazy-parts.tsx";
import { useThemeMode } from "../theme/theme-mode.ts";
import { chartPalette } from "../theme/tokens.ts";
import type { ChartLook } from "./chart-options.ts";
import type { ChartRows } from "./chart-table.ts";
import { type Clicked, type PickOf, pickSeries } from "./picked.ts";
import "./charts.css";

const waiting = <Skeleton active paragraph={{ rows: 5 }} title={false} />;
const EChart = partsOf(() => import("./EChart.tsx")).standing("default", waiting);
const RareChart = partsOf(() => import("./RareChart.tsx")).standing("default", waiting);

export interface ChartFrame {
  readonly title: string;
  readonly height?: number;
  /** Beside the title: a period switch, a link to the list. */
  readonly extra?: ReactNode;
  /** Called with the row and the column of the number that was clicked, as the table view names them. */
  readonly onPick?: (name: string, series: string) => void;
}

interface Props extends ChartFrame {
  readonly option: EChartsCoreOption;
  readonly rows: ChartRows;
  /** Whether few pages show this kind, so that its code is loaded separately. */
  readonly isRare?: boolean;
  /** What a click on the drawing means. */
  readonly pickOf?: PickOf;
}

/** A chart with its title and a button that shows the same numbers as a table. */
export function Chart({
  title,
  height = 260,
  extra,
  onPick,
  option,
  rows,
  isRare = false,
  pickOf = pickSeries,
}: Props) {
  const click = (clicked: Clicked) => {
    const picked = pickOf(clicked);
    if (picked) onPick?.(...picked);
  };
  const [asTable, setAsTable] = useState(false);
  const label = asTable ? "以图表显示" : "以表格显示";
  const Drawing = isRare ? RareChart : EChart;
  const toggle = (
    <Tooltip title={label}>
      <Button
        type="text"
        size="small"
        aria-label={`${title}：${label}`}
        icon={asTable ? <BarChartOutlined /> : <TableOutlined />}
        onClick={() => setAsTable(!asTable)}
      />
    </Tooltip>
  );

  return (
    <Card
      className="chart"
      title={title}
      extra={
        <>
          {extra}
          {toggle}
        </>
      }
    >
      <div className="chart-room" style={{ blockSize: height }}>
        {rows.rows.length === 0 && <p className="chart-empty">暂无数据</p>}
        {rows.rows.length > 0 && asTable && <RowsTable title={title} rows={rows} onPick={onPick} />}
        {rows.rows.length > 0 && !asTable && <Drawing option={option} onClick={click} />}
      </div>
    </Card>
  );
}

interface TableProps extends Pick<ChartFrame, "title"> {
  readonly onPick: ChartFrame["onPick"];
  readonly rows: ChartRows;
}

/** Where a click on the chart shows rows, the numbers of the table do so too. */
function RowsTable({ title, rows, onPick }: TableProps) {
  const cellOf = (name: string, cell: string, at: number) =>
    onPick && at > 0 ? (
      <button
        type="button"
        className="text-button"
        aria-label={`查看${name}${rows.head[at]}`}
        onClick={() => onPick(name, rows.head[at] ?? "")}
      >
        {cell}
      </button>
    ) : (
      cell
    );
  return (
    <table className="chart-table" aria-label={title}>
      <thead>
        <tr>
          {rows.head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, at) => (
              <td key={rows.head[at]}>{cellOf(row[0] ?? "", cell, at)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Finds the colours of the present theme, because charts cannot read CSS variables. */
export function useChartLook(): ChartLook {
  const { token } = theme.useToken();
  const mode = useThemeMode();
  return useMemo(
    () => ({
      palette: chartPalette[mode],
      text: token.colorText,
      muted: token.colorTextTertiary,
      line: token.colorBorderSecondary,
      panel: token.colorBgContainer,
      fontFamily: token.fontFamily,
    }),
    [mode, token],
  );
}
