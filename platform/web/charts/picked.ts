import { NUMBER } from "./chart-table.ts";
import type { HeatData } from "./rare-options.ts";

/** What was clicked on a drawing, as it tells it. */
export interface Clicked {
  readonly name: string;
  readonly seriesName?: string;
  readonly dataType?: string;
  readonly data?: unknown;
  readonly value?: unknown;
}

/** The row and the column of the table view in which the same number stands; null for what has no number there. */
export type PickOf = (clicked: Clicked) => readonly [name: string, series: string] | null;

export const pickSeries: PickOf = ({ name, seriesName = "" }) => [name, seriesName];

/** A part of a ring or a funnel; its series has no name of its own. */
export const pickShare: PickOf = ({ name }) => [name, NUMBER];

/** An outline of a radar shows the numbers of all categories at once. */
export const pickOutline: PickOf = () => null;

/** A cell stands in a row and a column, which its axes number. */
export const pickCell =
  ({ rows, columns }: HeatData): PickOf =>
  ({ value }) => {
    const [column, row] = Array.isArray(value) ? value.map(Number) : [];
    const [name, series] = [rows[row ?? -1]?.name, columns[column ?? -1]];
    return name === undefined || series === undefined ? null : [name, series];
  };

/** A stream, but no stage, is a row of the table. */
export const pickFlow: PickOf = ({ dataType, data }) => {
  const { source, target } = Object(data);
  return dataType === "edge" ? [`${source} → ${target}`, NUMBER] : null;
};

/** A box shows all five numbers of its name at once. */
export const pickBox: PickOf = ({ name }) => [name, ""];
