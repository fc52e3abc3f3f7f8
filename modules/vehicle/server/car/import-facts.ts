import { BusinessError } from "@ops/platform/contract";
import { type ImportRow, inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { carErrors, normaliseVin, type PlaceKind, placeKind } from "../../contract/index.ts";
import { type PartOwners, partOwnersOf } from "../car-record/part-nos.ts";
import { type CarRow, cars as carTable } from "../car-record/tables.ts";
import { db } from "../database.ts";
import { type KnownPlace, requirePlace } from "../place/resolver.ts";
import { builtBy, type Spec, specIn } from "../register/spec.ts";
import { toldCar } from "./import-check.ts";

interface KnownCars {
  /** In the operator's scope, by their VIN. */
  readonly cars: ReadonlyMap<string, CarRow>;
  /** VINs of those that are registered out of it. */
  readonly hidden: ReadonlySet<string>;
}

/** What rows of a file say of things that many of them share: each of these is looked for once. */
export interface CarFacts extends KnownCars {
  spec(row: ImportRow): Promise<Spec>;
  place(row: ImportRow): Promise<{ readonly kind: PlaceKind | null; readonly place: KnownPlace | null }>;
  plant(row: ImportRow): Promise<KnownPlace>;
  /** Null where none is told. */
  marketType(row: ImportRow): Promise<string | null>;
}

/** What is looked at before rows are written. */
export interface CheckedFacts extends CarFacts {
  readonly parts: PartOwners;
}

export async function checkedFactsOf(tx: Tx, rows: readonly ImportRow[]): Promise<CheckedFacts> {
  return { ...(await carFactsOf(tx, rows)), parts: await partOwnersOf(tx, rows.map(toldCar)) };
}

export async function carFactsOf(tx: Tx, rows: readonly ImportRow[]): Promise<CarFacts> {
  const vins = rows.map(({ values }) => normaliseVin(values["vin"] ?? ""));
  return { ...(await sharedFactsOf(tx, rows)), ...(await visibleCars(tx, vins)) };
}

type SharedFacts = Pick<CarFacts, "spec" | "place" | "plant" | "marketType">;

const shared = new WeakMap<Tx, { readonly rows: ReadonlySet<ImportRow>; readonly facts: SharedFacts }>();

/** Nothing of these is locked: what was found at the check of the rows counts in the same transaction when they are written. */
async function sharedFactsOf(tx: Tx, rows: readonly ImportRow[]): Promise<SharedFacts> {
  const known = shared.get(tx);
  if (known && rows.every((row) => known.rows.has(row))) return known.facts;
  const built = await builtBy(tx, rows.map(toldCar));
  const facts: SharedFacts = {
    spec: once(["configCode", "saleCode", "extColor", "intColor", "optionCodes"], (row) =>
      specIn(tx, built, toldCar(row)),
    ),
    place: once(["placeKind", "placeCode"], async ({ values }) => {
      const kind = values["placeKind"] ? placeKind.parse(values["placeKind"]) : null;
      return { kind, place: kind ? await requirePlace(tx, kind, values["placeCode"] ?? null) : null };
    }),
    plant: once(["plantCode"], ({ values }) => requirePlant(tx, values["plantCode"] ?? null)),
    marketType: once(["marketType"], ({ values }) => marketTypeOf(tx, values["marketType"] ?? null)),
  };
  shared.set(tx, { rows: new Set(rows), facts });
  return facts;
}

/** Asked for the first of all rows that say the same in these columns; its answer, or refusal, counts for the others. */
function once<T>(columns: readonly string[], ask: (row: ImportRow) => Promise<T>): (row: ImportRow) => Promise<T> {
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

export async function visibleCars(tx: Tx, vins: readonly string[]): Promise<KnownCars> {
  const { rows } = await sql<CarRow & { isSeen: boolean }>`
    select car.*, (${inScope(tx, carTable)}) as "isSeen" from car where vin = any(${vins}::text[])`.execute(tx.kysely);
  const seen = rows.filter(({ isSeen }) => isSeen).map(({ isSeen: _, ...car }) => car);
  return {
    cars: new Map(seen.map((car) => [car.vin, car])),
    hidden: new Set(rows.filter(({ isSeen }) => !isSeen).map(({ vin }) => vin)),
  };
}

/** By its code or its name. */
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
