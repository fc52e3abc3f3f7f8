import { addDays } from "@ops/platform/contract";
import { insertRecord, type Tx } from "@ops/platform/server";
import { type AssessmentItem, levelOfTotal, totalHundredths } from "../../contract/index.ts";
import { db } from "../database.ts";
import { measuredItems } from "./metrics.ts";
import { type AssessmentRow, assessments } from "./tables.ts";

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);
export const monthBefore = (month: string): string => monthOf(addDays(`${month}-01`, -1));

/** A month of which nothing is decided yet. */
export const fresh = {
  state: "DRAFT",
  closedAt: null,
  rectifyDueOn: null,
  rectifiedAt: null,
  rectifyNote: null,
} as const satisfies Partial<AssessmentRow>;

export function withTotal(items: readonly AssessmentItem[]) {
  const total = totalHundredths(items);
  return { items, totalHundredths: total, level: total === null ? null : levelOfTotal(total) };
}

/** A month as the modules measured it, complete or waiting for scores; null when there is one already. */
export async function openMonth(tx: Tx, partnerId: string, period: string): Promise<AssessmentRow | null> {
  if (await ofMonth(tx, partnerId, period)) return null;
  const items = await measuredItems(tx, { partnerId, period });
  return insertRecord(tx, assessments, { partnerId, period, ...withTotal(items), comment: null, ...fresh });
}

export async function ofMonth(tx: Tx, partnerId: string, period: string): Promise<AssessmentRow | undefined> {
  return db(tx)
    .selectFrom("partnerAssessment")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("period", "=", period)
    .executeTakeFirst();
}
