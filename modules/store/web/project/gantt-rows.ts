import type { GanttRow } from "@ops/platform/web";
import type { ProjectNode } from "@ops/store/contract";

/** The nodes of a project as the chart shows them: the plan, and what was done up to the forecast of its end. */
export function ganttRows(nodes: readonly ProjectNode[]): GanttRow[] {
  return nodes
    .filter(({ state }) => state !== "WAIVED" && state !== "CANCELLED")
    .map(({ id, name, isMilestone, planStart, planEnd, actualStart, actualEnd, forecastEnd }) => ({
      key: id,
      title: isMilestone ? `${name}●` : name,
      planned: { from: planStart, to: planEnd },
      ...(actualStart ? { actual: { from: actualStart, to: actualEnd ?? forecastEnd } } : {}),
    }));
}
