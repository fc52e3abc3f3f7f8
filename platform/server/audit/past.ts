import { insertMany } from "../db/record/insert-many.ts";
import type { Tx } from "../db/tx.ts";
import type { RequestFacts } from "../request.ts";
import { newId } from "../secret/crypto.ts";
import type { FieldDiff } from "./trail.ts";
import type { AuditedCall } from "./write.ts";

/** An audit row that no call of this node writes: of demo data, of a first start. */
export interface PastAudit extends AuditedCall {
  readonly id: string;
  readonly occurredAt: Date;
  readonly actorId: string;
  readonly actorName: string;
  readonly actorOrgId: string;
  readonly ip: string;
  readonly bizType: string;
  readonly bizId: string;
  readonly bizNo: string | null;
  readonly summary: string | null;
  readonly diffs: readonly FieldDiff[];
  readonly reason: string | null;
  readonly source: RequestFacts["source"];
  readonly traceId: string;
}

export function insertPastAudits(tx: Tx, rows: readonly PastAudit[]): Promise<void> {
  return insertMany(tx, "auditLog", rows);
}

type JobAudit = Omit<PastAudit, "bizType" | "bizId" | "bizNo" | "action" | "actionName" | "summary" | "diffs">;

/**
 * Makes the common part of audit rows for records that a job changes, because no call about these records writes them.
 */
export function jobAudit({ actor, now, request }: Tx, module: string): JobAudit {
  return {
    id: newId(),
    occurredAt: now,
    actorId: actor.userId,
    actorName: actor.name,
    actorOrgId: actor.organizationIds.join(","),
    ip: request.ip,
    module,
    reason: null,
    source: "JOB",
    result: "SUCCESS",
    traceId: request.requestId,
  };
}
