import assert from "node:assert/strict";
import { test } from "node:test";
import { event } from "@ops/platform/contract";
import { z } from "zod";
import { newId } from "../crypto.ts";
import { defineModule, on, onMany } from "../module.ts";
import { probeApp, probeModule, probeRenamed } from "../probe.ts";

const counted = event("probe.counted", z.object({ id: z.string(), n: z.int() }), ({ id }) => id);
/** What each transaction heard, whether or not it came to its end. */
const groups: number[][] = [];
let bad = -1;

const crowd = onMany(counted, "probe.crowd", async (_tx, payloads) => {
  groups.push(payloads.map(({ n }) => n));
  if (payloads.some(({ n }) => n === bad)) throw new Error("one of them is bad");
});
/** What somebody who hears one at a time has heard. */
const heard: number[] = [];
let refused = -1;
const single = on(counted, "probe.single", async (_tx, { n }) => {
  heard.push(n);
  if (n === refused) throw new Error(`bad ${"x".repeat(600)}`);
});
const listening = defineModule({ name: "crowd", routes: [], listeners: [crowd, single] });
const app = probeApp({ modules: [probeModule, listening] });

async function tellNumbers(count: number, idOf: (n: number) => string): Promise<void> {
  groups.length = 0;
  const payloads = Array.from({ length: count }, (_, n) => ({ id: idOf(n), n }));
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
  assert.deepEqual(
    groups.map((group) => group.length),
    [100, 100, 50],
  );
  assert.deepEqual(
    groups.flat(),
    Array.from({ length: 250 }, (_, n) => n),
  );
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
  assert.deepEqual(
    groups.slice(1),
    Array.from({ length: 20 }, (_, n) => [n]),
  );
  assert.deepEqual(await waiting(), [{ n: 7, attempts: 1 }]);
});

interface Delivery {
  readonly n: number;
  readonly attempts: number;
  readonly seconds: number;
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
  assert.deepEqual(heard, [0, 1, 3], "other records go on");
  const [first, second, third] = await deliveriesOf(id);
  assert.partialDeepStrictEqual(first, { n: 0, attempts: 1, isDone: true, error: null });
  assert.deepEqual(third, { n: 2, attempts: 0, seconds: 0, isDone: false, error: null });
  assert.partialDeepStrictEqual(second, { n: 1, attempts: 1, isDone: false });
  assert.equal(second?.error, `Error: bad ${"x".repeat(600)}`.slice(0, 500));
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
  await app.rows("update event_delivery set next_try_at = now() where key = $1", [id]);
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
