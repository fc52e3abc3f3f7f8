import { type AnswerFrom, dayOf } from "@ops/platform/contract";
import { findFiles, isOwn, type Tx } from "@ops/platform/server";
import { type addQualification, qualificationActs } from "../../contract/index.ts";
import { holdsOn, papersOf } from "./required.ts";
import type { QualificationRow } from "./tables.ts";

type PresentedPaper = AnswerFrom<typeof addQualification>;

/** Presents papers of one partner or of several. Each depends on the other papers of its partner. */
export async function present(tx: Tx, rows: readonly QualificationRow[]): Promise<PresentedPaper[]> {
  const today = dayOf(tx.now);
  const partnerIds = [...new Set(rows.map(({ partnerId }) => partnerId))];
  const known = (await Promise.all(partnerIds.map((id) => papersOf(tx, id)))).flat();
  const isReplaced = ({ id, partnerId, kind }: QualificationRow) =>
    known.some((one) => one.partnerId === partnerId && one.id !== id && one.kind === kind && holdsOn(one, today));
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      isOwn: isOwn(tx, qualificationActs, row),
      isReplaced: isReplaced(row) && !holdsOn(row, today),
      files: await findFiles(tx, row.fileIds),
      createdByName: await tx.personName(row.createdBy),
      reviewedByName: row.reviewedBy && (await tx.personName(row.reviewedBy)),
    })),
  );
}
