import {
  commonErrors,
  type FailingDelivery,
  type ListenerLine,
  type listDeliveries,
  type Page,
  type QueryOf,
} from "@ops/platform/contract";
import { type RawBuilder, sql } from "kysely";
import { countedPage } from "../db/list/counted-page.ts";
import type { Tx } from "../db/tx.ts";
import { hideNames } from "../jobs/hide-names.ts";
import { type Titled, titledBy } from "../jobs/titled.ts";
import type { Listener } from "../module.ts";
import { EVENT_CHANNEL } from "./publish.ts";
import { markHeard } from "./take-next.ts";

type InDates<T, K extends keyof T> = Omit<T, K> & { [N in K]: Date | Extract<T[N], null> };
type Line = InDates<ListenerLine, "oldestAt">;
type Delivery = InDates<FailingDelivery, "toldAt" | "nextRunAt">;

/** The listeners of this node, and the names of those that only another release declares. */
interface KnownListeners {
  readonly listeners: readonly Listener[];
  readonly ofOthers: readonly string[];
}

/** Lists all listeners, also retired ones for which something waits, those with the most waiting events first (PF-R108). */
export async function listenersSeen(tx: Tx, known: KnownListeners): Promise<Line[]> {
  const titleOf = titlesOf(known);
  const { rows } = await sql<Omit<Line, "title" | "isRetired">>`
    select d.listener, d.waiting, d.failing, e.created_at as "oldestAt", e.name as event
    from (select listener, count(*)::int as waiting, (count(*) filter (where attempts > 0))::int as failing,
        min(event_id) as first_id
      from event_delivery where done_at is null group by listener) d
    join event_outbox e on e.id = d.first_id`.execute(tx.kysely);
  const names = new Set(rows.map(({ listener }) => listener));
  const idle = known.listeners
    .filter(({ name }) => !names.has(name))
    .map(({ name, event }) => ({ listener: name, event: event.name, waiting: 0, failing: 0, oldestAt: null }));
  return [...rows, ...idle]
    .map((line) => ({ ...line, ...titleOf(line.listener) }))
    .toSorted((one, other) => other.failing - one.failing || other.waiting - one.waiting);
}

/** Lists failed deliveries and those of retired listeners, oldest first. The content of an event stays in the database. */
export async function deliveriesSeen(
  tx: Tx,
  query: QueryOf<typeof listDeliveries>,
  known: KnownListeners,
): Promise<Page<Delivery>> {
  const titleOf = titlesOf(known);
  const { listener = null } = query;
  const isFailing = sql<boolean>`d.done_at is null and (d.attempts > 0 or ${isRetired(known)})
    and (${listener}::text is null or d.listener = ${listener})`;
  const page = await countedPage(query, {
    rows: async (limit, offset) => {
      const { rows } = await sql<Omit<Delivery, "title" | "isRetired">>`
        select d.listener || ':' || d.event_id as id, d.listener, d.event_id::text as "eventId", e.name as event, d.key, d.attempts as tries,
          e.created_at as "toldAt", d.next_try_at as "nextRunAt", d.last_error as "lastError",
          (select count(*)::int from event_delivery later where later.listener = d.listener and later.key = d.key
            and later.done_at is null and later.event_id > d.event_id) as held
        from event_delivery d join event_outbox e on e.id = d.event_id
        where ${isFailing} order by d.event_id, d.listener limit ${limit} offset ${offset}`.execute(tx.kysely);
      return rows;
    },
    count: async (limit) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from (select 1 from event_delivery d where ${isFailing} limit ${limit}) c`.execute(
        tx.kysely,
      );
      return rows[0]?.n ?? 0;
    },
  });
  const shown = page.list.map((line) => ({ ...line, ...titleOf(line.listener), key: hideNames(line.key) }));
  return { ...page, list: shown };
}

function titlesOf({ listeners, ofOthers }: KnownListeners): (name: string) => Titled {
  return titledBy(new Map(listeners.map(({ name, title }) => [name, title])), ofOthers);
}

/** Nobody will ever hear what waits for such a listener, so operators may end it though it has not failed. */
function isRetired({ listeners, ofOthers }: KnownListeners) {
  return sql<boolean>`d.listener <> all(${[...listeners.map(({ name }) => name), ...ofOthers]}::text[])`;
}

interface Which {
  readonly listener: string;
  readonly eventId: string;
}

/** The delivery is tried with the commit, not at its next time. */
export async function retryDelivery(tx: Tx, which: Which): Promise<true> {
  await lockWaiting(tx, which, sql`d.attempts > 0`);
  await sql`update event_delivery set next_try_at = ${tx.now}
    where listener = ${which.listener} and event_id = ${which.eventId}::bigint`.execute(tx.kysely);
  await wakeListeners(tx);
  return true;
}

/** Skips an event, which the listener never gets. The next event of its record follows. */
export async function skipDelivery(
  tx: Tx,
  which: Which,
  { reason, known }: { readonly reason: string; readonly known: KnownListeners },
): Promise<true> {
  const { key, attempts } = await lockWaiting(tx, which, sql`(d.attempts > 0 or ${isRetired(known)})`);
  tx.trail.reason = reason;
  await markHeard(tx, which.listener, [{ eventId: Number(which.eventId), key, payload: null, attempts }]);
  await wakeListeners(tx);
  return true;
}

async function lockWaiting(
  tx: Tx,
  { listener, eventId }: Which,
  isMeant: RawBuilder<unknown>,
): Promise<{ key: string; attempts: number }> {
  const { rows } = await sql<{ key: string; attempts: number; event: string }>`
    select d.key, d.attempts, e.name as event from event_delivery d join event_outbox e on e.id = d.event_id
    where d.listener = ${listener} and d.event_id = ${eventId}::bigint and d.done_at is null and ${isMeant}
    for update of d`.execute(tx.kysely);
  const [found] = rows;
  if (!found) throw commonErrors.notFound();
  tx.trail.about("eventDelivery", eventId, `${listener} · ${found.event}`);
  return found;
}

const wakeListeners = (tx: Tx) => sql`select pg_notify(${EVENT_CHANNEL}, '')`.execute(tx.kysely);
