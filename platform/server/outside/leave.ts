import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { outsideCalls } from "../tables.ts";
import type { OutwardPort } from "./port.ts";

/**
 * Leaves a call alone, because people have found out what became of it: its module hears no more of it. Answers false if
 * an outcome is on its way to the module just now. One that may have arrived is queried first, should it begin anew.
 */
export async function leaveOutside(tx: Tx, { port }: OutwardPort, key: string): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`select state not in ('CALLING', 'ANSWERED') as "isFree"
    from outside_call where port = ${port} and key = ${key} for update skip locked`.execute(tx.kysely);
  if (rows[0] ? !rows[0].isFree : await isKnown(tx, port, key)) return false;
  await sql`update outside_call set state = 'HANDLED', due_at = null, request_sealed = null, outcome_sealed = null,
      failure = case state when 'ASKING' then 'UNSURE' else failure end, progress = null, version = version + 1, updated_at = ${tx.now}, updated_by = ${tx.actor.userId}
    where port = ${port} and key = ${key} and state <> 'DONE'`.execute(tx.kysely);
  tx.trail.tables.add(outsideCalls.name);
  return true;
}

/** A call that is there and could not be locked belongs to whoever gives its outcome to the module. */
async function isKnown(tx: Tx, port: string, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from outside_call where port = ${port} and key = ${key}`.execute(tx.kysely);
  return rows.length > 0;
}
