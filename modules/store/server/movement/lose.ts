import { changeRecord, type Tx, withdrawApproval } from "@ops/platform/server";
import { movementErrors, movementStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { movementEffect } from "./effect.ts";
import { movementReview } from "./review.ts";
import { type MovementRow, movements } from "./tables.ts";

/** Locks the open movement of a person. Everybody locks it before the person. */
export function lockOpenMovement(tx: Tx, userId: string): Promise<MovementRow | undefined> {
  const people = db(tx).selectFrom("storeStaff").select("id").where("userId", "=", userId);
  return db(tx)
    .selectFrom("storeMovement")
    .selectAll()
    .where("staffId", "in", people)
    .where("state", "in", ["WAITING", "APPROVED", "RUNNING", "FAILED"])
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Ends the open movement of somebody who has left already, so that it keeps no seat and waits for nobody (ST-R33). An
 * approved leave goes on: it hands over what is left.
 */
export async function loseMovement(tx: Tx, userId: string): Promise<void> {
  const movement = await lockOpenMovement(tx, userId);
  if (!movement || (movement.kind === "LEAVE" && movement.state !== "WAITING")) return;
  await tx.clearTimer(movementEffect, movement.id);
  await withdrawApproval(tx, movementReview, movement.id);
  const state = movementStates.next(movement.state, "lose");
  await changeRecord(tx, movements, movement, { state, failure: movementErrors.moveGone().message });
}
