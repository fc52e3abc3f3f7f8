import type { EChartsCoreOption } from "echarts/core";
import { shareLegend } from "./share-legend.ts";

/** Several values per category: what lines and bars show. */
export interface SeriesData {
  readonly categories: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** One value per name: what pies and funnels show. */
export type ShareData = readonly { readonly name: string; readonly value: number }[];

/** The colours and type of the page, read from the theme. */
export interface ChartLook {
  readonly palette: readonly string[];
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly panel: string;
  readonly fontFamily: string;
}

const FONT_SIZE = 12;

/** Patterns that distinguish series without colour. They are faint, so that the colours stay visible. */
const ink = "rgba(255, 255, 255, 0.28)";
const decals = [
  { symbol: "none" },
  { color: ink, dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: -Math.PI / 4 },
  {
    color: ink,
    symbol: "circle",
    symbolSize: 0.6,
    dashArrayX: [
      [8, 8],
      [0, 8, 8, 0],
    ],
    dashArrayY: [6, 0],
  },
  { color: ink, dashArrayX: [1, 0], dashArrayY: [2, 5] },
  { color: ink, dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: Math.PI / 4 },
  {
    color: ink,
    symbol: "rect",
    symbolSize: 0.7,
    dashArrayX: [
      [6, 6],
      [0, 6, 6, 0],
    ],
    dashArrayY: [5, 0],
  },
  { color: ink, dashArrayX: [1, 0], dashArrayY: [2, 5], rotation: Math.PI / 2 },
  { color: ink, dashArrayX: [1, 0], dashArrayY: [4, 4], rotation: -Math.PI / 4 },
];

/** With `max`, the axis goes from 0 to it, whatever the values are: a score of 60 out of 100 is no summit. */
export function lineOption(data: SeriesData, look: ChartLook, max?: number): EChartsCoreOption {
  const series = data.series.map(({ name, values }) => ({
    type: "line",
    name,
    data: values,
    smooth: 0.2,
    symbol: "circle",
    symbolSize: 6,
    showSymbol: values.length <= MOST_DOTS || values.some(standsAlone),
    lineStyle: { width: 2 },
    emphasis: { focus: "series" },
  }));
  const axis = { ...values(numbersOf(data), look), ...(max === undefined ? {} : { min: 0, max }) };
  return { ...frame(data, look), xAxis: categories(data.categories, look), yAxis: axis, series };
}

/** More than these run together into a string of beads. */
const MOST_DOTS = 24;

/** Between two gaps there is no line: without its dot the value would not be seen at all. */
const standsAlone = (value: number | null, at: number, all: readonly (number | null)[]) =>
  value !== null && (all[at - 1] ?? null) === null && (all[at + 1] ?? null) === null;

/** Shows no number for zero. */
const unlessZero = ({ value }: { value: unknown }) => (value === 0 ? "" : String(value));

export interface BarLook {
  /** Draws horizontal bars, for rankings with long names. */
  readonly across?: boolean;
  /** Puts the series of a category on top of each other, where their sum means something. */
  readonly stacked?: boolean;
}

export function barOption(
  data: SeriesData,
  look: ChartLook,
  { across = false, stacked = false }: BarLook = {},
): EChartsCoreOption {
  const single = data.series.length === 1;
  const series = data.series.map(({ name, values: numbers }) => ({
    type: "bar",
    name,
    data: numbers,
    ...(stacked ? { stack: "all" } : {}),
    barMaxWidth: across ? 14 : 22,
    itemStyle: { borderRadius: across ? [0, 2, 2, 0] : [2, 2, 0, 0] },
    label: {
      show: single,
      position: across ? "right" : "top",
      color: look.muted,
      fontSize: FONT_SIZE,
      formatter: unlessZero,
    },
  }));
  const names = categories(data.categories, look);
  const numbers = values(numbersOf(data), look);
  return across
    ? { ...frame(data, look), xAxis: numbers, yAxis: { ...names, inverse: true }, series }
    : { ...frame(data, look), xAxis: names, yAxis: numbers, series };
}

/**
 * Draws a ring with a legend beside it, one line per name with its number and share, because names around a ring would
 * overlap.
 */
export function pieOption(data: ShareData, look: ChartLook): EChartsCoreOption {
  const { legend, width } = shareLegend(data, look);
  const ring = { radius: ["50%", "82%"], left: 0, right: width, label: { show: false } };
  const series = { type: "pie", ...ring, data, itemStyle: border(look) };
  return { ...common(look), legend, tooltip: tooltip(look, "item"), series: [series] };
}

export function funnelOption(data: ShareData, look: ChartLook): EChartsCoreOption {
  const label = { color: look.text, fontSize: FONT_SIZE, position: "right", formatter: "{b} {c}" };
  const place = { left: 12, right: 130, top: 8, bottom: 8, gap: 2, minSize: "6%", sort: "none" };
  const series = { type: "funnel", ...place, data, label, itemStyle: border(look) };
  return { ...common(look), tooltip: tooltip(look, "item"), series: [series] };
}

/** One axis per category, all from 0 to `max`. The first series is filled; the others are dashed lines to compare it with. */
export function radarOption(data: SeriesData, look: ChartLook, max: number): EChartsCoreOption {
  const radar = {
    indicator: data.categories.map((name) => ({ name, max })),
    radius: "68%",
    center: ["50%", "49%"],
    splitNumber: 4,
    axisName: text(look.text),
    axisLine: { lineStyle: { color: look.line } },
    splitLine: { lineStyle: { color: look.line } },
    splitArea: { show: false },
  };
  const shown = data.series.map(({ name, values }, at) => ({
    name,
    value: values,
    lineStyle: { width: 2, type: at === 0 ? "solid" : "dashed" },
    areaStyle: { opacity: at === 0 ? 0.14 : 0 },
  }));
  const series = { type: "radar", data: shown, symbolSize: 5 };
  const legend = { show: shown.length > 1, bottom: 0, itemWidth: 14, itemHeight: 8, textStyle: text(look.text) };
  return { ...common(look), aria: { enabled: true }, legend, radar, tooltip: tooltip(look, "item"), series: [series] };
}

export function common(look: ChartLook): EChartsCoreOption {
  return {
    color: [...look.palette],
    textStyle: { fontFamily: look.fontFamily, color: look.text },
    animationDuration: 180,
    aria: { enabled: true, decal: { show: true, decals } },
  };
}

function frame(data: SeriesData, look: ChartLook): EChartsCoreOption {
  const legend = {
    show: data.series.length > 1,
    top: 0,
    right: 0,
    itemWidth: 14,
    itemHeight: 8,
    textStyle: text(look.text),
  };
  const grid = { left: 4, right: 16, top: data.series.length > 1 ? 34 : 18, bottom: 4, containLabel: true };
  return { ...common(look), legend, grid, tooltip: tooltip(look, "axis") };
}

export function categories(names: readonly string[], look: ChartLook) {
  return {
    type: "category",
    data: names,
    axisLine: { lineStyle: { color: look.line } },
    axisTick: { show: false },
    axisLabel: text(look.muted),
  };
}

const numbersOf = ({ series }: SeriesData) => series.flatMap(({ values }) => values);

/** There is no half of a car, but there is half of a percent. */
export function values(shown: readonly (number | null)[], look: ChartLook) {
  const isCounted = shown.every((value) => value === null || Number.isInteger(value));
  return {
    type: "value",
    ...(isCounted ? { minInterval: 1 } : {}),
    axisLabel: text(look.muted),
    splitLine: { lineStyle: { color: look.line } },
  };
}

export function tooltip(look: ChartLook, trigger: "axis" | "item") {
  return { trigger, confine: true, backgroundColor: look.panel, borderColor: look.line, textStyle: text(look.text) };
}

function border(look: ChartLook) {
  return { borderColor: look.panel, borderWidth: 2 };
}

export function text(color: string) {
  return { color, fontSize: FONT_SIZE };
}
