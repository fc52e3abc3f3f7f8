import type { SeriesData, ShareData } from "./chart-options.ts";
import type { FlowData, HeatData, SpreadData } from "./rare-options.ts";

/** A chart as rows of text, for the table view and for screen readers. */
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

/** The column of charts that have one number for each name. */
export const NUMBER = "数值";

export function shareRows(data: ShareData): ChartRows {
  return { head: ["名称", NUMBER], rows: data.map(({ name, value }) => [name, number(value)]) };
}

export function heatRows({ columns, rows }: HeatData, rowTitle = "分类"): ChartRows {
  return {
    head: [rowTitle, ...columns],
    rows: rows.map(({ name, values }) => [name, ...columns.map((_, at) => number(values[at]))]),
  };
}

export function flowRows(data: FlowData): ChartRows {
  return { head: ["流向", NUMBER], rows: data.map(({ from, to, value }) => [`${from} → ${to}`, number(value)]) };
}

export function spreadRows(data: SpreadData): ChartRows {
  return {
    head: ["名称", "最小", "下四分位", "中位", "上四分位", "最大"],
    rows: data.map(({ name, five }) => [name, ...five.map(number)]),
  };
}

function number(value: number | null | undefined): string {
  return typeof value === "number" ? value.toLocaleString("zh-CN") : "-";
}
