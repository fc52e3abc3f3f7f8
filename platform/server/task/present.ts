import { taskStates } from "@ops/platform/contract";
import { Conditions } from "../excel/conditions.ts";
import type { TaskRow } from "../tables.ts";

/** A task as the contract shows it. */
export function presentTask(task: TaskRow) {
  const hasFailures = task.failFileId !== null;
  const undoable = task.undoable && task.successCount > 0 && taskStates.can(task.status, "expire");
  return { ...task, hasFailures, undoable, conditions: Conditions.parse(task.conditions) };
}
