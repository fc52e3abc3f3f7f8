import { addDays } from "@ops/platform/contract";
import { insertRecord, type Tx } from "@ops/platform/server";
import { type AssessmentItem, levelOfTotal, totalHundredths } from "../../contract/index.ts";
import { db } from "../database.ts";
import { measureItems } from "./metrics.ts";
import { type AssessmentRow, assessments } from "./tables.ts";

export const monthOf = (day: string): string => day.slice(0, 7);
export const monthBefore = (month: string): string => monthOf(addDays(`${month}-01`, -1));

export function withTotal(items: readonly AssessmentItem[]) {
  const total = totalHundredths(items);
  return { items, totalHundredths: total, level: total === null ? null : levelOfTotal(total) };
}

/**
 * Creates the assessment of a month from the measured values; null if there is one already. It may still wait for
 * scores.
 */
export async function openMonth(tx: Tx, partnerId: string, period: string): Promise<AssessmentRow | null> {
  if (await ofMonth(tx, partnerId, period)) return null;
  const items = await measureItems(tx, { partnerId, period });
  return insertRecord(tx, assessments, { partnerId, period, ...withTotal(items) });
}

export async function ofMonth(tx: Tx, partnerId: string, period: string): Promise<AssessmentRow | undefined> {
  return db(tx)
    .selectFrom("partnerAssessment")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("period", "=", period)
    .executeTakeFirst();
}
