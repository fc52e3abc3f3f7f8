import { sql } from "kysely";
import { sendWithNext } from "../db/connection/prepared-client.ts";
import { runText } from "../db/connection/statement.ts";
import { monthsToMake } from "../db/months.ts";
import type { Tx } from "../db/tx.ts";
import { nameDiffs } from "../refs/name-diffs.ts";
import { newId } from "../secret/crypto.ts";
import { tellRecords } from "./tell-records.ts";

export interface AuditedCall {
  /** `POST /clue/v1/clues/{id}/assign`, or the name of a job. */
  readonly action: string;
  readonly actionName: string;
  readonly module: string;
  readonly result: "SUCCESS" | "REFUSED";
}

const INSERT = sendWithNext(`
  insert into audit_log (id, occurred_at, actor_id, actor_name, actor_org_id, session_id, ip, module, biz_type, biz_id,
    biz_no, action, action_name, summary, diffs, reason, source, result, trace_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`);

/** The audit row of a call, in the transaction of its change: no row, no change (PF-R97). */
export async function writeAudit(tx: Tx, call: AuditedCall): Promise<void> {
  const { trail } = tx;
  if (trail.isTold && trail.tables.size === 0) return;
  const row = rowOf(tx, call);
  const told = await nameDiffs(tx, trail.diffs);
  if (trail.each !== null) await tellRecords(tx, row, told);
  const diffs = JSON.stringify(trail.each === null ? told : []);
  await runText(tx.kysely, INSERT, Object.values({ ...row, diffs }));
}

export type AuditRow = ReturnType<typeof rowOf>;

/** In the order of the columns above. */
function rowOf({ actor, trail, request, now }: Tx, { module, action, actionName, result }: AuditedCall) {
  const { userId, name, organizationIds } = trail.by ?? actor;
  const { bizType, bizId, bizNo } = trail.subject ?? { bizType: module, bizId: "", bizNo: null };
  return {
    id: newId(),
    occurredAt: now,
    actorId: userId,
    actorName: name,
    actorOrgId: organizationIds.join(","),
    sessionId: actor.sessionId,
    ip: request.ip,
    module,
    bizType,
    bizId,
    bizNo,
    action,
    actionName,
    summary: trail.summary,
    diffs: "[]",
    reason: trail.reasons,
    source: request.source,
    result,
    traceId: request.requestId,
  };
}

/** Makes the parts of the log from `since` to the month after next; the log belongs to another role, which makes them. */
export async function makeAuditMonths(tx: Tx, since?: Date): Promise<void> {
  for (const first of await monthsToMake(tx, since)) {
    await sql`select make_audit_month(${first}::date)`.execute(tx.kysely);
  }
}
