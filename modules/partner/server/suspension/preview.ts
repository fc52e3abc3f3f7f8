import { bindFile, changeRecord, lockRecord, requirePerson, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { partnerErrors, partnerStates, suspensionStates } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import { choicesOf, completePlan, isStale, seenOf } from "./choices.ts";
import { insertDraft, openDraft } from "./draft.ts";
import { presentDetail } from "./present.ts";
import { suspensions } from "./tables.ts";

/** Updates the open draft, or makes one, with the things that the partner has now. */
export const previewSuspension = writes(
  contract.previewSuspension,
  async (tx, { params: { id: partnerId }, body: { reason, fileIds } }) => {
    const partner = await lockPartner(tx, partnerId);
    partnerStates.next(partner.state, "suspend");
    const open = await openDraft(tx, partnerId);
    const draft = open ?? (await insertDraft(tx, { partnerId, reason }));
    for (const fileId of fileIds) await bindFile(tx, fileId, { bizType: suspensions.name, bizId: draft.id });
    const preview = seenOf(await choicesOf(tx, partner));
    // a new preview withdraws the draft from the second person
    const taken = { submittedBy: null, submittedAt: null };
    const evidence = [...new Set([...draft.fileIds, ...fileIds])];
    const seen = { reason, fileIds: evidence, preview, previewedAt: tx.now };
    return presentDetail(tx, await changeRecord(tx, suspensions, draft, { ...seen, ...taken }));
  },
);

/** Submits the draft with a complete plan to a second person. The preview must not be outdated. */
export const submitSuspension = writes(
  contract.submitSuspension,
  async (tx, { params: { id: partnerId }, body: { plan, version } }) => {
    requirePerson(tx);
    const partner = await lockPartner(tx, partnerId);
    partnerStates.next(partner.state, "suspend");
    const open = await openDraft(tx, partnerId);
    if (!open) throw partnerErrors.previewOld();
    const draft = await lockRecord(tx, suspensions, open.id, version, presentDetail);
    const choices = await choicesOf(tx, partner);
    if (isStale(draft, choices, tx.now)) throw partnerErrors.previewOld();
    const submitted = await changeRecord(tx, suspensions, draft, {
      state: suspensionStates.next(draft.state, "submit"),
      plan: completePlan(choices, plan),
      submittedBy: tx.actor.userId,
      submittedAt: tx.now,
    });
    return presentDetail(tx, submitted);
  },
);
