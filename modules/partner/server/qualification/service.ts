import { type AnswerFrom, type BodyOf, dayOf } from "@ops/platform/contract";
import {
  bindFile,
  changeRecord,
  insertRecord,
  isSelf,
  lockRecord,
  newId,
  requireRecord,
  type Tx,
} from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { partnerErrors, partnerStates, qualificationStates } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { settleTasks } from "../company/hooks.ts";
import { keptFiles } from "../company/kept-files.ts";
import type { PartnerRow } from "../company/tables.ts";
import { holdsOn, papersOf, requiredPapers } from "./required.ts";
import { settlePapers } from "./settle.ts";
import { type QualificationRow, qualifications } from "./tables.ts";

type Presented = AnswerFrom<typeof contract.addQualification>;

export async function listQualifications(
  tx: Tx,
  partnerId: string,
): Promise<AnswerFrom<typeof contract.listQualifications>> {
  const partner = await requirePartner(tx, partnerId);
  const { required, wanted } = requiredPapers(tx, partner);
  const rows = await papersOf(tx, partner.id);
  const papers = await Promise.all(rows.map((row) => present(tx, row, rows)));
  return { papers, required: [...required], wanted: [...wanted] };
}

export type NewPaper = BodyOf<typeof contract.addQualification>;

export async function addQualification(tx: Tx, partnerId: string, body: NewPaper): Promise<Presented> {
  const partner = await lockPartner(tx, partnerId);
  if (partner.state === "TERMINATED") {
    throw partnerErrors.fieldLocked({ state: partnerStates.label(partner.state), fields: "资质" });
  }
  return present(tx, await insertPaper(tx, partner, body));
}

/** Waits for review, whoever hands it in. */
export async function insertPaper(tx: Tx, partner: PartnerRow, paper: NewPaper): Promise<QualificationRow> {
  const id = newId();
  for (const fileId of paper.fileIds) await bindFile(tx, fileId, { bizType: qualifications.name, bizId: id });
  return insertRecord(tx, qualifications, {
    id,
    partnerId: partner.id,
    ...paper,
    state: "WAITING",
    note: null,
    reviewedBy: null,
    reviewedAt: null,
  });
}

/** A renewal takes back what the end of the former one brought (PT-R3). */
export async function approveQualification(tx: Tx, id: string, version: number): Promise<Presented> {
  const { partner, paper } = await lockPaper(tx, id, version);
  const state = qualificationStates.next(paper.state, "approve");
  refuseOwn(tx, paper);
  const today = dayOf(tx.now);
  const lastDay = paper.expireOn ?? today;
  if (lastDay < today) throw partnerErrors.paperOver({ date: lastDay });
  const approved = await changeRecord(tx, qualifications, paper, { state, note: null, ...reviewed(tx) });
  await settleTasks(tx, await settlePapers(tx, partner));
  return present(tx, approved);
}

export async function rejectQualification(
  tx: Tx,
  id: string,
  { reason, version }: BodyOf<typeof contract.rejectQualification>,
): Promise<Presented> {
  const { paper } = await lockPaper(tx, id, version);
  const state = qualificationStates.next(paper.state, "reject");
  refuseOwn(tx, paper);
  return present(tx, await changeRecord(tx, qualifications, paper, { state, note: reason, ...reviewed(tx) }));
}

function refuseOwn(tx: Tx, { createdBy }: QualificationRow): void {
  if (isSelf(tx, createdBy)) throw partnerErrors.reviewSelf();
}

const reviewed = (tx: Tx) => ({ reviewedBy: tx.actor.userId, reviewedAt: tx.now });

/** The partner first: whoever works on it waits. */
async function lockPaper(tx: Tx, id: string, version: number) {
  const { partnerId } = await requireRecord(tx, qualifications, id);
  const partner = await lockPartner(tx, partnerId);
  return { partner, paper: await lockRecord(tx, qualifications, id, version, presentAlone) };
}

const presentAlone = (tx: Tx, row: QualificationRow) => present(tx, row);

async function present(tx: Tx, row: QualificationRow, all?: readonly QualificationRow[]): Promise<Presented> {
  const siblings = all ?? (await papersOf(tx, row.partnerId));
  const today = dayOf(tx.now);
  const isReplaced = siblings.some((one) => one.id !== row.id && one.kind === row.kind && holdsOn(one, today));
  return {
    ...row,
    isOwn: isSelf(tx, row.createdBy),
    isReplaced: isReplaced && !holdsOn(row, today),
    files: await keptFiles(tx, row.fileIds),
    createdByName: await tx.personName(row.createdBy),
    reviewedByName: row.reviewedBy && (await tx.personName(row.reviewedBy)),
  };
}
