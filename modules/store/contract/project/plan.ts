import { addDays, daysApart } from "@ops/platform/contract";
import { inOrder } from "../project-template/order.ts";
import { type ProjectStage, projectStages } from "../project-template/words.ts";
import { type NodeState, type ProjectRisk, UNFINISHED_NODES } from "./states.ts";

/** What the plan of a project needs to know of a node. */
export interface PlannedNode {
  readonly code: string;
  readonly stage: ProjectStage;
  readonly state: NodeState;
  readonly isMilestone: boolean;
  readonly planStart: string;
  readonly planEnd: string;
  readonly durationDays: number;
  readonly baselineStart: string | null;
  readonly baselineEnd: string | null;
  readonly actualStart: string | null;
  readonly actualEnd: string | null;
  /** In percent. */
  readonly progress: number;
  readonly weight: number;
  readonly predecessorCodes: readonly string[];
}

interface Span {
  readonly planStart: string;
  readonly planEnd: string;
}

/** Plans a node of a template backwards from the day of the opening (ST-R18). */
export function spanOf(
  planOpenDate: string,
  { offsetEnd, durationDays }: { readonly offsetEnd: number; readonly durationDays: number },
): Span {
  const planEnd = addDays(planOpenDate, -offsetEnd);
  return { planStart: addDays(planEnd, 1 - durationDays), planEnd };
}

/** Whether a node lies inside of its project (ST-R18). */
export function isInside(
  { planStart, planEnd }: Span,
  project: { readonly planStart: string; readonly planOpenDate: string },
): boolean {
  return project.planStart <= planStart && planEnd <= project.planOpenDate;
}

export const isUnfinished = ({ state }: { readonly state: NodeState }): boolean =>
  UNFINISHED_NODES.some((one) => one === state);

const isLeftOut = ({ state }: { readonly state: NodeState }) => state === "WAIVED" || state === "CANCELLED";

/** Counts the days behind the plan: until today for a node that is not finished, else until its end (ST-R19). */
export function overdueDays(
  { state, planEnd, actualEnd }: Pick<PlannedNode, "state" | "planEnd" | "actualEnd">,
  { today, isPaused }: { readonly today: string; readonly isPaused: boolean },
): number {
  if (actualEnd !== null) return Math.max(0, daysApart(planEnd, actualEnd));
  return isUnfinished({ state }) && !isPaused ? Math.max(0, daysApart(planEnd, today)) : 0;
}

/** Lists the nodes that a node waits for and that are not finished (ST-R20). */
export function undoneBefore<N extends Pick<PlannedNode, "code" | "state" | "predecessorCodes">>(
  node: N,
  nodes: readonly N[],
): N[] {
  return nodes.filter((one) => node.predecessorCodes.includes(one.code) && isUnfinished(one));
}

/** The node with which the project ends. */
export function openingOf<N extends Pick<PlannedNode, "stage">>(nodes: readonly N[]): N | undefined {
  return nodes.find(({ stage }) => stage === "OPENING");
}

const latest = (days: readonly string[]) => days.reduce((a, b) => (a > b ? a : b));

/**
 * Foresees the end of each node by its code: a node begins when those before it end, and takes the rest of its days.
 * Nodes that are left out take no time: what follows them waits for those before them (ST-R21).
 */
