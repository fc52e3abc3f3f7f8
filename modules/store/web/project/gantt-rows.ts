import { addDays } from "@ops/platform/contract";
import type { GanttRow } from "@ops/platform/web";
import type { ProjectNode } from "@ops/store/contract";

type Drawn = Pick<
  ProjectNode,
  | "id"
  | "name"
  | "state"
  | "isMilestone"
  | "planStart"
  | "planEnd"
  | "durationDays"
  | "baselineStart"
  | "baselineEnd"
  | "actualStart"
  | "actualEnd"
  | "forecastEnd"
>;

/**
 * The nodes of a project as the chart shows them: the baseline, the plan, what was done, and what is foreseen. A node
 * that has not begun takes its days up to the foreseen end.
 */
export function ganttRows(nodes: readonly Drawn[]): GanttRow[] {
  return nodes
    .filter(({ state }) => state !== "WAIVED" && state !== "CANCELLED")
    .map(({ id, name, isMilestone, planStart, planEnd, durationDays, ...node }) => {
      const { baselineStart, baselineEnd, actualStart, actualEnd, forecastEnd } = node;
      const isOpen = actualEnd === null && forecastEnd !== null;
      const foreseen = { from: actualStart ?? addDays(forecastEnd ?? planEnd, 1 - durationDays), to: forecastEnd };
      return {
        key: id,
        title: isMilestone ? `${name}●` : name,
        planned: { from: planStart, to: planEnd },
        ...(baselineStart && baselineEnd ? { baseline: { from: baselineStart, to: baselineEnd } } : {}),
        ...(actualStart ? { actual: { from: actualStart, to: actualEnd } } : {}),
        ...(isOpen ? { forecast: foreseen } : {}),
      };
    });
}
