import type { WriteEndpoint } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import { demoId } from "../start/seeded.ts";
import { insertPastAudits, type PastAudit } from "./past.ts";
import { makeAuditMonths } from "./write.ts";

/** One line in the log of a record of the demo. */
export interface PastAct {
  readonly endpoint: WriteEndpoint;
  /** The name of the table of the record. */
  readonly table: string;
  readonly bizId: string;
  readonly bizNo?: string;
  readonly at: Date;
  readonly by: string;
  readonly orgId?: string | null;
  /** The states that it came from and went to, in words. */
  readonly moved?: readonly [before: string, after: string];
  readonly summary?: string;
  readonly reason?: string | null;
}

/** Writes the log of records that the demo of a module has made, as if people had made them in their time. */
export async function insertPastActs(
  tx: Tx,
  module: string,
  acts: readonly PastAct[],
  personNames: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<void> {
  const first = Math.min(...acts.map(({ at }) => at.getTime()));
  await makeAuditMonths(tx, new Date(first));
  const names = await personNames(tx, [...new Set(acts.map(({ by }) => by))]);
  const audits = acts.map((act, n) => auditOf(module, act, { n, actorName: names.get(act.by) ?? "系统" }));
  await insertPastAudits(tx, audits);
}

function auditOf(module: string, act: PastAct, { n, actorName }: { n: number; actorName: string }): PastAudit {
  const { endpoint, table: bizType, bizId, bizNo = null, at, by, orgId, moved, summary = null, reason = null } = act;
  const about = { bizType, bizId };
  return {
    ...about,
    id: demoId(`${module}-audit:${n}`),
    traceId: demoId(`${module}-trace:${n}`),
    occurredAt: at,
    actorId: by,
    actorName,
    actorOrgId: orgId ?? "",
    ip: `10.20.${n % 40}.${10 + (n % 200)}`,
    action: `${endpoint.method} ${endpoint.path}`,
    actionName: endpoint.audit,
    module,
    source: "WEB",
    result: "SUCCESS",
    bizNo,
    summary,
    diffs: moved ? [{ ...about, field: "state", label: "状态", before: moved[0], after: moved[1] }] : [],
    reason,
  };
}
