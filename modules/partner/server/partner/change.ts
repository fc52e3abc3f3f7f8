import { renameOrganization } from "@ops/authority/server";
import { type AnswerFrom, commonErrors } from "@ops/platform/contract";
import {
  changeRecord,
  insertRecord,
  isSelf,
  lockRecord,
  notify,
  reads,
  requirePerson,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { changeStates, partnerErrors, partnerStates } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { addressOfPartner, holdersFor } from "../company/holders.ts";
import { type ChangeRow, partnerChanges, stampReview } from "../company/name-change.ts";
import { ownPartnerId } from "../company/own.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { lockNames, requireFreeCompany } from "./check/duplicates.ts";
import { takesNameRequests } from "./check/editable.ts";

export const listPartnerChanges = reads(contract.listPartnerChanges, async (tx, { params }) => {
  await requirePartner(tx, params.id);
  const rows = await db(tx)
    .selectFrom("partnerChange")
    .selectAll()
    .where("partnerId", "=", params.id)
    .orderBy("createdAt", "desc")
    .limit(50)
    .execute();
  return Promise.all(rows.map((row) => present(tx, row)));
});

/**
 * Requests a change of name or code. After the application, such a change needs the approval of the legal department
 * (PT-R19).
 */
export const requestPartnerChange = writes(contract.requestPartnerChange, async (tx, { params, body }) => {
  const { reason, ...names } = body;
  requirePerson(tx);
  const partner = await lockPartner(tx, params.id);
  if (!takesNameRequests(partner.state) || (await ownPartnerId(tx))) throw refusalOfLocked(partner);
  const { fullName, shortName, uscc } = names;
  const isSame = fullName === partner.fullName && shortName === partner.shortName && uscc === partner.uscc;
  if (isSame) throw partnerErrors.changeNothing();
  await lockNames(tx);
  await requireFreeCompany(tx, names, partner.id);
  await refuseSecond(tx, partner.id);
  const request = await insertRecord(tx, partnerChanges, { partnerId: partner.id, ...names, reason });
  const holders = await holdersFor(tx, "partner:partner:approve", partner);
  const reviewers = holders.filter((one) => one !== tx.actor.userId);
  await notify(tx, reviewers, {
    category: "APPROVAL",
    title: "名称变更待审核",
    route: addressOfPartner(partner.id),
    content: `${partner.fullName}申请变更名称或信用代码`,
    about: `partner.change:${request.id}`,
  });
  return present(tx, request);
});

async function refuseSecond(tx: Tx, partnerId: string): Promise<void> {
  const waiting = await db(tx)
    .selectFrom("partnerChange")
    .select("id")
    .where("partnerId", "=", partnerId)
    .where("state", "=", "WAITING")
    .executeTakeFirst();
  if (waiting) throw partnerErrors.changeOpen();
}

const refusalOfLocked = ({ state }: PartnerRow) =>
  partnerErrors.fieldLocked({ state: partnerStates.label(state), fields: "公司名称和信用代码" });

/**
 * Approves a change after checking it again, because somebody may have taken the name or stopped the partner meanwhile.
 * The organisation gets the new name too. An account in use keeps the name that the bank knows until a new account is
 * confirmed (PT-R16).
 */
export const approvePartnerChange = writes(contract.approvePartnerChange, async (tx, { params, body }) => {
  const { partner, request } = await lockRequest(tx, params.id, body.version);
  if (!takesNameRequests(partner.state)) throw refusalOfLocked(partner);
  const { fullName, shortName, uscc } = request;
  await lockNames(tx);
  await requireFreeCompany(tx, request, partner.id);
  await changeRecord(tx, partners, partner, { fullName, shortName, uscc });
  if (partner.orgId) await renameOrganization(tx, partner.orgId, { name: fullName, shortName });
  return present(tx, await changeRecord(tx, partnerChanges, request, { state: "APPROVED", ...stampReview(tx) }));
});

export const rejectPartnerChange = writes(contract.rejectPartnerChange, async (tx, { params, body }) => {
  const { request } = await lockRequest(tx, params.id, body.version);
  const rejected = { state: "REJECTED" as const, note: body.reason, ...stampReview(tx) };
  return present(tx, await changeRecord(tx, partnerChanges, request, rejected));
});

async function lockRequest(tx: Tx, id: string, version: number) {
  const found = await db(tx).selectFrom("partnerChange").select("partnerId").where("id", "=", id).executeTakeFirst();
  if (!found) throw commonErrors.notFound();
  const partner = await lockPartner(tx, found.partnerId);
  const request = await lockRecord(tx, partnerChanges, id, version, present);
  if (request.state !== "WAITING") throw partnerErrors.changeDone({ state: changeStates[request.state] });
  if (isSelf(tx, request.createdBy)) throw partnerErrors.reviewSelf();
  return { partner, request };
}

async function present(tx: Tx, row: ChangeRow): Promise<AnswerFrom<typeof contract.requestPartnerChange>> {
  return {
    ...row,
    createdByName: await tx.personName(row.createdBy),
    reviewedByName: row.reviewedBy && (await tx.personName(row.reviewedBy)),
  };
}
