import { BusinessError, planErrors, taskErrors } from "@ops/platform/contract";
import { runBatch } from "../batch/run-batch.ts";
import { runExport } from "../excel/run-export.ts";
import { mayExport, type SheetSource } from "../excel/source.ts";
import { type JobRun, type JobType, schedule } from "../jobs/job.ts";
import { newId } from "../secret/crypto.ts";
import { type ClaimedTask, claimTask, MOST_ATTEMPTS, releaseTask, takeBackLost } from "./claim.ts";
import { taskDue } from "./due.ts";
import { expireTasks } from "./expire.ts";
import { failWaiting, finishTask } from "./finish.ts";
import { forgetUnfinished, runImportTask } from "./import-task.ts";
import { keepAndEnd } from "./keep-and-end.ts";
import { LeaseLost, TaskLease } from "./lease.ts";
import type { ActAs, LookAs, Owner, TaskWork } from "./work.ts";

/** Runs tasks. Whatever happens to workers, a task is finished once, by the holder of its lease. */
export function taskJob(around: TaskWork, onBehalf: { lookAs: LookAs; actAs: ActAs }): JobType {
  const run: JobType["run"] = (work, payload) =>
    runTask({ ...around, ...onBehalf, work }, taskDue.payload.parse(payload).taskId);
  return { ...taskDue, run };
}

interface Run extends TaskWork {
  readonly work: JobRun;
  readonly lookAs: LookAs;
  readonly actAs: ActAs;
}

async function runTask(run: Run, taskId: string): Promise<void> {
  const { work } = run;
  const task = await work.step((tx) => claimTask(tx, taskId));
  if (!task) return;
  const lease = new TaskLease(work, task);
  try {
    await runners[task.kind](run, lease);
  } catch (error) {
    if (error instanceof LeaseLost) return; // it was cancelled, or another worker continues
    await handleFault(work, task, error);
  } finally {
    await lease.stop();
  }
}

/** Handles an error. A refusal is shown to the owner; another error is tried again a few times. */
async function handleFault(work: JobRun, task: ClaimedTask, error: unknown): Promise<void> {
  const refused = error instanceof BusinessError ? error.message : null;
  const errorMsg = refused ?? (task.attempts >= MOST_ATTEMPTS ? taskErrors.interrupted().message : null);
  try {
    await work.step((tx) =>
      errorMsg === null ? releaseTask(tx, task) : finishTask(tx, task, { status: "FAILED", errorMsg }),
    );
  } catch (second) {
    if (!(second instanceof LeaseLost)) throw second;
  }
  if (refused === null) throw error;
}

async function runAnyBatch(run: Run, lease: TaskLease): Promise<void> {
  const source = run.batches.get(lease.task.bizType);
  if (!source) throw planErrors.rightsLost();
  await runBatch({ ...run, source, lease });
}

async function runAnyImport(run: Run, lease: TaskLease): Promise<void> {
  const source = run.imports.get(lease.task.bizType);
  if (!source) throw taskErrors.importRightsLost();
  await runImportTask({ ...run, source, lease });
}

async function runExportTask(run: Run, lease: TaskLease): Promise<void> {
  const { work, lookAs } = run;
  const { task } = lease;
  const source = run.exports.get(task.bizType);
  if (!source) throw taskErrors.rightsLost();
  const owner = await requireOwner(run, task, source);
  await using spool = await runExport(lookAs, { owner, source, lease });
  await requireOwner(run, task, source); // the right may have gone while the rows were written
  const id = newId();
  const file = { id, fileName: task.fileName, ext: "xlsx", bizType: "task", bizId: task.id } as const;
  const counts = { done: lease.done, total: lease.done, successCount: lease.done };
  const outcome = { status: "SUCCESS", ...counts, fileSize: spool.size, resultFileId: id } as const;
  await keepAndEnd(work, { ...file, uploaderId: task.ownerId, content: spool }, (tx) => finishTask(tx, task, outcome));
}

const runners = { EXPORT: runExportTask, IMPORT: runAnyImport, BATCH: runAnyBatch } as const;

/** Finds the owner with the present rights. An owner without the right gets no file (PF-R93). */
async function requireOwner(
  { work, actorOf }: Run,
  { ownerId, organizationIds, params }: ClaimedTask,
  { sheet }: SheetSource,
): Promise<Owner> {
  const owner = await work.step((tx) => actorOf(tx, ownerId, organizationIds));
  if (!owner || !mayExport(owner.actor, sheet, params)) throw taskErrors.rightsLost();
  return owner;
}

/** Continues tasks that a worker left behind. */
export const taskSweep = schedule({
  name: "platform.taskSweep",
  title: "接管中断的导入导出和批量任务",
  at: { everySeconds: 5 },
  run: (work) =>
    work.step(async (tx) => {
      for (const { id, attempts } of await takeBackLost(tx)) {
        if (attempts >= MOST_ATTEMPTS) await failWaiting(tx, id, taskErrors.interrupted().message);
      }
    }),
});

export const taskExpiry = schedule({
  name: "platform.taskExpiry",
  title: "清理过期的导入导出文件",
  at: "7 * * * *",
  run: async (work) => {
    await work.step(expireTasks);
    await work.step(forgetUnfinished);
  },
});
