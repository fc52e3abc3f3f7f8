import { addDays, dayOf } from "@ops/platform/contract";
import { demoId, insertMany, pastStamp, seeded, type Tx } from "@ops/platform/server";
import { type AssessmentItem, metricOrder } from "../../contract/index.ts";
import { withTotal } from "../assessment/month.ts";
import { assessmentWeights } from "../assessment/params.ts";
import type { PartnerRow } from "../company/tables.ts";

const MONTHS = 6;
/** The range of scores for each level. */
const ranges: Readonly<Record<PartnerRow["level"], readonly [number, number]>> = {
  S: [91, 99],
  A: [81, 89],
  B: [62, 79],
  C: [44, 58],
};

/**
 * Loads six months for each working partner. Some of the last months are still open, and a second C in a row requires
 * rectification.
 */
export async function loadAssessmentDemo(tx: Tx, partners: readonly PartnerRow[]): Promise<void> {
  await insertMany(
    tx,
    "partnerAssessment",
    partners.flatMap((partner, at) => monthsOf(tx, partner, at)),
  );
}

function monthsOf(tx: Tx, partner: PartnerRow, at: number) {
  const random = seeded(`assessment:${at}`);
  let period = dayOf(tx.now).slice(0, 7);
  const rows = [];
  for (let n = 0; n < MONTHS; n++) {
    period = addDays(`${period}-01`, -1).slice(0, 7);
    if (partner.activatedAt && period < dayOf(partner.activatedAt).slice(0, 7)) break; // it did not work yet
    const isOpen = n === 0 && at % 8 === 3;
    const [low, high] = ranges[partner.level];
    const items = metricOrder.map((metric): AssessmentItem => {
      const isUnscored = isOpen && metric === "COMPLAINT";
      const score = isUnscored ? null : random.integer(low * 100, high * 100) / 100;
      return { metric, weight: tx.param(assessmentWeights[metric]), value: null, score };
    });
    const scored = withTotal(items);
    rows.push(rowOf(tx, partner, { period, ...scored, isOpen, asksToRectify: n === 0 && scored.level === "C" }));
  }
  return rows;
}

type Month = ReturnType<typeof withTotal> & {
  readonly period: string;
  readonly isOpen: boolean;
  readonly asksToRectify: boolean;
};

function rowOf(
  tx: Tx,
  { id: partnerId, managerId: by }: PartnerRow,
  { period, isOpen, asksToRectify, ...scored }: Month,
) {
  const closedAt = isOpen ? null : new Date(`${addDays(`${period}-28`, 8)}T10:00:00+08:00`);
  const made = closedAt ?? tx.now;
  return {
    id: demoId(`assessment:${partnerId}:${period}`),
    ...pastStamp(made, by),
    partnerId,
    period,
    ...scored,
    comment: scored.level === "C" ? "需区域跟进整改" : null,
    state: isOpen ? "DRAFT" : "CLOSED",
    closedAt,
    rectifyDueOn: asksToRectify ? addDays(dayOf(tx.now), 18) : null,
  };
}
