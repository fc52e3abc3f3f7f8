import { commonErrors, dayOf, startOfDay } from "@ops/platform/contract";
import { type ImportRow, SKIPPED, type Tx, type Verdict, Warned } from "@ops/platform/server";
import { carErrors, type PlaceKind, readVin, stockKind } from "../../contract/index.ts";
import { type KnownPlace, refuseClosed } from "../place/resolver.ts";
import { requireMileage } from "../published/readings.ts";
import { type NewCar, requireEqual } from "../register/register-car.ts";
import { requireOffered, type Spec } from "../register/spec.ts";
import type { CheckedFacts } from "./import-facts.ts";
import { futureMinutes, vinCheck } from "./params.ts";
import { requireFreeParts } from "./part-nos.ts";
import type { CarRow } from "./tables.ts";

export const isHeld = ({ holdState }: CarRow): boolean =>
  holdState === "LOCKED" || holdState === "ALLOCATED" || holdState === "DELIVERED";

/** Everything that would be refused when the row is written, and what only a file can get wrong. */
export async function checkCar(tx: Tx, row: ImportRow, facts: CheckedFacts): Promise<Verdict | undefined> {
  const { vin } = readVin(row.values["vin"] ?? "", tx.param(vinCheck));
  if (facts.hidden.has(vin)) throw commonErrors.notFound(); // known, but not to the operator
  const known = facts.cars.get(vin);
  requireDays(tx, row);
  const spec = await facts.spec(row);
  await facts.marketType(row);
  const { kind, place } = await facts.place(row);
  requireReading(row, known);
  if (!known) {
    await facts.plant(row);
    await requireOffered(tx, spec);
    requireEngine(row, spec);
    requireFreeParts(facts.parts, vin, toldCar(row));
    refuseClosed(place);
    return undefined;
  }
  if (!isHeld(known)) requireEqual(known, spec);
  const isThere = !kind || isPlacedAt(known, kind, place);
  if (!isThere) requirePlaceable(known, place);
  const isRead = !row.values["mileageKm"] || known.mileageKm === Number(row.values["mileageKm"]);
  if (isThere && isRead && (!isHeld(known) || known.configKey === spec.configKey)) return SKIPPED;
  if (!isThere && isOlder(known, placedAt(tx, row))) return new Warned("已有更新的位置，本次仅记入历史");
  return isHeld(known) ? new Warned("车辆已被占用，仅更新位置") : undefined;
}

export const isPlacedAt = (car: CarRow, kind: PlaceKind, place: { readonly id: string } | null): boolean =>
  car.placeKind === kind && car.placeId === place?.id;

/** A file is a hand among others: a car on the road is placed by logistics, one that was delivered by nobody. */
export function requirePlaceable({ holdState, placeKind }: CarRow, place: KnownPlace | null): void {
  refuseClosed(place);
  if (holdState === "DELIVERED") throw carErrors.placeDelivered();
  if (placeKind === "TRANSIT") throw carErrors.inTransit();
}

const isOlder = ({ clocks: { place } }: CarRow, at: Date): boolean => place !== undefined && at < new Date(place.at);

function requireDays(tx: Tx, { values }: ImportRow): void {
  const [producedOn, releasedOn] = [values["producedOn"] ?? "", values["releasedOn"]];
  const today = dayOf(tx.now);
  if (producedOn > today) throw carErrors.producedLater();
  if (releasedOn && releasedOn > today) throw carErrors.releasedLater();
  if (releasedOn && releasedOn < producedOn) throw carErrors.releasedEarlier();
  const latest = tx.now.getTime() + tx.param(futureMinutes) * 60_000;
  if (values["placedOn"] && startOfDay(values["placedOn"]).getTime() > latest) throw carErrors.eventFuture();
}

function requireReading({ values: { mileageKm } }: ImportRow, known: CarRow | undefined): void {
  if (!mileageKm) return;
  const km = Number(mileageKm);
  requireMileage(km);
  if (known?.mileageKm && km < known.mileageKm) throw carErrors.kmBack({ km: known.mileageKm });
}

function requireEngine({ values }: ImportRow, { energyType }: Spec): void {
  if (values["releasedOn"] && energyType !== "BEV" && !values["engineNo"]) throw carErrors.engineMissing();
}

export const placedAt = (tx: Tx, { values: { placedOn } }: ImportRow): Date =>
  placedOn ? startOfDay(placedOn) : tx.now;

/** The car as the row tells it. */
export function toldCar({ values }: ImportRow): NewCar {
  const told = (key: string) => values[key] ?? undefined;
  const [optionCodes, motorNo, releasedOn] = [told("optionCodes"), told("motorNo"), told("releasedOn")];
  return {
    ...{ vin: told("vin") ?? "", configCode: told("configCode"), saleCode: told("saleCode"), source: "IMPORT" },
    ...{ extColor: told("extColor"), intColor: told("intColor") },
    ...(optionCodes ? { optionCodes: optionCodes.split(/[,，、\s]+/).filter(Boolean) } : {}),
    ...{ plantCode: told("plantCode"), producedOn: told("producedOn") },
    ...{ motorNos: motorNo ? [motorNo] : [], batteryNo: told("batteryNo"), engineNo: told("engineNo") },
    stockKind: stockKind.parse(values["stockKind"]),
    buildState: releasedOn ? "RELEASED" : "BUILT",
    releasedAt: releasedOn ? startOfDay(releasedOn) : null,
  };
}
