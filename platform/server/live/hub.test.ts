import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { LiveEvent } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp, probeModule } from "../start/probe.ts";
import { Inbox } from "./inbox.ts";

const over = new Set<string>();
const app = probeApp({
  modules: [
    { ...probeModule, livingSessions: async (_tx, ids) => new Set(ids.filter((sessionId) => !over.has(sessionId))) },
  ],
});
const event: LiveEvent = { type: "announcement.changed" };

test("PF-R101 a live event is for one session, one person or everybody, as its sender chose", async () => {
  const [sessionId, userId] = [newId(), newId()];
  const told = async (audience: Parameters<Tx["tell"]>[0]) => {
    await app.arrange((tx) => tx.tell(audience, event));
    const [row] = await app.rows<{ sessionId: string | null; userId: string | null; payload: LiveEvent }>(
      `select session_id as "sessionId", user_id as "userId", payload from live_event order by id desc limit 1`,
    );
    return row;
  };
  assert.deepEqual(await told({ sessionId }), { sessionId, userId: null, payload: event });
  assert.deepEqual(await told({ userId }), { sessionId: null, userId, payload: event });
  assert.deepEqual(await told("everyone"), { sessionId: null, userId: null, payload: event });
});

/** A channel that a failed test leaves open would keep the process alive. */
const opened: AbortController[] = [];
afterEach(() => {
  for (const closing of opened.splice(0)) closing.abort();
});

/** Opens a page with a channel: what it has got so far, and whether the channel has ended. */
function openPage(
  sessionId: string | null = newId(),
  { userId = newId(), since }: { userId?: string; since?: string } = {},
) {
  const closing = new AbortController();
  opened.push(closing);
  const told: string[] = [];
  const page = { sessionId, userId, told, isOver: false, close: () => closing.abort() };
  const channel = app.node.live.listen({ sessionId, userId }, closing.signal, since);
  const reading = (async () => {
    for await (const item of channel) told.push(item === "heartbeat" ? item : item.event.type);
    page.isOver = true;
  })();
  return { ...page, reading, isEnded: () => page.isOver };
}

/**
 * Waits until earlier messages have arrived. They come on one connection in order, so they are there when this one is.
 */
async function settle(): Promise<void> {
  const witness = openPage();
  await tell({ userId: witness.userId }, { type: "notice.read" });
  while (!witness.told.includes("notice.read")) await setImmediate();
  witness.close();
  await witness.reading;
}
/** Waits for missed events, which are read from the database and take a while. */
async function firstOf({ told }: { readonly told: readonly string[] }, count: number): Promise<readonly string[]> {
  const until = Date.now() + 5_000;
  while (told.length < count && Date.now() < until) await setImmediate();
  return told.slice(0, count);
}

const tell = (audience: Parameters<Tx["tell"]>[0], what: LiveEvent) => app.arrange((tx) => tx.tell(audience, what));

test("PF-R101 a channel opens with a heartbeat and hears what is meant for its session, its person or everybody", async () => {
  await settle(); // events of the test before may still be on their way
  const [mine, other] = [openPage(), openPage()];
  const tab = openPage(newId(), { userId: mine.userId });
  await settle();
  await tell({ sessionId: mine.sessionId ?? "" }, { type: "perm.changed" });
  await tell({ userId: mine.userId }, { type: "notice.read" });
  await tell("everyone", event);
  await settle();
  assert.deepEqual(mine.told, ["heartbeat", "perm.changed", "notice.read", "announcement.changed"]);
  assert.deepEqual(tab.told, ["heartbeat", "notice.read", "announcement.changed"]);
  assert.deepEqual(other.told, ["heartbeat", "announcement.changed"]);
  const before = app.node.live.size;
  for (const page of [mine, tab, other]) page.close();
  await Promise.all([mine.reading, tab.reading, other.reading]);
  assert.equal(app.node.live.size, before - 3);
});

test("PF-R101 whoever comes back is told what was missed, of the last ten minutes and of nobody else", async () => {
  const [sessionId, userId] = [newId(), newId()];
  await tell("everyone", event);
  const [last] = await app.rows<{ id: number }>("select max(id) as id from live_event");
  const since = String(last?.id);
  await tell({ sessionId }, { type: "perm.changed" });
  await tell({ userId }, { type: "notice.read" });
  await tell({ userId: newId() }, { type: "notice.read" });
  await tell({ sessionId: newId() }, { type: "perm.changed" });
  await tell("everyone", event);
  const back = openPage(sessionId, { userId, since });
  const missed = ["heartbeat", "perm.changed", "notice.read", "announcement.changed"];
  assert.deepEqual(await firstOf(back, 4), missed);
  await app.rows("update live_event set created_at = created_at - interval '10 minutes' where user_id = $1", [userId]);
  const late = openPage(sessionId, { userId, since });
  assert.deepEqual(await firstOf(late, 3), ["heartbeat", "perm.changed", "announcement.changed"]);
});

test("PF-R101 a channel ends with its session: told so, or found to be over; others stay open", async () => {
  const [revoked, silent, living, nameless] = [openPage(), openPage(), openPage(), openPage(null)];
  await settle();
  await tell({ sessionId: revoked.sessionId ?? "" }, { type: "session.revoked", reason: "KICKED", newLogin: null });
  await revoked.reading;
  assert.equal(revoked.told.at(-1), "session.revoked");
  over.add(silent.sessionId ?? "");
  await app.node.live.endOrphans();
  await silent.reading;
  await settle();
  assert.deepEqual([living.isEnded(), nameless.isEnded()], [false, false]);
  for (const page of [living, nameless]) page.close();
});

test("PF-R101 a session has 20 channels at most: a further one ends the oldest", async () => {
  const sessionId = newId();
  const pages = Array.from({ length: 20 }, () => openPage(sessionId));
  const nameless = Array.from({ length: 21 }, () => openPage(null));
  const other = openPage();
  await settle();
  assert.deepEqual(
    [...pages, ...nameless, other].filter((page) => page.isEnded()),
    [],
  );
  const last = openPage(sessionId);
  await pages[0]?.reading;
  await settle();
  assert.deepEqual(
    [...pages.slice(1), ...nameless, other, last].filter((page) => page.isEnded()),
    [],
  );
  for (const page of [...pages, ...nameless, other, last]) page.close();
});

test("PF-R101 a reader that falls far behind is cut off; what waits when nothing more comes is still handed out", async () => {
  const read = async (inbox: Inbox<number>) => {
    const items: number[] = [];
    for await (const item of inbox) items.push(item);
    return items;
  };
  const open = new AbortController();
  const fill = (count: number) => {
    const inbox = new Inbox<number>(open.signal);
    for (let n = 0; n < count; n++) inbox.put(n);
    inbox.end();
    inbox.put(-1);
    return inbox;
  };
  assert.equal((await read(fill(500))).length, 500);
  assert.deepEqual(await read(fill(501)), [], "it has to come back");
  assert.deepEqual(await read(fill(2)), [0, 1]);

  const waiting = new Inbox<number>(open.signal);
  const reading = read(waiting);
  await setImmediate();
  waiting.put(7);
  await setImmediate();
  open.abort();
  assert.deepEqual(await reading, [7]);
  assert.deepEqual(await read(fill(3)), [], "nobody reads any more");
});
