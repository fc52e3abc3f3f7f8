import { changeRecord, insertRecord, lockRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import {
  averageScore,
  type FeedbackItem,
  interviewErrors,
  interviewStates,
  isFeedbackOpen,
  outcomeOf,
} from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { presentInterview } from "./present.ts";
import { type FeedbackRow, feedbackTable, type InterviewRow, interviewTable } from "./tables.ts";
import { clearInterviewTimers } from "./timers.ts";

export const rateInterview = writes(contract.rateInterview, async (tx, { params, body: { version, ...given } }) => {
  const interview = await lockRecord(tx, interviewTable, params.id, version, presentInterview);
  const { userId } = tx.actor;
  if (!interview.interviewerIds.includes(userId)) throw interviewErrors.notInterviewer();
  const own = await findRow(tx, "interviewFeedback", { interviewId: interview.id, userId });
  requireOpen(tx, interview, own);
  requireEachDimension(interview, given.items);
  if (own) await changeRecord(tx, feedbackTable, own, given);
  else await insertRecord(tx, feedbackTable, { interviewId: interview.id, userId, ...given });
  return presentInterview(tx, await settle(tx, interview));
});

function requireOpen(tx: Tx, { state }: InterviewRow, own: FeedbackRow | undefined): void {
  const isDecided = state === "PASSED" || state === "FAILED";
  if (own && (isDecided || !isFeedbackOpen(own.createdAt, tx.now))) throw interviewErrors.feedbackLocked();
  interviewStates.next(state, "rate");
}

function requireEachDimension({ round }: InterviewRow, items: readonly FeedbackItem[]): void {
  const rated = new Set(items.map(({ dimension }) => dimension));
  const isWhole = round.dimensions.every(({ name }) => rated.has(name));
  if (!isWhole || items.length !== round.dimensions.length)
    throw interviewErrors.feedbackItems(undefined, { field: "items" });
}

/** The feedback of the present interviewers; null while somebody's is missing. */
async function ratingsOf(tx: Tx, { id, interviewerIds }: InterviewRow): Promise<FeedbackRow[] | null> {
  const given = await findRows(tx, "interviewFeedback", { interviewId: id, userId: interviewerIds }, "id");
  return given.length === interviewerIds.length ? given : null;
}

/** Once everybody has rated, the interview has its score, and often its outcome (ST-R11). */
async function settle(tx: Tx, interview: InterviewRow): Promise<InterviewRow> {
  const ratings = await ratingsOf(tx, interview);
  if (!ratings) return interview;
  const { round, chairUserId } = interview;
  const avgScore = averageScore(round, ratings);
  const outcome = outcomeOf({ round, chairUserId, ratings });
  if (outcome === null) return changeRecord(tx, interviewTable, interview, { avgScore });
  const state = interviewStates.next(interview.state, outcome === "PASSED" ? "pass" : "fail");
  await clearInterviewTimers(tx, interview);
  return changeRecord(tx, interviewTable, interview, { avgScore, state });
}

export const decideInterview = writes(contract.decideInterview, async (tx, { params, body }) => {
  const { version, verdict, note } = body;
  const interview = await lockRecord(tx, interviewTable, params.id, version, presentInterview);
  if (interview.chairUserId !== tx.actor.userId) throw interviewErrors.notChair();
  const state = interviewStates.next(interview.state, verdict === "PASS" ? "pass" : "fail");
  if (!(await ratingsOf(tx, interview))) throw interviewErrors.feedbackMissing();
  await clearInterviewTimers(tx, interview);
  return presentInterview(tx, await changeRecord(tx, interviewTable, interview, { state, decisionNote: note }));
});
