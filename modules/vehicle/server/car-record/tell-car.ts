import { changeRecord, newId, type Tx } from "@ops/platform/server";
import { type CarEventType, type CarSource, carErrors, whereaboutsOf } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type ClockName, type Dated, isNewer, wound } from "./clock.ts";
import { newsOf } from "./news.ts";
import { futureMinutes } from "./params.ts";
import { keepPartNos } from "./part-nos.ts";
import { type CarRow, cars } from "./tables.ts";

/** Something that is said of a car. */
export interface CarFact {
  readonly type: CarEventType;
  readonly source: CarSource;
  /** Told under a number of the teller, it counts once. */
  readonly eventId?: string | undefined;
  /** When it happened; now when empty. */
  readonly at?: Date | undefined;
  readonly via?: "DIRECT" | "INFERRED";
  readonly note?: string | undefined;
  /** What is measured by a clock is applied only if nothing newer is known (VE-R10). */
  readonly clock?: ClockName;
  /** What the log shows of it where it is not applied. */
  readonly says?: object;
  /** What it still tells although something newer is known; null when nothing. */
  readonly late?: (car: CarRow) => CarChanges | null;
}

/** What becomes of the row, or why nothing does. */
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
  /** Why it was not. */
  readonly reason: string | null;
}

type Stamp = "id" | "version" | "createdAt" | "createdBy" | "updatedAt" | "updatedBy" | "eventNo";

const OLDER = "已有更新的信息";
const AGAIN = "重复的事件";

/** Decides what becomes of a locked car. */
export type Decide = (car: CarRow, told: Dated) => Promise<Decision> | Decision;

/** Something that is said of a car, and who decides what becomes of it. */
export interface Saying {
  readonly fact: CarFact;
  readonly decide: Decide;
}

/**
 * The one way in which a locked car changes: what was told before counts once, what is older than what is known is kept as
 * history, and everything else is decided, written and logged under the next number of the car, with its news (VE-R8 … R10).
 */
export async function tellCar(tx: Tx, car: CarRow, fact: CarFact, decide: Decide): Promise<Told> {
  const told = datedFact(tx, fact);
  if (fact.eventId !== undefined && !(await isFirstTime(tx, car, told))) return { car, applied: false, reason: AGAIN };
  const decided = await decisionOn(car, told, decide);
  if (decided instanceof Ignored) return keepOnly(tx, car, told, decided.reason);
  return { car: await change(tx, car, told, decided), applied: true, reason: null };
}

export type ToldFact = CarFact & Dated;

/** With its instant, which is not in the future, and its number. */
export function datedFact(tx: Tx, fact: CarFact): ToldFact {
  const told = { ...fact, at: fact.at ?? tx.now, eventId: fact.eventId ?? newId() };
  if (told.at.getTime() > tx.now.getTime() + tx.param(futureMinutes) * 60_000) throw carErrors.eventFuture();
  return told;
}

/** Of something older than what is known, only what it tells all the same. */
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
  const after = await changeRecord(tx, cars, car, wholeChange(car, fact, changes));
  await keepPartNos(tx, car, after);
  await writeEvent(tx, after, fact, { ...differences(car, after), ignoreReason: null });
  for (const publish of newsOf(car, after, fact)) await publish(tx);
  return after;
}

/** With all that follows from the changes. */
export function wholeChange(car: CarRow, fact: ToldFact, changes: CarChanges) {
  const whereabouts = whereaboutsOf({ ...car, ...changes });
  const told = changes.clocks ?? car.clocks;
  const clocks = fact.clock ? wound(told, fact, fact.clock) : told;
  return { ...changes, whereabouts, clocks, eventNo: car.eventNo + 1 };
}

/** History: the car stays as it is, but for the number of the entry. */
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

/** A line in the log of the car, under the number that its row has already. */
export async function writeEvent(tx: Tx, car: CarRow, fact: ToldFact, written: Written): Promise<void> {
  const row = eventRow(tx, car, fact, written);
  const [before, after] = [JSON.stringify(row.before), JSON.stringify(row.after)];
  await db(tx)
    .insertInto("carEvent")
    .values({ ...row, before, after })
    .execute();
}

export const eventRow = (tx: Tx, car: CarRow, fact: ToldFact, written: Written) => ({
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

/** Bookkeeping of the row itself, of which the log says nothing. */
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

/** What a new car is, for its first line. */
export const trackedOf = (car: CarRow): object => differences({}, car).after;

export function differences(before: object, after: CarRow): { before: object; after: object } {
  const was = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => !untracked.has(name) && !isSame(value, was.get(name)),
  );
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, was.get(name) ?? null])),
    after: Object.fromEntries(changed),
  };
}

/** As JSON tells it; most values are the same or plain, and are compared without it. */
function isSame(value: unknown, other: unknown): boolean {
  if (value === other) return true;
  const isPlain = typeof value !== "object" && typeof other !== "object";
  return !isPlain && JSON.stringify(value) === JSON.stringify(other);
}
