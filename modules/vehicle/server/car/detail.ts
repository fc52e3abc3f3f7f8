import { commonErrors } from "@ops/platform/contract";
import { countedPage, countInWindow, reads, requireRecord, type Tx, writes } from "@ops/platform/server";
import { z } from "zod";
import * as contract from "../../contract/index.ts";
import { carErrors, carSource, normaliseVin, type PlaceKind, placeKind, vinFault } from "../../contract/index.ts";
import { isNarrowed } from "../car-record/narrowed.ts";
import { lookupsPerHour } from "../car-record/params.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { db } from "../database.ts";
import { facts } from "./event-facts.ts";
import { NARROWED_EVENTS, narrowedFacts } from "./narrowed.ts";
import { daysBetween, presentCar } from "./present.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** By the whole VIN or the id of the list, in the reader's scope. */
async function requireCar(tx: Tx, vinOrId: string): Promise<CarRow> {
  if (UUID.test(vinOrId)) return requireRecord(tx, cars, vinOrId);
  const found = await db(tx).selectFrom("car").select("id").where("vin", "=", normaliseVin(vinOrId)).executeTakeFirst();
  if (!found) throw commonErrors.notFound();
  return requireRecord(tx, cars, found.id);
}

export const getCar = reads(contract.getCar, async (tx, { params: { vin: vinOrId } }) => {
  return presentCar(tx, await requireCar(tx, vinOrId));
});

/** Beyond the reader's scope, therefore by the whole VIN, so many an hour, each in the log. */
export const lookUpCar = writes(contract.lookUpCar, async (tx, { body: { vin: typed } }) => {
  const vin = normaliseVin(typed);
  if (vinFault(vin)) throw carErrors.lookupExact();
  const limit = tx.param(lookupsPerHour);
  const count = await countInWindow(tx.kysely, `vehicle.lookup:${tx.actor.userId}`, 3_600, tx.now);
  if (count > limit) throw carErrors.lookupLimit({ limit });
  const car = await db(tx).selectFrom("car").selectAll().where("vin", "=", vin).executeTakeFirst();
  tx.trail.about("car", car?.id ?? "", vin);
  if (!car) throw carErrors.unregistered();
  return presentCar(tx, car);
});

export const listCarEvents = reads(contract.listCarEvents, async (tx, { params: { vin: vinOrId }, query }) => {
  const { id } = await requireCar(tx, vinOrId);
  const { source } = query;
  const isNarrow = await isNarrowed(tx);
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
    ...(isNarrow ? narrowed(factsOf(row)) : factsOf(row)),
  }));
  return { ...page, list };
});

const factsOf = ({ before, after }: { before: unknown; after: unknown }) => ({
  before: facts.parse(before),
  after: facts.parse(after),
});

const narrowed = ({ before, after }: ReturnType<typeof factsOf>) => ({
  before: narrowedFacts(before),
  after: narrowedFacts(after),
});

export const listCarHolds = reads(contract.listCarHolds, async (tx, { params: { vin: vinOrId } }) => {
  const { id } = await requireCar(tx, vinOrId);
  if (await isNarrowed(tx)) return [];
  return db(tx)
    .selectFrom("carHold")
    .select(["seq", "kind", "refNo", "startedAt", "endedAt", "endReason"])
    .where("carId", "=", id)
    .orderBy("seq", "desc")
    .execute();
});

const move = z.object({ placeKind: placeKind.optional(), placeName: z.string().nullish() });

/** Where the car stood and how long, latest first: the applied reports of its log, which name what changed. */
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
