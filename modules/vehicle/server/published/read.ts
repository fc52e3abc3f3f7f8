import { onlyOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type BlockKind, type HoldKind, normaliseVin, type PlaceKind } from "../../contract/index.ts";
import type { CarRow } from "../car-record/tables.ts";
import { db } from "../database.ts";

/** What other modules may know of a car. */
export type PublishedCar = Omit<CarRow, "clocks" | "eventNo" | "holdOrgIds" | "createdBy" | "updatedBy"> & {
  readonly holder: {
    readonly kind: HoldKind;
    readonly refId: string;
    readonly refNo: string;
    readonly seq: number;
  } | null;
  readonly blocks: readonly { readonly kind: BlockKind; readonly reason: string }[];
  /** The texts of what is not mended. */
  readonly damageNote: string;
};

const MOST = 1_000;

/** Cars by id, at most 1000; unknown ids are left out. Locks nothing. */
export async function getCars(tx: Tx, ids: readonly string[]): Promise<PublishedCar[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length > MOST) throw new Error(`asked for ${wanted.length} cars, ${MOST} is the limit`);
  if (wanted.length === 0) return [];
  return publish(tx, await db(tx).selectFrom("car").selectAll().where("id", "in", wanted).orderBy("id").execute());
}

export async function getCar(tx: Tx, id: string): Promise<PublishedCar | null> {
  const [car] = await getCars(tx, [id]);
  return car ?? null;
}

/** By VIN, as somebody typed it. */
export async function findByVin(tx: Tx, typed: string): Promise<PublishedCar | null> {
  const rows = await db(tx).selectFrom("car").selectAll().where("vin", "=", normaliseVin(typed)).execute();
  const [car] = await publish(tx, rows);
  return car ?? null;
}

/** Cars for test drives at a store that nobody holds. */
export async function listTestDriveCars(tx: Tx, storeId: string): Promise<PublishedCar[]> {
  const rows = await db(tx)
    .selectFrom("car")
    .selectAll()
    .where("stockKind", "=", "TEST_DRIVE")
    .where("placeId", "=", storeId)
    .where("holdState", "=", "FREE")
    .orderBy("vin")
    .limit(MOST)
    .execute();
  return publish(tx, rows);
}

/** Cars that stand at a place. */
export async function listByPlace(tx: Tx, kind: PlaceKind, placeId: string): Promise<PublishedCar[]> {
  const rows = await db(tx)
    .selectFrom("car")
    .selectAll()
    .where("placeKind", "=", kind)
    .where("placeId", "=", placeId)
    .orderBy("vin")
    .limit(MOST)
    .execute();
  return publish(tx, rows);
}

/** Cars of an owner. */
export async function ownerCars(tx: Tx, ownerId: string): Promise<PublishedCar[]> {
  return publish(
    tx,
    await db(tx).selectFrom("car").selectAll().where("ownerId", "=", ownerId).orderBy("vin").execute(),
  );
}

/** What others may know of a car that is at hand. */
export async function publishCar(tx: Tx, row: CarRow): Promise<PublishedCar> {
  return onlyOf(await publish(tx, [row]));
}

async function publish(tx: Tx, rows: readonly CarRow[]): Promise<PublishedCar[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const holds = await db(tx)
    .selectFrom("carHold")
    .select(["carId", "kind", "refId", "refNo", "seq"])
    .where("carId", "in", ids)
    .where("endedAt", "is", null)
    .execute();
  const blocks = await db(tx)
    .selectFrom("carBlock")
    .select(["carId", "kind", "reason"])
    .where("carId", "in", ids)
    .where("endedAt", "is", null)
    .orderBy("fromAt")
    .execute();
  const notes = await db(tx)
    .selectFrom("carCondition")
    .select(["carId", sql<string>`string_agg(text, '；' order by noted_at)`.as("text")])
    .where("carId", "in", ids)
    .where("state", "=", "OPEN")
    .groupBy("carId")
    .execute();
  return rows.map(({ clocks, eventNo, holdOrgIds, createdBy, updatedBy, ...car }) => {
    const held = holds.find(({ carId }) => carId === car.id);
    const holder = held ? { kind: held.kind, refId: held.refId, refNo: held.refNo, seq: held.seq } : null;
    const open = blocks.filter(({ carId }) => carId === car.id).map(({ kind, reason }) => ({ kind, reason }));
    return { ...car, holder, blocks: open, damageNote: notes.find(({ carId }) => carId === car.id)?.text ?? "" };
  });
}
