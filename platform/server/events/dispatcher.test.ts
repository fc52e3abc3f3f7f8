import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { event } from "@ops/platform/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { defineModule, on, onMany } from "../module.ts";
import { newId } from "../secret/crypto.ts";
import { ProbeApp, probeApp, probeModule, probeRenamed } from "../start/probe.ts";
import { markHeard, takeNext } from "./take-next.ts";

const counted = event("probe.counted", z.object({ id: z.string(), n: z.int() }), ({ id }) => id);
/** The events of each transaction, whether or not it committed. */
const groups: number[][] = [];
let bad = -1;

const crowd = onMany(counted, { name: "probe.crowd", title: "成批听取样本" }, async (_tx, payloads) => {
  groups.push(payloads.map(({ n }) => n));
  if (payloads.some(({ n }) => n === bad)) throw new Error("one of them is bad");
});
/** The events that a listener which takes one at a time has got. */
const heard: number[] = [];
let refused = -1;
let echoed = -1;
let whileHearing = async (): Promise<void> => undefined;
const single = on(counted, { name: "probe.single", title: "逐个听取样本" }, async (tx, { id, n }) => {
  heard.push(n);
  await whileHearing();
  if (n === refused) throw new Error(`bad ${"x".repeat(600)}`);
  if (n === echoed) await tx.publish(counted, { id, n: n + 1 });
});
const listening = defineModule({ name: "crowd", routes: [], listeners: [crowd, single] });
const app = probeApp({ modules: [probeModule, listening] });
/** Another node on the same database. */
const second = new ProbeApp({ modules: [probeModule, listening] });
before(() => second.start(app));
after(() => second.stop());

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const byNumber = (a: number, b: number) => a - b;

async function tellNumbers(count: number, idOf: (n: number) => string): Promise<void> {
  groups.length = 0;
  const payloads = numbers(count).map((n) => ({ id: idOf(n), n }));
  await app.arrange((tx) => tx.publishAll(counted, payloads));
  await app.node.events.deliverAll();
}

const waiting = () =>
  app.rows<{ n: number; attempts: number }>(
    `select (e.payload ->> 'n')::int as n, d.attempts from event_delivery d join event_outbox e on e.id = d.event_id
     where d.listener = 'probe.crowd' and d.done_at is null`,
  );

test("PF-R101 events that come in crowds are heard in groups, each once and in order", async () => {
  await tellNumbers(250, newId);
  const sizes = groups.map((group) => group.length);
  assert.equal(Math.max(...sizes), 100);
  assert.ok(sizes.length <= 5, `groups of ${sizes}: two lanes may share what is left`);
  assert.deepEqual(groups.flat().toSorted(byNumber), numbers(250));
  assert.deepEqual(await waiting(), []);
});

test("PF-R101 of one record a group has one event, the next follows it", async () => {
  const id = newId();
  await tellNumbers(3, () => id);
  assert.deepEqual(groups, [[0], [1], [2]]);
});

test("PF-R101 of a group that is refused the bad event waits alone", async () => {
  bad = 7;
  await tellNumbers(20, newId);
  bad = -1;
  assert.equal(groups[0]?.length, 20);
  assert.ok(groups.some((group) => group.length === 1 && group[0] === 7));
  const others = groups.filter((group) => !group.includes(7)).flat();
  assert.deepEqual(
    others.toSorted(byNumber),
    numbers(20).toSpliced(7, 1),
    "each once in a transaction that came to its end",
  );
  assert.deepEqual(await waiting(), [{ n: 7, attempts: 1 }]);
});

interface Delivery {
  readonly n: number;
  readonly attempts: number;
  /** Until it is tried; null while it waits for an earlier one. */
  readonly seconds: number | null;
  readonly isDone: boolean;
  readonly error: string | null;
}
const deliveriesOf = (id: string) =>
  app.rows<Delivery>(
    `select (e.payload ->> 'n')::int as n, d.attempts, round(extract(epoch from d.next_try_at - now()))::int as seconds,
       d.done_at is not null as "isDone", d.last_error as error
     from event_delivery d join event_outbox e on e.id = d.event_id
     where d.listener = 'probe.single' and d.key = $1 order by e.id`,
    [id],
  );

