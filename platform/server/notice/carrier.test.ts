import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as contract from "@ops/platform/contract";
import { sql } from "kysely";
import { z } from "zod";
import { defineModule } from "../module.ts";
import { outward } from "../outside/port.ts";
import { newId } from "../secret/crypto.ts";
import { ProbeApp, probeApp, probeModule } from "../start/probe.ts";
import type { CarriedNotice, NoticeCarrier } from "./carrier.ts";
import { type NewNotice, notify } from "./notify.ts";

/** What left by the post, whether or not the transaction came to its end; and how often it is to fail first. */
const posted: CarriedNotice[] = [];
let failures = 0;
const sent: string[] = [];

const letters = outward({
  port: "probe.letter",
  title: "样本信件",
  request: z.object({ title: z.string() }),
  answer: z.object({}),
  send: async ({ key }) => {
    sent.push(key);
    return { is: "DONE", answer: {} };
  },
  query: async () => assert.fail("nobody is to be asked"),
  again: [60],
  done: async () => undefined,
  failed: async () => undefined,
});
const post: NoticeCarrier = {
  key: "probe.post",
  label: "信件",
  carry: async (tx, notice) => {
    posted.push(notice);
    await tx.askOutside(letters, notice.noticeId, { title: notice.title });
    if (failures-- > 0) throw new Error("the post is closed");
  },
};
const flown: string[] = [];
const pigeon: NoticeCarrier = {
  key: "probe.pigeon",
  label: "信鸽",
  carry: async (_tx, { userId }) => void flown.push(userId),
};
const carrying = defineModule({ name: "carrying", routes: [], outward: [letters], noticeCarriers: [post, pigeon] });
const app = probeApp({ modules: [probeModule, carrying] });
/** Another node on the same database, and a product without any carrier. */
const second = new ProbeApp({ modules: [probeModule, carrying] });
const without = probeApp();
before(() => second.start(app));
after(() => second.stop());

let people = 0;
function person(of: ProbeApp = app) {
  const userId = newId();
  const token = of.admit(`reached ${++people}`, { userId, organizationId: newId(), permissions: [] });
  return { userId, token };
}
const give = (userIds: string[], changes: Partial<NewNotice> = {}) =>
  app.arrange((tx) =>
    notify(tx, userIds, {
      category: "WARNING",
      title: "库存预警",
      content: "车辆超期",
      about: "car",
      carried: true,
      ...changes,
    }),
  );
const deliver = () => app.node.events.deliverAll();
const postedTo = (userId: string) => posted.filter((one) => one.userId === userId);
const setSwitch = (
  token: string,
  {
    carrier = post.key,
    category = "WARNING",
    isOn = false,
  }: Partial<contract.BodyInputOf<typeof contract.setNoticeSwitch>>,
) => app.call(contract.setNoticeSwitch, { body: { carrier, category, isOn } }, { token });
const switchesOf = async (token: string) => (await app.call(contract.listNoticeSwitches, {}, { token })).data;

test("PF-R124 a carried notice goes every registered way to each person, whole, after the commit; others stay with the bell", async () => {
  const [one, two, other] = [person(), person(), person()];
  await give([one.userId, two.userId, one.userId], { level: "WARN", route: "/home" });
  await give([other.userId], { carried: false });
  assert.deepEqual(postedTo(one.userId), [], "nothing leaves before the commit");
  await deliver();
  const [notice] = (await app.call(contract.listNotices, { query: {} }, { token: one.token })).data.list;
  const { isRead: _read, createdAt: _at, id: noticeId, ...shown } = notice ?? assert.fail("no notice");
  assert.deepEqual(postedTo(one.userId), [{ noticeId, userId: one.userId, ...shown }]);
  assert.equal(postedTo(two.userId).length, 1);
  assert.deepEqual(postedTo(other.userId), []);
  const flights = (id: string) => flown.filter((userId) => userId === id).length;
  assert.deepEqual([flights(one.userId), flights(two.userId), flights(other.userId)], [1, 1, 0]);
  await app.node.outside.callAll();
  assert.equal(sent.filter((key) => key === noticeId).length, 1);
});

test("PF-R124 a transaction that fails carries nothing", async () => {
  const { userId } = person();
  const failing = app.arrange(async (tx) => {
    await notify(tx, [userId], { category: "TASK", title: "甲", content: "乙", about: "x", carried: true });
    throw new Error("the business fails");
  });
  await assert.rejects(failing);
  await deliver();
  assert.deepEqual(postedTo(userId), []);
});

test("PF-R124 once: what takes the place of an unread notice does not travel again, a new one after reading does", async () => {
  const { userId, token } = person();
  await give([userId], { carried: false });
  await deliver();
  assert.equal(postedTo(userId).length, 0);
  await give([userId], { content: "第一次带出" });
  await give([userId], { content: "更新" });
  await deliver();
  await give([userId], { content: "再次更新" });
  await deliver();
  assert.deepEqual(
    postedTo(userId).map(({ content }) => content),
    ["更新"],
  );
  await app.call(contract.readNotices, { body: {} }, { token });
  await give([userId], { content: "新的" });
  await deliver();
  assert.equal(postedTo(userId).length, 2);
});

