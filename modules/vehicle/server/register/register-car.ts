import { commonErrors } from "@ops/platform/contract";
import { insertRecord, newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import {
  type BuildState,
  type CarFlag,
  type CarSource,
  carErrors,
  readVin,
  type StockKind,
  whereaboutsOf,
} from "../../contract/index.ts";
import { blankCar } from "../car-record/blank-car.ts";
import { wound } from "../car-record/clock.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { newsOf } from "../car-record/news.ts";
import { vinCheck } from "../car-record/params.ts";
import { keepPartNos } from "../car-record/part-nos.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { type CarFact, tellCar, trackedOf, writeEvent } from "../car-record/tell-car.ts";
import { db } from "../database.ts";
import { flagsOf, requireSpec, type Spec, type ToldSpec } from "./spec.ts";

/** A car as the factory, a file or a person tells it. */
export interface NewCar extends ToldSpec {
  /** As it was typed. */
  readonly vin: string;
  readonly source: CarSource;
  readonly eventId?: string | undefined;
  readonly at?: Date | undefined;
  readonly buildState?: BuildState | undefined;
  readonly plantCode?: string | null | undefined;
  readonly producedOn?: string | null | undefined;
  readonly releasedAt?: Date | null | undefined;
  readonly motorNos?: readonly string[] | undefined;
  readonly engineNo?: string | null | undefined;
  readonly batteryNo?: string | null | undefined;
  readonly buildOrderNo?: string | null | undefined;
  readonly stockKind?: StockKind | undefined;
  readonly marketTypeId?: string | null | undefined;
  /** The car of a wrongly typed VIN, which is OFF; both point at each other (VE-R3). */
  readonly replacesCarId?: string | undefined;
}

export interface Registered {
  readonly carId: string;
  /** False when the VIN was known already, with the same facts. */
  readonly created: boolean;
}

/** A car enters the register. A known VIN with equal facts answers that car, with others it is VEHICLE_VIN_DUP (VE-R3). */
export async function registerCar(tx: Tx, told: NewCar): Promise<Registered> {
  const { vin, isCheckOdd } = readVin(told.vin, tx.param(vinCheck));
  const spec = await requireSpec(tx, told);
  await lockVin(tx, vin);
  const known = await db(tx).selectFrom("car").selectAll().where("vin", "=", vin).executeTakeFirst();
  if (known) {
    requireEqual(known, spec);
    return { carId: known.id, created: false };
  }
  const flags = await flagsOf(tx, vin, spec, isCheckOdd);
  const car = await insertCar(tx, { vin, flags, spec, told });
  if (told.replacesCarId) await linkReplaced(tx, told.replacesCarId, car.id);
  return { carId: car.id, created: true };
}

/** One at a time per VIN, whether or not there is a row to lock. */
export const lockVin = (tx: Tx, vin: string): Promise<void> => lockVins(tx, [vin]);

/** One after the other as they are given: in their order, wherever several are locked. */
export async function lockVins(tx: Tx, vins: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(vin, 7316201)) from unnest(${vins}::text[]) vin`.execute(
    tx.kysely,
  );
}

/** VEHICLE_VIN_DUP names what differs (VE-R3). */
export function requireEqual(known: CarRow, spec: Spec): void {
  const differing = [
    known.carConfigId !== spec.carConfigId && "配置",
    known.extColor !== spec.extColor && "外观",
    known.intColor !== spec.intColor && "内饰",
    known.configKey !== spec.configKey &&
      known.carConfigId === spec.carConfigId &&
      isOptionsOnly(known, spec) &&
      "选装",
  ].filter((field) => field !== false);
  if (differing.length > 0) throw carErrors.vinDup({ fields: differing.join("、") });
}

const isOptionsOnly = (known: CarRow, spec: Spec) =>
  known.extColor === spec.extColor && known.intColor === spec.intColor;

interface Inserted {
  readonly vin: string;
  readonly flags: CarFlag[];
  readonly spec: Spec;
  readonly told: NewCar;
}

async function insertCar(tx: Tx, inserted: Inserted): Promise<CarRow> {
  const { car: values, fact } = newCarOf(tx, inserted);
  const car = await insertRecord(tx, cars, fieldsOf(values));
  await keepPartNos(tx, null, car);
  await writeEvent(tx, car, fact, { before: {}, after: trackedOf(car), ignoreReason: null });
  for (const publish of builtNews(car, fact)) await publish(tx);
  return car;
}

/** Without what the register itself notes of a row. */
function fieldsOf({ version, createdAt, createdBy, updatedAt, updatedBy, ...fields }: CarRow) {
  return fields;
}

/** What others hear of a car that is new: it may have left the line, and the factory, before anybody told of it. */
export function builtNews(car: CarRow, fact: CarFact & { at: Date }) {
  const built = car.buildState === "PLANNED" ? [] : (["produced"] as const);
  const released = car.buildState === "RELEASED" ? (["released"] as const) : [];
  return [fact.type, ...built, ...released].flatMap((type) => newsOf(null, car, { ...fact, type }));
}

/** The row of a new car, not stored yet, and the fact that begins its log. */
export function newCarOf(tx: Tx, { vin, flags, spec, told }: Inserted) {
  const { modelYear, energyType, ...specified } = spec;
  const fact = {
    type: "registered",
    source: told.source,
    at: told.at ?? tx.now,
    eventId: told.eventId ?? newId(),
  } as const;
  const { buildState = "PLANNED", stockKind = told.buildOrderNo ? "ORDER" : "NORMAL" } = told;
  const blank = { ...blankCar(), buildState, stockKind };
  const by = tx.actor.userId;
  const car: CarRow = {
    ...blank,
    id: newId(),
    version: 1,
    createdAt: tx.now,
    createdBy: by,
    updatedAt: tx.now,
    updatedBy: by,
    vin,
    flags,
    ...specified,
    whereabouts: whereaboutsOf(blank),
    plantCode: told.plantCode ?? null,
    producedOn: told.producedOn ?? null,
    releasedAt: told.releasedAt ?? null,
    motorNos: [...(told.motorNos ?? [])],
    engineNo: told.engineNo ?? null,
    batteryNo: told.batteryNo ?? null,
    buildOrderNo: told.buildOrderNo ?? null,
    marketTypeId: told.marketTypeId ?? null,
    linkedCarId: told.replacesCarId ?? null,
    eventNo: 1,
    clocks: wound({}, fact, ...toldClocks(told)),
  };
  return { car, fact };
}

/** What was said of parts and of an order at the beginning is older than what is said later. */
function toldClocks({ motorNos, engineNo, batteryNo, buildOrderNo }: NewCar) {
  return [
    ...(motorNos?.length ? (["MOTOR"] as const) : []),
    ...(engineNo ? (["ENGINE"] as const) : []),
    ...(batteryNo ? (["BATTERY"] as const) : []),
    ...(buildOrderNo ? (["buildOrder"] as const) : []),
  ];
}

/** Both cars point at each other; the wrong one has to be OFF (VE-R3). */
export async function linkReplaced(tx: Tx, wrongId: string, linkedCarId: string): Promise<void> {
  const wrong = await lockCar(tx, wrongId);
  if (wrong.holdState !== "OFF") throw commonErrors.param({ field: "错录车辆" });
  await tellCar(tx, wrong, { type: "specCorrected", source: "CONSOLE", note: "错录，已重新建档" }, () => ({
    linkedCarId,
  }));
}
