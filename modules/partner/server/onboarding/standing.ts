import { addDays, dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type PaperKind, paperKinds } from "../../contract/index.ts";
import { keysOf } from "../company/template.ts";
import { db } from "../database.ts";
import { holdsOn, papersOf } from "../qualification/required.ts";
import { type Plan, planOf } from "./plan.ts";
import type { OnboardTaskRow } from "./tables.ts";

export function tasksOf(tx: Tx, partnerId: string): Promise<OnboardTaskRow[]> {
  return db(tx)
    .selectFrom("partnerOnboardTask")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .orderBy("sort")
    .orderBy("code")
    .execute();
}

export const planToday = (tx: Tx, tasks: readonly OnboardTaskRow[]): Plan => planOf(tasks, dayOf(tx.now), addDays);

/** The data on which tasks of a partner depend: its other tasks and its valid papers. */
export interface Standing {
  readonly tasks: readonly OnboardTaskRow[];
  readonly validPapers: ReadonlySet<PaperKind>;
}

export async function standingOf(tx: Tx, partnerId: string): Promise<Standing> {
  const papers = await papersOf(tx, partnerId);
  const valid = papers.filter((paper) => holdsOn(paper, dayOf(tx.now))).map(({ kind }) => kind);
  return { tasks: await tasksOf(tx, partnerId), validPapers: new Set(valid) };
}

/** Lists by name what a task still waits for. */
export function blockersOf({ dependsOn }: OnboardTaskRow, { tasks, validPapers }: Standing): string[] {
  return dependsOn.flatMap((one) => {
    const paper = papersByDependency.get(one);
    if (paper) return validPapers.has(paper) ? [] : [paperKinds[paper]];
    const task = tasks.find(({ code }) => code === one);
    return task && task.state !== "DONE" ? [task.name] : [];
  });
}

const papersByDependency: ReadonlyMap<string, PaperKind> = new Map(
  keysOf(paperKinds).map((kind) => [`paper:${kind}`, kind]),
);

export const findBlockers = async (tx: Tx, task: OnboardTaskRow): Promise<string[]> =>
  blockersOf(task, await standingOf(tx, task.partnerId));
