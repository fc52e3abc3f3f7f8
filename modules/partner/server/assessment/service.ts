import { type BodyOf, commonErrors, dayOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { type AssessmentItem, partnerErrors } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { db } from "../database.ts";
import { closeOne } from "./close.ts";
import { measuredItems } from "./metrics.ts";
import { fresh, monthOf, ofMonth, withTotal } from "./month.ts";
import { type PresentedAssessment, present, presentOne } from "./present.ts";
import { assessments } from "./tables.ts";

const MOST_SHOWN = 60;

export async function listAssessments(tx: Tx, partnerId: string): Promise<{ list: PresentedAssessment[] }> {
  await requirePartner(tx, partnerId);
  const rows = await db(tx)
    .selectFrom("partnerAssessment")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .orderBy("period", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return { list: await present(tx, rows) };
}

/** What was measured stays; scores of the other metrics are given by hand until the month is closed. */
export async function saveAssessment(
  tx: Tx,
  partnerId: string,
  { period, scores, comment, version }: BodyOf<typeof contract.saveAssessment>,
): Promise<PresentedAssessment> {
  await lockPartner(tx, partnerId);
  if (period >= monthOf(dayOf(tx.now))) throw partnerErrors.assessFuture();
  const known = await ofMonth(tx, partnerId, period);
  if (known?.state === "CLOSED") throw partnerErrors.assessPeriod({ period });
  const draft = known ? await lockRecord(tx, assessments, known.id, version ?? refuseSecond(), presentOne) : null;
  const measured = draft?.items ?? (await measuredItems(tx, { partnerId, period }));
  const scored = withTotal(measured.map((item) => givenScore(item, scores)));
  if (scored.items.every(({ score }) => score === null)) throw partnerErrors.assessEmpty();
  const written = { ...scored, comment: comment || null };
  const saved = draft
    ? await changeRecord(tx, assessments, draft, written)
    : await insertRecord(tx, assessments, { partnerId, period, ...written, ...fresh });
  return presentOne(tx, saved);
}

/** Whoever knows of no version does not know that the month is there. */
function refuseSecond(): never {
  throw commonErrors.duplicate({ field: "考核月份" });
}

type Scores = BodyOf<typeof contract.saveAssessment>["scores"];

function givenScore(item: AssessmentItem, scores: Scores): AssessmentItem {
  if (item.value !== null) return item;
  const given = scores.find(({ metric }) => metric === item.metric);
  return given ? { ...item, score: given.score } : item;
}

export async function closeAssessment(tx: Tx, id: string, version: number): Promise<PresentedAssessment> {
  const { partnerId } = await requireRecord(tx, assessments, id);
  const partner = await lockPartner(tx, partnerId);
  const draft = await lockRecord(tx, assessments, id, version, presentOne);
  return presentOne(tx, await closeOne(tx, partner, draft));
}

export async function rectifyAssessment(
  tx: Tx,
  id: string,
  { note, version }: BodyOf<typeof contract.rectifyAssessment>,
): Promise<PresentedAssessment> {
  const row = await lockRecord(tx, assessments, id, version, presentOne);
  if (row.rectifyDueOn === null || row.rectifiedAt !== null) throw partnerErrors.assessRectify();
  return presentOne(tx, await changeRecord(tx, assessments, row, { rectifiedAt: tx.now, rectifyNote: note }));
}
