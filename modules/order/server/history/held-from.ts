import { BusinessError } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type PublishedCar, requireTakeable } from "@ops/vehicle/server";
import { historyErrors } from "../../contract/index.ts";
import type { OrderRow } from "../order/tables.ts";
import type { ToldOrder } from "./told.ts";

/** The times of an order, or of the row that tells of one. */
type Times = Pick<OrderRow, "lockedAt" | "createdAt">;

/** The order has the car from its lock on, from its beginning where the lock is not known, and at the hand-over at the latest. */
export function heldFrom({ lockedAt, createdAt }: Times, told: ToldOrder): Date {
  const begun = told.createdAt < createdAt ? told.createdAt : createdAt;
  const from = lockedAt ?? begun;
  return told.deliveredAt && told.deliveredAt < from ? told.deliveredAt : from;
}

/** Refuses a free car that the register would not give to this order for these times, before anything is written. */
export async function requireFreeThen(
  tx: Tx,
  { id: carId }: PublishedCar,
  { told, known }: { readonly told: ToldOrder; readonly known: Times | null },
): Promise<void> {
  const { orderNo, deliveredAt } = told;
  const lockedAt = known?.lockedAt ?? told.lockedAt;
  const at = heldFrom({ lockedAt, createdAt: known?.createdAt ?? told.createdAt }, told);
  try {
    await requireTakeable(tx, { carId, orderNo, at, deliveredAt });
  } catch (error) {
    // the register speaks of times of holds, which are no columns of the file
    if (error instanceof BusinessError && error.msgCode === "VEHICLE_HELD_THEN") throw historyErrors.historyHeld();
    throw error;
  }
}
