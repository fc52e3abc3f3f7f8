import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { Child } from "../child.ts";
import type { Address } from "../volumes.ts";
import { withClient } from "../with-client.ts";
import { withDatabase } from "../with-database.ts";

export interface BackgroundSize {
  readonly events: number;
  /** Events of a record follow each other; those of different records may be delivered side by side. */
  readonly records: number;
  /** Told to one listener, then to six. */
  readonly shared: number;
  readonly timers: number;
}

export interface BackgroundFindings {
  readonly size: BackgroundSize;
  readonly eventsPerSecond: number;
  /** How long six listeners took for the same events, compared with one. */
  readonly sixToOne: number;
  readonly timerSeconds: number;
}

export const wholeBackground: BackgroundSize = { events: 100_000, records: 10_000, shared: 20_000, timers: 50_000 };
export const smallBackground: BackgroundSize = { events: 300, records: 30, shared: 60, timers: 200 };

const LISTENERS = 6;
const LOOK_MS = 50;

/** Two nodes over one database work off what waits (PF-R107, PF-R110). */
export async function measureBackground(size: BackgroundSize): Promise<BackgroundFindings> {
  return withDatabase("background", (address) => withClient(address, (client) => measureWith(client, address, size)));
}

async function measureWith(client: pg.Client, address: Address, size: BackgroundSize): Promise<BackgroundFindings> {
  const given = { address, listeners: LISTENERS };
  const start = () => Child.start(join(import.meta.dirname, "node.ts"), given);
  await client.query("create table load_done (at bigserial, who text, key text, n int)");
  const nodes = [await start(), await start()];
  try {
    const seconds = await timeEvents(client, { events: size.events, records: size.records, listeners: 1 });
    await checkOrder(client, size.events);
    const shared = { events: size.shared, records: size.records };
    const one = await timeEvents(client, { ...shared, listeners: 1 });
    const six = await timeEvents(client, { ...shared, listeners: LISTENERS });
    await checkOrder(client, size.shared * LISTENERS);
    const timerSeconds = await timeTimers(client, size.timers);
    return { size, eventsPerSecond: size.events / seconds, sixToOne: six / one, timerSeconds };
  } finally {
    for (const { child } of nodes) await child.stop();
  }
}

interface Told {
  readonly events: number;
  readonly records: number;
  readonly listeners: number;
}

/** From the commit that tells the events until the last one is heard. */
async function timeEvents(client: pg.Client, { events, records, listeners }: Told): Promise<number> {
  await client.query("truncate load_done");
  const tell = `
    with told as (
      insert into event_outbox (name, key, payload, created_at)
      select 'load.said', n % $2::int, jsonb_build_object('id', (n % $2::int)::text, 'n', n), now()
      from generate_series(1, $1::int) n order by n returning id, key)
    insert into event_delivery (event_id, listener, key, next_try_at)
    select id, 'load.ears' || at, key, now() from told, generate_series(0, $3::int - 1) at`;
  return timeUntilGone(client, "event_delivery where done_at is null", async () => {
    await client.query(tell, [events, records, listeners]);
    await client.query("notify event_outbox");
  });
}

async function timeTimers(client: pg.Client, timers: number): Promise<number> {
  await client.query("truncate load_done");
  const seconds = await timeUntilGone(client, "timer", async () => {
    await client.query(
      `insert into timer (kind, key, due_at, payload, next_try_at)
       select 'load.bell', n::text, now(), jsonb_build_object('n', n), now() from generate_series(1, $1::int) n`,
      [timers],
    );
    await client.query("notify timer");
  });
  const { rows } = await client.query("select count(*)::int as fired, count(distinct n)::int as once from load_done");
  assert.deepEqual(rows, [{ fired: timers, once: timers }]);
  return seconds;
}

async function timeUntilGone(client: pg.Client, waiting: string, begin: () => Promise<void>): Promise<number> {
  await begin();
  const began = performance.now();
  for (;;) {
    const { rows } = await client.query(`select 1 from ${waiting} limit 1`);
    if (rows.length === 0) return (performance.now() - began) / 1000;
    await sleep(LOOK_MS);
  }
}

/** Every event was heard once by each of its listeners, and those of a record in their order. */
async function checkOrder(client: pg.Client, heard: number): Promise<void> {
  const { rows } = await client.query(`
    select count(*)::int as heard, (count(*) filter (where n <= before))::int as late from (
      select n, lag(n) over (partition by who, key order by at) as before from load_done) done`);
  assert.deepEqual(rows, [{ heard, late: 0 }]);
}
