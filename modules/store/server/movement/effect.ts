import { nextDay, startOfDay } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Tx, timer } from "@ops/platform/server";
import { z } from "zod";
import { movementStates, staffStates } from "../../contract/index.ts";
import { lockStaff } from "../staff/lock.ts";
import { type StaffRow, staffTable } from "../staff/tables.ts";
import { freezeLeaver, unfreezeLeaver } from "./freeze.ts";
import { effectMovement } from "./job.ts";
import { type MovementRow, movements } from "./tables.ts";

/** The first moment at the new place; of somebody who leaves, the end of the last day. */
export const takesEffectAt = ({ kind, effectiveDate }: Pick<MovementRow, "kind" | "effectiveDate">): Date =>
  startOfDay(kind === "LEAVE" ? nextDay(effectiveDate) : effectiveDate);

/**
 * Rings when the day has come. The account of somebody who leaves is frozen even if nobody has approved yet (ST-R17);
 * the movement itself begins once it is approved.
 */
export const movementEffect = timer({
  kind: "store.movementEffect",
  title: "异动到期生效",
  payload: z.object({ id: z.uuid() }),
  handle: async (tx, { id }) => {
    const movement = await lockRecord(tx, movements, id, null);
    if (movement.state !== "WAITING" && movement.state !== "APPROVED") return;
    if (movement.kind === "LEAVE") await freezeLeaver(tx, await lockStaff(tx, movement));
    if (movement.state === "APPROVED") await beginEffect(tx, movement);
  },
});

/** Begins an approved movement whose day has come. */
export async function beginEffect(tx: Tx, movement: MovementRow): Promise<MovementRow> {
  if (takesEffectAt(movement) > tx.now) return movement;
  const state = movementStates.next(movement.state, "run");
  const running = await changeRecord(tx, movements, movement, { state });
  await tx.enqueue(effectMovement, { id: movement.id }, { key: movement.id });
  return running;
}

/** Brings the person back to the state before a movement that does not take place. */
export async function undoMovement(tx: Tx, movement: MovementRow): Promise<void> {
  await tx.clearTimer(movementEffect, movement.id);
  const staff = await lockStaff(tx, movement);
  if (staff.state === "MOVING") await standBack(tx, staff, "undoMove", {});
  if (staff.state !== "LEAVING") return;
  await standBack(tx, staff, "undoLeave", { leaveOn: null, leaveType: null, leaveReason: null });
  await unfreezeLeaver(tx, staff);
}

type Undone = Partial<Pick<StaffRow, "leaveOn" | "leaveType" | "leaveReason">>;

function standBack(tx: Tx, staff: StaffRow, move: "undoMove" | "undoLeave", changes: Undone): Promise<StaffRow> {
  return changeRecord(tx, staffTable, staff, { ...changes, state: stateBackOf(staff, move), stateBefore: null });
}

/** The machine goes back to 在岗; somebody who was 培训认证中 before is so again. */
function stateBackOf(
  { state, stateBefore }: Pick<StaffRow, "state" | "stateBefore">,
  move: "undoMove" | "undoLeave",
): StaffRow["state"] {
  const next = staffStates.next(state, move);
  return stateBefore ?? next;
}
