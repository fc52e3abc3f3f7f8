import { dayOf, startOfDay } from "@ops/platform/contract";
import { type ImportRow, OutOfScope, SKIPPED, type Tx, type Verdict, Warned } from "@ops/platform/server";
import { carErrors, carImport, type PlaceKind, readVin, stockKind } from "../../contract/index.ts";
import { futureMinutes, vinCheck } from "../car-record/params.ts";
import { requireFreeParts } from "../car-record/part-nos.ts";
import type { CarRow } from "../car-record/tables.ts";
import { type KnownPlace, refuseClosed } from "../place/resolver.ts";
import { requireMileage } from "../published/readings.ts";
import { type NewCar, requireEqual } from "../register/register-car.ts";
import { requireOffered, type Spec } from "../register/spec.ts";
import type { CheckedFacts } from "./import-facts.ts";

export const isHeld = ({ holdState }: CarRow): boolean =>
  holdState === "LOCKED" || holdState === "ALLOCATED" || holdState === "DELIVERED";

/** Checks everything that would be refused when the row is written, and also what only a file can get wrong. */
export async function checkCar(tx: Tx, row: ImportRow, facts: CheckedFacts): Promise<Verdict | undefined> {
  const { vin } = readVin(row.values["vin"] ?? "", tx.param(vinCheck));
  const hiddenId = facts.hidden.get(vin);
  if (hiddenId !== undefined) throw new OutOfScope("car", hiddenId);
  const known = facts.cars.get(vin);
  requireDays(tx, row);
  const spec = await facts.spec(row);
  const marketTypeId = await facts.marketType(row);
  const { kind, place } = await facts.place(row);
  requireReading(row, known);
  if (!known) {
    await facts.plant(row);
    await requireOffered(tx, spec);
    requireEngine(row, spec);
    requireFreeParts(facts.parts, vin, readCar(row));
    refuseClosed(place);
    return undefined;
  }
  if (!isHeld(known)) requireEqual(known, spec);
  const isThere = !kind || isPlacedAt(known, kind, place);
  if (!isThere) requirePlaceable(known, place);
  const isRead = isReadAs(known, row);
  const differing = findDifferingCells(known, row, marketTypeId);
  const isSame = differing.length === 0 && (!isHeld(known) || known.configKey === spec.configKey);
  if (isThere && isRead && isSame) return SKIPPED;
  const isHistory = !isThere && isOlder(known, placedAt(tx, row));
  const about = isHistory ? "已有更新的位置，本次仅记入历史" : isHeld(known) ? "车辆已被占用，仅更新位置" : null;
  if (differing.length === 0) return about ? new Warned(about) : undefined;
  return new Warned(`${about ?? "车辆已建档，仅更新位置和里程"}；${differing.join("、")}未更新`);
}

/**
 * Finds cells that differ from a known car. They count only for new cars, and the operator must learn that they change
 * nothing.
 */
function findDifferingCells(known: CarRow, row: ImportRow, marketTypeId: string | null): string[] {
  const { values } = row;
  const releasedOn = known.releasedAt && dayOf(known.releasedAt);
  const isAsKnown: Partial<Record<string, boolean>> = {
    plantCode: values["plantCode"] === known.plantCode,
    producedOn: values["producedOn"] === known.producedOn,
    releasedOn: values["releasedOn"] === releasedOn,
    motorNo: known.motorNos.some((motorNo) => motorNo === values["motorNo"]),
    batteryNo: values["batteryNo"] === known.batteryNo,
    engineNo: values["engineNo"] === known.engineNo,
    stockKind: values["stockKind"] === known.stockKind,
    marketType: marketTypeId === known.marketTypeId,
  };
  return carImport.columns.filter(({ key }) => values[key] && isAsKnown[key] === false).map(({ title }) => title);
}

/** Tells whether the car already has the mileage of the row, or the row has none. */
export const isReadAs = ({ mileageKm }: CarRow, { values }: ImportRow): boolean =>
  !values["mileageKm"] || mileageKm === Number(values["mileageKm"]);

export const isPlacedAt = (car: CarRow, kind: PlaceKind, place: { readonly id: string } | null): boolean =>
  car.placeKind === kind && car.placeId === place?.id;

/**
 * Refuses places that a file may not set, as for people: only logistics places a car on the road, and nobody a
 * delivered one.
 */
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

/** Reads a row as a new car. */
export function readCar({ values }: ImportRow): NewCar {
  const told = (key: string) => values[key] ?? undefined;
  const [optionCodes, motorNo, releasedOn] = [told("optionCodes"), told("motorNo"), told("releasedOn")];
  return {
    vin: told("vin") ?? "",
    configCode: told("configCode"),
    saleCode: told("saleCode"),
    source: "IMPORT",
    extColor: told("extColor"),
    intColor: told("intColor"),
    ...(optionCodes ? { optionCodes: optionCodes.split(/[,，、\s]+/).filter(Boolean) } : {}),
    plantCode: told("plantCode"),
    producedOn: told("producedOn"),
    motorNos: motorNo ? [motorNo] : [],
    batteryNo: told("batteryNo"),
    engineNo: told("engineNo"),
    stockKind: stockKind.parse(values["stockKind"]),
    buildState: releasedOn ? "RELEASED" : "BUILT",
    releasedAt: releasedOn ? startOfDay(releasedOn) : null,
  };
}
