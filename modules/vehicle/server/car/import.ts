import { BusinessError, commonErrors, dayOf, startOfDay } from "@ops/platform/contract";
import {
  findRecord,
  type ImportRow,
  type ImportSource,
  SKIPPED,
  type Tx,
  type Verdict,
  type Verdicts,
  Warned,
} from "@ops/platform/server";
import {
  blockKind,
  carBlockImport,
  carErrors,
  carImport,
  normaliseVin,
  placeKind,
  readVin,
  stockKind,
} from "../../contract/index.ts";
import { db } from "../database.ts";
import { placeCar } from "../place/place-car.ts";
import { requirePlace } from "../place/resolver.ts";
import { block } from "../published/blocks.ts";
import { mileageTold } from "../published/readings.ts";
import { type NewCar, registerCar } from "../register/register-car.ts";
import { requireSpec } from "../register/spec.ts";
import { openBlocksOf } from "./blocks.ts";
import { lockCar } from "./lock-car.ts";
import { vinCheck } from "./params.ts";
import { type CarRow, cars } from "./tables.ts";

const vinOf = ({ values }: ImportRow) => normaliseVin(values["vin"] ?? "");

/** 车辆: new cars enter the register; of known ones only place and mileage change, never holder and specification. */
export const carImportSource: ImportSource = {
  kind: carImport,
  keyOf: vinOf,
  check: (tx, rows) => verdictsOf(rows, (row) => checkCar(tx, row)),
  apply: applyCar,
};

/** 批量管控: each row stops a car. */
export const carBlockImportSource: ImportSource = {
  kind: carBlockImport,
  keyOf: (row) => `${vinOf(row)} ${row.values["kind"]}`,
  check: (tx, rows) =>
    verdictsOf(rows, async (row) => {
      const { id } = await requireVisible(tx, row);
      const open = await openBlocksOf(tx, id);
      if (open.some(({ kind }) => kind === row.values["kind"])) throw carErrors.blockOpen();
    }),
  apply: async (tx, row) => {
    const { id } = await requireVisible(tx, row);
    const kind = blockKind.parse(row.values["kind"]);
    const [end] = await block(tx, { carIds: [id], kind, reason: row.values["reason"] ?? "", source: "IMPORT" });
    if (end?.reason) throw carErrors.blockOpen();
  },
};

async function verdictsOf(
  rows: readonly ImportRow[],
  check: (row: ImportRow) => Promise<Verdict | undefined>,
): Promise<Verdicts> {
  const verdicts = new Map<number, Verdict>();
  for (const row of rows) {
    const verdict = await check(row).catch((error: unknown) => {
      if (error instanceof BusinessError) return error.message;
      throw error;
    });
    if (verdict !== undefined) verdicts.set(row.line, verdict);
  }
  return verdicts;
}

async function checkCar(tx: Tx, row: ImportRow): Promise<Verdict | undefined> {
  readVin(row.values["vin"] ?? "", tx.param(vinCheck));
  if ((row.values["producedOn"] ?? "") > dayOf(tx.now)) throw carErrors.producedLater();
  const spec = await requireSpec(tx, carOf(row));
  await marketTypeOf(tx, row);
  const { kind, place } = await placeOf(tx, row);
  const known = await knownCar(tx, row);
  if (!known) return undefined;
  const isThere = !kind || (known.placeKind === kind && known.placeId === place?.id);
  const isRead = !row.values["mileageKm"] || known.mileageKm === Number(row.values["mileageKm"]);
  const isSame = known.configKey === spec.configKey;
  if (isThere && isRead && (isSame || !isHeld(known))) return SKIPPED;
  return isHeld(known) ? new Warned("车辆已被占用，仅更新位置") : undefined;
}

async function applyCar(tx: Tx, row: ImportRow): Promise<void> {
  const { kind, place, at } = await placeOf(tx, row);
  const known = await knownCar(tx, row);
  const { carId } = known && isHeld(known) ? { carId: known.id } : await register(tx, row);
  const car = await lockCar(tx, carId);
  const placed = kind && place ? (await placeCar(tx, car, { kind, place, at, source: "IMPORT" })).car : car;
  const { mileageKm } = row.values;
  if (mileageKm) await mileageTold(tx, placed, { mileageKm: Number(mileageKm), at: tx.now, source: "IMPORT" });
}

async function register(tx: Tx, row: ImportRow) {
  return registerCar(tx, { ...carOf(row), marketTypeId: await marketTypeOf(tx, row) });
}

/** By its code or its name; null where none is told. */
async function marketTypeOf(tx: Tx, { values }: ImportRow): Promise<string | null> {
  const { marketType } = values;
  if (!marketType) return null;
  const found = await db(tx)
    .selectFrom("carMarketType")
    .select("id")
    .where((eb) => eb.or([eb("typeCode", "=", marketType.toUpperCase()), eb("typeName", "=", marketType)]))
    .where("status", "=", "ENABLED")
    .executeTakeFirst();
  if (!found) throw carErrors.marketTypeUnknown();
  return found.id;
}

const isHeld = ({ holdState }: CarRow) =>
  holdState === "LOCKED" || holdState === "ALLOCATED" || holdState === "DELIVERED";

function carOf({ values }: ImportRow): NewCar {
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

async function placeOf(tx: Tx, { values }: ImportRow) {
  const { placedOn, placeCode } = values;
  const at = placedOn ? startOfDay(placedOn) : tx.now;
  const kind = values["placeKind"] ? placeKind.parse(values["placeKind"]) : null;
  return { kind, at, place: kind ? await requirePlace(tx, kind, placeCode ?? null) : null };
}

/** One that is registered but out of the operator's scope cannot be told from one that is not to be touched. */
async function knownCar(tx: Tx, row: ImportRow): Promise<CarRow | null> {
  const found = await db(tx).selectFrom("car").select("id").where("vin", "=", vinOf(row)).executeTakeFirst();
  if (!found) return null;
  const car = await findRecord(tx, cars, found.id);
  if (!car) throw commonErrors.notFound();
  return car;
}

async function requireVisible(tx: Tx, row: ImportRow): Promise<CarRow> {
  const car = await knownCar(tx, row).catch(() => null);
  if (!car) throw carErrors.unregistered();
  return car;
}
