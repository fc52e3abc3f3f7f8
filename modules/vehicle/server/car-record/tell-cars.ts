import { changeRecords, insertMany, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { newsOf, publishTogether } from "./news.ts";
import { keepPartNos } from "./part-nos.ts";
import { type CarRow, cars } from "./tables.ts";
import {
  type CarChanges,
  datedFact,
  decisionOn,
  differences,
  eventRow,
  Ignored,
  type Saying,
  type ToldFact,
  wholeChange,
} from "./tell-car.ts";

/** A locked car, and what is said of it, one thing after the other. */
export interface SaidOfCar {
  readonly car: CarRow;
  readonly sayings: readonly Saying[];
}

/** The same register, log and news as if `tellCar` had told each saying by itself, with a few statements for all of them. */
export async function tellCars(tx: Tx, list: readonly SaidOfCar[]): Promise<void> {
  const said = list.map(({ car, sayings }) => ({
    car,
    sayings: sayings.map(({ fact, decide }) => ({
      told: datedFact(tx, fact),
      hasNumber: fact.eventId !== undefined,
      decide,
    })),
  }));
  const again = await toldAgain(
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
  /** As it was locked, and as it is after what was told so far. */
  readonly before: CarRow;
  car: CarRow;
  readonly steps: ReturnType<typeof wholeChange>[];
  readonly events: ReturnType<typeof eventRow>[];
  readonly news: ReturnType<typeof newsOf>;
  /** Something of it is history alone, for which the row gets a number and nothing else. */
  isKeptOnly: boolean;
}

async function change(tx: Tx, life: Life, told: ToldFact, changes: CarChanges): Promise<void> {
  const before = life.car;
  const step = wholeChange(before, told, changes);
  const after = { ...before, ...step };
  await keepPartNos(tx, before, after);
  life.steps.push(step);
  life.events.push(eventRow(tx, after, told, { ...differences(before, after), ignoreReason: null }));
  life.news.push(...newsOf(before, after, told));
  life.car = after;
}

function keepOnly(tx: Tx, life: Life, told: ToldFact, reason: string): void {
  life.car = { ...life.car, eventNo: life.car.eventNo + 1 };
  life.events.push(eventRow(tx, life.car, told, { before: {}, after: told.says ?? {}, ignoreReason: reason }));
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

/** Keeps the numbers under which things were told; answers those that were told before. */
async function toldAgain(tx: Tx, list: readonly Numbered[]): Promise<ReadonlySet<string>> {
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
