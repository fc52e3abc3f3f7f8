import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

interface Need {
  readonly head: number;
  /** Heading and cells; not known before there were rows. */
  readonly content?: number;
}

/** What heading and content of each column take, by the key of the column. */
export type ColumnNeeds = Readonly<Record<string, Need>>;

/** A plain number that the eye opens is a little wider than the masked one. */
const BREATHING = 8;

/** The needed widths only grow, so that columns keep their widths while the user goes through the pages. */
const known = new Map<string, ColumnNeeds>();
const noRows: readonly unknown[] = [];

interface Measured {
  readonly keys: readonly string[];
  /** Columns before the first of the list's own: the boxes to tick. */
  readonly skip: number;
  readonly rows: readonly unknown[];
  /** False while the table waits for the size of its panel. */
  readonly ready: boolean;
}

/**
 * Measures the columns of a table when its rows or columns are new, before the browser paints; and again when a cell gets
 * its text later than its row, as words of a dictionary do.
 */
export function useColumnNeeds(
  host: RefObject<HTMLElement | null>,
  list: string,
  { keys, skip, rows, ready }: Measured,
): ColumnNeeds {
  const [needs, setNeeds] = useState<ColumnNeeds>(known.get(list) ?? {});
  const columns = keys.join();
  const measured = useRef({ rows: noRows, columns: "" });

  const measure = (table: HTMLElement) => {
    const grown = growNeeds(needs, measureColumns(table, keys, skip));
    if (grown === needs) return;
    known.set(list, grown);
    setNeeds(grown);
  };
  useLayoutEffect(() => {
    const seen = measured.current;
    if (!host.current || !ready || (seen.rows === rows && seen.columns === columns)) return;
    measured.current = { rows, columns };
    measure(host.current);
  });

  const measureAgain = useEffectEvent(measure);
  useEffect(() => {
    const table = host.current;
    if (!table || !ready) return;
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => measureAgain(table));
    });
    observer.observe(table, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [host, ready]);
  return needs;
}

function measureColumns(host: HTMLElement, keys: readonly string[], skip: number): ColumnNeeds {
  const heads = [...host.querySelectorAll<HTMLElement>(".ant-table-thead th")].slice(skip);
  const rows = [...host.querySelectorAll(".ant-table-row")].map((row) => [...row.children].slice(skip));
  return Object.fromEntries(
    keys.flatMap((key, at) => {
      const cell = heads[at];
      if (!cell) return [];
      const head = headWidth(cell);
      if (rows.length === 0) return [[key, { head }]];
      return [[key, { head, content: Math.max(head, ...rows.map((cells) => contentWidth(cells[at]))) }]];
    }),
  );
}

function headWidth(cell: HTMLElement): number {
  const parts = [...cell.querySelectorAll(".list-column-title, .ant-table-column-sorter")];
  const gap = 4 * (parts.length - 1);
  return Math.ceil(parts.reduce((sum, part) => sum + part.getBoundingClientRect().width, gap) + paddingOf(cell)) + 1;
}

/** Of the text itself, also where the cell cuts it off. Actions reach into the padding before them: that part is free. */
function contentWidth(cell: Element | undefined): number {
  if (!cell) return 0;
  const range = document.createRange();
  range.selectNodeContents(cell.querySelector(":scope > .ant-table-cell-content") ?? cell); // antd's box in fixed cells
  const { left, right } = range.getBoundingClientRect();
  const start = cell.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(cell).paddingInlineStart);
  return Math.ceil(right - Math.max(left, start) + paddingOf(cell)) + BREATHING;
}

function paddingOf(cell: Element): number {
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
  return Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
}

function growNeeds(before: ColumnNeeds, measured: ColumnNeeds): ColumnNeeds {
  const grown = Object.entries(measured).filter(([key, need]) => isLarger(need, before[key]));
  if (grown.length === 0) return before;
  const larger = grown.map(([key, need]) => [key, largerOf(need, before[key])]);
  return { ...before, ...Object.fromEntries(larger) };
}

function isLarger({ head, content = 0 }: Need, before: Need | undefined): boolean {
  return !before || head > before.head || content > (before.content ?? 0);
}

function largerOf({ head, content = 0 }: Need, before: Need | undefined): Need {
  const most = Math.max(content, before?.content ?? 0);
  return { head: Math.max(head, before?.head ?? 0), ...(most > 0 ? { content: most } : {}) };
}
