import { addDays, type BodyOf, dayOf } from "@ops/platform/contract";
import {
  bindFile,
  changeRecord,
  decideApproval,
  insertRecord,
  isSelf,
  keepApproval,
  lockRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { movementErrors, movementStates, staffStates } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { lockCells, requireSeat } from "../headcount/seats.ts";
import { lockStaff } from "../staff/lock.ts";
import { requirePlace } from "../staff/place.ts";
import { type StaffRow, staffTable } from "../staff/tables.ts";
import { beginEffect, movementEffect, takesEffectAt, undoMovement } from "./effect.ts";
import { freezeLeaver } from "./freeze.ts";
import { saveLines } from "./lines.ts";
import { presentMovement } from "./present.ts";
import { movementReview, requestReview } from "./review.ts";
import { movements } from "./tables.ts";
import { movesWork } from "./work.ts";

const LEAVE_DAYS_BACK = 30;
type Asked = BodyOf<typeof contract.createMovement>;

/** Asks for a movement: the seat at the target is reserved and everything in hand has a successor. */
export const createMovement = writes(contract.createMovement, async (tx, { body }) => {
  const { successors, toStoreId: _store, toPositionCode: _position, leaveType: _leaveType, ...asked } = body;
  const staff = await lockRecord(tx, staffTable, body.staffId, null);
  await refusePending(tx, staff);
  const state = staffStates.next(staff.state, body.kind === "LEAVE" ? "startLeave" : "startMove");
  const facts = body.kind === "LEAVE" ? leaveFacts(tx, body) : await moveFacts(tx, staff, body);
  const movement = await insertRecord(tx, movements, {
    ...asked,
    ...facts,
    isUrgent: body.kind === "LEAVE" && body.isUrgent,
    isRestricted: body.kind === "LEAVE" && body.isRestricted,
    movementNo: await tx.nextNumber("storeMovement"),
    fromStoreId: staff.storeId,
    fromPositionCode: staff.positionCode,
  });
  for (const fileId of body.fileIds) await bindFile(tx, fileId, { bizType: movements.name, bizId: movement.id });
  if (await movesWork(tx, movement)) await saveLines(tx, staff, movement.id, { ...asked, successors });
  const left = { leaveOn: body.effectiveDate, leaveType: facts.leaveType, leaveReason: body.reason };
  const ends = body.kind === "LEAVE" ? left : {};
  await changeRecord(tx, staffTable, staff, { ...ends, state, stateBefore: stateOf(staff) });
  if (movement.isUrgent) await freezeLeaver(tx, staff);
  await tx.setTimer(movementEffect, movement.id, takesEffectAt(movement), { id: movement.id });
  await requestReview(tx, movement, staff);
  return presentMovement(tx, movement);
});

const stateOf = ({ state }: StaffRow) => (state === "TRAINING" ? "TRAINING" : "IN_POST");

async function refusePending(tx: Tx, { id: staffId }: StaffRow): Promise<void> {
  const open = await findRow(tx, "storeMovement", { staffId, state: ["WAITING", "APPROVED", "RUNNING", "FAILED"] });
  if (open) throw movementErrors.movePending();
}

function leaveFacts(tx: Tx, { effectiveDate, leaveType }: Asked) {
  if (leaveType === null) throw movementErrors.leaveType(undefined, { field: "leaveType" });
  const first = addDays(dayOf(tx.now), -LEAVE_DAYS_BACK);
  if (effectiveDate < first) throw movementErrors.leaveDate(undefined, { field: "effectiveDate" });
  return { toStoreId: null, toPositionCode: null, leaveType };
}

/** Checks the target and reserves a seat there. Cells are locked in one order, so that crossing transfers never wait for each other. */
async function moveFacts(tx: Tx, staff: StaffRow, { kind, toStoreId, toPositionCode, effectiveDate }: Asked) {
  const from = { storeId: staff.storeId, positionCode: staff.positionCode };
  const storeId = kind === "POSITION" ? from.storeId : toStoreId;
  const positionCode = kind === "TRANSFER" ? (toPositionCode ?? from.positionCode) : toPositionCode;
  if (storeId === null || positionCode === null) throw movementErrors.moveTarget();
  const isSame = kind === "TRANSFER" ? storeId === from.storeId : positionCode === from.positionCode;
  if (isSame) throw movementErrors.moveSamePlace();
  if (effectiveDate < dayOf(tx.now)) throw movementErrors.moveDate(undefined, { field: "effectiveDate" });
  await requirePlace(tx, { storeId, positionCode });
  await lockCells(tx, [from, { storeId, positionCode }]);
  await requireSeat(tx, { storeId, positionCode, day: effectiveDate, staffId: staff.id });
  return { toStoreId: storeId, toPositionCode: positionCode, leaveType: null };
}

export const arrangeHandover = writes(contract.arrangeHandover, async (tx, { params, body }) => {
  const { version, defaultSuccessorId } = body;
  const movement = await lockRecord(tx, movements, params.id, version, presentMovement);
  movementStates.next(movement.state, "arrange");
  const staff = await lockStaff(tx, movement);
  if (await movesWork(tx, movement)) await saveLines(tx, staff, movement.id, body);
  const arranged = await changeRecord(tx, movements, movement, { defaultSuccessorId });
  await keepApproval(tx, movementReview, arranged);
  return presentMovement(tx, arranged);
});

export const decideMovement = writes(contract.decideMovement, async (tx, { params, body }) => {
  const { verdict, note, version } = body;
  const movement = await lockRecord(tx, movements, params.id, version, presentMovement);
  const { userId } = await lockStaff(tx, movement);
  const state = movementStates.next(movement.state, verdict === "APPROVE" ? "approve" : "reject");
  if (isSelf(tx, userId, movement.createdBy)) throw movementErrors.approveSelf();
  await decideApproval(tx, movementReview, { bizId: movement.id, version, verdict, note });
  if (note) tx.trail.reason = note;
  const decided = await changeRecord(tx, movements, movement, { state });
  if (verdict === "APPROVE") return presentMovement(tx, await beginEffect(tx, decided));
  await undoMovement(tx, decided);
  return presentMovement(tx, decided);
});