test("PF-R101 what a listener refuses is tried again, later each time, and what follows of the same record waits", async () => {
  const [id, other] = [newId(), newId()];
  refused = 1;
  heard.length = 0;
  await tellNumbers(4, (n) => (n === 3 ? other : id));
  assert.deepEqual(
    heard.filter((n) => n !== 3),
    [0, 1],
  );
  assert.ok(heard.includes(3), "other records go on");
  const [first, second, third] = await deliveriesOf(id);
  assert.partialDeepStrictEqual(first, { n: 0, attempts: 1, isDone: true, error: null });
  assert.deepEqual(third, { n: 2, attempts: 0, seconds: null, isDone: false, error: null });
  assert.partialDeepStrictEqual(second, { n: 1, attempts: 1, isDone: false });
  assert.equal(second?.error, "程序错误", "the words of an error may name anybody");
  assert.ok(Math.abs((second?.seconds ?? 0) - 1) <= 1, `${second?.seconds}`);
  await app.node.events.deliverAll();
  assert.equal(heard.length, 3, "not before its time");
  for (const [attempts, seconds] of [
    [3, 8],
    [8, 256],
    [9, 300],
  ] as const) {
    await app.rows(
      `update event_delivery set attempts = $2, next_try_at = now() - interval '1 second'
       where key = $1 and done_at is null and listener = 'probe.single' and attempts > 0`,
      [id, attempts],
    );
    await app.node.events.deliverAll();
    const [, late] = await deliveriesOf(id);
    assert.equal(late?.attempts, attempts + 1);
    assert.ok(Math.abs((late?.seconds ?? 0) - seconds) <= 2, `${late?.seconds}`);
  }
  refused = -1;
  heard.length = 0;
  await app.rows("update event_delivery set next_try_at = now() - interval '1 second' where key = $1", [id]);
  await app.node.events.deliverAll();
  assert.deepEqual(heard, [1, 2]);
  assert.ok((await deliveriesOf(id)).every(({ isDone }) => isDone));
  await app.node.events.deliverAll();
  assert.deepEqual(heard, [1, 2], "once");
});

test("PF-R101 an event is stored with its record and owed to those who listen for it, alone or with others", async () => {
  const id = newId();
  await app.arrange((tx) => tx.publish(counted, { id, n: 41 }));
  await app.arrange((tx) => tx.publishAll(counted, [{ id, n: 42 }]));
  await app.arrange((tx) => tx.publishAll(counted, []));
  await app.arrange((tx) => tx.publish(probeRenamed, { id, name: "改名" }));
  const stored = await app.rows(
    `select e.name, e.payload, array_agg(d.listener order by d.listener) as listeners
     from event_outbox e join event_delivery d on d.event_id = e.id and d.key = e.key where e.key = $1 group by e.id order by e.id`,
    [id],
  );
  const listeners = ["probe.crowd", "probe.single"];
  assert.deepEqual(stored, [
    { name: "probe.counted", payload: { id, n: 41 }, listeners },
    { name: "probe.counted", payload: { id, n: 42 }, listeners },
    { name: "probe.renamed", payload: { id, name: "改名" }, listeners: ["probe.remember"] },
  ]);
  heard.length = 0;
  await app.node.events.deliverAll();
  assert.deepEqual(heard, [41, 42]);
});

test("PF-R107 an event that another node tells while its record is delivered is heard after it", async () => {
  const id = newId();
  heard.length = 0;
  let isTelling = true;
  const delivering = [app, second].map(async ({ node }) => {
    while (isTelling) await node.events.deliverAll();
    await node.events.deliverAll();
  });
  for (const n of numbers(30)) {
    const teller = n % 2 === 0 ? app : second;
    await teller.arrange((tx) => tx.publish(counted, { id: n % 3 === 0 ? id : newId(), n }));
  }
  isTelling = false;
  await Promise.all(delivering);
  await app.node.events.deliverAll();
  const left = await app.rows(
    "select event_id from event_delivery where done_at is null and listener = 'probe.single'",
  );
  assert.deepEqual(left, []);
  const times = await app.rows<{ inOrder: boolean }>(
    `select coalesce(bool_and(done_at >= before), true) as "inOrder" from (
       select done_at, lag(done_at) over (order by event_id) as before from event_delivery
       where listener = 'probe.single' and key = $1) told`,
    [id],
  );
  assert.deepEqual(times, [{ inOrder: true }]);
});

