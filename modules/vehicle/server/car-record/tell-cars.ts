import { changeRecords, insertMany, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { newsOf, publishTogether } from "./news.ts";
import { keepPartNos } from "./part-nos.ts";
import { type CarRow, cars } from "./tables.ts";
import {
  buildEventRow,
  type CarChanges,
  completeChange,
  dateFact,
  decisionOn,
  findDifferences,
  Ignored,
  type Saying,
  type ToldFact,
} from "./tell-car.ts";

/** A locked car with the reports about it, in their order. */
export interface SaidOfCar {
  readonly car: CarRow;
  readonly sayings: readonly Saying[];
}

/**
 * Applies many reports with a few statements. Rows, log and events are the same as if `tellCar` had applied each report
 * by itself.
 */
export async function tellCars(tx: Tx, list: readonly SaidOfCar[]): Promise<void> {
  const said = list.map(({ car, sayings }) => ({
    car,
    sayings: sayings.map(({ fact, decide }) => ({
      told: dateFact(tx, fact),
      hasNumber: fact.eventId !== undefined,
      decide,
    })),
  }));
  const again = await keepToldNumbers(
    tx,
    said.flatMap(({ car, sayings }) => sayings.flatMap(({ told, hasNumber }) => (hasNumber ? { car, told } : []))),
  );
  const lives: Life[] = [];
  for (const { car, sayings } of said) {
    const life: Life = { before: car, car, steps: [], events: [], news: [], isKeptOnly: false };
    lives.push(life);
    for (const { told, decide } of sayings) {
      if (again.has(keyOf(car, told))) continue;
      const decided = await decisionOn(life.car, told, decide);
      if (decided instanceof Ignored) keepOnly(tx, life, told, decided.reason);
      else await change(tx, life, told, decided);
    }
  }
  await store(tx, lives);
}

interface Life {
  /** The car as it was when it was locked. `car` is its state after the reports so far. */
  readonly before: CarRow;
  car: CarRow;
  readonly steps: ReturnType<typeof completeChange>[];
  readonly events: ReturnType<typeof buildEventRow>[];
  readonly news: ReturnType<typeof newsOf>;
  /** Whether some report was only logged. Then the row gets a new event number even if nothing else changed. */
  isKeptOnly: boolean;
}

async function change(tx: Tx, life: Life, told: ToldFact, changes: CarChanges): Promise<void> {
  const before = life.car;
  const step = completeChange(before, told, changes);
  const after = { ...before, ...step };
  await keepPartNos(tx, before, after);
  life.steps.push(step);
  life.events.push(buildEventRow(tx, after, told, { ...findDifferences(before, after), ignoreReason: null }));
  life.news.push(...newsOf(before, after, told));
  life.car = after;
}

function keepOnly(tx: Tx, life: Life, told: ToldFact, reason: string): void {
  life.car = { ...life.car, eventNo: life.car.eventNo + 1 };
  life.events.push(buildEventRow(tx, life.car, told, { before: {}, after: told.says ?? {}, ignoreReason: reason }));
  life.isKeptOnly = true;
}

async function store(tx: Tx, lives: readonly Life[]): Promise<void> {
  await changeRecords(tx, cars, lives);
  const numbered = lives.filter(({ isKeptOnly }) => isKeptOnly).map(({ car }) => car);
  if (numbered.length > 0) {
    const [ids, numbers] = [numbered.map(({ id }) => id), numbered.map(({ eventNo }) => eventNo)];
    await sql`update car set event_no = kept.no from unnest(${ids}::uuid[], ${numbers}::int[]) kept (id, no)
      where car.id = kept.id`.execute(tx.kysely);
  }
  await insertMany(
    tx,
    "carEvent",
    lives.flatMap(({ events }) => events),
  );
  await publishTogether(
    tx,
    lives.map(({ news }) => news),
  );
}

interface Numbered {
  readonly car: CarRow;
  readonly told: ToldFact;
}

const keyOf = ({ id }: Pick<CarRow, "id">, { source, eventId }: Pick<ToldFact, "source" | "eventId">) =>
  JSON.stringify([source, eventId, id]);

/** Stores the numbers of the reports, and answers those that were stored before. */
async function keepToldNumbers(tx: Tx, list: readonly Numbered[]): Promise<ReadonlySet<string>> {
  if (list.length === 0) return new Set();
  const [sources, eventIds] = [list.map(({ told }) => told.source), list.map(({ told }) => told.eventId)];
  const carIds = list.map(({ car }) => car.id);
  const { rows } = await sql<{ source: ToldFact["source"]; eventId: string; carId: string }>`
    insert into car_event_key (source, event_id, car_id)
    select * from unnest(${sources}::text[], ${eventIds}::text[], ${carIds}::uuid[])
    on conflict do nothing returning source, event_id, car_id`.execute(tx.kysely);
  const first = new Set(rows.map(({ carId, ...told }) => keyOf({ id: carId }, told)));
  return new Set(list.map(({ car, told }) => keyOf(car, told)).filter((key) => !first.has(key)));
}
