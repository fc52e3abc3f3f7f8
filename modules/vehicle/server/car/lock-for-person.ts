import { lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import { lockCar } from "../car-record/lock-car.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { presentCar } from "./present.ts";

/** The source of facts that a person enters at the console. */
export const byPerson = { source: "CONSOLE" } as const;

/**
 * Locks a car that a person changes, after checking the scope and the version that was read. The scope is checked
 * first, so that a person who does not see the car neither locks it nor learns that somebody else does (PF-R106).
 */
export async function lockForPerson(tx: Tx, id: string, version: number | null): Promise<CarRow> {
  await requireRecord(tx, cars, id);
  await lockCar(tx, id);
  return lockRecord(tx, cars, id, version, presentCar);
}
