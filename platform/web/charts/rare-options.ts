import type { EChartsCoreOption } from "echarts/core";
import { type ChartLook, categories, common, text, tooltip, values } from "./chart-options.ts";

/** A value for each pair of a row and a column; null if there is none. */
export interface HeatData {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** How much goes from one place to another. */
export type FlowData = readonly { readonly from: string; readonly to: string; readonly value: number }[];

/** How values are spread: least, first quarter, middle, third quarter, most. */
export type SpreadData = readonly {
  readonly name: string;
  readonly five: readonly [number, number, number, number, number];
}[];

/** From this share of the way to the accent on, the colour of the panel is read better than that of the text. */
const TURNS_AT = 0.72;

/** Draws darker cells for larger values. Each cell has its number, so that nobody must compare colours. */
export function heatOption({ columns, rows }: HeatData, look: ChartLook): EChartsCoreOption {
  const cells = rows.flatMap(({ values: numbers }, row) =>
    numbers.flatMap((value, column) => (value === null ? [] : [[column, row, value]])),
  );
  const most = Math.max(1, ...cells.map(([, , value]) => value ?? 0));
  const names = (all: readonly string[]) => ({ ...categories(all, look), splitArea: { show: false } });
  const [first = look.text] = look.palette;
  return {
    ...common(look),
    aria: { enabled: true },
    grid: { left: 4, right: 8, top: 8, bottom: 4, containLabel: true },
    tooltip: tooltip(look, "item"),
    xAxis: names(columns),
    yAxis: { ...names(rows.map(({ name }) => name)), inverse: true },
    visualMap: { show: false, min: 0, max: most, inRange: { color: [look.panel, first] } },
    series: [
      {
        type: "heatmap",
        data: cells.map(([column, row, value = 0]) => ({
          value: [column, row, value],
          label: { color: value > most * TURNS_AT ? look.panel : look.text },
        })),
        label: { show: true, fontSize: 12 },
        itemStyle: { borderColor: look.panel, borderWidth: 2, borderRadius: 3 },
      },
    ],
  };
}

/**
 * The flows without those that lead back, of which the smaller give way. Streams that run in a circle cannot be drawn
 * from left to right; the table has them all.
 */
export function flowsAhead(data: FlowData): FlowData {
  const ahead = new Map<string, Set<string>>();
  const leads = (from: string, to: string) => {
    const reached = new Set([from]);
    for (const at of reached) for (const next of ahead.get(at) ?? []) reached.add(next); // visits what it adds, too
    return reached.has(to);
  };
  const drawn = new Set<FlowData[number]>();
  for (const flow of data.toSorted((a, b) => b.value - a.value)) {
    if (leads(flow.to, flow.from)) continue;
    drawn.add(flow);
    ahead.set(flow.from, (ahead.get(flow.from) ?? new Set()).add(flow.to));
  }
  return data.filter((flow) => drawn.has(flow));
}

/** Streams from left to right, as wide as what flows. */
export function flowOption(all: FlowData, look: ChartLook): EChartsCoreOption {
  const data = flowsAhead(all);
  const names = [...new Set(data.flatMap(({ from, to }) => [from, to]))];
  return {
    ...common(look),
    aria: { enabled: true },
    tooltip: tooltip(look, "item"),
    series: [
      {
        type: "sankey",
        left: 4,
        right: 96,
        top: 8,
        bottom: 8,
        nodeWidth: 12,
        nodeGap: 12,
        draggable: false,
        data: names.map((name) => ({ name })),
        links: data.map(({ from, to, value }) => ({ source: from, target: to, value })),
        label: text(look.text),
        itemStyle: { borderWidth: 0 },
        lineStyle: { color: "source", opacity: 0.22, curveness: 0.5 },
      },
    ],
  };
}

/** A box from the first to the third quarter, a line in the middle, whiskers to the least and the most. */
export function spreadOption(data: SpreadData, look: ChartLook): EChartsCoreOption {
  const names = data.map(({ name }) => name);
  const [first = look.text] = look.palette;
  return {
    ...common(look),
    aria: { enabled: true },
    grid: { left: 4, right: 16, top: 18, bottom: 4, containLabel: true },
    tooltip: tooltip(look, "item"),
    xAxis: categories(names, look),
    yAxis: values(
      data.flatMap(({ five }) => five),
      look,
    ),
    series: [
      {
        type: "boxplot",
        data: data.map(({ five }) => [...five]),
        boxWidth: [12, 36],
        itemStyle: { color: look.panel, borderColor: first, borderWidth: 1.5 },
      },
    ],
  };
}
