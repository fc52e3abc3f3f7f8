import assert from "node:assert/strict";
import { test } from "node:test";
import { notify } from "./notice/notify.ts";
import { newId } from "./secret/crypto.ts";
import { probeApp } from "./start/probe.ts";
import { runSchedule } from "./testing-schedules.ts";

const app = probeApp();
const MINUTE = 60;
const DAY = 86_400;
const ago = (seconds: number) => new Date(app.now().getTime() - seconds * 1000);

/** Reads the column `kept` of the remaining rows. */
async function left(query: string): Promise<unknown[]> {
  return (await app.rows<{ kept: unknown }>(query)).map(({ kept }) => kept);
}

test("PF-R83 platform 10 keys of calls are known for 24 hours, counters of limits for a day", async () => {
  for (const seconds of [DAY + 1, DAY - MINUTE]) {
    const name = `clean-up ${seconds}`;
    await app.rows(
      `insert into idempotency_key (actor_id, key, endpoint, request_hash, created_at) values ($1, $2, '', '', $3)`,
      [newId(), name, ago(seconds)],
    );
    await app.rows("insert into rate_counter (subject, window_start, count) values ($1, $2, 1)", [name, ago(seconds)]);
  }
  await runSchedule(app, "platform.cleanUp");
  const kept = [`clean-up ${DAY - MINUTE}`];
  assert.deepEqual(await left("select key as kept from idempotency_key where key like 'clean-up %'"), kept);
  assert.deepEqual(await left("select subject as kept from rate_counter where subject like 'clean-up %'"), kept);
});

test("PF-R101 platform 10 what pages are told waits for them for ten minutes, notices go after their days", async () => {
  const userId = newId();
  const payload = JSON.stringify({ type: "probe.cleanUp" });
  for (const seconds of [11 * MINUTE, 9 * MINUTE]) {
    await app.rows("insert into live_event (user_id, payload, created_at) values ($1, $2, $3)", [
      userId,
      payload,
      ago(seconds),
    ]);
  }
  for (const about of ["old", "young"]) {
    await app.arrange((tx) => notify(tx, [userId], { category: "SYSTEM", title: about, content: about, about }));
  }
  await app.rows("update notice set created_at = $1 where user_id = $2 and title = 'old'", [ago(91 * DAY), userId]);
  await runSchedule(app, "platform.cleanUp");
  const live = await app.rows("select from live_event where user_id = $1 and payload->>'type' = 'probe.cleanUp'", [
    userId,
  ]);
  assert.equal(live.length, 1);
  const notices = await app.rows("select title from notice where user_id = $1", [userId]);
  assert.deepEqual(notices, [{ title: "young" }]);
});

test("platform 10 events go after 30 days, but for those that somebody has not got yet", async () => {
  const publish = async (key: string, days: number, doneAt: Date | null) => {
    const [event] = await app.rows<{ id: string }>(
      "insert into event_outbox (name, key, payload, created_at) values ('probe.cleanUp', $1, '{}', $2) returning id",
      [key, ago(days * DAY + MINUTE)],
    );
    await app.rows(
      "insert into event_delivery (event_id, listener, key, next_try_at, done_at) values ($1, 'probe', $2, now(), $3)",
      [event?.id, key, doneAt],
    );
  };
  await publish("delivered", 30, app.now());
  await publish("waiting", 30, null);
  await publish("young", 29, app.now());
  await runSchedule(app, "platform.cleanUp");
  const kept = await left("select key as kept from event_outbox where name = 'probe.cleanUp' order by key");
  assert.deepEqual(kept, ["waiting", "young"]);
});

test("PF-R120 platform 10 outside calls go 90 days after their end, but for those that failed and nobody has dealt with", async () => {
  const calls: readonly [string, string, string | null, number][] = [
    ["done", "DONE", null, 90],
    ["handled", "HANDLED", "忙", 90],
    ["withdrawn", "FAILED", null, 90],
    ["failed", "FAILED", "忙", 90],
    ["waiting", "WAITING", null, 90],
    ["young", "DONE", null, 89],
  ];
  for (const [key, state, error, days] of calls) {
    await app.rows(
      `insert into outside_call (id, created_at, created_by, updated_at, updated_by, port, key, state, last_error, due_at)
       values ($1, $2, $1, $3, $1, 'probe.cleanUp', $4, $5, $6, $7)`,
      [newId(), ago(200 * DAY), ago(days * DAY + MINUTE), key, state, error, state === "WAITING" ? ago(-DAY) : null],
    );
  }
  await runSchedule(app, "platform.cleanUp");
  const kept = await left("select key as kept from outside_call where port = 'probe.cleanUp' order by key");
  assert.deepEqual(kept, ["failed", "waiting", "young"]);
});

test("platform 10 the clean-up takes along what the queue has done", async () => {
  const ended = `insert into pgboss.job (name, state, retry_limit, policy, deletion_seconds, completed_on)
    select name, 'completed', 0, policy, deletion_seconds, now() - $1::interval from pgboss.queue limit 1 returning id`;
  const [old] = await app.rows<{ id: string }>(ended, ["25 hours"]);
  const [young] = await app.rows<{ id: string }>(ended, ["23 hours"]);
  await runSchedule(app, "platform.cleanUp");
  const rows = await app.rows("select id from pgboss.job where id = any($1::uuid[])", [[old?.id, young?.id]]);
  assert.deepEqual(rows, [{ id: young?.id }]);
});

test("PF-R98 platform 10 the log has a part for each month up to the month after next, however long the node runs", async () => {
  const parts = () =>
    left(`select c.relname as kept from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit_log'::regclass order by 1`);
  const monthIn = (months: number) => {
    const now = app.now();
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
    return `audit_log_${first.toISOString().slice(0, 7).replace("-", "_")}`;
  };
  app.passTime(100 * DAY);
  const ahead = [0, 1, 2].map(monthIn);
  assert.ok(!(await parts()).includes(ahead[2]), "nobody has made it yet");
  await runSchedule(app, "platform.auditMonths");
  await runSchedule(app, "platform.auditMonths");
  const made = await parts();
  for (const part of ahead) assert.ok(made.includes(part), part);
  assert.ok(!made.includes(monthIn(3)));
  app.passTime(-100 * DAY);
});
