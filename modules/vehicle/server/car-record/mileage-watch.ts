import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { mileageThinning } from "./params.ts";
import type { CarRow } from "./tables.ts";

/** Whether somebody needs each reading of this car, because a limit is near. Only reads; asked before the car is locked (VE-R9). */
export type MileageWatch = (tx: Tx, reading: { carId: string; mileageKm: number }) => Promise<boolean>;

const watches: MileageWatch[] = [];

/** The module whose rights end with kilometres says so once, where it is composed; until then no limit is ever near. */
export function registerMileageWatch(watch: MileageWatch): () => void {
  watches.push(watch);
  return () => void watches.splice(watches.indexOf(watch), 1);
}

export async function isMileageWatched(tx: Tx, reading: { carId: string; mileageKm: number }): Promise<boolean> {
  for (const watch of watches) if (await watch(tx, reading)) return true;
  return false;
}

/**
 * One reading per car and day is enough (section 13): a later one of the same day leaves no line in the log of the car. One
 * that is lower or of the future is no such reading: it goes on, and is refused.
 */
export function isThinned(tx: Tx, car: CarRow, { mileageKm, at }: { mileageKm: number; at: Date }): boolean {
  const { mileageAt, clocks } = car;
  if (tx.param(mileageThinning) !== "DAILY" || mileageAt === null || clocks.mileage?.source !== "CLOUD") return false;
  const isLater = at >= mileageAt && at <= tx.now;
  return isLater && dayOf(mileageAt) === dayOf(at) && mileageKm >= (car.mileageKm ?? 0);
}
