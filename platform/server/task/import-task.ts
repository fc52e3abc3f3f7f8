import { taskErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { forgetHandedBack, handBackFile } from "../excel/import/hand-back.ts";
import { type ImportSource, mayImport } from "../excel/import/import-source.ts";
import { runImport } from "../excel/import/run-import.ts";
import type { Spool } from "../file/spool.ts";
import type { JobRun } from "../jobs/job.ts";
import { newId } from "../secret/crypto.ts";
import { db } from "../tables.ts";
import { finishTask, type Outcome } from "./finish.ts";
import { keepAndEnd } from "./keep-and-end.ts";
import type { TaskLease } from "./lease.ts";
import type { ActAs, ActorOf } from "./work.ts";

interface ImportRun {
  readonly work: JobRun;
  readonly actAs: ActAs;
  readonly actorOf: ActorOf;
  readonly source: ImportSource;
  readonly lease: TaskLease;
}

/** Runs an import. Each chunk updates the counts, and refused rows come back as a file (PF-R96). */
export async function runImportTask({ work, actAs, actorOf, source, lease }: ImportRun): Promise<void> {
  const { task } = lease;
  const owner = async () => {
    const found = await work.step((tx) => actorOf(tx, task.ownerId, task.organizationIds));
    if (!found || !mayImport(found.actor, source.kind)) throw taskErrors.importRightsLost();
    return found;
  };
  await using failures = await runImport({ work, actAs, lease, source, owner });
  const given = await work.step((tx) => handBackFile(tx, task, source));
  await using content = given?.content ?? null;
  const end = async (tx: Tx, files: Partial<Outcome>) => {
    await forgetHandedBack(tx, task, given);
    await finishTask(tx, task, { ...(await outcomeOf(tx, task.id)), done: lease.done, total: lease.done, ...files });
  };
  const name = source.handsBack?.name ?? "";
  const result = content && {
    ...fileOf(lease, content),
    ext: "zip" as const,
    fileName: `${source.kind.name}_${name}.zip`,
  };
  const failed = failures && {
    ...fileOf(lease, failures),
    ext: "xlsx" as const,
    fileName: failureName(task.fileName),
  };
  const ids = {
    ...(result ? { resultFileId: result.id, fileSize: result.content.size } : {}),
    ...(failed ? { failFileId: failed.id } : {}),
  };
  if (result && failed) await keepAndEnd(work, result, async () => undefined);
  const last = failed ?? result;
  if (!last) return work.step((tx) => end(tx, ids));
  await keepAndEnd(work, last, (tx) => end(tx, ids));
}

function fileOf({ task }: TaskLease, content: Spool) {
  return { id: newId(), bizType: "task", bizId: task.id, uploaderId: task.ownerId, content };
}

async function outcomeOf(tx: Tx, id: string): Promise<Outcome> {
  const { successCount, skipCount, failCount } = await db(tx)
    .selectFrom("task")
    .select(["successCount", "skipCount", "failCount"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (failCount === 0) return { status: "SUCCESS" };
  if (successCount + skipCount > 0) return { status: "PARTIAL" };
  return { status: "FAILED", errorMsg: taskErrors.allFailed().message };
}

const failureName = (fileName: string) => fileName.replace(/(_失败明细)?\.xlsx$/i, "_失败明细.xlsx");

/** Deletes data for operators of tasks that ended early, because nobody gets it any more. */
export async function forgetUnfinished(tx: Tx): Promise<void> {
  await sql`with over as (
      select id, params ->> 'draftId' as draft_id from task where kind = 'IMPORT' and status in ('FAILED', 'CANCELED')),
    forgotten as (delete from import_secret s using over where s.task_id = over.id)
    update import_draft d set sealed_password = null from over
    where d.id::text = over.draft_id and d.sealed_password is not null`.execute(tx.kysely);
}
