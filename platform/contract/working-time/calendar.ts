import { z } from "zod";
import { day } from "../value/fields.ts";

/** The working hours on a day, from one time until another of the same day. */
export interface WorkWindow {
  /** `09:00` */
  readonly from: string;
  /** `21:00`, at the latest `24:00`. */
  readonly until: string;
}

/** The hours in which a place is open or a team works, in Asia/Shanghai. */
export interface WorkCalendar {
  /** Monday first. */
  readonly week: readonly (readonly WorkWindow[])[];
  /** Days with their own hours. A day with an empty list is closed. */
  readonly exceptions: readonly { readonly day: string; readonly windows: readonly WorkWindow[] }[];
  /** Public holidays are closed, and weekends that people work instead have the hours of a Monday. */
  readonly followsHolidays: boolean;
}

export const DAYS_OF_WEEK = 7;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const clock = z.string("时间格式不正确");

/** One time until another of the same day, as people type it. */
export const workWindow = z
  .strictObject({
    from: clock.regex(CLOCK, "时间格式不正确"),
    until: clock.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "时间格式不正确"),
  })
  .refine(({ from, until }) => from < until, "结束时间必须晚于开始时间，跨零点请分成两天填写");

const MOST_WINDOWS = 6;
const workWindows = z
  .array(workWindow)
  .max(MOST_WINDOWS, `每天最多${MOST_WINDOWS}个时段`)
  .refine((windows) => windows.every(({ from }, at) => at === 0 || (windows[at - 1]?.until ?? "") < from), {
    error: "时段须按先后填写，且不能重叠或相连",
  });

/** A calendar as people type it (PF-R111). */
export const workCalendar = z.strictObject({
  week: z.array(workWindows).length(DAYS_OF_WEEK, "请填写一周七天的时段"),
  exceptions: z
    .array(z.strictObject({ day, windows: workWindows }))
    .max(400, "最多填写400个特殊日期")
    .refine((all) => new Set(all.map((one) => one.day)).size === all.length, "特殊日期重复"),
  followsHolidays: z.boolean(),
});
