import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { interviewStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { StaffRow } from "../staff/tables.ts";
import { type InterviewRow, interviewTable } from "./tables.ts";
import { clearInterviewTimers, tellInterviewers } from "./timers.ts";

/** Ends an interview that does not take place, and tells the interviewers. */
export async function endInterview(
  tx: Tx,
  interview: InterviewRow,
  move: "cancel" | "miss",
  decisionNote: string,
): Promise<InterviewRow> {
  const state = interviewStates.next(interview.state, move);
  const ended = await changeRecord(tx, interviewTable, interview, { state, decisionNote });
  await clearInterviewTimers(tx, interview);
  await tellInterviewers(tx, interview, interview.interviewerIds, { title: "面试已取消", about: "ARRANGED" });
  return ended;
}

/**
 * Interviews follow a candidate to another store. Those that are still open do not take place if it is another position
 * (ST-R10); the caller has locked the person.
 */
export async function followCandidate(tx: Tx, before: StaffRow, after: StaffRow): Promise<void> {
  if (after.positionCode !== before.positionCode) await endInterviewsOf(tx, after, "应聘岗位已变更");
  if (after.storeId === before.storeId) return;
  await sql`update interview set store_id = ${after.storeId} where staff_id = ${after.id}`.execute(tx.kysely);
}

/** Ends all interviews of somebody who is not hired; the caller has locked the person. */
export async function endInterviewsOf(tx: Tx, { id }: StaffRow, reason: string): Promise<void> {
  const open = await db(tx)
    .selectFrom("interview")
    .selectAll()
    .where("staffId", "=", id)
    .where("state", "in", ["PLANNED", "TO_RATE"])
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const interview of open) await endInterview(tx, interview, "cancel", reason);
}
