import type { Tx } from "@ops/platform/server";
import { requireSeat } from "../headcount/seats.ts";
import { identityOf, refuseIdentity, refuseMinor } from "./identity.ts";
import { requirePlace } from "./place.ts";
import type { StaffRow } from "./tables.ts";

/** Asks everything that somebody has to pass who is to join on a day, and gives the seat (ST-R8, ST-R9). */
export async function requireEntry(tx: Tx, staff: StaffRow, day: string): Promise<void> {
  await requirePlace(tx, staff);
  const identity = identityOf(tx, staff);
  refuseMinor(identity.idNo, day);
  await refuseIdentity(tx, identity);
  await requireSeat(tx, { storeId: staff.storeId, positionCode: staff.positionCode, day, staffId: staff.id });
}
