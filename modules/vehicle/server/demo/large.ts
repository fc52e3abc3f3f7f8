import {
  fillBare,
  fillMonths,
  type LargeClient,
  makeMonths,
  type PlatformNode,
  systemActor,
} from "@ops/platform/server";
import { BLOCKS, CARS, CONDITIONS, eventsInto, HOLDS, INTAKES, KEYS } from "./large-cars.ts";
import { CATALOGUE } from "./large-catalogue.ts";

/** The size of the large data set. Holds, blocks and conditions follow from the number of cars. */
export interface LargeCars {
  readonly configs: number;
  readonly cars: number;
  readonly eventsPerCar: number;
  readonly intakes: number;
}

const DAY_MS = 86_400_000;
/** The period in which the cars were built and reported. */
const DAYS = 360;

/**
 * Adds configurations with offers and prices, and cars in all states with their holds, blocks and whole log, to the
 * demo brand and its stores. The database generates the rows, which are the same on every machine, except that all
 * times end now.
 */
export async function loadLargeCars(node: PlatformNode, size: LargeCars): Promise<void> {
  const now = node.clock.now();
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  const client = await node.database.writerPool.connect();
  try {
    await client.query("set statement_timeout = 0"); // some statements take longer than the limit of a call
    // the planner would choose nested loops, because it cannot estimate how many rows are generated
    await client.query("set enable_nestloop = off");
    for (const statement of CATALOGUE) await client.query(statement, [size.configs, since, systemActor.userId]);
    await addCars(client, size, { since, now });
    await fillMonths(
      client,
      { table: "car_event", rows: size.cars * size.eventsPerCar, since, until: now },
      ({ part, first, count, from, until }) =>
        client.query(eventsInto(part), [count, first, from, until, size.cars, systemActor.userId]),
    );
    await node.access.commit((tx) => makeMonths(tx, "carEvent", since));
    await fillBare(client, "car_intake", () =>
      client.query(INTAKES, [size.intakes, since, now, size.cars, systemActor.userId]),
    );
    await fillBare(client, "car_event_key", () => client.query(KEYS, [size.intakes, size.cars]));
  } finally {
    client.release(true);
  }
}

async function addCars(
  client: LargeClient,
  { cars, eventsPerCar }: LargeCars,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  const by = systemActor.userId;
  await fillBare(client, "car", () => client.query(CARS, [cars, since, now, by, eventsPerCar]));
  await fillBare(client, "car_hold", () => client.query(HOLDS));
  await client.query(BLOCKS, [now, by]);
  await client.query(CONDITIONS, [now]);
}
