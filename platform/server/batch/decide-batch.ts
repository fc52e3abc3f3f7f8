import { type ApprovalVerdict, planErrors, taskStates } from "@ops/platform/contract";
import { decideApproval } from "../approval/decide.ts";
import { keepApproval } from "../approval/request.ts";
import { changeRecord, lockRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { type TaskRow, tasks } from "../tables.ts";
import { endWaiting } from "../task/change.ts";
import { taskDue } from "../task/due.ts";

interface Deciding {
  readonly taskId: string;
  readonly version: number;
  readonly verdict: ApprovalVerdict;
  readonly note?: string | undefined;
}

/**
 * Applies a decision to a batch that needs approval, for the deciding call of the module. The last approval starts the
 * batch, a rejection ends it (PF-R119).
 */
export async function decideBatch(
  tx: Tx,
  flow: { readonly kind: string },
  { taskId, version, verdict, note }: Deciding,
): Promise<TaskRow> {
  const task = await lockRecord(tx, tasks, taskId, null);
  const { state } = await decideApproval(tx, flow, { bizId: taskId, version, verdict, note });
  if (state === "OPEN") {
    await keepApproval(tx, flow, { id: taskId, version: task.version });
    return task;
  }
  if (state !== "APPROVED") return endWaiting(tx, task, planErrors.declined().message);
  const begun = await changeRecord(tx, tasks, task, { status: taskStates.next(task.status, "approve") });
  await tx.enqueue(taskDue, { taskId }, { key: taskId });
  return begun;
}
