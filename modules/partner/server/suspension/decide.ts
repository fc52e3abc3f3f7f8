import { changeRecord, isSelf, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { partnerErrors, partnerStates, suspensionStates } from "../../contract/index.ts";
import { partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { choicesOf, isStale } from "./choices.ts";
import { executeJob } from "./execute.ts";
import { lockWithPartner } from "./find.ts";
import { actAtOnce } from "./items.ts";
import { type PresentedDetail, presentDetail } from "./present.ts";
import { type SuspensionRow, suspensions } from "./tables.ts";
import { inForceOf, refuseRunning, undoJob } from "./undo.ts";

/** The second person: the partner stops with this commit, everything else follows as a job (PT-R7). */
export const confirmSuspension = writes(contract.confirmSuspension, async (tx, { params: { id }, body }) => {
  const { partner, suspension } = await lockWithPartner(tx, id, body.version);
  const state = suspensionStates.next(suspension.state, "confirm");
  if (!suspension.submittedBy) throw partnerErrors.suspensionNotSubmitted();
  if (isSelf(tx, suspension.submittedBy)) throw partnerErrors.twoPerson();
  const partnerState = partnerStates.next(partner.state, "suspend");
  refuseRunning(await inForceOf(tx, partner.id)); // what an earlier one did is still being undone
  if (isStale(suspension, await choicesOf(tx, partner), tx.now)) throw partnerErrors.previewOld();

  tx.trail.reason = suspension.reason;
  const stopped = await changeRecord(tx, partners, partner, { state: partnerState, stateReason: suspension.reason });
  const decided = { state, confirmedBy: tx.actor.userId, effectiveAt: tx.now };
  const confirmed = await changeRecord(tx, suspensions, suspension, decided);
  await actAtOnce(tx, { suspension: confirmed, partner: stopped });
  await tx.enqueue(executeJob, { id }, { key: id });
  return presentDetail(tx, confirmed);
});

export const rejectSuspension = writes(contract.rejectSuspension, async (tx, { params, body: { reason, version } }) => {
  const { suspension } = await lockWithPartner(tx, params.id, version);
  const state = suspensionStates.next(suspension.state, "reject");
  tx.trail.reason = reason;
  return presentDetail(tx, await changeRecord(tx, suspensions, suspension, { state, stateReason: reason }));
});

/** Goes on where it stopped, in whichever direction it was going. */
export const retrySuspension = writes(contract.retrySuspension, async (tx, { params: { id }, body }) => {
  const { suspension } = await lockWithPartner(tx, id, body.version);
  if ((await countRestoreFailed(tx, id)) > 0) return retryUndo(tx, suspension);
  const state = suspensionStates.next(suspension.state, "retry");
  await db(tx)
    .updateTable("partnerCascadeItem")
    .set({ state: "WAITING" })
    .where("suspensionId", "=", id)
    .where("state", "=", "FAILED")
    .execute();
  const begun = await changeRecord(tx, suspensions, suspension, { state, finishedAt: null });
  await tx.enqueue(executeJob, { id }, { key: id });
  return presentDetail(tx, begun);
});

async function retryUndo(tx: Tx, suspension: SuspensionRow): Promise<PresentedDetail> {
  const { id } = suspension;
  await db(tx)
    .updateTable("partnerCascadeItem")
    .set({ restored: null, restoreMessage: null })
    .where("suspensionId", "=", id)
    .where("restored", "=", "FAILED")
    .execute();
  const begun = await changeRecord(tx, suspensions, suspension, { state: "UNDOING" });
  await tx.enqueue(undoJob, { id }, { key: id });
  return presentDetail(tx, begun);
}

async function countRestoreFailed(tx: Tx, suspensionId: string): Promise<number> {
  const { count } = await db(tx)
    .selectFrom("partnerCascadeItem")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("suspensionId", "=", suspensionId)
    .where("restored", "=", "FAILED")
    .executeTakeFirstOrThrow();
  return count;
}
