import { type BodyOf, commonErrors, dayOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, reads, requireRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type AssessmentItem, partnerErrors } from "../../contract/index.ts";
import { lockPartner, requirePartner } from "../company/find.ts";
import { db } from "../database.ts";
import { closeOne } from "./close.ts";
import { measureItems } from "./metrics.ts";
import { monthOf, ofMonth, withTotal } from "./month.ts";
import { present, presentOne } from "./present.ts";
import { assessments } from "./tables.ts";

const MOST_SHOWN = 60;

export const listAssessments = reads(contract.listAssessments, async (tx, { params }) => {
  await requirePartner(tx, params.id);
  const rows = await db(tx)
    .selectFrom("partnerAssessment")
    .selectAll()
    .where("partnerId", "=", params.id)
    .orderBy("period", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return { list: await present(tx, rows) };
});

/** Saves scores by hand until the month is closed. Measured values stay as they are. */
export const saveAssessment = writes(contract.saveAssessment, async (tx, { params, body }) => {
  const { period, scores, comment, version } = body;
  const { id: partnerId } = await lockPartner(tx, params.id);
  if (period >= monthOf(dayOf(tx.now))) throw partnerErrors.assessFuture();
  const known = await ofMonth(tx, partnerId, period);
  if (known?.state === "CLOSED") throw partnerErrors.assessPeriod({ period });
  const draft = known ? await lockRecord(tx, assessments, known.id, version ?? refuseSecond(), presentOne) : null;
  const measured = draft?.items ?? (await measureItems(tx, { partnerId, period }));
  const scored = withTotal(measured.map((item) => givenScore(item, scores)));
  if (scored.items.every(({ score }) => score === null)) throw partnerErrors.assessEmpty();
  const written = { ...scored, comment: comment || null };
  const saved = draft
    ? await changeRecord(tx, assessments, draft, written)
    : await insertRecord(tx, assessments, { partnerId, period, ...written });
  return presentOne(tx, saved);
});

/** Refuses a caller without a version, who does not know that the month has been assessed already. */
function refuseSecond(): never {
  throw commonErrors.duplicate({ field: "考核月份" });
}

type Scores = BodyOf<typeof contract.saveAssessment>["scores"];

function givenScore(item: AssessmentItem, scores: Scores): AssessmentItem {
  if (item.value !== null) return item;
  const given = scores.find(({ metric }) => metric === item.metric);
  return given ? { ...item, score: given.score } : item;
}

export const closeAssessment = writes(contract.closeAssessment, async (tx, { params: { id }, body }) => {
  const { partnerId } = await requireRecord(tx, assessments, id);
  const partner = await lockPartner(tx, partnerId);
  const draft = await lockRecord(tx, assessments, id, body.version, presentOne);
  return presentOne(tx, await closeOne(tx, partner, draft));
});

export const rectifyAssessment = writes(contract.rectifyAssessment, async (tx, { params, body: { note, version } }) => {
  const row = await lockRecord(tx, assessments, params.id, version, presentOne);
  if (row.rectifyDueOn === null || row.rectifiedAt !== null) throw partnerErrors.assessRectify();
  return presentOne(tx, await changeRecord(tx, assessments, row, { rectifiedAt: tx.now, rectifyNote: note }));
});
