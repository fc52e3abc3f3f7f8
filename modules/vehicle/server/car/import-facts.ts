import { BusinessError, normaliseVin } from "@ops/platform/contract";
import { type ImportRow, inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { carErrors, type PlaceKind, placeKind } from "../../contract/index.ts";
import { type PartOwners, partOwnersOf } from "../car-record/part-nos.ts";
import { type CarRow, cars as carTable } from "../car-record/tables.ts";
import { db } from "../database.ts";
import { type KnownPlace, requirePlace } from "../place/resolver.ts";
import { builtBy, type Spec, specIn } from "../register/spec.ts";
import { readCar } from "./import-check.ts";

export interface KnownCars {
  /** Cars in the operator's scope, by VIN. */
  readonly cars: ReadonlyMap<string, CarRow>;
  /** Ids of registered cars outside of that scope, by VIN. */
  readonly hidden: ReadonlyMap<string, string>;
}

/** Facts that many rows of a file share. Each of them is looked up once. */
export interface CarFacts extends KnownCars {
  spec(row: ImportRow): Promise<Spec>;
  place(row: ImportRow): Promise<{ readonly kind: PlaceKind | null; readonly place: KnownPlace | null }>;
  plant(row: ImportRow): Promise<KnownPlace>;
  /** Null if the row names none. */
  marketType(row: ImportRow): Promise<string | null>;
}

/** Facts that are needed for the check, before rows are written. */
export interface CheckedFacts extends CarFacts {
  readonly parts: PartOwners;
}

export async function checkedFactsOf(tx: Tx, rows: readonly ImportRow[]): Promise<CheckedFacts> {
  return { ...(await carFactsOf(tx, rows)), parts: await partOwnersOf(tx, rows.map(readCar)) };
}

export async function carFactsOf(tx: Tx, rows: readonly ImportRow[]): Promise<CarFacts> {
  const vins = rows.map(({ values }) => normaliseVin(values["vin"] ?? ""));
  return { ...(await sharedFactsOf(tx, rows)), ...(await findVisibleCars(tx, vins)) };
}

type SharedFacts = Pick<CarFacts, "spec" | "place" | "plant" | "marketType">;

const shared = new WeakMap<Tx, { readonly rows: ReadonlySet<ImportRow>; readonly facts: SharedFacts }>();

/**
 * Looks up shared facts. Those found at the check are used again when the same transaction writes the rows, because
 * nothing about them is locked.
 */
async function sharedFactsOf(tx: Tx, rows: readonly ImportRow[]): Promise<SharedFacts> {
  const known = shared.get(tx);
  if (known && rows.every((row) => known.rows.has(row))) return known.facts;
  const built = await builtBy(tx, rows.map(readCar));
  const facts: SharedFacts = {
    spec: askOnce(["configCode", "saleCode", "extColor", "intColor", "optionCodes"], (row) =>
      specIn(tx, built, readCar(row)),
    ),
    place: askOnce(["placeKind", "placeCode"], async ({ values }) => {
      const kind = values["placeKind"] ? placeKind.parse(values["placeKind"]) : null;
      return { kind, place: kind ? await requirePlace(tx, kind, values["placeCode"] ?? null) : null };
    }),
    plant: askOnce(["plantCode"], ({ values }) => requirePlant(tx, values["plantCode"] ?? null)),
    marketType: askOnce(["marketType"], ({ values }) => marketTypeOf(tx, values["marketType"] ?? null)),
  };
  shared.set(tx, { rows: new Set(rows), facts });
  return facts;
}

/** Asks only for the first of all rows that are equal in these columns. The others get the same answer or refusal. */
function askOnce<T>(columns: readonly string[], ask: (row: ImportRow) => Promise<T>): (row: ImportRow) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (row) => {
    const key = JSON.stringify(columns.map((column) => row.values[column] ?? null));
    const known = answers.get(key) ?? ask(row);
    answers.set(key, known);
    return known;
  };
}

async function requirePlant(tx: Tx, code: string | null): Promise<KnownPlace> {
  return requirePlace(tx, "PLANT", code).catch((error: unknown) => {
    throw error instanceof BusinessError ? carErrors.plantUnknown() : error;
  });
}

export async function findVisibleCars(tx: Tx, vins: readonly string[]): Promise<KnownCars> {
  const { rows } = await sql<CarRow & { isSeen: boolean }>`
    select car.*, (${inScope(tx, carTable)}) as "isSeen" from car where vin = any(${vins}::text[])`.execute(tx.kysely);
  const seen = rows.filter(({ isSeen }) => isSeen).map(({ isSeen: _, ...car }) => car);
  return {
    cars: new Map(seen.map((car) => [car.vin, car])),
    hidden: new Map(rows.filter(({ isSeen }) => !isSeen).map(({ vin, id }) => [vin, id])),
  };
}

/** Finds a market type by its code or its name. */
async function marketTypeOf(tx: Tx, marketType: string | null): Promise<string | null> {
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
