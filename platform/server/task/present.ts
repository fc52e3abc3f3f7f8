import { Conditions } from "../excel/conditions.ts";
import type { TaskRow } from "../tables.ts";

/** A task as the contract shows it. */
export function presentTask(task: TaskRow) {
  return { ...task, hasFailures: task.failFileId !== null, conditions: Conditions.parse(task.conditions) };
}
