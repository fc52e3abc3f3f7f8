import { BusinessError } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { z } from "zod";
import { buildStates, type CarSource, carErrors, carSource, type PlaceKind, placeKind } from "../../contract/index.ts";
import { refuseBlocked } from "../car-record/blocks.ts";
import type { CarRow } from "../car-record/tables.ts";
import {
  type CarChanges,
  type Decision,
  dateFact,
  decisionOn,
  Ignored,
  type Saying,
  type Told,
  tellCar,
} from "../car-record/tell-car.ts";
import { db } from "../database.ts";
import { type KnownPlace, renewPlace } from "./resolver.ts";

export interface PlaceReport {
  readonly kind: PlaceKind;
  readonly place: KnownPlace;
  readonly fromPlaceId?: string | null | undefined;
  readonly toPlaceId?: string | null | undefined;
  readonly expectAt?: Date | null | undefined;
  readonly at: Date;
  readonly source: CarSource;
  readonly eventId?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * Moves a car by a newer report, from any place to any place. Only logistics puts a car on the road and takes it off
 * (3.3).
 */
export async function placeCar(tx: Tx, car: CarRow, report: PlaceReport): Promise<Told> {
  const { fact, decide } = placeSaying(tx, report);
  const told = await tellCar(tx, car, fact, decide);
  const hasArrived = told.applied && car.placeKind === "TRANSIT" && told.car.placeKind !== "TRANSIT";
  return hasArrived ? catchUp(tx, told, report.at) : told;
}

/**
 * Tells why a report about a locked car would be refused; null if it would be accepted or only logged. Writes nothing.
 */
export async function findPlaceRefusal(tx: Tx, car: CarRow, report: PlaceReport): Promise<string | null> {
  const saying = placeSaying(tx, report);
  const fact = dateFact(tx, saying.fact);
  try {
    await decisionOn(car, fact, saying.decide);
    return null;
  } catch (error) {
    if (error instanceof BusinessError) return error.message;
    throw error;
  }
}

/** Makes the report for `tellCar`. When a car arrives from the road, `placeCar` has more to do than this. */
export function placeSaying(tx: Tx, report: PlaceReport): Saying {
  const { source, eventId, at, note } = report;
  const late = (car: CarRow) => findLateArrival(car, report);
  const fact = { type: "placed", source, eventId, at, note, clock: "place", says: saidOf(report), late } as const;
  return { fact, decide: (locked) => decide(tx, locked, report) };
}

async function decide(tx: Tx, car: CarRow, report: PlaceReport): Promise<Decision> {
  const isByLogistics = report.source === "LOGISTICS";
  if (car.holdState === "DELIVERED") return new Ignored("车辆已交付");
  if (!isByLogistics && (car.placeKind === "TRANSIT" || report.kind === "TRANSIT")) return new Ignored(IN_TRANSIT);
  if (report.kind === "TRANSIT" && car.placeKind !== "TRANSIT") {
    if (car.buildState !== "RELEASED")
      throw carErrors.stateIllegal({ state: buildStates[car.buildState], action: "发运" });
    await refuseBlocked(tx, car, { stops: "发运", at: report.at });
  }
  return placeChanges(car, report);
}

const IN_TRANSIT = carErrors.inTransit().message;

const saidOf = ({ kind, place }: PlaceReport) => ({
  placeKind: kind,
  placeId: place.id || null,
  placeName: place.name || null,
  placeOrgId: place.orgId,
  cityCode: place.cityCode,
  lng: place.lng,
  lat: place.lat,
});

/** Makes the columns of a car that stands at the place now. */
export function placeChanges(car: CarRow, report: PlaceReport): CarChanges {
  const { kind, at, expectAt = null, fromPlaceId = null, toPlaceId = null } = report;
  return {
    ...saidOf(report),
    placeAt: at,
    fromPlaceId,
    toPlaceId,
    expectAt: kind === "TRANSIT" ? expectAt : null,
    ...arrivalColumns(car, kind, at),
  };
}

/** Makes the columns that tell since when the car is in stock, and when it first stood at a store. */
const arrivalColumns = (car: CarRow, kind: PlaceKind, at: Date) => ({
  inStockAt: inStockAt(car, kind, at),
  atStoreAt: kind === "STORE" && (car.atStoreAt === null || at < car.atStoreAt) ? at : car.atStoreAt,
});

/** Finds the first arrival in stock since the last return of the car, in whatever order the reports come. */
function inStockAt(car: CarRow, kind: PlaceKind, at: Date): Date | null {
  const returned = car.clocks.stock;
  const counts = (kind === "WAREHOUSE" || kind === "STORE") && (!returned || at > new Date(returned.at));
  return counts && (car.inStockAt === null || at < car.inStockAt) ? at : car.inStockAt;
}

function findLateArrival(car: CarRow, { kind, at }: PlaceReport): CarChanges | null {
  const late = arrivalColumns(car, kind, at);
  return late.inStockAt === car.inStockAt && late.atStoreAt === car.atStoreAt ? null : late;
}

const said = z.object({
  placeKind,
  placeId: z.string().nullable(),
  placeName: z.string().nullable(),
  placeOrgId: z.string().nullable(),
  cityCode: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});

/**
 * Applies reports of the factory that were only logged because the car was on the road. They are later than the
 * arrival, which is known only now.
 */
async function catchUp(tx: Tx, told: Told, arrivedAt: Date): Promise<Told> {
  const later = await db(tx)
    .selectFrom("carEvent")
    .select(["after", "source", "occurredAt"])
    .where("carId", "=", told.car.id)
    .where("type", "=", "placed")
    .where("applied", "=", false)
    .where("ignoreReason", "=", IN_TRANSIT)
    .where("occurredAt", ">", arrivedAt)
    .orderBy("occurredAt", "desc")
    .orderBy("no", "desc")
    .executeTakeFirst();
  const kept = later && said.safeParse(later.after).data;
  if (!kept) return told;
  const place = await renewPlace(tx, kept);
  const source = carSource.parse(later.source);
  const fact = { type: "placed", source, at: later.occurredAt, clock: "place", via: "INFERRED" } as const;
  return tellCar(tx, told.car, fact, (car) => ({
    ...place,
    placeAt: later.occurredAt,
    ...arrivalColumns(car, place.placeKind, later.occurredAt),
  }));
}
