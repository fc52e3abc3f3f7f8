import { addDays, daysApart } from "@ops/platform/contract";
import { spanOf, type TemplateNode } from "../../../contract/index.ts";
import type { NodeRow } from "../../project/tables.ts";

interface Course {
  readonly planOpenDate: string;
  readonly lag: number;
  readonly peopleLag: number;
  /** The day whose morning the course shows; what ends on it waits for its acceptance. */
  readonly until: string;
}

type Gone = Pick<NodeRow, "planStart" | "planEnd" | "actualStart" | "actualEnd" | "progress" | "state" | "delayReason">;

const LATE_BECAUSE = {
  SITE: "业主签约流程延长",
  DESIGN: "方案调整后重新确认",
  BUILD: "主材到货延后",
  PEOPLE: "当地候选人不足",
  TRAIN: "讲师排期延后",
  ACCEPT: "等待整改复核",
  OPENING: "证照办理延后",
} as const;

/** Lets each node begin when it may, at the earliest its lag after the plan, and go on at an even pace. */
export function courseOf(nodes: readonly TemplateNode[], course: Course): (TemplateNode & Gone)[] {
  const ends = new Map<string, string>();
  return nodes.map((node) => {
    const span = spanOf(course.planOpenDate, node);
    const wait = node.stage === "PEOPLE" ? course.peopleLag : course.lag;
    const free = node.predecessorCodes.map((code) => addDays(ends.get(code) ?? span.planStart, 1));
    const start = [addDays(span.planStart, wait), ...free].toSorted().at(-1) ?? span.planStart;
    const end = addDays(start, node.durationDays - 1);
    ends.set(node.code, end);
    return { ...node, ...span, ...goneBy(course.until, node, { start, end, planEnd: span.planEnd }) };
  });
}

function goneBy(
  until: string,
  { durationDays, stage }: TemplateNode,
  { start, end, planEnd }: { readonly start: string; readonly end: string; readonly planEnd: string },
): Omit<Gone, "planStart" | "planEnd"> {
  if (start > until)
    return { state: "NOT_STARTED", actualStart: null, actualEnd: null, progress: 0, delayReason: null };
  const delayReason = end <= until && end > planEnd ? LATE_BECAUSE[stage] : null;
  if (end < until) return { state: "DONE", actualStart: start, actualEnd: end, progress: 100, delayReason };
  if (end === until) return { state: "SUBMITTED", actualStart: start, actualEnd: null, progress: 100, delayReason };
  const progress = Math.max(5, Math.ceil((daysApart(start, until) * 100) / durationDays));
  return { state: "DOING", actualStart: start, actualEnd: null, progress, delayReason };
}
