import { freezeAccount } from "@ops/authority/server";
import { type BodyOf, dayOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, reads, requireRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type handoverPurposes, staffErrors, staffStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { lockStaff } from "../staff/find.ts";
import { openWork, personOf, refuseOpenWork } from "../staff/open-work.ts";
import { tellPost } from "../staff/posts.ts";
import { presentDetail } from "../staff/present.ts";
import { type StaffRow, staffs } from "../staff/tables.ts";
import { endStaff } from "./end-staff.ts";
import { handoverJob } from "./job.ts";
import { presentHandover, presentHandovers } from "./present.ts";
import { receiversFor } from "./receivers.ts";
import { type HandoverRow, handovers } from "./tables.ts";

type Receiver = BodyOf<typeof contract.handOverStaff>["receivers"][number];

export const getStaffWork = reads(contract.getStaffWork, async (tx, { params }) => {
  const staff = await requireRecord(tx, staffs, params.id);
  const open = await openWork(tx, staff);
  return {
    open: open.map(({ work: { kind, label }, count }) => ({ kind, label, count })),
    receivers: await receiversFor(tx, staff),
    handovers: await presentHandovers(tx, staff.id),
  };
});

export const handOverStaff = writes(contract.handOverStaff, async (tx, { params, body }) => {
  const { receivers, reason, version } = body;
  const staff = await lockStaff(tx, params.id, version);
  tx.trail.reason = reason;
  const purpose = staff.state === "LEAVING" ? "LEAVE" : "HANDOVER";
  const handover = await beginHandover(tx, staff, { purpose, reason, receivers });
  await changeRecord(tx, staffs, staff, {});
  return presentHandover(tx, handover);
});

/**
 * Lets a person leave, with receivers for all open work, or in an emergency without (PT-R14). In both cases the account
 * is closed to its owner at once.
 */
export const leaveStaff = writes(contract.leaveStaff, async (tx, { params, body }) => {
  const { leaveOn, receivers, isEmergency, reason, version } = body;
  const staff = await lockStaff(tx, params.id, version);
  const state = staffStates.next(staff.state, "startLeave");
  if (leaveOn < staff.joinOn || leaveOn > dayOf(tx.now)) throw staffErrors.staffLeaveOn();
  tx.trail.reason = reason;
  const open = await openWork(tx, staff);
  const isCovered = open.every(({ work }) => receivers.some(({ kind }) => kind === work.kind));
  if (!isCovered && !isEmergency) await refuseOpenWork(tx, staff);
  const leaving = await changeRecord(tx, staffs, staff, { state, leaveOn, stateReason: reason });
  if (open.length === 0) return presentDetail(tx, await endStaff(tx, leaving));
  await tellPost(tx, staff, leaving);
  if (staff.userId && staff.freezeSources.length === 0) await freezeAccount(tx, staff.userId, "离职交接");
  if (receivers.length > 0) await beginHandover(tx, leaving, { purpose: "LEAVE", reason, receivers });
  return presentDetail(tx, leaving);
});

interface Ordered {
  readonly purpose: keyof typeof handoverPurposes;
  readonly reason: string;
  readonly receivers: readonly Receiver[];
}

async function beginHandover(tx: Tx, staff: StaffRow, { purpose, reason, receivers }: Ordered): Promise<HandoverRow> {
  await refuseRunning(tx, staff);
  const steps = await stepsOf(tx, staff, receivers);
  const handover = await insertRecord(tx, handovers, {
    staffId: staff.id,
    purpose,
    reason,
    state: "RUNNING",
  });
  const lines = steps.map((step, sort) => ({ handoverId: handover.id, sort, ...step }));
  await db(tx).insertInto("partnerStaffHandoverStep").values(lines).execute();
  await tx.enqueue(handoverJob, { id: handover.id }, { key: handover.id });
  return handover;
}

async function refuseRunning(tx: Tx, { id }: StaffRow): Promise<void> {
  const running = await db(tx)
    .selectFrom("partnerStaffHandover")
    .select("id")
    .where("staffId", "=", id)
    .where("state", "=", "RUNNING")
    .executeTakeFirst();
  if (running) throw staffErrors.staffHandover();
}

/** Makes the lines of a hand-over: only open work, and only to people of the same partner who can take it. */
async function stepsOf(tx: Tx, staff: StaffRow, receivers: readonly Receiver[]) {
  const open = await openWork(tx, staff);
  if (open.length === 0) throw staffErrors.staffNothing();
  const takers = new Map((await receiversFor(tx, staff)).map((taker) => [taker.id, taker]));
  const steps = [];
  for (const { kind, toStaffId } of receivers) {
    const found = open.find(({ work }) => work.kind === kind);
    if (!found) throw staffErrors.staffKind();
    const { holder, work } = found;
    const taker = takers.get(toStaffId);
    if (!taker) throw staffErrors.staffReceiver({ label: work.label });
    await work.checkTaker?.(tx, holder, personOf(taker.userId));
    steps.push({ kind, label: work.label, toStaffId });
  }
  return steps;
}
