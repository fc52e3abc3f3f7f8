import type { AnswerFrom } from "@ops/platform/contract";
import { onlyOf, type Tx } from "@ops/platform/server";
import { type closeAssessment, saveAssessment } from "../../contract/index.ts";
import { ownPartnerId } from "../company/own.ts";
import { findReached } from "../company/reached.ts";
import type { AssessmentRow } from "./tables.ts";

export type PresentedAssessment = AnswerFrom<typeof closeAssessment>;

/**
 * Presents assessments. Only people of the brand who may assess the partner see the comment, and nobody of the partner
 * (section 5).
 */
export async function present(tx: Tx, rows: readonly AssessmentRow[]): Promise<PresentedAssessment[]> {
  const partnerIds = rows.map(({ partnerId }) => partnerId);
  const isOfBrand = (await ownPartnerId(tx)) === null;
  const assessed = await findReached(tx, saveAssessment.permission, isOfBrand ? partnerIds : []);
  return rows.map((row) => ({
    ...row,
    items: [...row.items],
    total: row.totalHundredths === null ? null : row.totalHundredths / 100,
    comment: assessed.has(row.partnerId) ? row.comment : null,
  }));
}

export async function presentOne(tx: Tx, row: AssessmentRow): Promise<PresentedAssessment> {
  return onlyOf(await present(tx, [row]));
}
