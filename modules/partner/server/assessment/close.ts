import { addDays, dayOf } from "@ops/platform/contract";
import { changeRecord, notify, schedule, type Tx } from "@ops/platform/server";
import { assessmentMetrics, PARTNER_PAGE, partnerErrors } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import { readersOf } from "../company/holders.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { monthBefore, monthOf, openMonth } from "./month.ts";
import { rectifyDays } from "./params.ts";
import { type AssessmentRow, assessments } from "./tables.ts";

/** Closes the month. Its level becomes that of the partner, and a second C in a row requires rectification (PT-R15). */
export async function closeOne(tx: Tx, partner: PartnerRow, draft: AssessmentRow): Promise<AssessmentRow> {
  if (draft.state === "CLOSED") throw partnerErrors.assessPeriod({ period: draft.period });
  const { level } = draft;
  if (level === null) {
    const open = draft.items.filter(({ weight, score }) => weight > 0 && score === null);
    throw partnerErrors.assessScores({ list: open.map(({ metric }) => assessmentMetrics[metric]).join("、") });
  }
  const isSecondC = level === "C" && (await findLevelBefore(tx, draft)) === "C";
  const rectifyDueOn = isSecondC ? addDays(dayOf(tx.now), tx.param(rectifyDays)) : null;
  const closed = await changeRecord(tx, assessments, draft, { state: "CLOSED", closedAt: tx.now, rectifyDueOn });
  if (await isNewest(tx, draft)) await changeRecord(tx, partners, partner, { level });
  if (rectifyDueOn) await tellManager(tx, partner, { rectifyDueOn, id: draft.id });
  return closed;
}

/** Finds the level of the month before; null if it was not assessed. */
async function findLevelBefore(tx: Tx, { partnerId, period }: AssessmentRow) {
  const row = await db(tx)
    .selectFrom("partnerAssessment")
    .select("level")
    .where("partnerId", "=", partnerId)
    .where("period", "=", monthBefore(period))
    .where("state", "=", "CLOSED")
    .executeTakeFirst();
  return row?.level ?? null;
}

async function isNewest(tx: Tx, { partnerId, period }: AssessmentRow): Promise<boolean> {
  const later = await db(tx)
    .selectFrom("partnerAssessment")
    .select("id")
    .where("partnerId", "=", partnerId)
    .where("period", ">", period)
    .where("state", "=", "CLOSED")
    .executeTakeFirst();
  return later === undefined;
}

async function tellManager(tx: Tx, partner: PartnerRow, { rectifyDueOn, id }: { rectifyDueOn: string; id: string }) {
  await notify(tx, await readersOf(tx, partner, [partner.managerId]), {
    category: "TASK",
    level: "WARN",
    title: "伙伴整改任务",
    about: `partner-rectify:${id}`,
    content: `${partner.shortName}连续两期考核为C级，请于${rectifyDueOn}前完成整改`,
    route: `${PARTNER_PAGE}?id=${partner.id}`,
  });
}

/**
 * Runs on the first of a month for the month before. It freezes the measured values and closes complete assessments at
 * once.
 */
export const assessmentClose = schedule({
  name: "partner.assessmentClose",
  title: "伙伴考核结算",
  at: "0 2 1 * *",
  run: async (work) => {
    const period = await work.step(async (tx) => monthBefore(monthOf(dayOf(tx.now))));
    const ids = await work.step(findActivePartners);
    for (const id of ids) await work.step((tx) => assessMonth(tx, id, period));
  },
});

async function findActivePartners(tx: Tx): Promise<string[]> {
  const rows = await db(tx)
    .selectFrom("partner")
    .select("id")
    .where("state", "in", ["ACTIVE", "SUSPENDED"])
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

async function assessMonth(tx: Tx, partnerId: string, period: string): Promise<void> {
  const partner = await lockPartner(tx, partnerId);
  const draft = await openMonth(tx, partnerId, period);
  if (draft?.level) await closeOne(tx, partner, draft);
}
