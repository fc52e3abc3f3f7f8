import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as contract from "@ops/platform/contract";
import { event } from "@ops/platform/contract";
import { z } from "zod";
import { defineModule, on } from "../module.ts";
import { newId } from "../secret/crypto.ts";
import { ProbeApp, probeApp, probeModule } from "../start/probe.ts";
import { timer } from "../timer/timer.ts";

const said = event("probe.said", z.object({ id: z.string() }), ({ id }) => id);
const ears = on(said, { name: "probe.ears", title: "听取样本" }, async () => undefined);
const bell = timer({ kind: "probe.bell", title: "样本提醒", payload: z.object({}), handle: async () => undefined });
const news = defineModule({ name: "news", listeners: [ears], timers: [bell] });

/** A node of the former release, one of the newer release, and one of a release that has given both up again. */
const former = probeApp({ background: true });
const newer = new ProbeApp({ modules: [probeModule, news], background: true });
const last = new ProbeApp({ background: true });
after(async () => {
  await newer.stop();
  await last.stop();
});

/** Something for both that comes in an hour. */
async function givenWork(): Promise<string> {
  const [stored] = await former.rows<{ id: string }>(
    `insert into event_outbox (name, key, payload, created_at) values ('probe.said', 'k', '{}', now()) returning id::text`,
  );
  await former.rows(
    `insert into event_delivery (event_id, listener, key, next_try_at)
     values ($1, 'probe.ears', 'k', now() + interval '1 hour')`,
    [stored?.id],
  );
  await former.rows(
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

test("PF-R108 what a newer release declares is not retired at a node of the former one, until a later release drops it", async () => {
  await newer.start(former);
  const eventId = await givenWork();
  const refused = ["COMMON_NOT_FOUND", "COMMON_NOT_FOUND"];
  assert.deepEqual(await seenAt(former, eventId), ["probe.ears（新版本）", "probe.bell（新版本）", ...refused]);
  assert.deepEqual(await seenAt(newer, eventId), ["听取样本", "样本提醒", ...refused]);
  await last.start(former);
  assert.deepEqual(await seenAt(last, eventId), ["probe.ears（已停用）", "probe.bell（已停用）", "", ""]);
});
