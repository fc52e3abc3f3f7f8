import { normaliseVin } from "@ops/platform/contract";
import { inScope, onlyOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type BlockKind, getCar as getCarCall, type HoldKind, type PlaceKind } from "../../contract/index.ts";
import type { HoldRow } from "../car-record/holds.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { db, findRows } from "../database.ts";

/** The data of a car that other modules may know. */
export type PublishedCar = Omit<CarRow, "clocks" | "eventNo" | "holdOrgIds" | "createdBy" | "updatedBy"> & {
  readonly holder: {
    readonly kind: HoldKind;
    readonly refId: string;
    readonly refNo: string;
    readonly seq: number;
  } | null;
  readonly blocks: readonly { readonly kind: BlockKind; readonly reason: string }[];
  /** The texts of damages that are not repaired. */
  readonly damageNote: string;
};

const MOST = 1_000;

/** Finds cars by id, at most 1000. Unknown ids are left out. Locks nothing. */
export async function getCars(tx: Tx, ids: readonly string[]): Promise<PublishedCar[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length > MOST) throw new Error(`asked for ${wanted.length} cars, ${MOST} is the limit`);
  return publish(tx, await findRows(tx, "car", { id: wanted }, "id"));
}

export async function getCar(tx: Tx, id: string): Promise<PublishedCar | null> {
  const [car] = await getCars(tx, [id]);
  return car ?? null;
}

/** Finds a car by its VIN as it was typed. */
export async function findByVin(tx: Tx, typed: string): Promise<PublishedCar | null> {
  const [car] = await publish(tx, await findRows(tx, "car", { vin: normaliseVin(typed) }));
  return car ?? null;
}

/** Lists cars for test drives at a store that nobody holds and no 管控 blocks. */
export async function listTestDriveCars(tx: Tx, storeId: string): Promise<PublishedCar[]> {
  const rows = await db(tx)
    .selectFrom("car")
    .selectAll()
    .where("stockKind", "=", "TEST_DRIVE")
    .where("placeKind", "=", "STORE")
    .where("placeId", "=", storeId)
    .where("holdState", "=", "FREE")
    .where("openBlocks", "=", 0)
    .orderBy("vin")
    .limit(MOST)
    .execute();
  return publish(tx, rows);
}

/** What a car on stock has to be equal to, and where it is wanted. */
export interface WantedCar {
  readonly carConfigId: string;
  readonly configKey: string;
  readonly storeId: string | null;
}

const MOST_OFFERED = 50;

/**
 * Lists cars that an order can take: equal to what is wanted, held, blocked and built for nobody, and seen by the caller. Those at the
 * store come first, then those that have stood longest.
 */
export async function listFreeCars(tx: Tx, { carConfigId, configKey, storeId }: WantedCar): Promise<PublishedCar[]> {
  const rows = await db(tx)
    .selectFrom("car")
    .selectAll()
    .where("carConfigId", "=", carConfigId)
    .where("configKey", "=", configKey)
    .where("holdState", "=", "FREE")
    .where("openBlocks", "=", 0)
    .where("buildOrderNo", "is", null)
    .where(inScope({ ...tx, permission: getCarCall.permission }, cars))
    .orderBy(sql`car.place_id is not distinct from ${storeId}::text`, "desc")
    .orderBy(sql`car.in_stock_at`, (order) => order.asc().nullsLast())
    .orderBy("vin")
    .limit(MOST_OFFERED)
    .execute();
  return publish(tx, rows);
}

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

/** Lists any cars, sorted by VIN, for demo data and tests of modules that refer to cars. */
export async function listAnyCars(tx: Tx, most: number): Promise<PublishedCar[]> {
  return publish(tx, await db(tx).selectFrom("car").selectAll().orderBy("vin").limit(most).execute());
}

/** A car that an order has or had. */
export interface OrderHold {
  readonly carId: string;
  readonly orderId: string;
  readonly orderNo: string;
  readonly orgIds: readonly string[];
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** Whether the order took the car from a lock. */
  readonly isFromLock: boolean;
}

/** Lists the cars of orders, also of ended ones, by the numbers of the orders. For demo data of the module above. */
export async function listOrderHolds(tx: Tx): Promise<OrderHold[]> {
  const rows = await findRows(tx, "carHold", { kind: "ORDER" }, "refNo", "seq");
  return rows.map(({ carId, refId: orderId, refNo: orderNo, orgIds, startedAt, endedAt, seq }) => {
    return { carId, orderId, orderNo, orgIds, startedAt, endedAt, isFromLock: seq > 1 };
  });
}

/** Who has or had a car, for how long, and why it ended. */
export type PublishedHold = Pick<
  HoldRow,
  "seq" | "kind" | "refId" | "refNo" | "orgIds" | "startedAt" | "endedAt" | "endReason"
>;

/**
 * Lists the holds of cars by car, in their order. `car.holderChanged` names the fencing number of the car after the change:
 * the hold of this number began with it, unless it has ended by then.
 */
export async function holdsOf(
  tx: Tx,
  carIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PublishedHold[]>> {
  const rows = await findRows(tx, "carHold", { carId: [...new Set(carIds)] }, "carId", "seq");
  const byCar = Map.groupBy(rows, ({ carId }) => carId);
  return new Map([...byCar].map(([carId, holds]) => [carId, holds.map(({ id, carId: _car, ...hold }) => hold)]));
}

export async function ownerCars(tx: Tx, ownerId: string): Promise<PublishedCar[]> {
  return publish(tx, await findRows(tx, "car", { ownerId }, "vin"));
}

/** Makes the published form of a car from its row. */
export async function publishCar(tx: Tx, row: CarRow): Promise<PublishedCar> {
  return onlyOf(await publish(tx, [row]));
}

async function publish(tx: Tx, rows: readonly CarRow[]): Promise<PublishedCar[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const holds = await findRows(tx, "carHold", { carId: ids, endedAt: null });
  const blocks = await findRows(tx, "carBlock", { carId: ids, endedAt: null }, "fromAt");
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
