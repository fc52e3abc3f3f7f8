import type { EventType } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import { sendWithNext } from "../db/connection/prepared-client.ts";
import { runText } from "../db/connection/statement.ts";
import type { Listener } from "../module.ts";

export const EVENT_CHANNEL = "event_outbox";

const STORE = sendWithNext(`
  with stored as (
    insert into event_outbox (name, key, payload, created_at) values ($1, $2, $3, $4) returning id
  ), owed as (
    insert into event_delivery (event_id, listener, key, next_try_at)
    select stored.id, listener, $2, $4 from stored, unnest($5::text[]) listener
  )
  select pg_notify($6, '') where cardinality($5::text[]) > 0`);

/** Stores an event and a delivery for each of its listeners, in the transaction that publishes it. */
export async function storeEvent(
  database: Kysely<unknown>,
  event: EventType,
  payload: Record<string, unknown>,
  told: { now: Date; listeners: readonly Listener[] },
): Promise<void> {
  const names = told.listeners.filter((one) => one.event.name === event.name).map((one) => one.name);
  const checked = event.payload.parse(payload);
  const key = event.key(checked);
  await runText(database, STORE, [event.name, key, JSON.stringify(checked), told.now, names, EVENT_CHANNEL]);
}

/** Any number of events of one kind, in this order, with one statement. */
export async function storeEvents(
  database: Kysely<unknown>,
  event: EventType,
  payloads: readonly Record<string, unknown>[],
  told: { now: Date; listeners: readonly Listener[] },
): Promise<void> {
  if (payloads.length === 0) return;
  const names = told.listeners.filter((one) => one.event.name === event.name).map((one) => one.name);
  const checked = payloads.map((payload) => event.payload.parse(payload));
  const [keys, texts] = [checked.map((one) => event.key(one)), checked.map((one) => JSON.stringify(one))];
  await sql`
    with stored as (
      insert into event_outbox (name, key, payload, created_at)
      select ${event.name}, key, payload::jsonb, ${told.now}
      from unnest(${keys}::text[], ${texts}::text[]) with ordinality told (key, payload, n) order by n
      returning id, key
    ), owed as (
      insert into event_delivery (event_id, listener, key, next_try_at)
      select stored.id, listener, stored.key, ${told.now} from stored, unnest(${names}::text[]) listener
    )
    select pg_notify(${EVENT_CHANNEL}, '') where ${names.length > 0}`.execute(database);
}
