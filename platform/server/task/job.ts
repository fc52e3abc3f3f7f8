import { BusinessError, taskErrors } from "@ops/platform/contract";
import { newId } from "../crypto.ts";
import type { Tx } from "../db/tx.ts";
import { runExport } from "../excel/run-export.ts";
import { runImport } from "../excel/run-import.ts";
import type { SheetSource } from "../excel/source.ts";
import { keepFile, type NewFile } from "../file/keep.ts";
import { type JobRun, type JobType, schedule } from "../jobs/job.ts";
import { db } from "../tables.ts";
import { type ClaimedTask, claimTask, MOST_ATTEMPTS, releaseTask, takeBackLost } from "./claim.ts";
import { taskDue } from "./due.ts";
import { expireTasks, failWaiting, finishTask } from "./finish.ts";
import { LeaseLost, TaskLease } from "./lease.ts";
import type { ActAs, LookAs, Owner, TaskWork } from "./work.ts";

/** Runs tasks. What happens to a worker meanwhile, a task is finished once: by whoever holds its lease. */
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
    await (task.kind === "IMPORT" ? runImportTask(run, lease) : runExportTask(run, lease));
  } catch (error) {
    if (error instanceof LeaseLost) return; // cancelled, or another worker goes on
    await handleFault(work, task, error);
  } finally {
    await lease.stop();
  }
}

/** A refusal is told to the owner; a fault is tried again, but not for ever. */
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

/** What came of it is counted with each chunk; the rows that did not get in come back as a file (PF-R96). */
async function runImportTask(run: Run, lease: TaskLease): Promise<void> {
  const { work, actAs } = run;
  const { task } = lease;
  const source = run.imports.get(task.bizType);
  if (!source) throw taskErrors.importRightsLost();
  const owner = async () => {
    const found = await work.step((tx) => run.actorOf(tx, task.ownerId, task.organizationIds));
    if (!found?.actor.can(source.kind.permission)) throw taskErrors.importRightsLost();
    return found;
  };
  await using spool = await runImport({ work, actAs, lease, source, owner });
  const counts = { done: lease.done, total: lease.done };
  if (!spool) return work.step((tx) => finishTask(tx, task, { status: "SUCCESS", ...counts }));
  const id = newId();
  const file = { id, fileName: failureName(task.fileName), ext: "xlsx", bizType: "task", bizId: task.id } as const;
  const end = async (tx: Tx) => {
    const { successCount } = await db(tx)
      .selectFrom("task")
      .select("successCount")
      .where("id", "=", task.id)
      .executeTakeFirstOrThrow();
    const outcome = successCount > 0 ? partly : { ...failed, errorMsg: taskErrors.allFailed().message };
    await finishTask(tx, task, { ...outcome, ...counts, failFileId: id });
  };
  await keepAndEnd(work, { ...file, uploaderId: task.ownerId, content: spool }, end);
}

const partly = { status: "PARTIAL" } as const;
const failed = { status: "FAILED" } as const;
const failureName = (fileName: string) => fileName.replace(/(_失败明细)?\.xlsx$/i, "_失败明细.xlsx");

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

/** Keeps a file and ends the task in one transaction: there is no file without its task, and no task without its file. */
async function keepAndEnd(work: JobRun, file: NewFile, end: (tx: Tx) => Promise<void>): Promise<void> {
  const finish = <T>(act: (tx: Tx) => Promise<T>): Promise<T> =>
    work.step(async (tx) => {
      const kept = await act(tx);
      await end(tx);
      return kept;
    });
  await keepFile({ commit: (act) => work.step(act), finish }, file);
}

/** The owner with the rights of this moment; whoever lost them gets no file (PF-R93). */
async function requireOwner(
  { work, actorOf }: Run,
  { ownerId, organizationIds }: ClaimedTask,
  { sheet }: SheetSource,
): Promise<Owner> {
  const owner = await work.step((tx) => actorOf(tx, ownerId, organizationIds));
  if (!owner || ![sheet.export, sheet.list].every((one) => owner.actor.mayCall(one))) throw taskErrors.rightsLost();
  return owner;
}

/** Goes on with what a worker left behind. */
export const taskSweep = schedule({
  name: "platform.taskSweep",
  at: { everySeconds: 10 },
  run: (work) =>
    work.step(async (tx) => {
      for (const { id, attempts } of await takeBackLost(tx)) {
        if (attempts >= MOST_ATTEMPTS) await failWaiting(tx, id, taskErrors.interrupted().message);
      }
    }),
});

export const taskExpiry = schedule({
  name: "platform.taskExpiry",
  at: "7 * * * *",
  run: (work) => work.step(expireTasks),
});
