import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { mileageThinning } from "./params.ts";
import type { CarRow } from "./tables.ts";

/**
 * Tells whether a module needs every mileage reading of this car, because a limit is near. It only reads, because it is
 * called before the car is locked (VE-R9).
 */
export type MileageWatch = (tx: Tx, reading: { carId: string; mileageKm: number }) => Promise<boolean>;

const watches: MileageWatch[] = [];

/**
 * Registers a watch. A module whose rights end at a mileage calls this once, when it is composed. Without it no limit
 * is ever near.
 */
export function registerMileageWatch(watch: MileageWatch): () => void {
  watches.push(watch);
  return () => void watches.splice(watches.indexOf(watch), 1);
}

export async function isMileageWatched(tx: Tx, reading: { carId: string; mileageKm: number }): Promise<boolean> {
  for (const watch of watches) if (await watch(tx, reading)) return true;
  return false;
}

/**
 * Tells whether a reading can be dropped, because one reading per car and day is enough (section 13). Readings that are
 * lower or in the future are not dropped here, so that they are refused later.
 */
export function isThinned(tx: Tx, car: CarRow, { mileageKm, at }: { mileageKm: number; at: Date }): boolean {
  const { mileageAt, clocks } = car;
  if (tx.param(mileageThinning) !== "DAILY" || mileageAt === null || clocks.mileage?.source !== "CLOUD") return false;
  const isLater = at >= mileageAt && at <= tx.now;
  return isLater && dayOf(mileageAt) === dayOf(at) && mileageKm >= (car.mileageKm ?? 0);
}
