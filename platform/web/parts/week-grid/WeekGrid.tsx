import type { WorkCalendar } from "@ops/platform/contract";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { fillWeek, HOURS, hoursOfWeek, isInside, stepFrom, type WeekCell } from "./week-hours.ts";
import "./week-grid.css";

interface Props {
  readonly label: string;
  readonly value: WorkCalendar["week"];
  readonly onChange: (week: WorkCalendar["week"]) => void;
}

/** A rectangle that is being drawn, and whether it switches on or off. */
interface Drawn {
  readonly pointerId: number;
  readonly from: WeekCell;
  readonly to: WeekCell;
  readonly isOn: boolean;
}

const days = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"];
const hourNumbers = Array.from({ length: HOURS }, (_, hour) => hour);

/**
 * The hours of a week (PF-R130); windows that begin or end within an hour keep their minutes as long as that hour is not switched. A mouse draws rectangles; the keys go from cell to cell, Space or Enter switches one, Shift with a
 * key switches all on the way as the first one is switched.
 */
export function WeekGrid({ label, value, onChange }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  // the pointer may be released before the last cell is rendered, between two cells or outside of the table
  const latest = useRef(drawn);
  const draw = (next: Drawn | null) => {
    latest.current = next;
    setDrawn(next);
  };
  const drawing = useRef<AbortController>(null);
  // what is drawn on a grid that goes meanwhile, or on a page that is hidden, must not be written any more
  useEffect(() => () => drawing.current?.abort(), []);
  const [focused, setFocused] = useState<WeekCell>({ day: 0, hour: 9 });
  const hours = hoursOfWeek(value);
  const isOn = ({ day, hour }: WeekCell) => hours[day]?.[hour] === true;
  const fill = (from: WeekCell, to: WeekCell, on: boolean) => onChange(fillWeek(value, from, to, on));

  const press = (event: PointerEvent<HTMLElement>, cell: WeekCell) => {
    const { button, currentTarget, pointerId } = event;
    if (button !== 0 || latest.current) return;
    // a finger would keep all its events at the first cell
    if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
    draw({ pointerId, from: cell, to: cell, isOn: !isOn(cell) });
    const ended = new AbortController();
    drawing.current = ended;
    ended.signal.addEventListener("abort", () => draw(null));
    const end = ({ type, pointerId: ending }: globalThis.PointerEvent) => {
      const last = latest.current;
      if (ending !== pointerId) return;
      ended.abort();
      if (type === "pointerup" && last) fill(last.from, last.to, last.isOn);
    };
    for (const type of ["pointerup", "pointercancel"] as const) window.addEventListener(type, end, ended);
  };
  const enter = ({ pointerId }: PointerEvent, cell: WeekCell) => {
    const last = latest.current;
    if (last?.pointerId === pointerId) draw({ ...last, to: cell });
  };
  const handleKey = (event: KeyboardEvent, cell: WeekCell) => {
    const next = stepFrom(cell, event.key);
    if (!next) return;
    event.preventDefault();
    setFocused(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.day}-${next.hour}"]`)?.focus();
    if (event.shiftKey) fill(cell, next, isOn(cell));
  };

  return (
    <table ref={grid} className="week-grid" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <span className="week-grid-corner">小时</span>
          </th>
          {hourNumbers.map((hour) => (
            <th key={hour} scope="col">
              {hour}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((name, day) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {hourNumbers.map((hour) => {
              const cell = { day, hour };
              const isDrawn = drawn !== null && isInside(drawn.from, drawn.to, cell);
              return (
                <td key={hour}>
                  <button
                    type="button"
                    data-cell={`${day}-${hour}`}
                    aria-label={`${name} ${hour}点`}
                    aria-pressed={isDrawn ? drawn.isOn : isOn(cell)}
                    tabIndex={focused.day === day && focused.hour === hour ? 0 : -1}
                    onFocus={() => setFocused(cell)}
                    onKeyDown={(event) => handleKey(event, cell)}
                    // a click of the mouse was drawn already
                    onClick={(event) => event.detail === 0 && fill(cell, cell, !isOn(cell))}
                    onPointerDown={(event) => press(event, cell)}
                    onPointerEnter={(event) => enter(event, cell)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
