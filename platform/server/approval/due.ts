import { dayAfterWorkdays, dayOf, startOfDay } from "@ops/platform/contract";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { holidaysOf } from "../holiday/calendar.ts";
import { notify } from "../notice/notify.ts";
import { timer } from "../timer/timer.ts";
import { askedFor, readersOf, recordAddress, tellAsked } from "./asked.ts";
import { type ApprovalFlow, flowOf, levelAt } from "./flow.ts";
import { type ApprovalRow, changeApproval, lockById } from "./rows.ts";

/** The work days of a level as they are set now; null where it has no limit. */
export function workdaysOf(tx: Tx, flow: ApprovalFlow, key: string): number | null {
  const declared = flow.params.get(key);
  return declared ? tx.param(declared) : null;
}

/** Finds the same time so many work days later. */
async function afterWorkdays(tx: Tx, from: Date, workdays: number): Promise<Date> {
  const day = dayOf(from);
  const inDay = from.getTime() - startOfDay(day).getTime();
  return new Date(startOfDay(dayAfterWorkdays(await holidaysOf(tx), day, workdays)).getTime() + inDay);
}

/**
 * Watches an open level: OPENED finds out whom to ask, where a request came in without the flow; DUE reminds the holders when its
 * work days have passed, LATE tells a leader above after twice the time. Nothing is decided by silence (PF-R116).
 */
export const levelTimer = timer({
  kind: "platform.approvalLevel",
  title: "审批时限提醒",
  payload: z.object({ id: z.string(), levelNo: z.int(), step: z.enum(["OPENED", "DUE", "LATE"]) }),
  handle: async (tx, { id, levelNo, step }) => {
    const row = await lockById(tx, id);
    if (!row || row.levelNo !== levelNo || !tx.approvals.flows.has(row.flow)) return;
    const asked = await changeApproval(tx, row, { asked: await askedFor(tx, row) });
    if (step === "OPENED") return beginLevel(tx, asked);
    if (step === "LATE") return tellLeader(tx, asked);
    await tellAsked(tx, asked, true);
    const workdays = workdaysOfLevel(tx, asked);
    if (workdays === null) return;
    const lateAt = await afterWorkdays(tx, row.waitingSince, 2 * workdays);
    await tx.setTimer(levelTimer, id, lateAt, { id, levelNo, step: "LATE" });
  },
});

function workdaysOfLevel(tx: Tx, row: ApprovalRow): number | null {
  const flow = flowOf(tx, row.flow);
  return workdaysOf(tx, flow, levelAt(flow, row.levels, row.levelNo).key);
}

/** Notifies the people who are asked, and sets the time of the reminder. */
export async function beginLevel(tx: Tx, row: ApprovalRow): Promise<void> {
  const { id, levelNo, waitingSince } = row;
  const workdays = workdaysOfLevel(tx, row);
  const dueAt = workdays === null ? null : await afterWorkdays(tx, waitingSince, workdays);
  const begun = await changeApproval(tx, row, { dueAt });
  if (dueAt === null) await tx.clearTimer(levelTimer, id);
  else await tx.setTimer(levelTimer, id, dueAt, { id, levelNo, step: "DUE" });
  await tellAsked(tx, begun);
}

/** More than any tree has. */
const ALL_LEVELS = 99;

/** Tells the nearest leader above who may open the record (PF-R116). */
async function tellLeader(tx: Tx, row: ApprovalRow): Promise<void> {
  const flow = flowOf(tx, row.flow);
  const level = levelAt(flow, row.levels, row.levelNo);
  await notify(tx, await nearestReader(tx, row), {
    category: "APPROVAL",
    level: "WARN",
    title: `${flow.label}审批严重超时`,
    content: `${row.title}（${row.bizNo}）在「${level.label}」等待已超过时限的两倍`,
    route: recordAddress(row, tx),
    about: `approval.late:${row.id}`,
    carried: true,
  });
}

async function nearestReader(tx: Tx, row: ApprovalRow): Promise<string[]> {
  const leaders = await tx.approvals.staffing.leadersAbove(tx, row.levelOrgId, ALL_LEVELS);
  return (await readersOf(tx, row, leaders)).slice(0, 1);
}
