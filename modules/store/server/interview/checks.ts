import { PersonRef } from "@ops/authority/contract";
import { lookupPeople } from "@ops/authority/server";
import { wireTime } from "@ops/platform/contract";
import { refNames, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type InterviewRound, interviewErrors } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { hiringRulesOf } from "../position/published.ts";
import type { StaffRow } from "../staff/tables.ts";
import type { InterviewRow } from "./tables.ts";

const MINUTE = 60_000;
const [SHORTEST, LONGEST] = [15 * MINUTE, 240 * MINUTE];

/** Interviews that were cancelled or missed are as if they had not been. */
export const COUNTED_STATES = ["PLANNED", "TO_RATE", "PASSED", "FAILED"] as const;

type Candidate = Pick<StaffRow, "id" | "positionCode">;

/** The interviews of a candidate that count: those for this position. */
async function countedOf(tx: Tx, { id: staffId, positionCode }: Candidate): Promise<InterviewRow[]> {
  return findRows(tx, "interview", { staffId, positionCode, state: COUNTED_STATES }, "roundNo");
}

/** The round that comes next, or a refusal: rounds go in their order, each once (ST-R10). */
export async function requireNextRound(tx: Tx, staff: Candidate, roundNo: number): Promise<InterviewRound> {
  const round = (await hiringRulesOf(tx, staff.positionCode)).rounds[roundNo - 1];
  if (!round) throw interviewErrors.roundUnknown({ n: roundNo });
  const counted = await countedOf(tx, staff);
  if (counted.some((one) => one.roundNo === roundNo)) throw interviewErrors.roundDup({ n: roundNo });
  const isPassed = (no: number) => counted.some((one) => one.roundNo === no && one.state === "PASSED");
  for (let no = 1; no < roundNo; no++) if (!isPassed(no)) throw interviewErrors.roundOrder();
  return round;
}

/** Refuses an offer as long as a round of the position is not passed. */
export async function requireAllPassed(tx: Tx, staff: Candidate): Promise<void> {
  const { rounds } = await hiringRulesOf(tx, staff.positionCode);
  const passed = new Set(
    (await countedOf(tx, staff)).flatMap(({ roundNo, state }) => (state === "PASSED" ? [roundNo] : [])),
  );
  if (rounds.some((_round, at) => !passed.has(at + 1))) throw interviewErrors.roundsOpen();
}

/** Somebody whom interviews have brought to 待入职 takes another position only with the rounds of that one (ST-R10). */
export async function requireInterviewed(tx: Tx, { id, positionCode }: Candidate): Promise<void> {
  if (await findRow(tx, "interview", { staffId: id })) await requireAllPassed(tx, { id, positionCode });
}

interface Planned extends Pick<InterviewRow, "startAt" | "endAt" | "interviewerIds" | "chairUserId"> {
  readonly isConfirmed: boolean;
}

/** Refuses people who do not work, a time in the past, a length that is none, and a clash that nobody has confirmed (ST-R10). */
export async function requirePlan(tx: Tx, planned: Planned, ownId: string | null = null): Promise<void> {
  const { startAt, endAt, interviewerIds, chairUserId, isConfirmed } = planned;
  if (!interviewerIds.includes(chairUserId)) throw interviewErrors.interviewChair(undefined, { field: "chairUserId" });
  const people = await lookupPeople(tx, interviewerIds);
  if (interviewerIds.some((id) => people.get(id)?.status !== "ACTIVE")) {
    throw interviewErrors.interviewPeople(undefined, { field: "interviewerIds" });
  }
  if (startAt <= tx.now) throw interviewErrors.interviewPast(undefined, { field: "startAt" });
  const length = endAt.getTime() - startAt.getTime();
  if (length < SHORTEST || length > LONGEST) throw interviewErrors.interviewLength(undefined, { field: "endAt" });
  const clash = await findClash(tx, planned, ownId);
  if (!clash) return;
  if (!isConfirmed) throw interviewErrors.interviewClash(clash);
  tx.trail.reason = `已确认时间冲突：${clash.name} ${clash.time}`;
}

async function findClash(tx: Tx, { startAt, endAt, interviewerIds }: Planned, ownId: string | null) {
  const { rows } = await sql<Pick<InterviewRow, "startAt" | "interviewerIds">>`
    select start_at, interviewer_ids from interview
    where interviewer_ids && ${interviewerIds}::uuid[] and state in ('PLANNED', 'TO_RATE')
      and start_at < ${endAt} and end_at > ${startAt} and id is distinct from ${ownId}::uuid
    order by start_at limit 1`.execute(tx.kysely);
  const [found] = rows;
  const busy = found && interviewerIds.find((id) => found.interviewerIds.includes(id));
  if (!busy) return null;
  return { name: (await refNames(tx, PersonRef, [busy])).get(busy) ?? "", time: wireTime(found.startAt).slice(0, 16) };
}
