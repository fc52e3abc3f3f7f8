import { renameOrganization } from "@ops/authority/server";
import { type AnswerFrom, type BodyOf, commonErrors } from "@ops/platform/contract";
import { changeRecord, insertRecord, isSelf, lockRecord, notify, requirePerson, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { changeStates, partnerErrors, partnerStates } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { addressOfPartner, brandHolders } from "../company/holders.ts";
import { type ChangeRow, partnerChanges, reviewed } from "../company/name-change.ts";
import { ownPartnerId } from "../company/own.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { lockNames, requireFreeCompany } from "./duplicates.ts";
import { takesNameRequests } from "./editable.ts";

type Presented = AnswerFrom<typeof contract.requestPartnerChange>;

export async function listPartnerChanges(tx: Tx, partnerId: string): Promise<Presented[]> {
  await requirePartner(tx, partnerId);
  const rows = await db(tx)
    .selectFrom("partnerChange")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .orderBy("createdAt", "desc")
    .limit(50)
    .execute();
  return Promise.all(rows.map((row) => present(tx, row)));
}

/** Of a company that is under way, name and code change only when the legal department says so (PT-R19). */
export async function requestPartnerChange(
  tx: Tx,
  partnerId: string,
  { reason, ...names }: BodyOf<typeof contract.requestPartnerChange>,
): Promise<Presented> {
  requirePerson(tx);
  const partner = await lockPartner(tx, partnerId);
  if (!takesNameRequests(partner.state) || (await ownPartnerId(tx))) throw locked(partner);
  const { fullName, shortName, uscc } = names;
  const isSame = fullName === partner.fullName && shortName === partner.shortName && uscc === partner.uscc;
  if (isSame) throw partnerErrors.changeNothing();
  await lockNames(tx);
  await requireFreeCompany(tx, names, partner.id);
  const waiting = await db(tx)
    .selectFrom("partnerChange")
    .select("id")
    .where("partnerId", "=", partnerId)
    .where("state", "=", "WAITING")
    .executeTakeFirst();
  if (waiting) throw partnerErrors.changeOpen();
  const values = { partnerId, ...names, reason, state: "WAITING" as const };
  const none = { note: null, reviewedBy: null, reviewedAt: null };
  const request = await insertRecord(tx, partnerChanges, { ...values, ...none });
  const reviewers = (await brandHolders(tx, "partner:partner:approve")).filter((one) => one !== tx.actor.userId);
  await notify(tx, reviewers, {
    category: "APPROVAL",
    title: "名称变更待审核",
    route: addressOfPartner(partnerId),
    content: `${partner.fullName}申请变更名称或信用代码`,
    about: `partner.change:${request.id}`,
  });
  return present(tx, request);
}

const locked = ({ state }: PartnerRow) =>
  partnerErrors.fieldLocked({ state: partnerStates.label(state), fields: "公司名称和信用代码" });

/**
 * Checked anew: somebody else may have taken the name meanwhile, and the partner may have been stopped. The organisation
 * follows; an account in use stays in the name that the bank knows until a change in the new one is through (PT-R16).
 */
export async function approvePartnerChange(tx: Tx, id: string, version: number): Promise<Presented> {
  const { partner, request } = await lockRequest(tx, id, version);
  if (!takesNameRequests(partner.state)) throw locked(partner);
  const { fullName, shortName, uscc } = request;
  await lockNames(tx);
  await requireFreeCompany(tx, request, partner.id);
  await changeRecord(tx, partners, partner, { fullName, shortName, uscc });
  if (partner.orgId) await renameOrganization(tx, partner.orgId, { name: fullName, shortName });
  return present(tx, await changeRecord(tx, partnerChanges, request, { state: "APPROVED", ...reviewed(tx) }));
}

export async function rejectPartnerChange(
  tx: Tx,
  id: string,
  { reason, version }: BodyOf<typeof contract.rejectPartnerChange>,
): Promise<Presented> {
  const { request } = await lockRequest(tx, id, version);
  const rejected = { state: "REJECTED" as const, note: reason, ...reviewed(tx) };
  return present(tx, await changeRecord(tx, partnerChanges, request, rejected));
}

async function lockRequest(tx: Tx, id: string, version: number) {
  const found = await db(tx).selectFrom("partnerChange").select("partnerId").where("id", "=", id).executeTakeFirst();
  if (!found) throw commonErrors.notFound();
  const partner = await lockPartner(tx, found.partnerId);
  const request = await lockRecord(tx, partnerChanges, id, version, present);
  if (request.state !== "WAITING") throw partnerErrors.changeDone({ state: changeStates[request.state] });
  if (isSelf(tx, request.createdBy)) throw partnerErrors.reviewSelf();
  return { partner, request };
}

async function present(tx: Tx, row: ChangeRow): Promise<Presented> {
  return {
    ...row,
    createdByName: await tx.personName(row.createdBy),
    reviewedByName: row.reviewedBy && (await tx.personName(row.reviewedBy)),
  };
}
