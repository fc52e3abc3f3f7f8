import { wireTime } from "@ops/platform/contract";
import { changeRecord, lockRecord, type NewNotice, notify, type Tx, timer } from "@ops/platform/server";
import { z } from "zod";
import { interviewStates, STAFF_PAGE } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { type InterviewRow, interviewTable } from "./tables.ts";

const HOUR = 3_600_000;

/** What happens around an interview, in hours from its start. */
const steps = { DAY_BEFORE: -24, HOUR_BEFORE: -1, START: 0, DAY_AFTER: 24 } as const;
type Step = keyof typeof steps;
const step = z.enum(["DAY_BEFORE", "HOUR_BEFORE", "START", "DAY_AFTER"]);

export const interviewTimer = timer({
  kind: "store.interview",
  title: "面试提醒",
  payload: z.object({ interviewId: z.string(), step }),
  handle: async (tx, { interviewId, step: now }) => {
    const interview = await lockRecord(tx, interviewTable, interviewId, null);
    const { state, interviewerIds } = interview;
    if (now === "DAY_AFTER") {
      if (state === "TO_RATE") await askForFeedback(tx, interview, "WARN");
    } else if (state !== "PLANNED") return;
    else if (now === "START") await begin(tx, interview);
    else await tellInterviewers(tx, interview, interviewerIds, { title: "面试即将开始", about: now });
  },
});

async function begin(tx: Tx, interview: InterviewRow): Promise<void> {
  await changeRecord(tx, interviewTable, interview, { state: interviewStates.next(interview.state, "begin") });
  await askForFeedback(tx, interview, "INFO");
}

/** Asks those who have not rated yet. */
async function askForFeedback(tx: Tx, interview: InterviewRow, level: NewNotice["level"] & string): Promise<void> {
  const given = await findRows(tx, "interviewFeedback", { interviewId: interview.id });
  const missing = interview.interviewerIds.filter((id) => !given.some(({ userId }) => userId === id));
  await tellInterviewers(tx, interview, missing, { title: "面试待评价", about: "RATE", level });
}

interface Told {
  readonly title: string;
  readonly about: string;
  readonly level?: NewNotice["level"] & string;
}

/** Tells interviewers about their interview; the notice leads to it. */
export async function tellInterviewers(
  tx: Tx,
  { id, staffId, round, startAt }: InterviewRow,
  people: readonly string[],
  { title, about, level = "INFO" }: Told,
): Promise<void> {
  const name = (await findRow(tx, "storeStaff", { id: staffId }))?.name ?? "";
  await notify(tx, people, {
    category: "TASK",
    level,
    title,
    content: `${name}的${round.name}：${wireTime(startAt).slice(0, 16)}`,
    route: `${STAFF_PAGE}?interview=${id}`,
    about: `store.interview:${id}:${about}`,
  });
}

const stepsOf = (interview: InterviewRow) =>
  step.options.map((name: Step) => ({
    name,
    key: `${interview.id}:${name}`,
    at: new Date(interview.startAt.getTime() + steps[name] * HOUR),
  }));

/** Sets what is still to come around an interview; what lies in the past is left out. */
export async function setInterviewTimers(tx: Tx, interview: InterviewRow): Promise<void> {
  for (const { name, key, at } of stepsOf(interview)) {
    if (at > tx.now) await tx.setTimer(interviewTimer, key, at, { interviewId: interview.id, step: name });
    else await tx.clearTimer(interviewTimer, key);
  }
}

export async function clearInterviewTimers(tx: Tx, interview: InterviewRow): Promise<void> {
  for (const { key } of stepsOf(interview)) await tx.clearTimer(interviewTimer, key);
}
