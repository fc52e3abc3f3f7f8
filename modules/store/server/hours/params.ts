import { DAYS_OF_WEEK, type WorkCalendar } from "@ops/platform/contract";
import type { ParamDeclaration } from "@ops/platform/server";
import { dayWindows } from "../../contract/index.ts";

/** The hours of stores where nobody has typed any, every day alike (ST-R5). */
export const defaultHours: ParamDeclaration<string> = {
  key: "store.defaultHours",
  initial: "10:00-21:00",
  group: "门店",
  description: "未维护营业时间的门店每天的营业时间",
  rule: "如 10:00-21:00，多个时段用逗号分隔",
  parse: (text) => (dayWindows.min(1).safeParse(windowsIn(text)).success ? text : null),
};

function windowsIn(text: string): { from: string; until: string }[] {
  return text.split(/[,，]/).map((window) => {
    const [from = "", until = ""] = window.trim().split("-");
    return { from, until };
  });
}

export function defaultCalendar(text: string): WorkCalendar {
  const windows = windowsIn(text);
  return { week: Array.from({ length: DAYS_OF_WEEK }, () => windows), exceptions: [], followsHolidays: false };
}
