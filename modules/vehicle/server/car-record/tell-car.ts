import { changeRecord, newId, type Tx } from "@ops/platform/server";
import { type CarEventType, type CarSource, carErrors, whereaboutsOf } from "../../contract/index.ts";
import { db } from "../database.ts";
import { advanceClocks, type ClockName, type Dated, isNewer } from "./clock.ts";
import { newsOf } from "./news.ts";
import { futureMinutes } from "./params.ts";
import { keepPartNos } from "./part-nos.ts";
import { type CarRow, cars } from "./tables.ts";

/** A report about a car. */
export interface CarFact {
  readonly type: CarEventType;
  readonly source: CarSource;
  /** The number that the source gave to the report. Repeated under the same number, the report counts once. */
  readonly eventId?: string | undefined;
  /** When it happened; the default is now. */
  readonly at?: Date | undefined;
  readonly via?: "DIRECT" | "INFERRED";
  readonly note?: string | undefined;
  /** The clock of the facts in the report. They are applied only if no newer ones are known (VE-R10). */
  readonly clock?: ClockName;
  /** What the log shows if the report is not applied. */
  readonly says?: object;
  /** Finds the changes that an outdated report still brings; null if there are none. */
  readonly late?: (car: CarRow) => CarChanges | null;
}

/** The changes of the row, or the reason why there are none. */
export type CarChanges = Partial<Omit<CarRow, Stamp | "whereabouts">>;
export type Decision = CarChanges | Ignored;

export class Ignored {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export interface Told {
  readonly car: CarRow;
  readonly applied: boolean;
  /** Why the report was not applied. */
  readonly reason: string | null;
}

type Stamp = "id" | "version" | "createdAt" | "createdBy" | "updatedAt" | "updatedBy" | "eventNo";

const OLDER = "已有更新的信息";
const AGAIN = "重复的事件";

/** Decides how a report changes a locked car. */
export type Decide = (car: CarRow, told: Dated) => Promise<Decision> | Decision;

/** A report about a car, with the function that decides its effect. */
export interface Saying {
  readonly fact: CarFact;
  readonly decide: Decide;
}

/**
 * Changes a locked car; no other function does. A repeated report is dropped and an outdated one is only logged. Every
 * other report is decided, written and logged under the car's next number, and its events are published (VE-R8 to R10).
 */
export async function tellCar(tx: Tx, car: CarRow, fact: CarFact, decide: Decide): Promise<Told> {
  const told = dateFact(tx, fact);
  if (fact.eventId !== undefined && !(await isFirstTime(tx, car, told))) return { car, applied: false, reason: AGAIN };
  const decided = await decisionOn(car, told, decide);
  if (decided instanceof Ignored) return keepOnly(tx, car, told, decided.reason);
  return { car: await change(tx, car, told, decided), applied: true, reason: null };
}

export type ToldFact = CarFact & Dated;

/** Gives the fact its time and its number. Refuses a time in the future. */
export function dateFact(tx: Tx, fact: CarFact): ToldFact {
  const told = { ...fact, at: fact.at ?? tx.now, eventId: fact.eventId ?? newId() };
  if (told.at.getTime() > tx.now.getTime() + tx.param(futureMinutes) * 60_000) throw carErrors.eventFuture();
  return told;
}

/** Decides on a fact. An outdated one brings only what `late` finds in it. */
export async function decisionOn(car: CarRow, told: ToldFact, decide: Decide): Promise<Decision> {
  const isLate = told.clock !== undefined && !isNewer(told, car.clocks[told.clock]);
  return isLate ? (told.late?.(car) ?? new Ignored(OLDER)) : decide(car, told);
}

async function isFirstTime(tx: Tx, { id: carId }: CarRow, { source, eventId }: Dated): Promise<boolean> {
  const key = { source, eventId, carId };
  const inserted = await db(tx)
    .insertInto("carEventKey")
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .returning("carId")
    .executeTakeFirst();
  return inserted !== undefined;
}

async function change(tx: Tx, car: CarRow, fact: ToldFact, changes: CarChanges): Promise<CarRow> {
  const after = await changeRecord(tx, cars, car, completeChange(car, fact, changes));
  await keepPartNos(tx, car, after);
  await writeEvent(tx, after, fact, { ...findDifferences(car, after), ignoreReason: null });
  for (const publish of newsOf(car, after, fact)) await publish(tx);
  return after;
}

/** Adds the columns that follow from the changes. */
export function completeChange(car: CarRow, fact: ToldFact, changes: CarChanges) {
  const whereabouts = whereaboutsOf({ ...car, ...changes });
  const told = changes.clocks ?? car.clocks;
  const clocks = fact.clock ? advanceClocks(told, fact, fact.clock) : told;
  return { ...changes, whereabouts, clocks, eventNo: car.eventNo + 1 };
}

/** Logs the fact without applying it. Only the event number of the car changes. */
async function keepOnly(tx: Tx, car: CarRow, fact: ToldFact, reason: string): Promise<Told> {
  const eventNo = car.eventNo + 1;
  await db(tx).updateTable("car").set({ eventNo }).where("id", "=", car.id).execute();
  const kept = { ...car, eventNo };
  await writeEvent(tx, kept, fact, { before: {}, after: fact.says ?? {}, ignoreReason: reason });
  return { car: kept, applied: false, reason };
}

interface Written {
  readonly before: object;
  readonly after: object;
  readonly ignoreReason: string | null;
}

/** Writes a line to the log of the car. The row must already have the number of that line. */
async function writeEvent(tx: Tx, car: CarRow, fact: ToldFact, written: Written): Promise<void> {
  const row = buildEventRow(tx, car, fact, written);
  const [before, after] = [JSON.stringify(row.before), JSON.stringify(row.after)];
  await db(tx)
    .insertInto("carEvent")
    .values({ ...row, before, after })
    .execute();
}

export const buildEventRow = (tx: Tx, car: CarRow, fact: ToldFact, written: Written) => ({
  carId: car.id,
  no: car.eventNo,
  type: fact.type,
  source: fact.source,
  eventId: fact.eventId,
  occurredAt: fact.at,
  recordedAt: tx.now,
  by: tx.actor.userId,
  byName: tx.actor.name,
  before: written.before,
  after: written.after,
  applied: written.ignoreReason === null,
  ignoreReason: written.ignoreReason,
  via: fact.via ?? "DIRECT",
  note: fact.note ?? null,
});

/** Columns for bookkeeping, which the log does not show. */
const untracked: ReadonlySet<string> = new Set<Stamp | "clocks">([
  "id",
  "version",
  "createdAt",
  "createdBy",
  "updatedAt",
  "updatedBy",
  "eventNo",
  "clocks",
]);

/** Collects what is known about a new car, for the first line of its log. */
export const trackedOf = (car: CarRow): object => findDifferences({}, car).after;

export function findDifferences(before: object, after: CarRow): { before: object; after: object } {
  const was = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => !untracked.has(name) && !isSame(value, was.get(name)),
  );
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, was.get(name) ?? null])),
    after: Object.fromEntries(changed),
  };
}

/** Compares values by their JSON. Most values are identical or primitive, and those need no JSON. */
function isSame(value: unknown, other: unknown): boolean {
  if (value === other) return true;
  const isPlain = typeof value !== "object" && typeof other !== "object";
  return !isPlain && JSON.stringify(value) === JSON.stringify(other);
}
