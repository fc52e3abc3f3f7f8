import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";

/** What is done is of no use after a day, and what runs by a schedule leaves a row behind every few seconds. */
export async function forgetDone(tx: Tx): Promise<void> {
  await sql`delete from pgboss.job where state = 'completed' and completed_on < now() - interval '1 day'`.execute(
    tx.kysely,
  );
}
