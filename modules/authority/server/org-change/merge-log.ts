import { insertPastAudits, newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { OrganizationRow } from "../organization/tables.ts";

interface Moved {
  readonly bizType: string;
  readonly ids: readonly string[];
  readonly field: string;
  /** The label of the changed field in the log, such as 任职组织. */
  readonly label: string;
  /** The short word for it in the summary sentence of the log entry. */
  readonly word: string;
}

/** Writes into the log of each moved record that the merge has moved it. */
export async function logMoved(
  tx: Tx,
  { bizType, ids, field, label, word }: Moved,
  source: OrganizationRow,
  target: OrganizationRow,
): Promise<void> {
  const { method, path, audit } = contract.mergeOrganization;
  await insertPastAudits(
    tx,
    ids.map((bizId) => ({
      id: newId(),
      occurredAt: tx.now,
      actorId: tx.actor.userId,
      actorName: tx.actor.name,
      actorOrgId: tx.actor.organizationIds.join(","),
      ip: tx.request.ip,
      module: "authority",
      bizType,
      bizId,
      bizNo: null,
      action: `${method} ${path}`,
      actionName: audit,
      summary: `${word}由${source.name}转至${target.name}`,
      diffs: [{ bizType, bizId, field, label, before: source.name, after: target.name }],
      reason: tx.trail.reason,
      source: tx.request.source,
      result: "SUCCESS" as const,
      traceId: tx.request.requestId,
    })),
  );
}