test("PF-R124 exactly one carry stays, also when it breaks off half-way or two nodes are at it; another carrier does not wait for it", async () => {
  const { userId } = person();
  const calls = async () => (await app.rows("select from outside_call where port = 'probe.letter'")).length;
  const before = await calls();
  failures = 2; // with others in one transaction, and once more alone
  await give([userId]);
  await deliver();
  assert.equal(await calls(), before, "what the broken attempt wrote is gone with it");
  assert.equal(flown.filter((id) => id === userId).length, 1);
  app.passTime(2);
  await Promise.all([deliver(), second.node.events.deliverAll()]);
  assert.equal(await calls(), before + 1);
  assert.equal(postedTo(userId).length, 3, "two attempts broke off, one stays");
  app.passTime(600);
  await Promise.all([deliver(), second.node.events.deliverAll()]);
  assert.equal(await calls(), before + 1);
  assert.equal(flown.filter((id) => id === userId).length, 1);
});

test("PF-R124 two who tell the same at once let it travel once", async () => {
  const { userId } = person();
  await Promise.all([give([userId]), give([userId]), give([userId])]);
  await deliver();
  assert.equal(postedTo(userId).length, 1);
});

test("PF-R124 a person's switch keeps one category from one carrier, at the moment it would leave; other people's stay on", async () => {
  const [mine, other] = [person(), person()];
  assert.deepEqual(
    (await switchesOf(mine.token)).map(({ carrier, label, isOn }) => [carrier, label, isOn]),
    [
      ["probe.post", "信件", { TASK: true, APPROVAL: true, WARNING: true, SYSTEM: true }],
      ["probe.pigeon", "信鸽", { TASK: true, APPROVAL: true, WARNING: true, SYSTEM: true }],
    ],
  );
  await give([mine.userId, other.userId]);
  const { data } = await setSwitch(mine.token, {});
  assert.deepEqual(data[0]?.isOn, { TASK: true, APPROVAL: true, WARNING: false, SYSTEM: true });
  assert.equal(data[1]?.isOn.WARNING, true);
  assert.equal((await switchesOf(other.token))[0]?.isOn.WARNING, true);
  await deliver();
  assert.deepEqual([postedTo(mine.userId).length, postedTo(other.userId).length], [0, 1]);
  assert.equal(flown.filter((id) => id === mine.userId).length, 1);
  await give([mine.userId], { category: "TASK" });
  await deliver();
  assert.deepEqual(
    postedTo(mine.userId).map(({ category }) => category),
    ["TASK"],
  );
  await setSwitch(mine.token, {}); // off already
  assert.deepEqual((await setSwitch(mine.token, { isOn: true })).data, await switchesOf(other.token));
  const logged = await app.rows<{ summary: string }>(
    "select summary from audit_log where actor_id = $1 order by occurred_at, id",
    [mine.userId],
  );
  assert.deepEqual(
    logged.map(({ summary }) => summary),
    ["信件：关闭", "信件：关闭", "信件：打开"],
  );
  await give([mine.userId], { about: "another car" });
  await deliver();
  assert.equal(postedTo(mine.userId).length, 2);
});

test("PF-R124 only ways that are registered have switches; without any, nothing travels and nothing is offered", async () => {
  const { token } = person();
  assert.equal((await setSwitch(token, { carrier: "probe.drum" })).msg, "该提醒方式不存在");
  const alone = person(without);
  assert.deepEqual((await without.call(contract.listNoticeSwitches, {}, { token: alone.token })).data, []);
  await without.arrange((tx) =>
    notify(tx, [alone.userId], { category: "TASK", title: "甲", content: "乙", about: "x", carried: true }),
  );
  const events = "select from event_outbox where name = 'platform.noticeLeaves'";
  assert.deepEqual(await without.rows(events), []);
  const [kept] = await without.rows("select carried_at from notice where user_id = $1", [alone.userId]);
  assert.deepEqual(kept, { carriedAt: null }, "nor is it said to have travelled");
});

test("PF-R124 what has gone meanwhile is not carried: the notice, or the module with its carrier", async () => {
  const [gone, kept] = [person(), person()];
  await give([gone.userId]);
  await app.rows("delete from notice where user_id = $1", [gone.userId]);
  await give([kept.userId]);
  await app.arrange((tx) =>
    sql`update event_outbox set payload = jsonb_set(payload, '{carrier}', '"probe.drum"') where payload->>'noticeId' in
      (select id::text from notice where user_id = ${kept.userId})`.execute(tx.kysely),
  );
  await deliver();
  assert.deepEqual([postedTo(gone.userId).length, postedTo(kept.userId).length], [0, 0]);
  const waiting = "select last_error from event_delivery where listener = 'platform.carryNotice' and done_at is null";
  assert.deepEqual(await app.rows(waiting), [], "and nothing waits for it");
});
