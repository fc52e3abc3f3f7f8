import { lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import { lockCar } from "../car-record/lock-car.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { presentCar } from "./present.ts";

/** Who tells what somebody does at the console. */
export const byPerson = { source: "CONSOLE" } as const;

/**
 * A car for a change by a person: in the person's scope, of the version that was read, and after a short wait only. The scope
 * comes first: whoever does not see the car neither holds its lock nor learns that somebody else does (PF-R106).
 */
export async function lockForPerson(tx: Tx, id: string, version: number | null): Promise<CarRow> {
  await requireRecord(tx, cars, id);
  await lockCar(tx, id);
  return lockRecord(tx, cars, id, version, presentCar);
}
