import { changeRecord, insertRecord, lockRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type FeedbackItem, interviewErrors, interviewStates, isFeedbackOpen } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { presentInterview } from "./present.ts";
import { ratingsOf, settle } from "./settle.ts";
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

export const decideInterview = writes(contract.decideInterview, async (tx, { params, body }) => {
  const { version, verdict, note } = body;
  const interview = await lockRecord(tx, interviewTable, params.id, version, presentInterview);
  if (interview.chairUserId !== tx.actor.userId) throw interviewErrors.notChair();
  const state = interviewStates.next(interview.state, verdict === "PASS" ? "pass" : "fail");
  if (!(await ratingsOf(tx, interview))) throw interviewErrors.feedbackMissing();
  await clearInterviewTimers(tx, interview);
  return presentInterview(tx, await changeRecord(tx, interviewTable, interview, { state, decisionNote: note }));
});
