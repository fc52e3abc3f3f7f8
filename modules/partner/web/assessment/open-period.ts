import { addDays } from "@ops/platform/contract";

export const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, 7);

interface Span {
  readonly first: string;
  readonly last: string;
}

/** The newest month of the span without an assessment; null when all have one. */
export function openPeriod(assessed: readonly { readonly period: string }[], { first, last }: Span): string | null {
  const taken = new Set(assessed.map(({ period }) => period));
  let month = last;
  while (taken.has(month)) month = monthBefore(month);
  return month < first ? null : month;
}
