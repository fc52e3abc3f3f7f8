import { commonErrors } from "@ops/platform/contract";
import { errorCode, onlyOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { carErrors } from "../../contract/index.ts";
import { lockWaitMs } from "./params.ts";
import type { CarRow } from "./tables.ts";

const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Locks cars for a change, in ascending order of their ids (VE-R9). Refuses unknown cars, and with VEHICLE_BUSY after a
 * short wait.
 */
export async function lockCars(tx: Tx, ids: readonly string[]): Promise<CarRow[]> {
  const wanted = [...new Set(ids)];
  try {
    const { rows } = await sql<CarRow>`select * from lock_cars(${wanted}::uuid[], ${tx.param(lockWaitMs)})`.execute(
      tx.kysely,
    );
    if (rows.length < wanted.length) throw commonErrors.notFound();
    return rows;
  } catch (error) {
    if (errorCode(error) === LOCK_NOT_AVAILABLE) throw Object.assign(carErrors.busy(), { cause: error });
    throw error;
  }
}

export async function lockCar(tx: Tx, id: string): Promise<CarRow> {
  return onlyOf(await lockCars(tx, [id]));
}
