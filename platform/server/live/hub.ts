import type { LiveEvent } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import type { Notifications } from "../db/notify.ts";
import type { Audience } from "../db/tx.ts";
import type { StreamItem } from "../http/route.ts";
import { Inbox } from "./inbox.ts";

export const LIVE_CHANNEL = "live_event";
const HEARTBEAT_MS = 20_000;
const KEPT_MINUTES = 10;

interface Told {
  id: number;
  sessionId: string | null;
  userId: string | null;
  event: LiveEvent;
}

/** Stores a live event with the transaction; every node hears of it at the commit. */
export async function tellLive(database: Kysely<unknown>, audience: Audience, event: LiveEvent, now: Date) {
  const sessionId = audience !== "everyone" && "sessionId" in audience ? audience.sessionId : null;
  const userId = audience !== "everyone" && "userId" in audience ? audience.userId : null;
  await sql`
    with told as (
      insert into live_event (session_id, user_id, payload, created_at)
      values (${sessionId}, ${userId}, ${JSON.stringify(event)}, ${now}) returning *
    )
    select pg_notify(${LIVE_CHANNEL}, json_build_object('id', id, 'sessionId', session_id, 'userId', user_id,
      'event', payload)::text) from told`.execute(database);
}

interface Listener {
  readonly sessionId: string | null;
  readonly userId: string;
}

/** The open live channels of this node. */
export class LiveHub {
  readonly #open = new Map<Inbox<StreamItem>, Listener>();
  readonly #reader: Kysely<unknown>;

  constructor(reader: Kysely<unknown>, notifications: Notifications) {
    this.#reader = reader;
    notifications.on(LIVE_CHANNEL, (payload) => this.#deliver(JSON.parse(payload)));
  }

  get size(): number {
    return this.#open.size;
  }

  /** What this listener missed since `lastEventId`, then what comes, with a heartbeat every 20 s. */
  async *listen(listener: Listener, signal: AbortSignal, lastEventId?: string): AsyncGenerator<StreamItem> {
    const inbox = new Inbox<StreamItem>(signal);
    this.#open.set(inbox, listener);
    const heartbeat = setInterval(() => inbox.put("heartbeat"), HEARTBEAT_MS);
    try {
      yield "heartbeat"; // opens the stream at the client
      if (lastEventId !== undefined) yield* await this.#missed(listener, lastEventId);
      yield* inbox;
    } finally {
      clearInterval(heartbeat);
      this.#open.delete(inbox);
    }
  }

  #deliver(told: Told): void {
    for (const [inbox, listener] of this.#open) {
      if (concerns(told, listener)) inbox.put({ id: String(told.id), event: told.event });
    }
  }

  async #missed(listener: Listener, lastEventId: string): Promise<StreamItem[]> {
    const { rows } = await sql<{ id: number; payload: LiveEvent }>`
      select id, payload from live_event
      where id > ${lastEventId} and created_at > now() - make_interval(mins => ${KEPT_MINUTES})
        and (session_id = ${listener.sessionId} or user_id = ${listener.userId}
          or (session_id is null and user_id is null))
      order by id limit 200`.execute(this.#reader);
    return rows.map((row) => ({ id: String(row.id), event: row.payload }));
  }
}

function concerns(told: Told, listener: Listener): boolean {
  if (told.sessionId !== null) return told.sessionId === listener.sessionId;
  return told.userId === null || told.userId === listener.userId;
}
