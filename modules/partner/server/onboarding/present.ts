import { type AnswerFrom, dayOf, daysApart } from "@ops/platform/contract";
import { findFiles, type Tx } from "@ops/platform/server";
import type { finishOnboardTask } from "../../contract/index.ts";
import { blockersOf, planToday, type Standing, standingOf } from "./standing.ts";
import type { OnboardTaskRow } from "./tables.ts";

type PresentedTask = AnswerFrom<typeof finishOnboardTask>;

/** Presents tasks of one partner or of several. Each one depends on the other tasks of its partner. */
export async function present(tx: Tx, rows: readonly OnboardTaskRow[]): Promise<PresentedTask[]> {
  const presented: PresentedTask[] = [];
  for (const [partnerId, own] of Map.groupBy(rows, (row) => row.partnerId)) {
    const standing = await standingOf(tx, partnerId);
    presented.push(...(await Promise.all(own.map((task) => presentBeside(tx, task, standing)))));
  }
  return presented;
}

async function presentBeside(tx: Tx, task: OnboardTaskRow, standing: Standing): Promise<PresentedTask> {
  return {
    ...task,
    blockers: task.state === "DONE" ? [] : blockersOf(task, standing),
    overdueDays: task.state === "DONE" ? 0 : Math.max(0, daysApart(task.dueOn, dayOf(tx.now))),
    isCritical: planToday(tx, standing.tasks).critical.has(task.code),
    files: await findFiles(tx, task.fileIds),
    updatedByName: await tx.personName(task.updatedBy),
  };
}
