import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "@ops/platform/contract";
import { newId } from "../secret/crypto.ts";
import { probeApp } from "../start/probe.ts";
import { type NewNotice, notify } from "./notify.ts";
import { forgetOldNotices, noticeKeepDays } from "./service.ts";

const app = probeApp();

let people = 0;
function person() {
  const userId = newId();
  return { userId, token: app.admit(`reader ${++people}`, { userId, organizationId: newId(), permissions: [] }) };
}
const notice = (about: string, changes: Partial<NewNotice> = {}): NewNotice => ({
  category: "WARNING",
  title: "疑似越权尝试",
  content: "周文博 10 分钟内被拒绝 21 次",
  about,
  ...changes,
});
const give = (userIds: string[], one: NewNotice) => app.arrange((tx) => notify(tx, userIds, one));
const list = async (token: string, query: { category?: contract.NoticeCategory; isUnread?: string } = {}) =>
  (await app.call(contract.listNotices, { query }, { token })).data;
const unread = async (token: string) => (await app.call(contract.countUnreadNotices, {}, { token })).data;
const read = (token: string, body: contract.BodyInputOf<typeof contract.readNotices> = {}) =>
  app.call(contract.readNotices, { body }, { token });

test("PF-R100 a notice reaches the people it is for and nobody else, the newest first, counted until it is read", async () => {
  const [one, two, other] = [person(), person(), person()];
  await give([one.userId, two.userId], notice("a"));
  await give([one.userId], notice("b", { category: "SYSTEM", title: "接口目录有变化", route: "/home" }));
  const page = await list(one.token);
  assert.deepEqual(
    page.list.map(({ title, isRead, route }) => [title, isRead, route]),
    [
      ["接口目录有变化", false, "/home"],
      ["疑似越权尝试", false, null],
    ],
  );
  assert.deepEqual((await list(one.token, { category: "SYSTEM" })).total, 1);
  assert.deepEqual(await unread(one.token), { total: 2, byCategory: { TASK: 0, APPROVAL: 0, WARNING: 1, SYSTEM: 1 } });
  assert.deepEqual([(await list(two.token)).total, (await list(other.token)).total], [1, 0]);
});

test("PF-R100 one unread notice per record and category: a second takes its place, after reading it is a new one", async () => {
  const { userId, token } = person();
  await give([userId], notice("same"));
  await give([userId], notice("same", { content: "被拒绝 40 次" }));
  const [only, ...more] = (await list(token)).list;
  assert.deepEqual([only?.content, more.length], ["被拒绝 40 次", 0]);
  await give([userId], notice("same", { category: "SYSTEM" }));
  assert.equal((await unread(token)).total, 2);
  await read(token);
  await give([userId], notice("same"));
  assert.deepEqual([(await list(token)).total, (await unread(token)).total], [3, 1]);
});

test("PF-R85 notices are reached up to row 10,000 as in every list, and no further", async () => {
  const { token } = person();
  const pageOf = (pageNo: number) => app.call(contract.listNotices, { query: { pageNo, pageSize: 100 } }, { token });
  assert.equal((await pageOf(100)).success, true);
  assert.equal((await pageOf(101)).msg, "查询结果过多，请缩小查询范围或使用导出");
});

test("PF-R100 what is told once is not told again, even after it was read", async () => {
  const { userId, token } = person();
  for (let n = 0; n < 2; n++) await give([userId], notice("step", { once: true }));
  await read(token);
  await give([userId], notice("step", { once: true }));
  assert.deepEqual([(await list(token)).total, (await unread(token)).total], [1, 0]);
});

test("PF-R100 told once means once per category, and the newer notice brings its own level along", async () => {
  const { userId, token } = person();
  await give([userId], notice("record", { once: true }));
  await give([userId], notice("record", { once: true, category: "SYSTEM" }));
  assert.deepEqual(
    (await list(token)).list.map(({ category }) => category),
    ["SYSTEM", "WARNING"],
  );
  await give([userId], notice("rising", { level: "INFO" }));
  await give([userId], notice("rising", { level: "ERROR" }));
  assert.equal((await list(token)).list[0]?.level, "ERROR");
});

