import { dayOf } from "@ops/platform/contract";
import { changeRecord, job, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { partnerErrors, partnerRestored, suspensionStates } from "../../contract/index.ts";
import { tellPartner } from "../company/news.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { mainContractOn } from "../contract/effective.ts";
import { db } from "../database.ts";
import { missingPapers, paperNames } from "../qualification/required.ts";
import { skipWaiting, workThrough } from "./items.ts";
import { tellResumed } from "./notices.ts";
import { type SuspensionRow, suspensions } from "./tables.ts";

/** Restores the items in reverse order. Items that cannot be restored are reported; failed ones wait for 重试. */
export const undoJob = job({
  name: "partner.suspensionUndo",
  title: "恢复伙伴合作",
  payload: z.object({ id: z.uuid() }),
  run: async (work, { id }) => {
    await workThrough(work, id, "restore");
    await work.step((tx) => finish(tx, id));
  },
});

async function finish(tx: Tx, id: string): Promise<void> {
  const suspension = await db(tx)
    .selectFrom("partnerSuspension")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (suspension.state !== "UNDOING") return;
  const failed = await db(tx)
    .selectFrom("partnerCascadeItem")
    .select("itemNo")
    .where("suspensionId", "=", id)
    .where("restored", "=", "FAILED")
    .limit(1)
    .executeTakeFirst();
  if (failed) return;
  const state = suspensionStates.next(suspension.state, "finishUndo");
  await tellResumed(tx, await changeRecord(tx, suspensions, suspension, { state, undoneAt: tx.now }));
}

interface BackToWork {
  readonly state: PartnerRow["state"];
  readonly reason: string;
}

/** Lets a locked partner work again, if it fulfils the conditions, and undoes all its suspensions in force. */
export async function bringBackToWork(tx: Tx, partner: PartnerRow, { state, reason }: BackToWork) {
  await refuseUnfit(tx, partner);
  const inForce = await inForceOf(tx, partner.id);
  refuseRunning(inForce);

  tx.trail.reason = reason;
  const working = await changeRecord(tx, partners, partner, { state, stateReason: null });
  await tellPartner(tx, partnerRestored, partner);
  const undoing: SuspensionRow[] = [];
  for (const suspension of inForce) {
    const began = { undoneBy: tx.actor.userId, undoReason: reason, undoBeganAt: tx.now };
    const next = suspensionStates.next(suspension.state, "undo");
    await skipWaiting(tx, suspension.id);
    undoing.push(await changeRecord(tx, suspensions, suspension, { state: next, ...began }));
    await tx.enqueue(undoJob, { id: suspension.id }, { key: suspension.id });
  }
  return { working, undoing };
}

/** Refuses while a suspension is still being executed or undone. */
export function refuseRunning(rows: readonly SuspensionRow[]): void {
  const running: readonly SuspensionRow["state"][] = ["CONFIRMED", "EXECUTING", "UNDOING"];
  if (rows.some(({ state }) => running.includes(state))) throw partnerErrors.suspensionRunning();
}

/** Finds suspensions that were confirmed and not undone, newest first. */
export function inForceOf(tx: Tx, partnerId: string): Promise<SuspensionRow[]> {
  return db(tx)
    .selectFrom("partnerSuspension")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("state", "in", ["CONFIRMED", "EXECUTING", "DONE", "PARTLY", "UNDOING"])
    .orderBy("effectiveAt", "desc")
    .orderBy("id", "desc")
    .forUpdate()
    .execute();
}

async function refuseUnfit(tx: Tx, partner: PartnerRow): Promise<void> {
  const missing: string[] = [];
  if (!(await mainContractOn(tx, partner.id, dayOf(tx.now)))) missing.push("生效中的主合同");
  const papers = await missingPapers(tx, partner, { uploaded: false });
  if (papers.length > 0) missing.push(`有效资质（${paperNames(papers)}）`);
  if (missing.length > 0) throw partnerErrors.notReady({ list: missing.join("、") });
}
