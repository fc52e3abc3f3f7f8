import { createOrganization } from "@ops/authority/server";
import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, isSelf, lockRecord, notify, requirePerson, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { partnerErrors, partnerStates } from "../../contract/index.ts";
import { asApplied } from "../company/find.ts";
import { addressOfPartner, brandHolders } from "../company/holders.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { applyTerms } from "../contract/apply-terms.ts";
import { refuseTakenTerritory } from "../contract/territory.ts";
import { syncTasks } from "../onboarding/service.ts";
import { missingPapers, paperNames, paperStandings } from "../qualification/required.ts";
import { type PresentedDetail, presentPartner } from "./detail.ts";
import { missingFacts, missingFor } from "./missing.ts";

const lock = (tx: Tx, id: string, version: number) => lockRecord(tx, partners, id, version, presentPartner);

/** 提交: the application is whole and the required papers are uploaded (PT-R3); those who review hear of it. */
export async function submitPartner(tx: Tx, id: string, version: number): Promise<PresentedDetail> {
  requirePerson(tx);
  const partner = await lock(tx, id, version);
  const state = partnerStates.next(partner.state, "submit");
  const facts = missingFacts(partner);
  if (facts.length > 0) throw partnerErrors.notReady({ list: facts.join("、") });
  const missing = await missingPapers(tx, partner, { uploaded: true });
  if (missing.length > 0) throw partnerErrors.papers({ list: paperNames(missing) });
  const by = { submittedBy: tx.actor.userId, submittedAt: tx.now, stateReason: null };
  const submitted = await changeRecord(tx, partners, partner, { state, ...by });
  const reviewers = (await brandHolders(tx, "partner:partner:approve")).filter((one) => one !== tx.actor.userId);
  await notify(tx, reviewers, {
    category: "APPROVAL",
    title: "入驻申请待审核",
    route: addressOfPartner(id),
    content: `${partner.fullName}的入驻申请待审核`,
    about: `partner.review:${id}`,
  });
  return presentPartner(tx, submitted);
}

/** 审核通过, by somebody else than who handed it in: the papers hold, the organisation and the tasks are made. */
export async function approvePartner(tx: Tx, id: string, version: number): Promise<PresentedDetail> {
  const partner = await lock(tx, id, version);
  const state = partnerStates.next(partner.state, "approve");
  refuseOwn(tx, partner);
  const missing = await missingPapers(tx, partner, { uploaded: false });
  if (missing.length > 0) {
    throw partnerErrors.papersOpen({ list: (await paperStandings(tx, partner.id, missing)).join("、") });
  }
  const orgId = partner.orgId ?? (await organizationFor(tx, partner)).id;
  const approved = await changeRecord(tx, partners, partner, { state, orgId, approvedAt: tx.now, stateReason: null });
  await syncTasks(tx, approved);
  return presentPartner(tx, approved);
}

/** The root of the partner's data scope. A company that returns stands beside its former, closed organisation. */
function organizationFor(tx: Tx, partner: PartnerRow) {
  const { id, fullName, shortName, partnerNo, regionId, cityCodes, priorPartnerId } = asApplied(partner);
  return createOrganization(tx, {
    parentId: regionId,
    type: "PARTNER",
    refModule: "partner",
    refId: id,
    name: priorPartnerId === null ? fullName : `${fullName}（${partnerNo}）`,
    shortName,
    regionCode: cityCodes[0] ?? null,
  });
}

export async function rejectPartner(
  tx: Tx,
  id: string,
  { reason, version }: BodyOf<typeof contract.rejectPartner>,
): Promise<PresentedDetail> {
  const partner = await lock(tx, id, version);
  const state = partnerStates.next(partner.state, "reject");
  refuseOwn(tx, partner);
  const rejected = await changeRecord(tx, partners, partner, { state, stateReason: reason });
  await notify(tx, [partner.managerId, partner.submittedBy ?? partner.managerId], {
    category: "APPROVAL",
    level: "WARN",
    title: "入驻申请被驳回",
    route: addressOfPartner(id),
    content: `${partner.fullName}的入驻申请被驳回：${reason}`,
    about: `partner.review:${id}`,
  });
  return presentPartner(tx, rejected);
}

function refuseOwn(tx: Tx, { submittedBy, createdBy }: PartnerRow): void {
  if (isSelf(tx, submittedBy, createdBy)) throw partnerErrors.reviewSelf();
}

/** 启用: tasks, contract, deposit and account are there, the territory is free; what the contract allows is live (PT-R4). */
export async function activatePartner(tx: Tx, id: string, version: number): Promise<PresentedDetail> {
  const partner = await lock(tx, id, version);
  const state = partnerStates.next(partner.state, "activate");
  const missing = await missingFor(tx, partner);
  if (missing.length > 0) throw partnerErrors.notReady({ list: missing.map(({ text }) => text).join("、") });
  await refuseTakenTerritory(tx, partner);
  const active = await changeRecord(tx, partners, partner, { state, activatedAt: tx.now, stateReason: null });
  return presentPartner(tx, await applyTerms(tx, active));
}
