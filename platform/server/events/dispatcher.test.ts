import assert from "node:assert/strict";
import { test } from "node:test";
import { event } from "@ops/platform/contract";
import { z } from "zod";
import { newId } from "../crypto.ts";
import { defineModule, onMany } from "../module.ts";
import { probeApp, probeModule } from "../probe.ts";

const counted = event("probe.counted", z.object({ id: z.string(), n: z.int() }), ({ id }) => id);
/** What each transaction heard, whether or not it came to its end. */
const groups: number[][] = [];
let bad = -1;

const crowd = onMany(counted, "probe.crowd", async (_tx, payloads) => {
  groups.push(payloads.map(({ n }) => n));
  if (payloads.some(({ n }) => n === bad)) throw new Error("one of them is bad");
});
const listening = defineModule({ name: "crowd", routes: [], listeners: [crowd] });
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
