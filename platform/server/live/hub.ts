import type { LiveEvent } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import type { Notifications } from "../db/connection/notify.ts";
import { sendWithNext } from "../db/connection/prepared-client.ts";
import { runText } from "../db/connection/statement.ts";
import type { Audience } from "../db/tx.ts";
import type { StreamItem } from "../http/route.ts";
import { Inbox } from "./inbox.ts";
import { RightsChanges } from "./rights-changes.ts";
import { TOPIC_CHANNEL } from "./tell-topic.ts";
import { type Reaches, TopicBoard } from "./topic-board.ts";

const LIVE_CHANNEL = "live_event";
const HEARTBEAT_MS = 20_000;
const KEPT_MINUTES = 10;
const MOST_PER_SESSION = 20;

interface Told {
  id: number;
  sessionId: string | null;
  userId: string | null;
  event: LiveEvent;
}

const TELL = sendWithNext(`
  with told as (
    insert into live_event (session_id, user_id, payload, created_at) values ($1, $2, $3, $4) returning *
  )
  select pg_notify($5, json_build_object('id', id, 'sessionId', session_id, 'userId', user_id, 'event', payload)::text)
  from told`);

/** Stores a live event in the transaction. Every node gets it with the commit. */
export async function tellLive(database: Kysely<unknown>, audience: Audience, event: LiveEvent, now: Date) {
  const sessionId = audience !== "everyone" && "sessionId" in audience ? audience.sessionId : null;
  const userId = audience !== "everyone" && "userId" in audience ? audience.userId : null;
  await runText(database, TELL, [sessionId, userId, JSON.stringify(event), now, LIVE_CHANNEL]);
}

interface Listener {
  readonly sessionId: string | null;
  readonly userId: string;
  /** The topics that the page listens to. */
  readonly reaches?: Reaches;
  /** The `rightsMark` of the hub before the rights were read that `reaches` follows from. */
  readonly rightsMark?: number;
}

/** Which of these sessions still answer. */
type LivingSessions = (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** The open live channels of this node. A channel never outlives its session by more than a heartbeat. */
export class LiveHub {
  readonly #open = new Map<Inbox<StreamItem>, Listener>();
  readonly #reader: Kysely<unknown>;
  readonly #living: LivingSessions;
  readonly #topics = new TopicBoard();
  readonly #rights = new RightsChanges();
  #timer: NodeJS.Timeout | undefined;

  constructor(reader: Kysely<unknown>, notifications: Notifications, living: LivingSessions) {
    this.#reader = reader;
    this.#living = living;
    notifications.on(LIVE_CHANNEL, (payload) => this.#deliver(JSON.parse(payload)));
    notifications.on(TOPIC_CHANNEL, (payload) => this.#topics.hear(JSON.parse(payload)));
    // events that came meanwhile are missing here, so the pages reconnect and ask for them by lastEventId
    notifications.onReconnect(() => {
      this.#rights.note(null);
      this.#end(() => true);
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** Taken before the rights of a caller are read, it lets `listen` notice that they have changed since. */
  get rightsMark(): number {
    return this.#rights.mark;
  }

  start(): void {
    this.#timer = setInterval(() => void this.endOrphans().catch(() => undefined), HEARTBEAT_MS); // else next time
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#topics.stop();
  }

  /** Ends the channels of ended sessions, including those that ended silently, such as idle ones. */
  async endOrphans(): Promise<void> {
    const ids = new Set([...this.#open.values()].flatMap(({ sessionId }) => sessionId ?? []));
    if (ids.size === 0) return;
    const alive = await this.#living([...ids]);
    this.#end(({ sessionId }) => sessionId !== null && ids.has(sessionId) && !alive.has(sessionId));
  }

  /** Delivers the events that this listener missed since `lastEventId`, then new ones, with a heartbeat every 20 s. */
  async *listen(listener: Listener, signal: AbortSignal, lastEventId?: string): AsyncGenerator<StreamItem> {
    const inbox = new Inbox<StreamItem>(signal);
    this.#makeRoom(listener);
    this.#open.set(inbox, listener);
    this.#topics.add(inbox, listener.reaches ?? new Map());
    this.#catchUp(inbox, listener);
    const heartbeat = setInterval(() => inbox.put("heartbeat"), HEARTBEAT_MS);
    try {
      yield "heartbeat"; // opens the stream at the client
      if (lastEventId !== undefined) yield* await this.#missed(listener, lastEventId);
      yield* inbox;
    } finally {
      clearInterval(heartbeat);
      this.#open.delete(inbox);
      this.#topics.remove(inbox);
    }
  }

  /** Tells a channel of a change of rights that came while it was opened; the topics it may hear are others now. */
  #catchUp(inbox: Inbox<StreamItem>, listener: Listener): void {
    const { userId, rightsMark } = listener;
    if (rightsMark === undefined || !this.#rights.hasChanged(userId, rightsMark)) return;
    const event: LiveEvent = { type: "perm.changed" };
    inbox.put({ id: null, event });
    if (endsChannel(event, listener)) inbox.end();
  }

  #deliver(told: Told): void {
    if (told.event.type === "perm.changed") this.#rights.note(told.userId);
    const item = { id: String(told.id), event: told.event };
    for (const [inbox, listener] of this.#open) {
      if (!concerns(told, listener)) continue;
      inbox.put(item);
      if (endsChannel(told.event, listener)) inbox.end();
    }
  }

  #end(isOver: (listener: Listener) => boolean): void {
    for (const [inbox, listener] of this.#open) if (isOver(listener)) inbox.end();
  }

  /** Closes the oldest channel of a session that has too many, because of many tabs or a faulty page. */
  #makeRoom({ sessionId }: Listener): void {
    if (sessionId === null) return;
    const mine = [...this.#open].flatMap(([inbox, listener]) => (listener.sessionId === sessionId ? [inbox] : []));
    const [oldest] = mine;
    if (!oldest || mine.length < MOST_PER_SESSION) return;
    oldest.end();
    this.#open.delete(oldest);
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

/** Ends the channel after a change of rights, so that the page reconnects and its topics are determined again. */
function endsChannel({ type }: LiveEvent, { reaches }: Listener): boolean {
  return type === "session.revoked" || (type === "perm.changed" && reaches !== undefined && reaches.size > 0);
}

function concerns(told: Told, listener: Listener): boolean {
  if (told.sessionId !== null) return told.sessionId === listener.sessionId;
  return told.userId === null || told.userId === listener.userId;
}
