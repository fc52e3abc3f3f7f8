import type { ParamDeclaration, Tx } from "@ops/platform/server";

const MOST = 6;
const LONGEST = 365;

/** Days before an end at which people are told, each once: 「90,60,30,7」. */
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

/** The nearest first. */
export const reminderDays = (tx: Tx, param: ParamDeclaration<string>): number[] =>
  daysIn(tx.param(param)).toSorted((a, b) => a - b);
