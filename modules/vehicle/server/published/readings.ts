import { onlyOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type CarSource, carErrors, plateOf, type StockKind, vinTail, whereaboutsNames } from "../../contract/index.ts";
import { isNewer } from "../car-record/clock.ts";
import { lockCar } from "../car-record/lock-car.ts";
import type { CarRow } from "../car-record/tables.ts";
import { Ignored, type Saying, type Told, tellCar } from "../car-record/tell-car.ts";
import { db } from "../database.ts";

interface Reading {
  readonly at: Date;
  readonly source: CarSource;
  readonly eventId?: string | undefined;
}

export interface Mileage extends Reading {
  readonly mileageKm: number;
  /** Why a lower mileage is right (VE-R13). */
  readonly fixReason?: string | undefined;
}

/** Records a reading of the odometer; an outdated one is only logged. Answers whether it is valid now. */
export async function recordMileage(tx: Tx, { carId, ...reading }: Mileage & { carId: string }): Promise<boolean> {
  return (await tellMileage(tx, await lockCar(tx, carId), reading)).applied;
}

const MOST_KM = 2_000_000;

/** Refuses a mileage that no odometer shows (VE-R13). */
export function requireMileage(km: number): void {
  if (!Number.isInteger(km) || km < 0 || km > MOST_KM) throw carErrors.kmRange();
}

/** Does the same for a car that is locked already. */
export async function tellMileage(tx: Tx, car: CarRow, reading: Mileage): Promise<Told> {
  const { fact, decide } = await sayMileage(tx, car, reading);
  return tellCar(tx, car, fact, decide);
}

/** Makes the report of a reading, after checking it against the readings before and after it. */
export async function sayMileage(tx: Tx, car: CarRow, reading: Mileage): Promise<Saying> {
  const { mileageKm, at, source, eventId, fixReason } = reading;
  requireMileage(mileageKm);
  const isLatest = isNewer({ at, source, eventId: eventId ?? "￿" }, car.clocks.mileage);
  if (isLatest && fixReason === undefined && mileageKm < (car.mileageKm ?? 0)) {
    throw carErrors.kmBack({ km: car.mileageKm ?? 0 });
  }
  if (!isLatest) await requireBetween(tx, car, reading);
  const fact = {
    type: "mileage",
    source,
    eventId,
    at,
    note: fixReason,
    clock: "mileage",
    says: { mileageKm },
  } as const;
  return { fact, decide: () => ({ mileageKm, mileageAt: at }) };
}

/** Requires that an outdated reading fits between the readings before and after it. */
async function requireBetween(tx: Tx, car: CarRow, { at, mileageKm }: Mileage): Promise<void> {
  const { rows } = await sql<{ least: number | null; most: number | null }>`
    select max((after ->> 'mileageKm')::int) filter (where occurred_at <= ${at}) as least,
      min((after ->> 'mileageKm')::int) filter (where occurred_at > ${at}) as most
    from car_event where car_id = ${car.id} and type = 'mileage'`.execute(tx.kysely);
  const { least, most } = onlyOf(rows);
  if (mileageKm < (least ?? 0) || mileageKm > (most ?? mileageKm)) throw carErrors.kmOdd();
}

/** Records the plate of a car, which is unique among delivered cars (VE-R14). Answers whether it is valid now. */
export async function recordPlate(
  tx: Tx,
  { carId, plateNo: typed, at, source, eventId, note }: Reading & { carId: string; plateNo: string; note?: string },
): Promise<boolean> {
  const plateNo = plateOf(typed);
  const car = await lockCar(tx, carId);
  const fact = { type: "plate", source, eventId, at, note, clock: "plate", says: { plateNo } } as const;
  const told = await tellCar(tx, car, fact, async () => {
    await requireFreePlate(tx, car, plateNo);
    return { plateNo, plateAt: at };
  });
  return told.applied;
}

/** Requires a free plate. It is called when a car gets a plate and when a car with a plate is delivered. */
export async function requireFreePlate(tx: Tx, car: CarRow, plateNo: string): Promise<void> {
  // if two cars get the plate at once, the second one waits for the first
  await sql`select pg_advisory_xact_lock(hashtextextended(${plateNo}, 7316202))`.execute(tx.kysely);
  await refuseUsedPlate(tx, car, plateNo);
}

/** Refuses a plate that another car has now; somebody else may still take it. */
export async function refuseUsedPlate(tx: Tx, { id }: CarRow, plateNo: string): Promise<void> {
  const other = await db(tx)
    .selectFrom("car")
    .select("vin")
    .where("plateNo", "=", plateNo)
    .where("holdState", "=", "DELIVERED")
    .where("id", "<>", id)
    .executeTakeFirst();
  if (other) throw carErrors.plateDup({ tail: vinTail(other) });
}

/** Records that the car was activated for its owner. The earliest report wins. */
export async function recordActivated(tx: Tx, { carId, ...reading }: Reading & { carId: string }): Promise<boolean> {
  return (await tellActivated(tx, await lockCar(tx, carId), reading)).applied;
}

export function tellActivated(tx: Tx, car: CarRow, { at, source, eventId }: Reading): Promise<Told> {
  return tellCar(tx, car, { type: "activated", source, eventId, at }, () =>
    car.activatedAt && car.activatedAt <= at ? new Ignored("车辆已激活") : { activatedAt: at },
  );
}

/** Sets the purpose for which the brand keeps the car. Refuses a car that the brand does not have. */
export async function setStockKind(
  tx: Tx,
  { carId, kind, reason, source }: { carId: string; kind: StockKind; reason: string; source: CarSource },
): Promise<void> {
  const car = await lockCar(tx, carId);
  if (car.holdState === "DELIVERED" || car.holdState === "OFF") {
    throw carErrors.stateIllegal({ state: whereaboutsNames[car.holdState], action: "修改现车类型" });
  }
  if (car.stockKind === kind) return;
  await tellCar(tx, car, { type: "stockKindSet", source, note: reason }, () => ({ stockKind: kind }));
}
