import { newId, type Tx } from "@ops/platform/server";
import type { Selectable } from "kysely";
import { carErrors, type HoldKind, holdKinds } from "../../contract/index.ts";
import { db, type VehicleTables } from "../database.ts";
import { type Dated, wound } from "./clock.ts";
import type { CarRow } from "./tables.ts";

export type HoldRow = Selectable<VehicleTables["carHold"]>;

export interface NewHold {
  readonly kind: HoldKind;
  readonly refId: string;
  readonly refNo: string;
  readonly orgIds: readonly string[];
}

export const vinTail = ({ vin }: Pick<CarRow, "vin">): string => vin.slice(-8);

export async function liveHold(tx: Tx, { id }: CarRow): Promise<HoldRow | null> {
  const found = await db(tx)
    .selectFrom("carHold")
    .selectAll()
    .where("carId", "=", id)
    .where("endedAt", "is", null)
    .executeTakeFirst();
  return found ?? null;
}

/** 锁单L2026…, 订单O2026…, 车主: how a refusal names the holder. */
export const holderName = ({ kind, refNo }: HoldRow): string =>
  kind === "OWNER" ? holdKinds.OWNER : holdKinds[kind] + refNo;

/** Ends the hold before, raises the fencing number by one and starts the new one (VE-R8). Answers the columns of the car. */
export async function startHold(tx: Tx, car: CarRow, hold: NewHold, endReason: string) {
  if (car.holdId) await endHold(tx, car, endReason);
  const holdSeq = car.holdSeq + 1;
  const values = { ...hold, id: newId(), carId: car.id, seq: holdSeq, orgIds: [...hold.orgIds], startedAt: tx.now };
  const started = await db(tx)
    .insertInto("carHold")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!started) throw carErrors.orderHasCar({ tail: await tailOf(tx, hold) });
  return { holdId: started.id, holdSeq, holdOrgIds: values.orgIds };
}

/** An end does not raise the number. Answers the columns of the car. */
export async function endHold(tx: Tx, { id }: CarRow, endReason: string) {
  await db(tx)
    .updateTable("carHold")
    .set({ endedAt: tx.now, endReason })
    .where("carId", "=", id)
    .where("endedAt", "is", null)
    .execute();
  return { holdId: null, holdOrgIds: [] as string[] };
}

/** A car that comes back: its time in stock begins anew with its next arrival. */
export const returned = (car: CarRow, told: Dated) => ({
  inStockAt: null,
  clocks: wound(car.clocks, told, "stock"),
});

/** The car that the lock or order has already. */
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
