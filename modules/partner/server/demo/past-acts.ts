import { personNames } from "@ops/authority/server";
import { insertPastActs, type PastAct, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { db } from "../database.ts";
import type { SuspensionRow } from "../suspension/tables.ts";

/** What happened to a partner. */
interface Act extends Pick<PastAct, "endpoint" | "at" | "by" | "reason"> {
  readonly moved?: readonly [from: PartnerRow["state"], to: PartnerRow["state"]];
}

/** Loads the log of each partner since its creation. */
export async function loadPastActs(tx: Tx): Promise<void> {
  const rows = await db(tx).selectFrom("partner").selectAll().orderBy("partnerNo").execute();
  const suspensions = await db(tx).selectFrom("partnerSuspension").selectAll().execute();
  const acts = rows.flatMap((partner) => {
    const own = suspensions.filter(({ partnerId }) => partnerId === partner.id);
    return [...lifeOf(partner), ...own.flatMap((one) => actsOf(partner, one))].map((act) => toldOf(partner, act));
  });
  await insertPastActs(tx, "partner", acts, personNames);
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

function toldOf({ id, partnerNo, shortName, regionId }: PartnerRow, { moved, ...act }: Act): PastAct {
  const { states } = contract.partnerStates;
  const about = { table: partners.name, bizId: id, bizNo: partnerNo, summary: shortName, orgId: regionId };
  return { ...act, ...about, ...(moved ? { moved: [states[moved[0]], states[moved[1]]] as const } : {}) };
}
