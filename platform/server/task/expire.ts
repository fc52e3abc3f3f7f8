import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { keepDays } from "./finish.ts";

/** How long a check waits to be confirmed, and a confirmed file is known again (PF-R95). */
const DRAFT_HOURS = 24;

/** Deletes files after so many days. The task stays, so that people see what happened (3.4). */
export async function expireTasks(tx: Tx): Promise<void> {
  const { rows: expired } = await sql<{ id: string }>`
    update task set status = 'EXPIRED', updated_at = ${tx.now}
    where (status in ('SUCCESS', 'PARTIAL') or status = 'FAILED' and fail_file_id is not null
        or status in ('FAILED', 'CANCELED') and result_file_id is not null)
      and expires_at < ${tx.now} returning id`.execute(tx.kysely);
  // without a file that expires their state stays, but their uploaded file is deleted
  const { rows: over } = await sql<{ id: string }>`
    select id from task where status in ('FAILED', 'CANCELED') and source_file_id is not null
      and finished_at < ${tx.now}::timestamptz - make_interval(days => ${tx.param(keepDays)})`.execute(tx.kysely);
  await dropTraces(
    tx,
    [...expired, ...over].map(({ id }) => id),
  );
  await dropDrafts(tx);
}

/** Deletes what was made and uploaded for these tasks. The purge of files deletes the contents. */
export async function dropTraces(tx: Tx, taskIds: readonly string[]): Promise<void> {
  const ids = [...taskIds];
  await sql`update file set status = 'DELETED', updated_at = ${tx.now} where status = 'BOUND'
    and (biz_type = 'task' and biz_id = any(${ids}::text[])
      or id in (select source_file_id from task where id = any(${ids}::uuid[])))`.execute(tx.kysely);
  for (const table of ["import_failure", "batch_row"]) {
    await sql`delete from ${sql.table(table)} where task_id = any(${ids}::uuid[])`.execute(tx.kysely);
  }
  await sql`update task set source_file_id = null where id = any(${ids}::uuid[])`.execute(tx.kysely);
}

/** Deletes checks that were not confirmed, and those whose task has expired or was removed, with their files. */
async function dropDrafts(tx: Tx): Promise<void> {
  await sql`with gone as (
      delete from import_draft d
      where coalesce(d.confirmed_at, d.created_at) < ${tx.now}::timestamptz - make_interval(hours => ${DRAFT_HOURS})
        and not exists (select from task t where t.source_file_id = d.file_id) returning d.file_id)
    update file f set status = 'DELETED', updated_at = ${tx.now} from gone
    where f.id = gone.file_id and f.status = 'BOUND'`.execute(tx.kysely);
}
