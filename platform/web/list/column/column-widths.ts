/** What is known about a column when the space of a table is distributed. */
export interface Fitting {
  /** As declared, or as set by hand. */
  readonly width: number;
  /** Set by hand: it neither grows nor shrinks. */
  readonly rigid: boolean;
  /** What its heading takes; without it: not measured yet. */
  readonly head?: number;
  /** The width that heading and cells need. The declared width is the most that a column asks for. */
  readonly content?: number;
}

/**
 * Finds widths that fill `available`. Remaining space is distributed in proportion. If there is too little, columns
 * give up what their content does not need. If this does not suffice, the table scrolls sideways and every column is as
 * wide as its content.
 */
export function fitWidths(columns: readonly Fitting[], available: number): number[] {
  const wanted = columns.map(({ width, rigid, head = 0 }) => (rigid ? width : Math.max(width, head)));
  const room = Math.floor(available);
  return sum(wanted) <= room ? growWidths(columns, wanted, room) : shrinkWidths(columns, wanted, room);
}

function growWidths(columns: readonly Fitting[], wanted: readonly number[], room: number): number[] {
  const elastic = columns.map(({ rigid }, at) => (rigid ? 0 : (wanted[at] ?? 0)));
  return shareOut(wanted, elastic, room - sum(wanted), room);
}

function shrinkWidths(columns: readonly Fitting[], wanted: readonly number[], room: number): number[] {
  const least = columns.map(({ rigid, head = 0, content }, at) => {
    const width = wanted[at] ?? 0;
    return rigid || content === undefined ? width : Math.min(width, Math.max(head, content));
  });
  if (sum(least) > room) return least;
  const slack = wanted.map((width, at) => width - (least[at] ?? 0));
  return shareOut(least, slack, room - sum(least), room);
}

/** `base` plus a part of `spare` in proportion to `shares`; the last one that takes part also takes the odd pixels. */
function shareOut(base: readonly number[], shares: readonly number[], spare: number, room: number): number[] {
  const whole = sum(shares);
  const grown = base.map((width, at) => width + (whole ? Math.floor((spare * (shares[at] ?? 0)) / whole) : 0));
  const last = whole ? shares.findLastIndex((share) => share > 0) : grown.length - 1;
  const odd = room - sum(grown);
  return grown.map((width, at) => (at === last ? width + odd : width));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
