import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import * as contract from "@ops/platform/contract";
import { event } from "@ops/platform/contract";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { defineModule, on } from "../module.ts";
import { newId } from "../secret/crypto.ts";
import { ProbeApp, probeApp, probeModule } from "../start/probe.ts";
import { timer } from "../timer/timer.ts";
import { DeclaredWork } from "./declared-work.ts";

const said = event("probe.said", z.object({ id: z.string() }), ({ id }) => id);
const ears = on(said, { name: "probe.ears", title: "听取样本" }, async () => undefined);
const bell = timer({ kind: "probe.bell", title: "样本提醒", payload: z.object({}), handle: async () => undefined });
const news = defineModule({ name: "news", listeners: [ears], timers: [bell] });

/** A node of a release without the news, and one of a release with them. */
const without = probeApp({ background: true });
const having = new ProbeApp({ modules: [probeModule, news], background: true });
after(() => having.stop());

const rowsOf = () =>
  without.rows<{ name: string }>("select name from declared_work where name in ('probe.ears', 'probe.bell')");

/** Lets so much time pass since a node has last said that it knows both. */
const lastSaid = (ago: string) =>
  without.rows(
    "update declared_work set declared_at = now() - $1::interval where name in ('probe.ears', 'probe.bell')",
    [ago],
  );

/** Something for both that comes in an hour. */
async function givenWork(): Promise<string> {
  const [stored] = await without.rows<{ id: string }>(
    `insert into event_outbox (name, key, payload, created_at) values ('probe.said', 'k', '{}', now()) returning id::text`,
  );
  await without.rows(
    `insert into event_delivery (event_id, listener, key, next_try_at)
     values ($1, 'probe.ears', 'k', now() + interval '1 hour')`,
    [stored?.id],
  );
  await without.rows(
    `insert into timer (kind, key, due_at, payload, next_try_at)
     values ('probe.bell', 'k', now() + interval '1 hour', '{}', now() + interval '1 hour')`,
  );
  return stored?.id ?? "";
}

/** How operators see both at a node, and what comes of 跳过 and 移除 there. */
async function seenAt(app: ProbeApp, eventId: string) {
  const permissions = ["platform:job:list", "platform:job:skip"];
  const token = app.admit("operator", { userId: newId(), organizationId: newId(), permissions });
  const lines = (await app.call(contract.listListeners, {}, { token })).data;
  const timers = (await app.call(contract.listTimers, { query: {} }, { token })).data.list;
  const reason = { reason: "不再需要" };
  const delivery = { listener: "probe.ears", eventId };
  const skipped = await app.call(contract.skipDelivery, { params: delivery, body: reason }, { token });
  const removed = await app.call(
    contract.skipTimer,
    { params: { kind: "probe.bell", key: "k" }, body: reason },
    { token },
  );
  return [
    lines.find(({ listener }) => listener === "probe.ears")?.title,
    timers.find(({ kind }) => kind === "probe.bell")?.title,
    skipped.msgCode,
    removed.msgCode,
  ];
}

const REFUSED = ["COMMON_NOT_FOUND", "COMMON_NOT_FOUND"];

test("PF-R108 what a node of another release has declared within the hour is not retired, whichever of both started last", async () => {
  await having.start(without);
  const eventId = await givenWork();
  assert.deepEqual(await seenAt(having, eventId), ["听取样本", "样本提醒", ...REFUSED]);
  const other = ["probe.ears（其他版本）", "probe.bell（其他版本）", ...REFUSED];
  assert.deepEqual(await seenAt(without, eventId), other);
  const later = new ProbeApp({ background: true });
  await later.start(without);
  assert.deepEqual(await seenAt(later, eventId), other, "a node of the former release that started again");
  await later.stop();
  await lastSaid("59 minutes");
  assert.deepEqual(await seenAt(without, eventId), other);
  await lastSaid("60 minutes");
  assert.deepEqual(await seenAt(having, eventId), ["听取样本", "样本提醒", ...REFUSED], "what it knows itself");
  assert.deepEqual(await seenAt(without, eventId), ["probe.ears（已停用）", "probe.bell（已停用）", "", ""]);
});

test("PF-R108 a node says again and again what it declares, until it stops", async () => {
  await without.rows("delete from declared_work");
  const own = { LISTENER: ["probe.ears"], TIMER: ["probe.bell"] };
  const { log } = without.node;
  const inTransaction = <T>(_: string, act: (tx: Tx) => Promise<T>) => without.node.access.commit(act);
  const declared = new DeclaredWork(own, { log, inTransaction }, 5);
  await declared.start();
  assert.equal((await rowsOf()).length, 2);
  await without.rows("delete from declared_work");
  while ((await rowsOf()).length < 2) await setTimeout(5);
  await declared.stop();
  await without.rows("delete from declared_work");
  await setTimeout(50);
  assert.deepEqual(await rowsOf(), []);
});
