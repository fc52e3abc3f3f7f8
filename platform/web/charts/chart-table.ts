import type { SeriesData, ShareData } from "./chart-options.ts";

/** A chart as rows of text: what the table view and a screen reader get. */
export interface ChartRows {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function seriesRows({ categories, series }: SeriesData, categoryTitle = "分类"): ChartRows {
  return {
    head: [categoryTitle, ...series.map(({ name }) => name)],
    rows: categories.map((category, at) => [category, ...series.map(({ values }) => number(values[at]))]),
  };
}

export function shareRows(data: ShareData): ChartRows {
  return { head: ["名称", "数值"], rows: data.map(({ name, value }) => [name, number(value)]) };
}

function number(value: number | null | undefined): string {
  return typeof value === "number" ? value.toLocaleString("zh-CN") : "-";
}
