import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "@ops/platform/contract";
import { commonErrors, event } from "@ops/platform/contract";
import { z } from "zod";
import { defineModule, on } from "../module.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp, probeModule } from "../start/probe.ts";
import { timer } from "../timer/timer.ts";

const said = event("probe.said", z.object({ id: z.string(), n: z.int() }), ({ id }) => id);
const heard: number[] = [];
let isDeaf = true;
const ears = on(said, { name: "probe.ears", title: "听取样本" }, async (_tx, { n }) => {
  if (isDeaf && n === 1) throw commonErrors.notFound();
  heard.push(n);
});
const shown = event("probe.shown", z.object({ id: z.string() }), ({ id }) => id);
const eyes = on(shown, { name: "probe.eyes", title: "查看样本" }, async () => undefined);
const rings: string[] = [];
const bell = timer({
  kind: "probe.bell",
  title: "样本提醒",
  payload: z.object({}),
  handle: async () => {
    if (isDeaf) throw new Error("no bell for 13812345678");
    rings.push("rung");
  },
});
const app = probeApp({
  modules: [probeModule, defineModule({ name: "ears", listeners: [ears, eyes], timers: [bell] })],
});
const admit = (name: string, permissions: readonly string[]) =>
  app.admit(name, { userId: newId(), organizationId: newId(), permissions: [...permissions] });
const operator = () => admit("operator", ["platform:job:list", "platform:job:retry", "platform:job:skip"]);
const reader = () => admit("reader", ["platform:job:list"]);

const tell = (id: string, ...numbers: readonly number[]) =>
  app.arrange(async (tx) => {
    for (const n of numbers) await tx.publish(said, { id, n });
  });
const failing = async (listener?: string) =>
  (await app.call(contract.listDeliveries, { query: listener ? { listener } : {} }, { token: reader() })).data.list;
const lineOf = async () =>
  (await app.call(contract.listListeners, {}, { token: reader() })).data.find(
    ({ listener }) => listener === "probe.ears",
  );

test("PF-R108 the listeners stand in the order of what fails, then of what waits", async () => {
  const order = async () =>
    (await app.call(contract.listListeners, {}, { token: reader() })).data
      .map(({ listener, failing, waiting }) => `${listener} ${failing} ${waiting}`)
      .filter((line) => !line.endsWith(" 0"));
  await app.arrange((tx) => tx.publishAll(shown, [{ id: newId() }, { id: newId() }]));
  await tell(newId(), 0);
  assert.deepEqual(await order(), ["probe.eyes 0 2", "probe.ears 0 1"]);
  await app.rows("update event_delivery set attempts = 1 where listener = 'probe.ears'");
  assert.deepEqual(await order(), ["probe.ears 1 1", "probe.eyes 0 2"]);
  await app.node.events.deliverAll();
  heard.length = 0;
});

test("PF-R108 waiting and failing deliveries are seen per listener, with the class of the last error and what waits behind", async () => {
  const [id, other] = [newId(), newId()];
  await tell(id, 1, 2, 3);
  await tell(other, 4);
  await app.node.events.deliverAll();
  assert.deepEqual(heard, [4], "other records go on");
  assert.partialDeepStrictEqual(await lineOf(), { event: "probe.said", waiting: 3, failing: 1 });
  assert.ok((await lineOf())?.oldestAt);
  const [line, ...more] = await failing();
  assert.partialDeepStrictEqual(line, {
    listener: "probe.ears",
    title: "听取样本",
    event: "probe.said",
    key: id,
    tries: 1,
    held: 2,
    lastError: "业务拒绝 COMMON_NOT_FOUND",
  });
  assert.deepEqual(more, []);
  assert.deepEqual(await failing("probe.other"), []);
});

test("PF-R108 a retry does not wait for its time, and asks for its permission", async () => {
  const [line] = await failing();
  assert.ok(line);
  const params = { listener: line.listener, eventId: line.eventId };
  const { msgCode } = await app.call(contract.retryDelivery, { params }, { token: reader() });
  assert.equal(msgCode, "COMMON_FORBIDDEN");
  await app.rows("update event_delivery set next_try_at = now() + interval '1 hour' where attempts > 0");
  await app.node.events.deliverAll();
  assert.equal((await failing())[0]?.tries, 1);
  await app.call(contract.retryDelivery, { params }, { token: operator() });
  await app.node.events.deliverAll();
  assert.equal((await failing())[0]?.tries, 2);
  isDeaf = false;
  await app.call(contract.retryDelivery, { params }, { token: operator() });
  await app.node.events.deliverAll();
  assert.deepEqual(heard, [4, 1, 2, 3]);
  assert.deepEqual(await failing(), []);
  assert.deepEqual(await lineOf(), {
    listener: "probe.ears",
    title: "听取样本",
    event: "probe.said",
    waiting: 0,
    failing: 0,
    oldestAt: null,
    isRetired: false,
  });
  const late = await app.call(contract.retryDelivery, { params }, { token: operator() });
  assert.equal(late.msgCode, "COMMON_NOT_FOUND", "what was heard is not told again");
});

