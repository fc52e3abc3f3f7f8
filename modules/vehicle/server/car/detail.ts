import { commonErrors, normaliseVin, vinFault } from "@ops/platform/contract";
import { countedPage, countInWindow, reads, requireRecord, type Tx, writes } from "@ops/platform/server";
import { z } from "zod";
import * as contract from "../../contract/index.ts";
import { carErrors, carSource, type PlaceKind, placeKind } from "../../contract/index.ts";
import { isCarrierStaff } from "../car-record/narrowed.ts";
import { lookupsPerHour } from "../car-record/params.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { db, findRow } from "../database.ts";
import { factsOf } from "./event-facts.ts";
import { NARROWED_EVENTS } from "./narrowed.ts";
import { daysBetween, presentCar } from "./present.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Finds a car in the reader's scope by its whole VIN or by its id. */
async function requireCar(tx: Tx, vinOrId: string): Promise<CarRow> {
  if (UUID.test(vinOrId)) return requireRecord(tx, cars, vinOrId);
  const found = await findRow(tx, "car", { vin: normaliseVin(vinOrId) });
  if (!found) throw commonErrors.notFound();
  return requireRecord(tx, cars, found.id);
}

export const getCar = reads(contract.getCar, async (tx, { params: { vin: vinOrId } }) => {
  return presentCar(tx, await requireCar(tx, vinOrId));
});

/** Finds a car beyond the reader's scope. It takes only a whole VIN, is limited per hour, and each use is logged. */
export const lookUpCar = writes(contract.lookUpCar, async (tx, { body: { vin: typed } }) => {
  const vin = normaliseVin(typed);
  if (vinFault(vin)) throw carErrors.lookupExact();
  const limit = tx.param(lookupsPerHour);
  const count = await countInWindow(tx.kysely, `vehicle.lookup:${tx.actor.userId}`, 3_600, tx.now);
  if (count > limit) throw carErrors.lookupLimit({ limit });
  const car = await findRow(tx, "car", { vin });
  tx.trail.about("car", car?.id ?? "", vin);
  if (!car) throw carErrors.unregistered();
  return presentCar(tx, car);
});

export const listCarEvents = reads(contract.listCarEvents, async (tx, { params: { vin: vinOrId }, query }) => {
  const { id } = await requireCar(tx, vinOrId);
  const { source } = query;
  const isNarrow = await isCarrierStaff(tx);
  const asked = db(tx)
    .selectFrom("carEvent")
    .where("carId", "=", id)
    .$if(source !== undefined, (some) => some.where("source", "=", source ?? ""))
    .$if(isNarrow, (some) => some.where("type", "in", [...NARROWED_EVENTS]));
  const page = await countedPage(query, {
    rows: (limit, offset) => asked.selectAll().orderBy("no", "desc").limit(limit).offset(offset).execute(),
    count: async (limit) => {
      const some = db(tx).selectFrom(asked.select("no").limit(limit).as("counted"));
      const { count } = await some.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
      return count;
    },
  });
  const list = page.list.map((row) => ({
    ...row,
    id: String(row.no),
    source: carSource.parse(row.source),
    ...factsOf(row, isNarrow),
  }));
  return { ...page, list };
});

export const listCarHolds = reads(contract.listCarHolds, async (tx, { params: { vin: vinOrId } }) => {
  const { id } = await requireCar(tx, vinOrId);
  if (await isCarrierStaff(tx)) return [];
  return db(tx)
    .selectFrom("carHold")
    .select(["seq", "kind", "refNo", "startedAt", "endedAt", "endReason"])
    .where("carId", "=", id)
    .orderBy("seq", "desc")
    .execute();
});

const move = z.object({ placeKind: placeKind.optional(), placeName: z.string().nullish() });

/**
 * Lists the places of the car and how long it stayed there, latest first. They come from the applied reports in its
 * log.
 */
export const listCarStays = reads(contract.listCarStays, async (tx, { params: { vin: vinOrId } }) => {
  const { id } = await requireCar(tx, vinOrId);
  const moves = await db(tx)
    .selectFrom("carEvent")
    .select(["occurredAt", "after"])
    .where("carId", "=", id)
    .where("applied", "=", true)
    .where("type", "in", ["placed", "delivered", "deliveryReverted", "orgMerged"])
    .orderBy("no")
    .execute();
  const stays: Stay[] = [];
  for (const { occurredAt: from, after } of moves) {
    const changed = move.parse(after);
    const last = stays.at(-1) ?? { placeKind: "UNKNOWN" as const, placeName: null };
    const { placeKind = last.placeKind, placeName = last.placeName } = changed;
    if (placeKind !== last.placeKind || placeName !== last.placeName) stays.push({ placeKind, placeName, from });
  }
  return stays
    .map((one, at) => {
      const until = stays[at + 1]?.from ?? null;
      return { ...one, until, days: daysBetween(one.from, until ?? tx.now) };
    })
    .reverse();
});

interface Stay {
  readonly placeKind: PlaceKind;
  readonly placeName: string | null;
  readonly from: Date;
}
