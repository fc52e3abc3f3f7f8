import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { keepDays } from "./finish.ts";

/** How long a check waits to be confirmed, and a confirmed file is known again (PF-R95). */
const DRAFT_HOURS = 24;

/** Files are kept for so many days; the task stays, so that people see what was (3.4). */
export async function expireTasks(tx: Tx): Promise<void> {
  const { rows: expired } = await sql<{ id: string }>`
    update task set status = 'EXPIRED', updated_at = ${tx.now}
    where (status in ('SUCCESS', 'PARTIAL') or status = 'FAILED' and fail_file_id is not null)
      and expires_at < ${tx.now} returning id`.execute(tx.kysely);
  // without a file to expire their state stays; what was uploaded for them goes
  const { rows: over } = await sql<{ id: string }>`
    select id from task where status in ('FAILED', 'CANCELED') and source_file_id is not null
      and finished_at < ${tx.now}::timestamptz - make_interval(days => ${tx.param(keepDays)})`.execute(tx.kysely);
  await dropTraces(
    tx,
    [...expired, ...over].map(({ id }) => id),
  );
  await dropDrafts(tx);
}

/** Takes away what was made for these tasks and what was uploaded for them; the purge of files removes the contents. */
export async function dropTraces(tx: Tx, taskIds: readonly string[]): Promise<void> {
  const ids = [...taskIds];
  await sql`update file set status = 'DELETED', updated_at = ${tx.now} where status = 'BOUND'
    and (biz_type = 'task' and biz_id = any(${ids}::text[])
      or id in (select source_file_id from task where id = any(${ids}::uuid[])))`.execute(tx.kysely);
  await sql`delete from import_failure where task_id = any(${ids}::uuid[])`.execute(tx.kysely);
  await sql`update task set source_file_id = null where id = any(${ids}::uuid[])`.execute(tx.kysely);
}

/** Checks that nobody confirmed, and those whose task has expired or was removed, with the files they were made of. */
async function dropDrafts(tx: Tx): Promise<void> {
  await sql`with gone as (
      delete from import_draft d
      where coalesce(d.confirmed_at, d.created_at) < ${tx.now}::timestamptz - make_interval(hours => ${DRAFT_HOURS})
        and not exists (select from task t where t.source_file_id = d.file_id) returning d.file_id)
    update file f set status = 'DELETED', updated_at = ${tx.now} from gone
    where f.id = gone.file_id and f.status = 'BOUND'`.execute(tx.kysely);
}
