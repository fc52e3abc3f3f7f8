import type { InterviewRound } from "../position/rounds.ts";
import type { InterviewVerdict } from "./states.ts";

export interface RatedItem {
  readonly dimension: string;
  readonly score: number;
}

interface Rating {
  readonly userId: string;
  readonly verdict: InterviewVerdict;
  readonly items: readonly RatedItem[];
}

const roundHalfUp = (part: number, whole: number): number => Math.floor((2 * part + whole) / (2 * whole));

/** Adds up what one interviewer gave, each dimension by its weight. */
function weighted({ dimensions }: InterviewRound, items: readonly RatedItem[]): number {
  return dimensions.reduce((sum, { name, weight }) => {
    return sum + weight * (items.find(({ dimension }) => dimension === name)?.score ?? 0);
  }, 0);
}

const weightOf = ({ dimensions }: InterviewRound): number => dimensions.reduce((sum, { weight }) => sum + weight, 0);

/** The score of one interviewer: Σ(score × weight) ÷ Σweight, with two decimals, half up (ST-R11). */
export function scoreOf(round: InterviewRound, items: readonly RatedItem[]): number {
  return roundHalfUp(weighted(round, items) * 100, weightOf(round)) / 100;
}

/** The mean of all interviewers, with two decimals, half up. */
export function averageScore(round: InterviewRound, ratings: readonly Rating[]): number {
  const sum = ratings.reduce((total, { items }) => total + weighted(round, items), 0);
  return roundHalfUp(sum * 100, weightOf(round) * ratings.length) / 100;
}

interface Rated {
  readonly round: InterviewRound;
  readonly chairUserId: string;
  readonly ratings: readonly Rating[];
}

/** How an interview ends by itself once everybody has rated; null where the chair decides with a note (ST-R11). */
export function outcomeOf({ round, chairUserId, ratings }: Rated): "PASSED" | "FAILED" | null {
  const chair = ratings.find(({ userId }) => userId === chairUserId)?.verdict;
  if (chair === "FAIL") return "FAILED";
  const isAgreed = chair === "PASS" && ratings.every(({ verdict }) => verdict !== "FAIL");
  return isAgreed && averageScore(round, ratings) >= round.passScore ? "PASSED" : null;
}

/** How long one's own feedback may be changed. */
export const FEEDBACK_HOURS = 24;

/** Tells whether feedback that was given at a time may still be changed. */
export function isFeedbackOpen(givenAt: Date, now: Date): boolean {
  return now.getTime() - givenAt.getTime() <= FEEDBACK_HOURS * 3_600_000;
}