export function forecast(nodes: readonly PlannedNode[], today: string): ReadonlyMap<string, string> {
  const ends = new Map<string, string>();
  const byCode = new Map(nodes.map((node) => [node.code, node]));
  const endsBefore = ({ predecessorCodes }: PlannedNode): string[] =>
    predecessorCodes.flatMap((code) => {
      const before = byCode.get(code);
      if (before && isLeftOut(before)) return endsBefore(before);
      return ends.get(code) ?? [];
    });
  for (const node of inOrder(nodes)) {
    if (isLeftOut(node)) continue;
    const free = endsBefore(node).map((end) => addDays(end, 1));
    const start = node.actualStart ?? latest([today, node.planStart, ...free]);
    const daysLeft = Math.ceil((node.durationDays * (100 - node.progress)) / 100);
    const end = latest([today, addDays(latest([today, start]), daysLeft - 1)]);
    ends.set(node.code, node.actualEnd ?? end);
  }
  return ends;
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

function weighted(nodes: readonly PlannedNode[], shareOf: (node: PlannedNode) => number): number {
  const counted = nodes.filter((node) => !isLeftOut(node));
  const sum = counted.reduce((total, { weight }) => total + weight, 0);
  if (sum === 0) return 0;
  return oneDecimal(counted.reduce((total, node) => total + node.weight * shareOf(node), 0) / sum);
}

/** The progress of a project in percent, by the weights of its nodes (ST-R22). */
export const progressOf = (nodes: readonly PlannedNode[]): number => weighted(nodes, ({ progress }) => progress);

/** The progress that the baseline expects at the end of today (ST-R22). */
export function plannedProgressOf(nodes: readonly PlannedNode[], today: string): number {
  return weighted(nodes, ({ baselineStart, baselineEnd }) => {
    if (baselineStart === null || baselineEnd === null) return 0;
    const elapsed = daysApart(baselineStart, today) + 1;
    return Math.min(100, Math.max(0, (elapsed / (daysApart(baselineStart, baselineEnd) + 1)) * 100));
  });
}

const risks = ["NORMAL", "WARN", "LATE", "SEVERE"] as const satisfies readonly ProjectRisk[];
const SHORT_SLIP = 7;
const LONG_SLIP = 21;
const LONG_OVERDUE = 7;

/** How bad it stands: by the slip of the opening and by nodes that are overdue and not finished; the worst wins (ST-R23). */
export function riskOf(
  slip: number,
  overdue: readonly { readonly days: number; readonly isMilestone: boolean }[],
): ProjectRisk {
  const bySlip = slip > LONG_SLIP ? 3 : slip > SHORT_SLIP ? 2 : slip > 0 ? 1 : 0;
  const byNodes = overdue.map(({ days, isMilestone }) => {
    if (days <= 0) return 0;
    return 1 + Number(isMilestone) + Number(days > LONG_OVERDUE);
  });
  return risks[Math.max(bySlip, ...byNodes)] ?? "SEVERE";
}

/** The furthest stage in which a node has begun; null before the first. */
export function stageReached(nodes: readonly Pick<PlannedNode, "stage" | "actualStart">[]): ProjectStage | null {
  const begun = new Set(nodes.filter(({ actualStart }) => actualStart !== null).map(({ stage }) => stage));
  return stagesInOrder.findLast((stage) => begun.has(stage)) ?? null;
}

const isStage = (text: string): text is ProjectStage => text in projectStages;
export const stagesInOrder: readonly ProjectStage[] = Object.keys(projectStages).filter(isStage);

interface PlannedProject {
  readonly baselineOpenDate: string | null;
  readonly isPaused: boolean;
}

/** Everything that follows from the nodes of a project, for the server to keep and for the page to show before saving. */
export function standingOf(
  nodes: readonly PlannedNode[],
  { baselineOpenDate, isPaused }: PlannedProject,
  today: string,
) {
  const ends = forecast(nodes, today);
  const forecastOpenDate = ends.get(openingOf(nodes)?.code ?? "") ?? null;
  const slip = baselineOpenDate && forecastOpenDate ? daysApart(baselineOpenDate, forecastOpenDate) : 0;
  const overdue = nodes
    .filter(isUnfinished)
    .map((node) => ({ days: overdueDays(node, { today, isPaused }), isMilestone: node.isMilestone }));
  return {
    ends,
    slip,
    forecastOpenDate,
    progress: progressOf(nodes),
    plannedProgress: plannedProgressOf(nodes, today),
    risk: riskOf(slip, overdue),
    stage: stageReached(nodes),
  };
}
