import {
  acting,
  changeRecord,
  isSelf,
  lockRecord,
  presentEach,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { partnerErrors, partnerStates, suspensionStates } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { tellPartner } from "../company/news.ts";
import { partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { choicesOf, isStale, seenOf } from "./choices.ts";
import { executeJob } from "./execute.ts";
import { actAtOnce } from "./items.ts";
import { type PresentedDetail, presentDetail } from "./present.ts";
import { type SuspensionRow, suspensions } from "./tables.ts";
import { inForceOf, refuseRunning, undoJob } from "./undo.ts";

export const suspensionActing = acting(contract.suspensionActs, suspensions, {
  present: presentEach(presentDetail),
  before: (tx, { partnerId }) => lockPartner(tx, partnerId),
  reasonIn: "stateReason",
  on: {
    preview: async (tx, { partnerId }) => ({
      preview: seenOf(await choicesOf(tx, await requirePartner(tx, partnerId))),
      previewedAt: tx.now,
    }),
    /** The second person confirms. The partner stops with this commit, and a job does everything else (PT-R7). */
    confirm: async (tx, suspension) => {
      if (!suspension.submittedBy) throw partnerErrors.suspensionNotSubmitted();
      if (isSelf(tx, suspension.submittedBy)) throw partnerErrors.twoPerson();
      const partner = await lockPartner(tx, suspension.partnerId);
      const state = partnerStates.next(partner.state, "suspend");
      refuseRunning(await inForceOf(tx, partner.id)); // an earlier suspension is still being undone
      if (isStale(suspension, await choicesOf(tx, partner), tx.now)) throw partnerErrors.previewOld();
      tx.trail.reason = suspension.reason;
      await changeRecord(tx, partners, partner, { state, stateReason: suspension.reason });
      await tellPartner(tx, contract.partnerSuspended, partner);
      return { confirmedBy: tx.actor.userId, effectiveAt: tx.now };
    },
  },
  after: {
    confirm: async (tx, suspension) => {
      const { id, partnerId } = suspension;
      await actAtOnce(tx, { suspension, partner: await lockPartner(tx, partnerId) });
      await tx.enqueue(executeJob, { id }, { key: id });
    },
  },
});

/** Continues where the work stopped, whether it executes or undoes the suspension. */
export const retrySuspension = writes(contract.retrySuspension, async (tx, { params: { id }, body }) => {
  // the partner is locked first, as everywhere
  await lockPartner(tx, (await requireRecord(tx, suspensions, id)).partnerId);
  const suspension = await lockRecord(tx, suspensions, id, body.version, presentDetail);
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
