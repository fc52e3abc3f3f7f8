import { type WorkWindow, workWindow } from "@ops/platform/contract";
import { z } from "zod";

const MOST_WINDOWS = 3;

const byTime = (windows: readonly WorkWindow[]): WorkWindow[] => windows.toSorted((a, b) => (a.from < b.from ? -1 : 1));

/** Tells whether two of the windows share a minute; one may begin when another ends. */
export const overlaps = (windows: readonly WorkWindow[]): boolean =>
  byTime(windows).some(({ from }, at, all) => from < (all[at - 1]?.until ?? ""));

/** The hours of a day: at most three windows that do not overlap, in any order. */
export const dayWindows = z
  .array(workWindow)
  .max(MOST_WINDOWS, `每天最多${MOST_WINDOWS}个时段`)
  .overwrite(byTime)
  .refine((windows) => !overlaps(windows), "营业时间段重叠");

/** 「10:00–12:00、13:00–21:00」; 「休息」 without any. */
export const windowsText = (windows: readonly WorkWindow[]): string =>
  windows.length === 0 ? "休息" : windows.map(({ from, until }) => `${from}–${until}`).join("、");