test("PF-R108 a skipped delivery is never heard, what waited behind it is, and the log keeps the reason", async () => {
  isDeaf = true;
  heard.length = 0;
  const id = newId();
  await tell(id, 1, 5);
  await app.node.events.deliverAll();
  const [line] = await failing();
  assert.ok(line);
  const params = { listener: line.listener, eventId: line.eventId };
  const body = { reason: "客户已注销" };
  const retrier = admit("retrier", ["platform:job:list", "platform:job:retry"]);
  assert.equal(
    (await app.call(contract.skipDelivery, { params, body }, { token: retrier })).msgCode,
    "COMMON_FORBIDDEN",
  );
  await app.call(contract.skipDelivery, { params, body }, { token: operator() });
  await app.node.events.deliverAll();
  assert.deepEqual(heard, [5]);
  const [row] = await app.auditOf({ id: line.eventId });
  assert.partialDeepStrictEqual(row, { actionName: "跳过事件投递", reason: "客户已注销", bizType: "eventDelivery" });
  const [named] = await app.rows("select biz_no from audit_log where biz_id = $1", [line.eventId]);
  assert.deepEqual(named, { bizNo: "probe.ears · probe.said" });
});

test("PF-R108 what waits for a listener that no module declares any more is seen and can be skipped", async () => {
  const id = newId();
  await tell(id, 7, 8);
  await app.rows("update event_delivery set listener = 'probe.gone' where key = $1", [id]);
  const { data } = await app.call(contract.listListeners, {}, { token: reader() });
  const gone = { listener: "probe.gone", title: "probe.gone（已停用）", isRetired: true };
  assert.partialDeepStrictEqual(data[0], { ...gone, event: "probe.said", waiting: 2, failing: 0 });
  const lines = await failing("probe.gone");
  assert.partialDeepStrictEqual(lines, [
    { ...gone, tries: 0, held: 1 },
    { tries: 0, held: 0 },
  ]);
  for (const { listener, eventId } of lines) {
    const params = { listener, eventId };
    assert.equal(
      (await app.call(contract.retryDelivery, { params }, { token: operator() })).msgCode,
      "COMMON_NOT_FOUND",
    );
    await app.call(contract.skipDelivery, { params, body: { reason: "监听已停用" } }, { token: operator() });
  }
  assert.deepEqual(await failing(), []);
  await tell(id, 9);
  const [{ eventId = "" } = {}] = await app.rows<{ eventId: string }>(
    `select event_id::text as "eventId" from event_delivery where key = $1 and done_at is null`,
    [id],
  );
  const params = { listener: "probe.ears", eventId };
  const early = await app.call(contract.skipDelivery, { params, body: { reason: "太慢" } }, { token: operator() });
  assert.equal(early.msgCode, "COMMON_NOT_FOUND", "what waits for one that is declared comes by itself");
  await app.node.events.deliverAll();
});

test("PF-R110 a timer of a kind that no module declares any more is seen and can be removed, no other", async () => {
  await app.arrange((tx) => tx.setTimer(bell, "mine", new Date(tx.now.getTime() + 3_600_000), {}));
  await app.rows(
    "insert into timer (kind, key, due_at, payload, next_try_at) values ('probe.gone', 'k', now(), '{}', now())",
  );
  const list = async () => (await app.call(contract.listTimers, { query: {} }, { token: reader() })).data.list;
  assert.partialDeepStrictEqual(await list(), [
    { kind: "probe.gone", title: "probe.gone（已停用）", isRetired: true },
    { kind: "probe.bell", title: "样本提醒", isRetired: false },
  ]);
  const remove = async (kind: string, key: string, token = operator()) =>
    (await app.call(contract.skipTimer, { params: { kind, key }, body: { reason: "已停用" } }, { token })).msgCode;
  assert.equal(await remove("probe.gone", "k", reader()), "COMMON_FORBIDDEN");
  assert.equal(await remove("probe.bell", "mine"), "COMMON_NOT_FOUND");
  assert.equal(await remove("probe.gone", "other"), "COMMON_NOT_FOUND");
  await remove("probe.gone", "k");
  assert.deepEqual(
    (await list()).map(({ kind }) => kind),
    ["probe.bell"],
  );
  assert.partialDeepStrictEqual(await app.auditOf({ id: "k" }), [{ actionName: "移除到时任务", reason: "已停用" }]);
  await app.arrange((tx) => tx.clearTimer(bell, "mine"));
});

test("PF-R110 a timer that fails is seen with the class of its error, and a retry does not wait for its time", async () => {
  isDeaf = true;
  await app.arrange(async (tx) => {
    await tx.setTimer(bell, "late", tx.now, {});
    await tx.setTimer(bell, "early", new Date(tx.now.getTime() + 3_600_000), {});
  });
  await app.node.timers.fireAll();
  const seen = async (state?: "WAITING" | "FAILING") =>
    (await app.call(contract.listTimers, { query: state ? { state } : {} }, { token: reader() })).data.list;
  const shown = (lines: Awaited<ReturnType<typeof seen>>) =>
    lines.map(({ title, key, tries, lastError }) => [title, key, tries, lastError]);
  assert.deepEqual(shown(await seen("FAILING")), [["样本提醒", "late", 1, "程序错误"]]);
  assert.deepEqual(shown(await seen("WAITING")), [["样本提醒", "early", 0, null]]);
  assert.deepEqual(shown(await seen()).length, 2);
  isDeaf = false;
  const retry = (key: string, token = operator()) =>
    app.call(contract.retryTimer, { params: { kind: "probe.bell", key } }, { token });
  assert.equal((await retry("late", reader())).msgCode, "COMMON_FORBIDDEN");
  await app.rows("update timer set next_try_at = now() + interval '1 hour'");
  await app.node.timers.fireAll();
  assert.deepEqual(rings, []);
  assert.equal((await retry("early")).msgCode, "COMMON_NOT_FOUND", "what has not failed waits for its time");
  await retry("late");
  await app.node.timers.fireAll();
  assert.deepEqual(rings, ["rung"]);
});
