import { dayOf, listTaskTypes, type Task, taskKinds, taskStates } from "@ops/platform/contract";
import { useEndpoint } from "../call/use-query.ts";
import { choicesOf } from "../form/input/choices.ts";
import { dayRangeFilter, selectFilter, stateFilter, textFilter } from "../list/filter/filters.tsx";

const kinds = choicesOf(taskKinds);

export const isUnderWay = ({ status }: Task) => taskStates.can(status, "cancel");

const DAY_MS = 86_400_000;

/** The initial filter: the last seven days, including today (5.5). */
export function lastWeek(now: Date): { createdAt: string } {
  return { createdAt: `${dayOf(new Date(now.getTime() - 6 * DAY_MS))},${dayOf(now)}` };
}

export function useTaskFilters() {
  const types = useEndpoint(listTaskTypes, {}, { silent: true, staleTime: 600_000 }).data ?? [];
  return [
    textFilter("taskNo", "任务编号"),
    selectFilter(
      "bizType",
      "业务类型",
      types.map(({ bizType, bizName }) => ({ value: bizType, label: bizName })),
    ),
    selectFilter("kind", "任务类型", kinds),
    stateFilter("status", "状态", taskStates),
    dayRangeFilter("createdAt", "创建时间"),
  ] as const;
}
