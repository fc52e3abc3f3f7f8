import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { errorClass } from "../jobs/error-class.ts";

/** An event that a listener must get. */
export interface Owed {
  readonly eventId: number;
  readonly key: string;
  readonly payload: unknown;
  readonly attempts: number;
}

/** Finds the listeners with due events. Each one costs one index lookup. */
export async function dueListeners(tx: Tx, listeners: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ listener: string }>`
    select listener from unnest(${listeners}::text[]) listener
    where exists (select 1 from event_delivery d
      where d.listener = listener.listener and d.done_at is null and d.next_try_at <= ${tx.now})`.execute(tx.kysely);
  return rows.map(({ listener }) => listener);
}

/**
 * Takes the next due events, only the earliest of each record. If an earlier event still waits, a later one loses its
 * time and gets it back when the earlier one is delivered. Such a transaction delivers nothing ("again"), because it
 * may have locked rows of records that others deliver.
 */
export async function takeNext(tx: Tx, listener: string, most: number): Promise<readonly Owed[] | "again"> {
  const { rows: due } = await sql<{ eventId: number }>`
    select event_id as "eventId" from event_delivery
    where listener = ${listener} and done_at is null and next_try_at <= ${tx.now}
    order by next_try_at, event_id limit ${most} for update skip locked`.execute(tx.kysely);
  if (due.length === 0) return [];
  const ids = due.map(({ eventId }) => eventId);
  // A separate statement, because it must see everything that was delivered until the rows above were locked.
  const { rows } = await sql<Owed & { isFirst: boolean }>`
    select d.event_id as "eventId", d.key, e.payload, d.attempts, d.event_id = first.event_id as "isFirst"
    from event_delivery d join event_outbox e on e.id = d.event_id
      cross join lateral (${firstFrom(listener, sql`d.key`)}) first
    where d.listener = ${listener} and d.event_id = any(${ids}::bigint[]) order by d.event_id`.execute(tx.kysely);
  const later = rows.filter(({ isFirst }) => !isFirst).map(({ eventId }) => eventId);
  if (later.length === 0) return rows;
  await sql`update event_delivery set next_try_at = null
    where listener = ${listener} and event_id = any(${later}::bigint[])`.execute(tx.kysely);
  return "again";
}

/**
 * Marks events as delivered, and gives the next event of each record its time. This next event is updated even if it
 * has a time, because another transaction may just be taking its time away, and the update waits for it.
 */
export async function markHeard(tx: Tx, listener: string, heard: readonly Owed[]): Promise<void> {
  const ids = heard.map(({ eventId }) => eventId);
  const keys = heard.map(({ key }) => key);
  await sql`update event_delivery set done_at = ${tx.now}, attempts = attempts + 1
    where listener = ${listener} and event_id = any(${ids}::bigint[])`.execute(tx.kysely);
  await sql`update event_delivery set next_try_at = ${tx.now} where listener = ${listener} and event_id in (
      select next.event_id from unnest(${keys}::text[]) record cross join lateral (
        ${firstFrom(listener, sql`record`)}) next where next.key = record)`.execute(tx.kysely);
}

/**
 * Finds the first waiting event of a record, or of the next record that has one. It is put this way, without
 * `key = record`, because only one index has this order: for a few rows of many PostgreSQL would rather read on in
 * another one, past all that waits or is done.
 */
function firstFrom(listener: string, record: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select one.key, one.event_id from event_delivery one
    where one.listener = ${listener} and one.done_at is null and (one.key, one.event_id) >= (${record}, 0)
    order by one.key, one.event_id limit 1`;
}

const LONGEST_WAIT_SECONDS = 300;

/** Puts an event off, each time for longer. If two tries fail at the same moment, only one of them counts. */
export async function putOff(tx: Tx, listener: string, { eventId, attempts }: Owed, error: unknown): Promise<void> {
  const seconds = Math.min(2 ** attempts, LONGEST_WAIT_SECONDS);
  await sql`update event_delivery set attempts = attempts + 1, last_error = ${errorClass(error)},
    next_try_at = ${tx.now}::timestamptz + make_interval(secs => ${seconds})
    where listener = ${listener} and event_id = ${eventId} and attempts = ${attempts}`.execute(tx.kysely);
}
