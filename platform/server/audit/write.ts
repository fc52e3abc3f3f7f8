import { sql } from "kysely";
import { newId } from "../crypto.ts";
import { runText } from "../db/statement.ts";
import type { Tx } from "../db/tx.ts";

export interface AuditedCall {
  /** `POST /clue/v1/clues/{id}/assign`, or the name of a job. */
  readonly action: string;
  readonly actionName: string;
  readonly module: string;
  readonly result: "SUCCESS" | "REFUSED";
}

const INSERT = `
  insert into audit_log (id, occurred_at, actor_id, actor_name, actor_org_id, session_id, ip, module, biz_type, biz_id,
    biz_no, action, action_name, summary, diffs, reason, source, result, trace_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`;

/** The one audit row of a call, in the transaction of its change: no row, no change (PF-R97). */
export async function writeAudit(tx: Tx, call: AuditedCall): Promise<void> {
  const { actor, trail, request } = tx;
  const { bizType, bizId, bizNo } = trail.subject ?? { bizType: call.module, bizId: "", bizNo: null };
  const who = [newId(), tx.now, actor.userId, actor.name, actor.organizationIds.join(","), actor.sessionId, request.ip];
  const what = [call.module, bizType, bizId, bizNo, call.action, call.actionName, trail.summary];
  const how = [JSON.stringify(trail.diffs), trail.reasons, request.source, call.result, request.requestId];
  await runText(tx.kysely, INSERT, [...who, ...what, ...how]);
}

const MONTHS_LOCK = 7_316_046;

/** Makes the parts of the log from `since` to the month after next, so that the default part stays empty. */
export async function makeAuditMonths(tx: Tx, since: Date = tx.now): Promise<void> {
  // `if not exists` alone fails when two make the same part at once
  await sql`select pg_advisory_xact_lock(${MONTHS_LOCK})`.execute(tx.kysely);
  const [first, last] = [monthOf(since), monthOf(tx.now) + 2];
  for (let month = first; month <= last; month++) {
    const [from, until] = [firstDay(month), firstDay(month + 1)];
    const part = sql.raw(`audit_log_${from.slice(0, 7).replace("-", "_")}`);
    await sql`create table if not exists ${part} partition of audit_log
      for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(tx.kysely);
  }
}

const monthOf = (instant: Date): number => instant.getUTCFullYear() * 12 + instant.getUTCMonth();
const firstDay = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10);
