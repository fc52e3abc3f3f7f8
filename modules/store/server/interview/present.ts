import { PersonRef } from "@ops/authority/contract";
import { lookupPositions } from "@ops/authority/server";
import { isSelf, type Present, presenterOf, presentOne, refNames, type Tx } from "@ops/platform/server";
import type { z } from "zod";
import { Interview, type InterviewDetail, isFeedbackOpen, scoreOf } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { type FeedbackRow, type InterviewRow, interviewTable } from "./tables.ts";

export const presentInterviews = presenterOf(interviewTable, Interview, async (tx, rows) => {
  const positions = await lookupPositions(
    tx,
    rows.map(({ positionCode }) => positionCode),
  );
  const people = await refNames(
    tx,
    PersonRef,
    rows.flatMap(({ interviewerIds }) => interviewerIds),
  );
  const given = Map.groupBy(await feedbackOf(tx, rows), ({ interviewId }) => interviewId);
  return ({ id, positionCode, chairUserId, interviewerIds }) => {
    const rated = given.get(id) ?? [];
    return {
      positionName: positions.get(positionCode)?.name ?? positionCode,
      chairUserName: people.get(chairUserId) ?? "",
      interviewerNames: interviewerIds.map((one) => people.get(one) ?? ""),
      ratedCount: rated.filter(({ userId }) => interviewerIds.includes(userId)).length,
      isInterviewer: interviewerIds.includes(tx.actor.userId),
      isChair: isSelf(tx, chairUserId),
      hasRated: rated.some(({ userId }) => userId === tx.actor.userId),
    };
  };
});

function feedbackOf(tx: Tx, rows: readonly InterviewRow[]): Promise<FeedbackRow[]> {
  return findRows(tx, "interviewFeedback", { interviewId: rows.map(({ id }) => id) }, "createdAt", "id");
}

const presentDetails: Present<InterviewRow, z.input<typeof InterviewDetail>> = async (tx, rows) => {
  const shown = await presentInterviews(tx, rows);
  const given = await feedbackOf(tx, rows);
  const people = await refNames(
    tx,
    PersonRef,
    given.map(({ userId }) => userId),
  );
  return rows.map((row, at) => {
    const one = shown[at];
    if (!one) throw new Error("a presenter answers every row");
    const feedback = visibleOf(tx, row, given).map((each) => presentFeedback(tx, row, each, people));
    return { ...one, feedback };
  });
};
export const presentInterview = presentOne(presentDetails);

/** Interviewers who have not rated yet see nothing of what the others said (ST-R11). */
function visibleOf(tx: Tx, { id, interviewerIds }: InterviewRow, given: readonly FeedbackRow[]): FeedbackRow[] {
  const own = given.filter(({ interviewId }) => interviewId === id);
  const isBlind = interviewerIds.includes(tx.actor.userId) && !own.some(({ userId }) => userId === tx.actor.userId);
  return isBlind ? [] : own;
}

function presentFeedback(tx: Tx, interview: InterviewRow, row: FeedbackRow, people: ReadonlyMap<string, string>) {
  const { userId, items, verdict, comment, createdAt } = row;
  const isOwn = userId === tx.actor.userId;
  return {
    userId,
    userName: people.get(userId) ?? "",
    items,
    verdict,
    comment,
    score: scoreOf(interview.round, items),
    isOwn,
    isOpen: isOwn && interview.state === "TO_RATE" && isFeedbackOpen(createdAt, tx.now),
    createdAt,
  };
}
