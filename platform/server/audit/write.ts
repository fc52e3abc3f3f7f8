import { newId } from "../crypto.ts";
import { makeMonths } from "../db/months.ts";
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
  const { userId, name } = trail.by ?? actor;
  const who = [newId(), tx.now, userId, name, actor.organizationIds.join(","), actor.sessionId, request.ip];
  const what = [call.module, bizType, bizId, bizNo, call.action, call.actionName, trail.summary];
  const how = [JSON.stringify(trail.diffs), trail.reasons, request.source, call.result, request.requestId];
  await runText(tx.kysely, INSERT, [...who, ...what, ...how]);
}

/** Makes the parts of the log from `since` to the month after next. */
export function makeAuditMonths(tx: Tx, since?: Date): Promise<void> {
  return makeMonths(tx, "auditLog", since);
}
