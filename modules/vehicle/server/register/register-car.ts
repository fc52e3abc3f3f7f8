import { commonErrors } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import {
  type BuildState,
  type CarFlag,
  type CarSource,
  carErrors,
  type StockKind,
  whereaboutsOf,
} from "../../contract/index.ts";
import { blankCar } from "../car-record/blank-car.ts";
import { advanceClocks } from "../car-record/clock.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { newsOf } from "../car-record/news.ts";
import type { ToldParts } from "../car-record/part-nos.ts";
import type { CarRow } from "../car-record/tables.ts";
import { type CarFact, tellCar } from "../car-record/tell-car.ts";
import type { Spec, ToldSpec } from "./spec.ts";

/** A car as the factory, a file or a person enters it. */
export interface NewCar extends ToldSpec, ToldParts {
  /** The VIN as it was typed. */
  readonly vin: string;
  readonly source: CarSource;
  readonly eventId?: string | undefined;
  readonly at?: Date | undefined;
  readonly buildState?: BuildState | undefined;
  readonly plantCode?: string | null | undefined;
  readonly producedOn?: string | null | undefined;
  readonly releasedAt?: Date | null | undefined;
  readonly buildOrderNo?: string | null | undefined;
  readonly stockKind?: StockKind | undefined;
  readonly marketTypeId?: string | null | undefined;
  /** The car with the wrongly typed VIN, which must be OFF. Both cars get a link to each other (VE-R3). */
  readonly replacesCarId?: string | undefined;
}

export interface Registered {
  readonly carId: string;
  /** False if the VIN was already known with the same facts. */
  readonly created: boolean;
}

/** Lets only one transaction at a time work on a VIN, even if there is no row to lock yet. */
export const lockVin = (tx: Tx, vin: string): Promise<void> => lockVins(tx, [vin]);

/** Locks VINs in the given order. Callers with several VINs sort them first. */
export async function lockVins(tx: Tx, vins: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(vin, 7316201)) from unnest(${vins}::text[]) vin`.execute(
    tx.kysely,
  );
}

/** Refuses with VEHICLE_VIN_DUP and names what differs (VE-R3). */
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

/** Makes the events of a new car. It may have been produced and released before it was registered. */
export function newsOfBuilt(car: CarRow, fact: CarFact & { at: Date }) {
  const built = car.buildState === "PLANNED" ? [] : (["produced"] as const);
  const released = car.buildState === "RELEASED" ? (["released"] as const) : [];
  return [fact.type, ...built, ...released].flatMap((type) => newsOf(null, car, { ...fact, type }));
}

/** Makes the row of a new car, which is not stored yet, and the first fact of its log. */
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
    clocks: advanceClocks({}, fact, ...clocksToldBy(told)),
  };
  return { car, fact };
}

/** Names the clocks for parts and order that start with the registration, so that later reports count as newer. */
function clocksToldBy({ motorNos, engineNo, batteryNo, buildOrderNo }: NewCar) {
  return [
    ...(motorNos?.length ? (["MOTOR"] as const) : []),
    ...(engineNo ? (["ENGINE"] as const) : []),
    ...(batteryNo ? (["BATTERY"] as const) : []),
    ...(buildOrderNo ? (["buildOrder"] as const) : []),
  ];
}

/** Links both cars to each other. The wrong one must be OFF (VE-R3). */
export async function linkReplaced(tx: Tx, wrongId: string, linkedCarId: string): Promise<void> {
  const wrong = await lockCar(tx, wrongId);
  if (wrong.holdState !== "OFF") throw commonErrors.param({ field: "错录车辆" });
  await tellCar(tx, wrong, { type: "specCorrected", source: "CONSOLE", note: "错录，已重新建档" }, () => ({
    linkedCarId,
  }));
}
