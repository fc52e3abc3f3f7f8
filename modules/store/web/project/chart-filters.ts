import type { AnswerOf } from "@ops/platform/contract";
import { addDays } from "@ops/platform/contract";
import type { getProjectStats } from "@ops/store/contract";

type Share = AnswerOf<typeof getProjectStats>["shares"][number];

const names = { RISK: "risk", KIND: "kind", MODE: "operateMode", REGION: "orgId" } as const;

/** The filters of the list that show the projects of a share; null for those without a region. */
export function shareFilters({ by, key }: Share): Readonly<Record<string, string>> | null {
  return key === "" ? null : { [names[by]]: key, isOpen: "1" };
}

export const PLANNED = "计划开业";

/** The filters that show the projects which open in a month, by the plan or by the forecast. */
export function monthFilters(month: string, series: string): Readonly<Record<string, string>> {
  const first = `${month}-01`;
  const next = `${addDays(first, 31).slice(0, 7)}-01`;
  const name = series === PLANNED ? "planOpenDate" : "forecastOpenDate";
  return { [name]: `${first},${addDays(next, -1)}`, isOpen: "1" };
}
