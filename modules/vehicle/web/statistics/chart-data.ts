import type { SeriesData } from "@ops/platform/web";
import { blockKinds, type CarStatistics, stockAges } from "@ops/vehicle/contract";

type LeadTimes = CarStatistics["leadTimes"];

/** 库存 by series, with one layer per age. */
export function stockSeries(stock: CarStatistics["stock"]): SeriesData {
  const ages = (["0-30", "31-45", "46-90", "91-"] as const).map((age) => ({
    name: stockAges[age],
    values: stock.map(({ ages }) => ages[age]),
  }));
  const hasUnknown = stock.some(({ unknownAge }) => unknownAge > 0);
  const unknown = hasUnknown ? [{ name: "未入库", values: stock.map(({ unknownAge }) => unknownAge) }] : [];
  return { categories: stock.map(({ seriesName }) => seriesName), series: [...ages, ...unknown] };
}

export const plantsOf = (leadTimes: LeadTimes): string[] => [...new Set(leadTimes.map(({ plantCode }) => plantCode))];

/** Days from production to release and to the store, by month, for one plant. */
export function leadTimeSeries(leadTimes: LeadTimes, plant: string | undefined): SeriesData {
  const ofPlant = leadTimes.filter(({ plantCode }) => plantCode === plant);
  // this includes months without a car of this plant
  const monthNames = monthsBetween(leadTimes.map(({ month }) => month));
  const months = monthNames.map(
    (name) => ofPlant.find(({ month }) => month === name) ?? { toRelease: null, toStore: null },
  );
  return {
    categories: monthNames,
    series: [
      { name: "下线→放行 中位数", values: months.map(({ toRelease }) => toRelease?.medianDays ?? null) },
      { name: "下线→放行 P90", values: months.map(({ toRelease }) => toRelease?.p90Days ?? null) },
      { name: "下线→到店 中位数", values: months.map(({ toStore }) => toStore?.medianDays ?? null) },
      { name: "下线→到店 P90", values: months.map(({ toStore }) => toStore?.p90Days ?? null) },
    ],
  };
}

const MONTHS = 12;

/**
 * Lists every month from the first to the last. A month without cars must be a gap in the chart instead of missing from
 * the axis.
 */
function monthsBetween(months: readonly string[]): string[] {
  const numbers = months.map((month) => Number(month.slice(0, 4)) * MONTHS + Number(month.slice(5)) - 1);
  if (numbers.length === 0) return [];
  const first = Math.min(...numbers);
  return Array.from({ length: Math.max(...numbers) - first + 1 }, (_, at) => {
    const number = first + at;
    return `${Math.floor(number / MONTHS)}-${String((number % MONTHS) + 1).padStart(2, "0")}`;
  });
}

const PERCENT = 100;
/** Rounds to two decimals, because a rate needs no more. */
const rate = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part / whole) * PERCENT * PERCENT) / PERCENT;

/** 管控率 in percent, with one line for each kind that occurred. */
export function blockSeries(days: CarStatistics["blocks"]): SeriesData {
  const seen = new Set(days.flatMap(({ blocked }) => blocked.filter(({ cars }) => cars > 0).map(({ kind }) => kind)));
  return {
    categories: days.map(({ day }) => day.slice(5)),
    series: [...seen].map((kind) => ({
      name: blockKinds[kind],
      values: days.map(({ cars, blocked }) => rate(blocked.find((one) => one.kind === kind)?.cars ?? 0, cars)),
    })),
  };
}

const COMMONEST = 10;

/** 配置结构: the most common cars, by number built, ordered and in stock. */
export function configurationSeries(configurations: CarStatistics["configurations"]): SeriesData {
  const shown = configurations.filter(({ configKey }) => configKey !== null).slice(0, COMMONEST);
  const named = shown.map(({ configName, extColorName, intColorName, optionNames }) =>
    [configName, `${extColorName}/${intColorName}`, ...optionNames].join(" · "),
  );
  return {
    categories: named,
    series: [
      { name: "下线", values: shown.map(({ produced }) => produced) },
      { name: "配单", values: shown.map(({ allocated }) => allocated) },
      { name: "库存", values: shown.map(({ stock }) => stock) },
    ],
  };
}
