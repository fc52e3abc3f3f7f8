import { boundedText, DAYS_OF_WEEK, day, shape, type WorkCalendar, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { dayWindows, windowsText } from "../windows.ts";

export const MOST_EXCEPTIONS = 60;

const exception = z.strictObject({
  day: day.meta({ label: "日期" }),
  windows: dayWindows.meta({ label: "时段" }),
  note: boundedText("说明", 40).default(""),
});
export type HoursException = z.output<typeof exception>;

/** 营业时间: the calendar of a store, Monday first. */
export const HoursShape = shape("storeHours", "营业时间", {
  week: z
    .array(dayWindows)
    .length(DAYS_OF_WEEK, "请填写一周七天的时段")
    .meta({
      label: "每周时段",
      examples: [Array.from({ length: DAYS_OF_WEEK }, () => [{ from: "10:00", until: "21:00" }])],
    }),
  exceptions: z
    .array(exception)
    .max(MOST_EXCEPTIONS, `最多填写${MOST_EXCEPTIONS}个特殊日期`)
    .refine((all) => new Set(all.map((one) => one.day)).size === all.length, "特殊日期重复")
    .meta({ label: "特殊日期", examples: [[]] }),
  followsHolidays: withMeta(z.boolean("请选择是否随法定节假日休息"), { label: "法定节假日休息" }),
});

/** The hours of a store; those of the whole brand, with 默认, where nobody has typed any. */
export const StoreHours = z.object({
  id: z.string(),
  isDefault: withMeta(z.boolean(), { label: "默认" }),
  week: HoursShape.fields.week,
  /** From today on. */
  exceptions: HoursShape.fields.exceptions,
  followsHolidays: HoursShape.fields.followsHolidays,
  version: withMeta(z.int().nullable(), { label: "版本号" }),
});
export type StoreHours = z.output<typeof StoreHours>;

export const WEEKDAYS = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"] as const;

/** 「周一至周五 10:00–21:00；周六至周日 10:00–22:00」, for the log. */
export function weekText(week: WorkCalendar["week"]): string {
  const runs: { first: number; last: number; text: string }[] = [];
  for (const [at, windows] of week.entries()) {
    const text = windowsText(windows);
    const run = runs.at(-1);
    if (run?.text === text) run.last = at;
    else runs.push({ first: at, last: at, text });
  }
  const named = (at: number) => WEEKDAYS[at] ?? "";
  return runs
    .map(({ first, last, text }) => `${named(first)}${last > first ? `至${named(last)}` : ""} ${text}`)
    .join("；");
}
