import { lookupOrganizations } from "@ops/authority/server";
import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { insertMany, newId, type Tx } from "@ops/platform/server";
import {
  averageScore,
  type InterviewRound,
  type InterviewState,
  type InterviewVerdict,
  roundsOf,
} from "../../../contract/index.ts";
import { findRows } from "../../database.ts";
import type { FeedbackRow, InterviewRow } from "../../interview/tables.ts";
import { setInterviewTimers } from "../../interview/timers.ts";
import type { StaffRow } from "../../staff/tables.ts";
import { PEOPLE_OPERATOR } from "../accounts.ts";
import { stampOn } from "../stamp.ts";

/** An interview by its state, and what the chair and the other interviewer said. */
type Held = readonly [state: InterviewState, ...verdicts: InterviewVerdict[]];

const passed: Held = ["PASSED", "PASS", "PASS"];
const failed: Held = ["FAILED", "FAIL", "HOLD"];
const planned: Held = ["PLANNED"];
const toRate: Held = ["TO_RATE"];
const cancelled: Held = ["CANCELLED"];
/** The chair is for the candidate and the other is not, so that the chair has to decide. */
const split: Held = ["TO_RATE", "PASS", "FAIL"];

/** The interviews of each candidate. Those for delivery come first, who have one round. */
const courses: readonly (readonly Held[])[] = [
  [planned],
  [toRate],
  [passed],
  [["NO_SHOW"]],
  [cancelled, planned],
  [planned],
  [planned],
  [planned],
  [split],
  [["TO_RATE", "HOLD"]],
  [passed],
  [passed, toRate],
  [passed, planned],
  [cancelled, planned],
];

const HOUR_MS = 3_600_000;
const AT_HOUR = 9;
/** The first of the interviews that are over was so many days ago. */
const FIRST_DAYS_AGO = 17;
const POINTS = { PASS: 4, HOLD: 3, FAIL: 2 } as const;
const COMMENTS = {
  PASS: "表达清晰，熟悉产品，建议录用",
  HOLD: "基本符合要求，经验略少，建议再看",
  FAIL: "沟通偏弱，与岗位要求有差距，不建议录用",
} as const;
const NOTES: Partial<Record<InterviewState, string>> = {
  CANCELLED: "候选人当天有事，改期",
  NO_SHOW: "未到场，电话未接",
};

interface Made {
  readonly interview: InterviewRow;
  readonly feedback: readonly FeedbackRow[];
}

/** Loads interviews in every state: those of candidates under way, and those of people who were turned down. */
export async function loadInterviews(tx: Tx): Promise<void> {
  const people = await findRows(tx, "storeStaff", { state: ["INTERVIEWING", "REJECTED"] }, "positionCode", "id");
  const stores = await lookupOrganizations(tx, [...new Set(people.map(({ storeId }) => storeId))]);
  const settings = await findRows(tx, "storePosition", {});
  const candidates = people.filter(({ state }) => state === "INTERVIEWING");
  const next = { over: -FIRST_DAYS_AGO, toCome: 1 };
  const made = people.flatMap((staff): Made[] => {
    const held = staff.state === "REJECTED" ? [failed] : (courses[candidates.indexOf(staff)] ?? []);
    const rounds = roundsOf(
      settings.find(({ positionCode }) => positionCode === staff.positionCode)?.interviewRounds ?? [],
    );
    const chairUserId = stores.get(staff.storeId)?.leaderUserId ?? PEOPLE_OPERATOR;
    return held.map((one, at) => {
      const roundNo = 1 + held.slice(0, at).filter(([state]) => state === "PASSED").length;
      const round = rounds[roundNo - 1];
      if (!round) throw new Error(`${staff.positionCode} has no round ${roundNo}`);
      const inDays = one[0] === "PLANNED" ? next.toCome++ : next.over++;
      return meet(tx, { staff, one, roundNo, round, chairUserId, inDays });
    });
  });
  const interviews = made.map(({ interview }) => interview);
  await insertMany(tx, "interview", interviews);
  const feedback = made.flatMap((one) => one.feedback);
  await insertMany(tx, "interviewFeedback", feedback);
  const open = interviews.filter(({ state }) => state === "PLANNED" || state === "TO_RATE");
  for (const interview of open) await setInterviewTimers(tx, interview);
}

interface Meeting {
  readonly staff: StaffRow;
  readonly one: Held;
  readonly roundNo: number;
  readonly round: InterviewRound;
  readonly chairUserId: string;
  /** Days from today. Each meeting has a day of its own, so that nobody is at two. */
  readonly inDays: number;
}

function meet(tx: Tx, { staff, one: [state, ...verdicts], roundNo, round, chairUserId, inDays }: Meeting): Made {
  const today = dayOf(tx.now);
  const isToCome = state === "PLANNED";
  const day = addDays(today, inDays);
  const startAt = new Date(startOfDay(day).getTime() + AT_HOUR * HOUR_MS);
  const interviewerIds = [...new Set([chairUserId, PEOPLE_OPERATOR])];
  const stamp = stampOn(tx, addDays(isToCome ? today : day, -2), PEOPLE_OPERATOR);
  const items = (verdict: InterviewVerdict) =>
    round.dimensions.map(({ name }) => ({ dimension: name, score: POINTS[verdict], note: "" }));
  const rated = verdicts.slice(0, interviewerIds.length).map((verdict, at): FeedbackRow => {
    const userId = interviewerIds[at] ?? chairUserId;
    const given = { items: items(verdict), verdict, comment: COMMENTS[verdict] };
    return { ...stampOn(tx, day, userId), id: newId(), interviewId: stamp.id, userId, ...given };
  });
  const interview: InterviewRow = {
    ...stamp,
    staffId: staff.id,
    storeId: staff.storeId,
    positionCode: staff.positionCode,
    roundNo,
    round,
    mode: "ON_SITE",
    startAt,
    endAt: new Date(startAt.getTime() + HOUR_MS),
    place: "门店会议室",
    link: null,
    chairUserId,
    interviewerIds,
    state,
    avgScore: rated.length === interviewerIds.length ? averageScore(round, rated) : null,
    decisionNote: NOTES[state] ?? null,
  };
  return { interview, feedback: rated };
}
