import type { BusinessError } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { type Selectable, sql } from "kysely";
import { carErrors, type HoldKind, holdKinds, vinTail } from "../../contract/index.ts";
import { db, findRow, type VehicleTables } from "../database.ts";
import { advanceClocks, type Dated } from "./clock.ts";
import type { CarRow } from "./tables.ts";

export type HoldRow = Selectable<VehicleTables["carHold"]>;

export interface NewHold {
  readonly kind: HoldKind;
  readonly refId: string;
  readonly refNo: string;
  readonly orgIds: readonly string[];
}

export async function findLiveHold(tx: Tx, { id }: CarRow): Promise<HoldRow | null> {
  return (await findRow(tx, "carHold", { carId: id, endedAt: null })) ?? null;
}

/** Names the holder in a refusal, such as 锁单L2026…, 订单O2026… or 车主. */
export const nameHolder = ({ kind, refNo }: HoldRow): string =>
  kind === "OWNER" ? holdKinds.OWNER : holdKinds[kind] + refNo;

/** Refuses a caller whose fencing number is not that of the live hold (VE-R8). */
export const refusalOfToken = (token: number, current: number): BusinessError =>
  carErrors.fenced({ standing: `序号${token}，当前${current}` });

/** Refuses a caller who does not hold the car and has no fencing number to compare. */
export const refusalOfOther = (live: HoldRow | null): BusinessError =>
  carErrors.fenced({ standing: live ? `现由${nameHolder(live)}占用` : "现无占用" });

/** The reason and the time of the end of a hold. */
export interface HoldEnd {
  readonly endReason: string;
  readonly at: Date;
}

/**
 * Ends the former hold, raises the fencing number by one and starts the new hold at the same time (VE-R8). Answers the
 * changed columns of the car.
 */
export async function startHold(tx: Tx, car: CarRow, hold: NewHold, { endReason, at }: HoldEnd) {
  if (car.holdId) await endHold(tx, car, { endReason, at });
  const holdSeq = car.holdSeq + 1;
  const values = { ...hold, id: newId(), carId: car.id, seq: holdSeq, orgIds: [...hold.orgIds], startedAt: at };
  const started = await db(tx)
    .insertInto("carHold")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!started) throw carErrors.orderHasCar({ tail: await tailOf(tx, hold) });
  return { holdId: started.id, holdSeq, holdOrgIds: values.orgIds };
}

/**
 * Ends the hold and keeps the fencing number. A hold never ends before its start, whatever time is given. Answers the
 * changed columns of the car.
 */
export async function endHold(tx: Tx, { id }: CarRow, { endReason, at }: HoldEnd) {
  await db(tx)
    .updateTable("carHold")
    .set({ endedAt: sql<Date>`greatest(started_at, ${at})`, endReason })
    .where("carId", "=", id)
    .where("endedAt", "is", null)
    .execute();
  return { holdId: null, holdOrgIds: [] as string[] };
}

/**
 * Refuses a hold that would start before the last hold of the car had ended, because a car never has two holders at a
 * time.
 */
export async function requireEndedBy(tx: Tx, { id }: CarRow, at: Date): Promise<void> {
  const later = await db(tx)
    .selectFrom("carHold")
    .select("id")
    .where("carId", "=", id)
    .where((eb) => eb.or([eb("endedAt", ">", at), eb.and([eb("endedAt", "is", null), eb("startedAt", ">", at)])]))
    .executeTakeFirst();
  if (later) throw carErrors.heldThen();
}

/** Clears the time in stock of a car that comes back, so that it starts again with the next arrival. */
export const clearTimeInStock = (car: CarRow, told: Dated) => ({
  inStockAt: null,
  clocks: advanceClocks(car.clocks, told, "stock"),
});

/** Finds the end of the VIN of the car that this lock or order already holds. */
async function tailOf(tx: Tx, { kind, refId }: NewHold): Promise<string> {
  const other = await db(tx)
    .selectFrom("carHold")
    .innerJoin("car", "car.id", "carHold.carId")
    .select("car.vin")
    .where("carHold.kind", "=", kind)
    .where("carHold.refId", "=", refId)
    .where("carHold.endedAt", "is", null)
    .executeTakeFirst();
  return other ? vinTail(other) : "";
}
