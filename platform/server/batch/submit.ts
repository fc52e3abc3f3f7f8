import { planErrors } from "@ops/platform/contract";
import { startApproval } from "../approval/request.ts";
import type { Tx } from "../db/tx.ts";
import { db, type TaskRow } from "../tables.ts";
import { submitTask } from "../task/submit.ts";
import { type PlannedRow, wordsOf } from "./plan.ts";
import type { BatchSource, PlanFacts } from "./source.ts";

interface Submitted {
  readonly rows: readonly PlannedRow[];
  readonly values: { readonly reason: string };
  readonly planHash: string;
  /** The task that this one undoes, and what it was started with. */
  readonly undoes?: { readonly task: TaskRow; readonly values: unknown };
}

const INSERTED_AT_ONCE = 1_000;

/** Stores the plan row by row and starts it, or requests its approval if the kind needs one (PF-R119). */
export async function submitBatch(tx: Tx, source: BatchSource, submitted: Submitted): Promise<TaskRow> {
  const { rows, values, planHash, undoes } = submitted;
  const { kind, approval } = source;
  const plan = factsOf(rows, undoes !== undefined);
  if (plan.ready === 0) throw undoes ? planErrors.nothingToUndo() : planErrors.noneReady();
  await source.mayRun?.(tx, undoes ? undoes.values : values, plan);
  const name = undoes ? `撤销${kind.name}` : kind.name;
  const task = await submitTask(tx, {
    kind: "BATCH",
    bizType: kind.key,
    bizName: name,
    fileName: `${name}_结果.xlsx`,
    permissionCode: kind.run.permission,
    total: rows.length,
    undoable: source.undo !== undefined && !undoes,
    needsApproval: approval !== undefined,
    params: { values, planHash, undoes: undoes?.task.id ?? null, flow: approval?.flow.kind ?? null },
    conditions: [
      { label: "原因", value: values.reason },
      ...(undoes ? [{ label: "撤销的任务", value: undoes.task.taskNo }] : []),
    ],
  });
  for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE) {
    const some = rows.slice(at, at + INSERTED_AT_ONCE).map((row, n) => storedRow(task.id, at + n + 1, row));
    await db(tx).insertInto("batchRow").values(some).execute();
  }
  if (approval) {
    const asked = await approval.ask(tx, values, plan);
    await startApproval(tx, approval.flow, { ...asked, bizId: task.id, bizNo: task.taskNo, version: task.version });
  }
  tx.trail.reason = values.reason;
  tx.trail.summary = `任务 ${task.taskNo}：${plan.ready}${kind.unit}将执行，${plan.refused}${kind.unit}不执行`;
  return task;
}

function factsOf(rows: readonly PlannedRow[], isUndo: boolean): PlanFacts {
  const ready = rows.filter(({ refusal }) => refusal === null).length;
  return { ids: rows.flatMap(({ id }) => id ?? []), ready, refused: rows.length - ready, isUndo };
}

function storedRow(taskId: string, seq: number, { id, label, before, refusal }: PlannedRow) {
  return {
    taskId,
    seq,
    recordId: id,
    label,
    state: refusal === null ? ("PLANNED" as const) : ("REFUSED" as const),
    before: before && JSON.stringify(before),
    reason: refusal && wordsOf(refusal),
  };
}
