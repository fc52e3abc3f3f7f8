import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";

/** Deletes finished jobs after a day, because they are of no use, and schedules add one every few seconds. */
export async function forgetDone(tx: Tx): Promise<void> {
  await sql`delete from pgboss.job where state = 'completed' and completed_on < now() - interval '1 day'`.execute(
    tx.kysely,
  );
}
