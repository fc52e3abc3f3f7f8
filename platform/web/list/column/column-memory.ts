import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "@ops/platform/contract";

/** What a column declares about its place in the table. */
export interface ColumnPlace {
  readonly key: string;
  readonly width: number;
  readonly pinned: boolean;
  readonly hidden: boolean;
}

export type Density = "large" | "medium" | "small";

/**
 * What a user has changed in the look of a list. Everything else stays as declared, even if the page gets new columns.
 */
export interface ViewMemory {
  readonly order: readonly string[];
  readonly hidden: Readonly<Record<string, boolean>>;
  readonly pinned: Readonly<Record<string, boolean>>;
  readonly widths: Readonly<Record<string, number>>;
  readonly density: Density;
  readonly pageSize: number;
}

export const untouchedView: ViewMemory = {
  order: [],
  hidden: {},
  pinned: {},
  widths: {},
  density: "medium",
  pageSize: DEFAULT_PAGE_SIZE,
};

const MIN_COLUMN_WIDTH = 64;
const MAX_COLUMN_WIDTH = 600;

/**
 * The declared columns as the user left them: pinned ones first, in the remembered order. Columns that the page no
 * longer has are forgotten, new ones appear after the neighbour they were declared behind. The first declared column
 * is the record's number: it leads and cannot be hidden.
 */
export function arrangeColumns<C extends ColumnPlace>(declared: readonly C[], memory: ViewMemory): C[] {
  const arranged = sortByKeys(declared, memory.order).map((column) => ({
    ...column,
    width: memory.widths[column.key] ?? column.width,
    pinned: memory.pinned[column.key] ?? column.pinned,
    hidden: column.key !== declared[0]?.key && (memory.hidden[column.key] ?? column.hidden),
  }));
  const lead = arranged.filter(({ key }) => key === declared[0]?.key);
  const rest = arranged.filter(({ key }) => key !== declared[0]?.key);
  return [...lead, ...rest.filter(({ pinned }) => pinned), ...rest.filter(({ pinned }) => !pinned)];
}

function sortByKeys<C extends ColumnPlace>(declared: readonly C[], order: readonly string[]): C[] {
  const byKey = new Map(declared.map((column) => [column.key, column]));
  const known = order.flatMap((key) => byKey.get(key) ?? []);
  declared.forEach((column, at) => {
    if (order.includes(column.key)) return;
    const before = declared[at - 1];
    known.splice(before ? known.findIndex(({ key }) => key === before.key) + 1 : 0, 0, column);
  });
  return known;
}

/** Moves one column to the place of another; the answer is the whole order, ready to be remembered. */
export function moveColumn(keys: readonly string[], moved: string, target: string): string[] {
  const from = keys.indexOf(moved);
  const to = keys.indexOf(target);
  if (from < 0 || to < 0 || from === to) return [...keys];
  const rest = keys.filter((key) => key !== moved);
  return rest.toSpliced(to, 0, moved);
}

export function boundWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));
}

/** What local storage held, or the untouched view when it was damaged or of an older shape. */
export function readViewMemory(stored: string | null): ViewMemory {
  if (!stored) return untouchedView;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== "object" || value === null) return untouchedView;
    const read: Partial<ViewMemory> = value;
    return {
      order: Array.isArray(read.order) ? read.order.filter((key) => typeof key === "string") : [],
      hidden: recordOf(read.hidden, "boolean"),
      pinned: recordOf(read.pinned, "boolean"),
      widths: recordOf(read.widths, "number"),
      density: read.density === "large" || read.density === "small" ? read.density : "medium",
      pageSize: PAGE_SIZES.find((size) => size === read.pageSize) ?? DEFAULT_PAGE_SIZE,
    };
  } catch {
    return untouchedView; // somebody has edited the storage, so it is not JSON
  }
}

function recordOf<T>(value: unknown, type: "boolean" | "number"): Record<string, T> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => typeof entry === type));
}
