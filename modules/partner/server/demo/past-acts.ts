import { personNames } from "@ops/authority/server";
import type { WriteEndpoint } from "@ops/platform/contract";
import { demoId, insertPastAudits, makeAuditMonths, type PastAudit, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { db } from "../database.ts";
import type { SuspensionRow } from "../suspension/tables.ts";

/** One line in the log of a partner. */
interface Act {
  readonly endpoint: WriteEndpoint;
  readonly at: Date;
  readonly by: string;
  readonly moved?: readonly [from: PartnerRow["state"], to: PartnerRow["state"]];
  readonly reason?: string | null;
}

/** Loads the log of each partner since its creation. */
export async function loadPastActs(tx: Tx): Promise<void> {
  const rows = await db(tx).selectFrom("partner").selectAll().orderBy("partnerNo").execute();
  const suspensions = await db(tx).selectFrom("partnerSuspension").selectAll().execute();
  const acts = rows.flatMap((partner) => {
    const own = suspensions.filter(({ partnerId }) => partnerId === partner.id);
    return [...lifeOf(partner), ...own.flatMap((one) => actsOf(partner, one))].map((act) => ({ partner, act }));
  });
  const first = Math.min(...acts.map(({ act }) => act.at.getTime()));
  await makeAuditMonths(tx, new Date(first));
  const names = await personNames(tx, [...new Set(acts.map(({ act }) => act.by))]);
  const logged = acts.map(({ partner, act }, n) => auditOf(partner, act, { n, name: names.get(act.by) ?? "系统" }));
  await insertPastAudits(tx, logged);
}

function lifeOf(partner: PartnerRow): Act[] {
  const { managerId: by, createdAt, submittedAt, approvedAt, activatedAt, terminatedAt, stateReason, state } = partner;
  const acts: Act[] = [{ endpoint: contract.createPartner, at: createdAt, by }];
  if (submittedAt) acts.push({ endpoint: contract.submitPartner, at: submittedAt, by, moved: ["DRAFT", "REVIEW"] });
  if (submittedAt && state === "REJECTED") {
    const at = new Date(submittedAt.getTime() + 2 * 86_400_000);
    acts.push({ endpoint: contract.rejectPartner, at, by, moved: ["REVIEW", "REJECTED"], reason: stateReason });
  }
  if (approvedAt) acts.push({ endpoint: contract.approvePartner, at: approvedAt, by, moved: ["REVIEW", "ONBOARDING"] });
  if (activatedAt)
    acts.push({ endpoint: contract.activatePartner, at: activatedAt, by, moved: ["ONBOARDING", "ACTIVE"] });
  if (terminatedAt) {
    const moved = ["EXITING", "TERMINATED"] as const;
    acts.push({ endpoint: contract.terminatePartner, at: terminatedAt, by, moved, reason: stateReason });
  }
  return acts;
}

function actsOf({ managerId }: PartnerRow, suspension: SuspensionRow): Act[] {
  const { kind, reason, submittedBy, submittedAt, confirmedBy, effectiveAt, undoBeganAt, undoneBy, undoReason } =
    suspension;
  const at = effectiveAt ?? suspension.createdAt;
  const by = confirmedBy ?? managerId;
  if (kind === "TERMINATE") return [{ endpoint: contract.startExit, at, by, moved: ["ACTIVE", "EXITING"], reason }];
  const acts: Act[] = [];
  const handedIn = { at: submittedAt ?? at, by: submittedBy ?? managerId };
  acts.push({ endpoint: contract.submitSuspension, ...handedIn, reason });
  acts.push({ endpoint: contract.confirmSuspension, at, by, moved: ["ACTIVE", "SUSPENDED"], reason });
  if (undoBeganAt) {
    const back = { at: undoBeganAt, by: undoneBy ?? managerId, reason: undoReason };
    acts.push({ endpoint: contract.resumePartner, ...back, moved: ["SUSPENDED", "ACTIVE"] });
  }
  return acts;
}

function auditOf(
  { id, partnerNo, shortName, regionId }: PartnerRow,
  { endpoint, at, by, moved, reason = null }: Act,
  { n, name }: { readonly n: number; readonly name: string },
): PastAudit {
  const label = partners.labels["state"] ?? "状态";
  const { states } = contract.partnerStates;
  const diffs = moved
    ? [{ bizType: partners.name, bizId: id, field: "state", label, before: states[moved[0]], after: states[moved[1]] }]
    : [];
  return {
    id: demoId(`partner-audit:${n}`),
    traceId: demoId(`partner-trace:${n}`),
    occurredAt: at,
    actorId: by,
    actorName: name,
    actorOrgId: regionId ?? "",
    ip: `10.20.${n % 40}.${10 + (n % 200)}`,
    action: `${endpoint.method} ${endpoint.path}`,
    actionName: endpoint.audit,
    module: "partner",
    source: "WEB",
    result: "SUCCESS",
    bizType: partners.name,
    bizId: id,
    bizNo: partnerNo,
    summary: shortName,
    diffs,
    reason,
  };
}
