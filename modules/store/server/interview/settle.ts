import { changeRecord, type Tx } from "@ops/platform/server";
import { averageScore, interviewStates, outcomeOf } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { type FeedbackRow, type InterviewRow, interviewTable } from "./tables.ts";
import { clearInterviewTimers } from "./timers.ts";

/** The feedback of the present interviewers; null while somebody's is missing. */
export async function ratingsOf(tx: Tx, { id, interviewerIds }: InterviewRow): Promise<FeedbackRow[] | null> {
  const given = await findRows(tx, "interviewFeedback", { interviewId: id, userId: interviewerIds }, "id");
  return given.length === interviewerIds.length ? given : null;
}

/** Once everybody has rated, the interview has its score, and often its outcome (ST-R11). */
export async function settle(tx: Tx, interview: InterviewRow): Promise<InterviewRow> {
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
