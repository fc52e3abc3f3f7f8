import type { BodyOf } from "@ops/platform/contract";
import {
  bindFile,
  changeRecord,
  insertRecord,
  lockRecord,
  notify,
  requirePerson,
  requireRecord,
  type Tx,
} from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { partnerErrors, partnerStates, suspensionStates } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { addressOfPartner } from "../company/holders.ts";
import { partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { choicesOf, completePlan, isStale, seenOf } from "./choices.ts";
import { type PresentedDetail, presentDetail } from "./present.ts";
import { type SuspensionRow, suspensions } from "./tables.ts";

interface Wanted {
  readonly partnerId: string;
  readonly reason: string;
}

const begun = {
  kind: "SUSPEND",
  fileIds: [],
  plan: [],
  preview: [],
  previewedAt: null,
  state: "DRAFT",
  stateReason: null,
  submittedBy: null,
  submittedAt: null,
  confirmedBy: null,
  effectiveAt: null,
  finishedAt: null,
  undoneBy: null,
  undoReason: null,
  undoBeganAt: null,
  undoneAt: null,
} as const satisfies Partial<SuspensionRow>;

/** A draft for the manager, who decides (PT-R3, PT-R5); while one is open, there is no second. */
export async function draftSuspension(tx: Tx, { partnerId, reason }: Wanted): Promise<void> {
  const partner = await db(tx)
    .selectFrom("partner")
    .select(["id", "shortName", "managerId", "state"])
    .where("id", "=", partnerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (partner.state !== "ACTIVE" || (await openDraft(tx, partnerId))) return;
  await insertRecord(tx, suspensions, { ...begun, fileIds: [], plan: [], partnerId, reason });
  await notify(tx, [partner.managerId], {
    category: "APPROVAL",
    level: "WARN",
    about: `suspension-draft:${partnerId}`,
    title: "暂停草稿待处理",
    content: `${partner.shortName}：${reason}，请决定是否暂停合作`,
    route: addressOfPartner(partnerId),
  });
}

/** Takes up the open draft, or begins one, with what lies with the partner at this moment. */
export async function previewSuspension(
  tx: Tx,
  partnerId: string,
  { reason, fileIds }: BodyOf<typeof contract.previewSuspension>,
): Promise<PresentedDetail> {
  const partner = await lockPartner(tx, partnerId);
  partnerStates.next(partner.state, "suspend");
  const open = await openDraft(tx, partnerId);
  const draft = open ?? (await insertRecord(tx, suspensions, { ...begun, fileIds: [], plan: [], partnerId, reason }));
  for (const fileId of fileIds) await bindFile(tx, fileId, { bizType: suspensions.name, bizId: draft.id });
  const preview = seenOf(await choicesOf(tx, partner));
  // whoever begins anew takes it back from the second person
  const taken = { submittedBy: null, submittedAt: null };
  const evidence = [...new Set([...draft.fileIds, ...fileIds])];
  const seen = { reason, fileIds: evidence, preview, previewedAt: tx.now };
  return presentDetail(tx, await changeRecord(tx, suspensions, draft, { ...seen, ...taken }));
}

export async function refreshPreview(tx: Tx, id: string, version: number): Promise<PresentedDetail> {
  const draft = await lockRecord(tx, suspensions, id, version, presentDetail);
  const state = suspensionStates.next(draft.state, "preview");
  const preview = seenOf(await choicesOf(tx, await requirePartner(tx, draft.partnerId)));
  return presentDetail(tx, await changeRecord(tx, suspensions, draft, { state, preview, previewedAt: tx.now }));
}

/** With its plan to a second person; the plan is complete and its basis is fresh. */
export async function submitSuspension(
  tx: Tx,
  partnerId: string,
  { plan, version }: BodyOf<typeof contract.submitSuspension>,
): Promise<PresentedDetail> {
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
}

/** Every place that holds the partner's lock may ask. */
export async function openDraft(tx: Tx, partnerId: string): Promise<SuspensionRow | null> {
  const found = await db(tx)
    .selectFrom("partnerSuspension")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("state", "=", "DRAFT")
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** The suspension and its partner, locked in this order everywhere: the partner first. */
export async function lockWithPartner(tx: Tx, id: string, version: number) {
  const { partnerId } = await requireRecord(tx, suspensions, id);
  const partner = await lockRecord(tx, partners, partnerId, null);
  return { partner, suspension: await lockRecord(tx, suspensions, id, version, presentDetail) };
}
