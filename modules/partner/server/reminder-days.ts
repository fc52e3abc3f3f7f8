import { addDays, dayAfterWorkdays, dayOf, isWorkday } from "@ops/platform/contract";
import { holidaysOf, type ParamDeclaration, type Tx } from "@ops/platform/server";

const MOST = 6;
const LONGEST = 365;

/** Declares the days before an end on which people are reminded, such as 「90,60,30,7」. Each is used once. */
export function reminderDaysParam(
  key: string,
  initial: string,
  about: Pick<ParamDeclaration<string>, "group" | "description">,
): ParamDeclaration<string> {
  const isDay = (days: number) => days >= 1 && days <= LONGEST;
  return {
    ...about,
    key,
    initial,
    rule: `1 至 ${MOST} 个天数（1 至 ${LONGEST}），用逗号分隔`,
    parse: (text) =>
      /^[\d,，\s]+$/.test(text) && daysIn(text).length <= MOST && daysIn(text).every(isDay) ? text : null,
  };
}

const daysIn = (text: string) => text.split(/[,，]/).map(Number);

/** Lists the days, smallest first. */
export const reminderDays = (tx: Tx, param: ParamDeclaration<string>): number[] =>
  daysIn(tx.param(param)).toSorted((a, b) => a - b);

/**
 * Finds the last day whose reminders are sent today. Reminders for the rest days after a work day are sent on that work
 * day (PT-R20). The result is the same on these rest days, so nothing is sent twice, and a record added meanwhile is
 * not reminded too late.
 */
export async function reminderReach(tx: Tx): Promise<string> {
  return addDays(dayAfterWorkdays(await holidaysOf(tx), dayOf(tx.now), 1), -1);
}

/** Tells whether today is a work day, because overdue reminders are only sent on work days. */
export async function isWorkdayNow(tx: Tx): Promise<boolean> {
  return isWorkday(await holidaysOf(tx), dayOf(tx.now));
}
