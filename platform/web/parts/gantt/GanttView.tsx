import { dayOf } from "@ops/platform/contract";
import { Tooltip } from "antd";
import { serverNow } from "../../call/server-clock.ts";
import {
  daysOfGantt,
  describeRow,
  type GanttDays,
  type GanttRow,
  type GanttSpan,
  isLate,
  marksOfGantt,
  placeDay,
  placeSpan,
} from "./gantt.ts";
import "./gantt.css";

interface Props {
  readonly label: string;
  readonly rows: readonly GanttRow[];
}

/** Planned, actual and expected days of several works, with a line at today by the server's clock; to be read, not changed (PF-R130). */
export function GanttView({ label, rows }: Props) {
  const today = dayOf(serverNow());
  const days = daysOfGantt(rows, today);
  const now = placeDay(days, today);
  return (
    <figure className="gantt" aria-label={label}>
      <div className="gantt-head" aria-hidden>
        <div className="gantt-track">
          {marksOfGantt(days, today).map((day) => (
            <span key={day} className="gantt-mark" style={{ insetInlineStart: `${placeDay(days, day)}%` }}>
              {day.slice(5)}
            </span>
          ))}
          <span className="gantt-today" style={{ insetInlineStart: `${now}%` }}>
            今天
          </span>
        </div>
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.key} aria-label={`${row.title}：${describeRow(row, today)}`}>
            <span className="gantt-title">{row.title}</span>
            <Tooltip title={describeRow(row, today)}>
              <div className="gantt-track" data-late={isLate(row, today)}>
                <span className="gantt-line" style={{ insetInlineStart: `${now}%` }} />
                {row.baseline && <Bar kind="baseline" span={row.baseline} days={days} today={today} />}
                <Bar kind="planned" span={row.planned} days={days} today={today} />
                {row.forecast && <Bar kind="forecast" span={row.forecast} days={days} today={today} />}
                {row.actual && <Bar kind="actual" span={row.actual} days={days} today={today} />}
              </div>
            </Tooltip>
          </li>
        ))}
      </ul>
      <figcaption>
        {rows.some(({ baseline }) => baseline) && <span data-kind="baseline">基线</span>}
        <span data-kind="planned">计划</span>
        <span data-kind="actual">实际</span>
        {rows.some(({ forecast }) => forecast) && <span data-kind="forecast">预测</span>}
        <span data-kind="late">延期</span>
      </figcaption>
    </figure>
  );
}

interface BarProps {
  readonly kind: "baseline" | "planned" | "actual" | "forecast";
  readonly span: GanttSpan;
  readonly days: GanttDays;
  readonly today: string;
}

function Bar({ kind, span, days, today }: BarProps) {
  const { start, width } = placeSpan(days, span, today);
  return (
    <span className="gantt-bar" data-kind={kind} style={{ insetInlineStart: `${start}%`, inlineSize: `${width}%` }} />
  );
}
