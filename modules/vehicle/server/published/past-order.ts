import { onlyOf, type Tx } from "@ops/platform/server";
import { findRows } from "../database.ts";
import { requireDeliverable } from "./delivery.ts";
import { requireAllocatable } from "./holds.ts";
import { refuseUsedPlate, sayMileage } from "./readings.ts";

export interface PastOrder {
  /** A car that nobody holds. */
  readonly carId: string;
  readonly orderNo: string;
  /** When the order took the car. */
  readonly at: Date;
  /** When it was handed over; null if the order still has it. */
  readonly deliveredAt: Date | null;
}

/**
 * Refuses what `allocate` and `deliver` would refuse if they were told of an order of the past. Locks and changes
 * nothing, so that an import can check its rows before it writes them.
 */
export async function requireTakeable(tx: Tx, { carId, orderNo, at, deliveredAt }: PastOrder): Promise<void> {
  const car = onlyOf(await findRows(tx, "car", { id: carId }));
  await requireAllocatable(tx, car, { orderNo, at });
  if (deliveredAt === null) return;
  await requireDeliverable(tx, car, deliveredAt);
  if (car.plateNo) await refuseUsedPlate(tx, car, car.plateNo);
  await sayMileage(tx, car, { mileageKm: car.mileageKm ?? 0, at: deliveredAt, source: "ORDER" });
}
