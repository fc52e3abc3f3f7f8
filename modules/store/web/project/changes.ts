import { addDays, daysApart } from "@ops/platform/contract";
import { type ChangedNode, isUnfinished, type ProjectDetail, type ProjectNode, standingOf } from "@ops/store/contract";

/** What somebody has typed about nodes, by their ids. */
export type Typed = Readonly<Record<string, Omit<ChangedNode, "id" | "version">>>;

/** The nodes as they are when what was typed is saved today. */
export function typedNodes(nodes: readonly ProjectNode[], typed: Typed, today: string): ProjectNode[] {
  return nodes.map((node) => {
    const {
      ownerUserId,
      planStart = node.planStart,
      planEnd = node.planEnd,
      progress = node.progress,
    } = typed[node.id] ?? {};
    const begins = node.state === "NOT_STARTED" && progress > 0;
    return {
      ...node,
      ...(ownerUserId === undefined ? {} : { ownerUserId }),
      planStart,
      planEnd,
      progress,
      durationDays: daysApart(planStart, planEnd) + 1,
      ...(begins ? { state: "DOING" as const, actualStart: today } : {}),
    };
  });
}

type Planned = Pick<ProjectDetail, "nodes" | "baselineOpenDate">;

/** Foresees the opening after saving, by the rule of the server (ST-R21). */
export function foresee({ nodes, baselineOpenDate }: Planned, typed: Typed, today: string) {
  const { forecastOpenDate, slip } = standingOf(
    typedNodes(nodes, typed, today),
    { baselineOpenDate, isPaused: false },
    today,
  );
  return { forecastOpenDate, slip };
}

/** Moves the plan of the chosen nodes that are not finished by so many days. */
export function shiftTyped(
  nodes: readonly ProjectNode[],
  typed: Typed,
  chosen: readonly string[],
  days: number,
): Typed {
  const moved = nodes
    .filter((node) => chosen.includes(node.id) && isUnfinished(node) && node.state !== "SUBMITTED")
    .map((node) => {
      const { planStart = node.planStart, planEnd = node.planEnd, ...rest } = typed[node.id] ?? {};
      return [node.id, { ...rest, planStart: addDays(planStart, days), planEnd: addDays(planEnd, days) }] as const;
    });
  return { ...typed, ...Object.fromEntries(moved) };
}
