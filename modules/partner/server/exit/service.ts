import {
  bindFile,
  changeRecord,
  insertRecord,
  lockRecord,
  newId,
  onlyOf,
  reads,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type CascadeChoice, partnerErrors, partnerStates, suspensionStates } from "../../contract/index.ts";
import { cascadeKind } from "../cascade/kinds.ts";
import { requirePartner } from "../company/find.ts";
import { presentPartner } from "../company/hooks.ts";
import { dropPartnerChange } from "../company/name-change.ts";
import { tellPartner } from "../company/news.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { choicesOf, completePlan, seenOf } from "../suspension/choices.ts";
import { openDraft } from "../suspension/draft.ts";
import { executeJob } from "../suspension/execute.ts";
import { actAtOnce } from "../suspension/items.ts";
import { presentSuspensions } from "../suspension/present.ts";
import { suspensions } from "../suspension/tables.ts";
import { bringBackToWork, inForceOf, refuseRunning } from "../suspension/undo.ts";
import { closeJob } from "./close.ts";
import { openWorkOf } from "./open-work.ts";

export const previewExit = reads(contract.previewExit, async (tx, { params }) => {
  const partner = await requirePartner(tx, params.id);
  return { choices: await exitChoices(tx, partner), open: await openWorkOf(tx, partner) };
});

/** Leaves only the required action where the rules of an exit leave no choice. */
async function exitChoices(tx: Tx, partner: PartnerRow): Promise<CascadeChoice[]> {
  return (await choicesOf(tx, partner)).map((choice) => {
    const only = cascadeKind(tx, choice.kind)?.exitAction;
    if (!only) return choice;
    return { ...choice, defaultAction: only, actions: choice.actions.filter(({ action }) => action === only) };
  });
}

/** Starts an exit: no new business, read-only accounts, and open work handled by the plan (section 3.1). */
export const startExit = writes(contract.startExit, async (tx, { params: { id: partnerId }, body }) => {
  const { reason, fileIds, plan, version } = body;
  const partner = await lockRecord(tx, partners, partnerId, version, presentPartner);
  const state = partnerStates.next(partner.state, "startExit");
  refuseRunning(await inForceOf(tx, partnerId));
  const choices = await exitChoices(tx, partner);
  const id = newId();
  for (const fileId of fileIds) await bindFile(tx, fileId, { bizType: suspensions.name, bizId: id });

  tx.trail.reason = reason;
  await dropDraft(tx, partnerId);
  await dropPartnerChange(tx, partnerId, "已发起清退");
  const stopped = await changeRecord(tx, partners, partner, { state, stateReason: reason });
  if (partner.state === "ACTIVE") await tellPartner(tx, contract.partnerSuspended, partner);
  const by = tx.actor.userId;
  const exit = await insertRecord(tx, suspensions, {
    id,
    partnerId,
    kind: "TERMINATE",
    reason,
    fileIds: [...fileIds],
    plan: completePlan(choices, plan),
    preview: seenOf(choices),
    previewedAt: tx.now,
    state: "CONFIRMED",
    submittedBy: by,
    submittedAt: tx.now,
    confirmedBy: by,
    effectiveAt: tx.now,
  });
  await actAtOnce(tx, { suspension: exit, partner: stopped });
  await tx.enqueue(executeJob, { id }, { key: id });
  return onlyOf(await presentSuspensions(tx, [exit]));
});

async function dropDraft(tx: Tx, partnerId: string): Promise<void> {
  const draft = await openDraft(tx, partnerId);
  if (!draft) return;
  const state = suspensionStates.next(draft.state, "reject");
  await changeRecord(tx, suspensions, draft, { state, stateReason: "已发起清退" });
}

/** Terminates the partner, if nothing is open. A job closes the accounts and archives the organisation. */
export const terminatePartner = writes(
  contract.terminatePartner,
  async (tx, { params: { id: partnerId }, body: { reason, version } }) => {
    const partner = await lockRecord(tx, partners, partnerId, version, presentPartner);
    const state = partnerStates.next(partner.state, "terminate");
    refuseRunning(await inForceOf(tx, partnerId));
    const open = await openWorkOf(tx, partner);
    if (open.length > 0) throw partnerErrors.exitOpen({ list: open.join("、") });
    tx.trail.reason = reason;
    const ended = { state, stateReason: reason, terminatedAt: tx.now };
    const after = await changeRecord(tx, partners, partner, ended);
    await tx.enqueue(closeJob, { partnerId }, { key: partnerId });
    return after;
  },
);

/**
 * Cancels the exit. A partner that was suspended before goes back to 已暂停, and the effects of the exit stay until 恢复,
 * which undoes them exactly. A partner that was working works again, because nobody may suspend a partner alone by way
 * of an exit (PT-R7).
 */
export const cancelExit = writes(
  contract.cancelExit,
  async (tx, { params: { id: partnerId }, body: { reason, version } }) => {
    const partner = await lockRecord(tx, partners, partnerId, version, presentPartner);
    const inForce = await inForceOf(tx, partnerId);
    if (inForce.length > 0 && inForce.every(({ kind }) => kind === "TERMINATE")) {
      const state = partnerStates.next(partner.state, "withdrawExit");
      return (await bringBackToWork(tx, partner, { state, reason })).working;
    }
    const state = partnerStates.next(partner.state, "cancelExit");
    tx.trail.reason = reason;
    return changeRecord(tx, partners, partner, { state, stateReason: reason });
  },
);