test("PF-R107 what waits for an earlier event of its record is no longer looked at", async () => {
  const [id, other] = [newId(), newId()];
  refused = 0;
  await tellNumbers(50, () => id);
  const timed = await app.rows<{ n: number }>(
    `select (e.payload ->> 'n')::int as n from event_delivery d join event_outbox e on e.id = d.event_id
     where d.listener = 'probe.single' and d.key = $1 and d.next_try_at is not null`,
    [id],
  );
  assert.deepEqual(timed, [{ n: 0 }]);
  refused = -1;
  heard.length = 0;
  await app.rows(
    "update event_delivery set next_try_at = now() - interval '1 second' where key = $1 and next_try_at is not null",
    [id],
  );
  await tellNumbers(1, () => other);
  assert.deepEqual(
    heard.filter((n, at) => n !== 0 || at === heard.indexOf(0)),
    numbers(50),
  );
});

test("PF-R107 what listeners tell themselves is delivered in the same round", async () => {
  const id = newId();
  heard.length = 0;
  echoed = 77;
  await app.arrange((tx) => tx.publish(counted, { id, n: 77 }));
  await app.node.events.deliverAll();
  assert.deepEqual(heard, [77, 78]);
});

test("PF-R107 a node that stops ends what it has under way and begins nothing more", async () => {
  const leaving = new ProbeApp({ modules: [probeModule, listening] });
  await leaving.start(app);
  heard.length = 0;
  const id = newId();
  await app.arrange((tx) =>
    tx.publishAll(
      counted,
      numbers(4).map((n) => ({ id, n })),
    ),
  );
  whileHearing = async () => {
    void leaving.node.events.stop();
    await sleep(100); // whatever else had begun before has come to its end by then
  };
  await leaving.node.events.deliverAll();
  whileHearing = async () => undefined;
  await leaving.stop();
  assert.deepEqual(heard, [0]);
  await app.node.events.deliverAll();
  assert.deepEqual(heard, numbers(4), "others do the rest");
});

test("PF-R107 the next event of a record is found by a few rows, however many of it wait", async () => {
  await app.rows(`with told as (insert into event_outbox (name, key, payload, created_at)
      select 'probe.counted', 'many', '{}', now() from generate_series(1, 20000) returning id)
    insert into event_delivery (event_id, listener, key, next_try_at)
    select id, 'probe.nobody', 'many', case when id = min(id) over () then now() end from told`);
  await app.rows("analyze event_delivery");
  await app.arrange(async (tx) => {
    const before = await touchedRows(tx);
    const owed = await takeNext(tx, "probe.nobody", 100);
    assert.ok(owed !== "again");
    await markHeard(tx, "probe.nobody", owed);
    const after = await touchedRows(tx);
    assert.equal(after.changed - before.changed, 2);
    assert.ok(after.read - before.read < 50, `${after.read - before.read} rows were read`);
  });
  await app.rows("delete from event_outbox where key = 'many'");
});

/** Counts what this connection has done, which may include earlier transactions of the same second. */
async function touchedRows(tx: Tx): Promise<{ changed: number; read: number }> {
  const { rows } = await sql<{ changed: number; read: number }>`
    select n_tup_upd::int as changed, (seq_tup_read + idx_tup_fetch)::int as read
    from pg_stat_xact_user_tables where relname = 'event_delivery'`.execute(tx.kysely);
  assert.ok(rows[0]);
  return rows[0];
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isSo(); tries++) await sleep(10);
  assert.ok(isSo());
}

test("PF-R107 a listener that hangs has two lanes of a node and holds up no other listener", async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  let hanging = 0;
  heard.length = 0;
  groups.length = 0;
  whileHearing = () => {
    hanging++;
    return promise;
  };
  const tell = async (n: number) => {
    await app.arrange((tx) => tx.publish(counted, { id: newId(), n }));
    app.node.events.wake();
    await waitUntil(() => groups.flat().includes(n));
  };
  try {
    await tell(1);
    await waitUntil(() => hanging === 1);
    await tell(2);
    await waitUntil(() => hanging === 2);
    await tell(3);
    assert.equal(hanging, 2);
  } finally {
    whileHearing = async () => undefined;
    goOn();
    await app.node.events.deliverAll();
  }
  assert.deepEqual(heard.toSorted(byNumber), [1, 2, 3]);
});

test("PF-R107 what another node delivers is not looked for again until it may have ended", async () => {
  const id = newId();
  await app.arrange((tx) => tx.publish(counted, { id, n: 5 }));
  heard.length = 0;
  await app.arrange(async (tx) => {
    await sql`select 1 from event_delivery where key = ${id} for update`.execute(tx.kysely);
    await Promise.race([app.node.events.deliverAll(), sleep(2_000).then(() => assert.fail("it looks on and on"))]);
  });
  assert.deepEqual(heard, []);
  await app.node.events.deliverAll();
  assert.deepEqual(heard, [5]);
});
