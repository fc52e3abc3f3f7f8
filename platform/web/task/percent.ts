import type { Task } from "@ops/platform/contract";

/** Finds the progress of a task; 0 until its rows have been counted. */
export function percentOf({ done, total }: Pick<Task, "done" | "total">): number {
  return total ? Math.floor((Math.min(done, total) / total) * 100) : 0;
}
