import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { probeApp } from "../start/probe.ts";
import { watchBacklog } from "./backlog.ts";

const app = probeApp();

test("PF-R108 the oldest event that waits and the timer that is most overdue can be watched", async () => {
  const registry = new Registry();
  watchBacklog(registry, app.node);
  const seconds = async () =>
    Promise.all(
      ["event_delivery_oldest_seconds", "timer_overdue_seconds"].map(async (name) => {
        const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
        return Math.round((values[0]?.value ?? -1) / 60);
      }),
    );
  assert.deepEqual(await seconds(), [0, 0]);
  const tell = (minutes: number, done: string | null) =>
    app.rows(
      `with told as (insert into event_outbox (name, key, payload, created_at)
         values ('probe.told', '1', '{}', now() - make_interval(mins => $1)) returning id)
       insert into event_delivery (event_id, listener, key, next_try_at, done_at)
       select id, 'probe.ears', '1', now(), $2::timestamptz from told`,
      [minutes, done],
    );
  await tell(90, "2020-01-01"); // this event was delivered
  await tell(60, null);
  await tell(30, null);
  const set = (key: string, due: number, tries: number, next: number) =>
    app.rows(
      `insert into timer (kind, key, due_at, payload, attempts, next_try_at)
       values ('probe.none', $1, now() - make_interval(mins => $2), '{}', $3, now() + make_interval(mins => $4))`,
      [key, due, tries, next],
    );
  await set("far", -60, 0, 60);
  assert.deepEqual(await seconds(), [60, 0]);
  await set("due", 10, 0, -10);
  await set("failing", 20, 3, 5);
  assert.deepEqual(await seconds(), [60, 20]);
});