test("PF-R100 reading: single ones, a category, all; those of other people stay as they are", async () => {
  const [mine, other] = [person(), person()];
  for (const about of ["1", "2", "3"]) await give([mine.userId, other.userId], notice(about));
  await give([mine.userId], notice("4", { category: "TASK" }));
  const [first] = (await list(mine.token)).list;
  const [foreign] = (await list(other.token)).list;
  assert.ok(first && foreign);
  assert.equal((await read(mine.token, { ids: [first.id, foreign.id] })).data.read, 1);
  assert.equal((await unread(other.token)).total, 3);
  assert.equal((await read(mine.token, { category: "TASK" })).data.read, first.category === "TASK" ? 0 : 1);
  assert.equal((await read(mine.token)).data.read, first.category === "TASK" ? 3 : 2);
  assert.equal((await read(mine.token)).data.read, 0);
  assert.deepEqual((await list(mine.token, { isUnread: "true" })).list, []);
});

test("PF-R100 the other pages of the person count anew when something is read, and only then", async () => {
  const { userId, token } = person();
  await give([userId], notice("elsewhere"));
  const told = async () =>
    (await app.rows("select from live_event where user_id = $1 and payload->>'type' = 'notice.read'", [userId])).length;
  await read(token);
  assert.equal(await told(), 1);
  await read(token);
  assert.equal(await told(), 1);
});

test("PF-R100 open pages of the person, and of nobody else, hear of it with the commit", async () => {
  const { userId, token } = person();
  await give([userId], notice("live"));
  const [shown] = (await list(token)).list;
  const told = await app.rows("select payload, session_id from live_event where user_id = $1", [userId]);
  assert.deepEqual(told, [{ payload: { type: "notice.new", noticeId: shown?.id }, sessionId: null }]);
});

test("PF-R100 old notices go after notice.keepDays, to the moment", async () => {
  const { userId, token } = person();
  await app.holdTime(async () => {
    await give([userId], notice("old"));
    app.passTime(0.001);
    await give([userId], notice("kept"));
    app.passTime(90 * 86_400 - 0.001);
    await app.arrange(forgetOldNotices);
    assert.equal((await list(token)).total, 2);
    app.passTime(0.001);
    await app.arrange(forgetOldNotices);
    assert.equal((await list(token)).total, 1);
  });
});

test("PF-R100 notices are kept for 90 days unless an administrator says otherwise, from a week to two years", async () => {
  assert.equal(noticeKeepDays.initial, 90);
  assert.deepEqual(
    ["6", "7", "730", "731"].map((text) => noticeKeepDays.parse(text)),
    [null, 7, 730, null],
  );
});

test("PF-R100 a notice is shown whole; filters by category and by what is unread go together; nobody is told of nothing", async () => {
  const { userId, token } = person();
  const told = async () => (await app.rows("select from live_event where payload->>'type' = 'notice.new'")).length;
  const before = await told();
  await give([], notice("nobody"));
  assert.equal(await told(), before);
  await give([userId, userId], notice("a", { level: "WARN", route: "/home" }));
  assert.equal(await told(), before + 1);
  const [shown] = (await list(token)).list;
  const { title, content } = notice("a");
  const whole = { category: "WARNING", level: "WARN", title, content, route: "/home", isRead: false };
  assert.deepEqual(shown, { ...whole, id: shown?.id, createdAt: shown?.createdAt });
  await read(token);
  assert.deepEqual((await list(token)).list, [{ ...shown, isRead: true }]);
  await give([userId], notice("b"));
  await give([userId], notice("c", { category: "TASK" }));
  const found = async (query: Parameters<typeof list>[1]) => (await list(token, query)).total;
  assert.deepEqual(
    [await found({ isUnread: "true" }), await found({ isUnread: "false" }), await found({ category: "WARNING" })],
    [2, 3, 2],
  );
  assert.equal(await found({ category: "WARNING", isUnread: "true" }), 1);
  assert.equal((await read(token, { category: "WARNING" })).data.read, 1);
  assert.equal((await unread(token)).byCategory.TASK, 1);
});
