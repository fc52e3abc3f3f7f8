import assert from "node:assert/strict";
import { test } from "node:test";
import { givenUser, type TestClient } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import type { DutyCell } from "../../contract/index.ts";
import * as contract from "../../contract/index.ts";
import { givenStore, testApp } from "../testing.ts";
import { forgetRosters } from "./schedules.ts";
import { givenMember, givenShifts, nextMonday } from "./testing.ts";
import { mondayOf } from "./week.ts";

const app = testApp();
const codes = ["store:duty:list", "store:duty:edit"];
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => `${msgCode} ${msg}`.trim();

async function givenRoster(keeper: TestClient) {
  const store = await givenStore(app);
  await givenShifts(app, store.id);
  const member = await givenMember(app, { storeId: store.id });
  const monday = nextMonday(app);
  const save = (days: DutyCell[], version: number | null, more: object = {}) =>
    keeper.call(contract.saveDutyRoster, {
      body: { storeId: store.id, monday, days, isPublishing: false, version, ...more },
    });
  const cell = (at: number, shiftCode: DutyCell["shiftCode"], kind: DutyCell["kind"] = "SHIFT"): DutyCell => ({
    userId: member.userId,
    day: addDays(monday, at),
    kind,
    shiftCode,
  });
  const read = async (week = monday) =>
    (await keeper.call(contract.getDutyRoster, { query: { storeId: store.id, monday: week } })).data;
  return { store, member, monday, save, cell, read };
}

test("ST-R31 a week is saved as a whole and published; the log tells each change, a published week stays published", async () => {
  const keeper = await app.signIn({ permissions: codes });
  const { store, member, save, cell, read, monday } = await givenRoster(keeper);
  const empty = await read();
  assert.deepEqual([empty.version, empty.publishedAt, empty.days], [null, null, []]);
  assert.deepEqual(
    empty.open,
    Array.from({ length: 7 }, () => [{ from: "10:00", until: "21:00" }]),
  );
  const first = await save([cell(0, "A"), cell(1, null, "LEAVE")], null);
  assert.deepEqual([first.data.version, first.data.publishedAt], [2, null]);
  const second = await save([cell(0, "B"), cell(6, null, "REST")], 2, { isPublishing: true });
  assert.notEqual(second.data.publishedAt, null);
  assert.deepEqual(
    second.data.days.map(({ day, kind, shiftCode, windows }) => [day, kind, shiftCode, windows.length]),
    [
      [monday, "SHIFT", "B", 1],
      [addDays(monday, 6), "REST", null, 0],
    ],
  );
  const third = await save([cell(0, "B")], 3);
  assert.equal(third.data.publishedAt, second.data.publishedAt);
  await save([cell(0, "B")], 4, { isPublishing: true });
  assert.equal((await read()).publishedAt, second.data.publishedAt, "it is published once");
  const name = await app.arrange((tx) => tx.personName(member.userId));
  const [, log, , same] = await app.rows<{ summary: string }>(
    "select summary from audit_log where biz_type = 'store' and biz_id = $1 and action_name = '保存排班' order by seq",
    [store.id],
  );
  const short = (at: number) => addDays(monday, at).slice(5);
  assert.equal(
    log?.summary,
    `${monday}一周：${name} ${short(0)} A→B；${name} ${short(1)} 请假→未排；${name} ${short(6)} 未排→休息`,
  );
  assert.equal(same?.summary, `${monday}一周：无变化`);
});

test("ST-R31 the log tells forty changed days one by one, and how many there are in all", async () => {
  const keeper = await app.signIn({ permissions: codes });
  const { store, save, cell } = await givenRoster(keeper);
  const days: DutyCell[] = [];
  for (let n = 0; n < 6; n++) {
    const { userId } = await givenMember(app, { storeId: store.id });
    for (let at = 0; at < 7; at++) days.push({ ...cell(at, "A"), userId });
  }
  assert.equal((await save(days.slice(0, 40), null)).msg, "");
  const toldOf = async () => (await app.auditOf(store)).at(-1)?.summary?.split("；") ?? [];
  const forty = await toldOf();
  assert.deepEqual([forty.length, forty.at(-1)?.includes("等")], [40, false]);
  assert.equal((await save([], 2)).msg, "");
  assert.equal((await save(days, 3)).msg, "");
  const more = await toldOf();
  assert.deepEqual([more.length, more.at(-1)?.endsWith("等42处")], [40, true]);
});

test("ST-R31 a week saved by two is a conflict for the second, also the first time", async () => {
  const keeper = await app.signIn({ permissions: codes });
  const { save, cell } = await givenRoster(keeper);
  const results = await Promise.all([save([cell(0, "A")], null), save([cell(0, "B")], null)]);
  assert.deepEqual(results.map(({ msgCode }) => msgCode).toSorted(), ["", "COMMON_VERSION_CONFLICT"]);
  const again = await Promise.all([save([cell(1, "A")], 2), save([cell(1, "B")], 2)]);
  assert.deepEqual(again.map(({ msgCode }) => msgCode).toSorted(), ["", "COMMON_VERSION_CONFLICT"]);
});

test("ST-R31 only today and later, at most eight weeks ahead; past days stay as they are", async () => {
  const keeper = await app.signIn({ permissions: codes });
  const { store, member, save, cell } = await givenRoster(keeper);
  const today = dayOf(app.now());
  const thisMonday = mondayOf(today);
  const inWeek = (monday: string) => ({ monday });
  const past = "STORE_DUTY_PAST 只能修改今天及以后的排班";
  assert.equal(whyNot(await save([], null, inWeek(addDays(thisMonday, -7)))), past);
  assert.equal(whyNot(await save([], null, inWeek(addDays(thisMonday, 57)))), "COMMON_PARAM 请选择一周的周一");
  assert.equal(whyNot(await save([], null, inWeek(addDays(thisMonday, 56)))), "");
  assert.equal(whyNot(await save([], null, inWeek(addDays(thisMonday, 63)))), "STORE_DUTY_AHEAD 最多只能排未来8周");
  assert.equal((await save([cell(7, "A")], null)).msgCode, "STORE_DUTY_WEEK");
  assert.equal((await save([cell(-1, "A")], null)).msgCode, "STORE_DUTY_WEEK");
  assert.equal((await save([cell(0, "A"), cell(0, "B")], null)).msgCode, "STORE_DUTY_TWICE");
  // the week in which today is the second day or later
  app.passTime(86_400 * ((9 - new Date(`${today}T12:00:00Z`).getUTCDay()) % 7));
  const reader = await app.signIn({ permissions: codes });
  const now = dayOf(app.now());
  const monday = mondayOf(now);
  assert.notEqual(now, monday);
  await app.rows("insert into duty_day (store_id, day, user_id, kind, shift_code) values ($1, $2, $3, 'SHIFT', 'A')", [
    store.id,
    monday,
    member.userId,
  ]);
  const saveNow = (days: DutyCell[], version: number | null) =>
    reader.call(contract.saveDutyRoster, {
      body: { storeId: store.id, monday, days, isPublishing: false, version },
    });
  const cellOn = (day: string, shiftCode: "A" | "B"): DutyCell => ({
    userId: member.userId,
    day,
    kind: "SHIFT",
    shiftCode,
  });
  const version = (await reader.call(contract.getDutyRoster, { query: { storeId: store.id, monday } })).data.version;
  assert.equal(whyNot(await saveNow([cellOn(monday, "B")], version)), past);
  const resting = await givenMember(app, { storeId: store.id });
  await app.rows("insert into duty_day (store_id, day, user_id, kind) values ($1, $2, $3, 'REST')", [
    store.id,
    monday,
    resting.userId,
  ]);
  const left: DutyCell = { userId: resting.userId, day: monday, kind: "LEAVE", shiftCode: null };
  assert.equal(whyNot(await saveNow([left], version)), past);
  await app.rows("delete from duty_day where user_id = $1", [resting.userId]);
  assert.equal(whyNot(await saveNow([cellOn(monday, "A"), cellOn(now, "B")], version)), "");
  const { data } = await reader.call(contract.getDutyRoster, { query: { storeId: store.id, monday } });
  assert.deepEqual(
    data.days.map(({ day, shiftCode }) => [day, shiftCode]),
    [
      [monday, "A"],
      [now, "B"],
    ],
  );
});

test("ST-R31 a shift has hours of its own; days that are planned already keep theirs", async () => {
  const keeper = await app.signIn({ permissions: codes });
  const { store, save, cell } = await givenRoster(keeper);
  const hoursOn = (data: { days: { day: string; windows: { from: string }[] }[] }) =>
    data.days.map(({ windows }) => windows[0]?.from);
  await save([cell(0, "A")], null);
  const shift = (code: "A" | "C", from: string) => ({ code, name: "早班", windows: [{ from, until: "18:00" }] });
  const put = (shifts: ReturnType<typeof shift>[]) =>
    keeper.call(contract.saveDutyShifts, { body: { storeId: store.id, shifts } });
  assert.equal((await put([shift("A", "09:00"), shift("A", "08:00")])).msgCode, "STORE_DUTY_SHIFT_TWICE");
  const { data } = await put([shift("A", "09:00"), shift("C", "08:00")]);
  assert.deepEqual(
    data.map(({ code }) => code),
    ["A", "C"],
  );
  const logged = (await app.auditOf(store)).at(-1)?.summary ?? "";
  assert.match(logged, /^班次：A 早班 10:00–18:00；B .+ → A 早班 09:00–18:00；C 早班 08:00–18:00$/);
  const { data: listed } = await keeper.call(contract.listDutyShifts, { query: { storeId: store.id } });
  assert.deepEqual(listed, data);
  const neighbour = await givenRoster(keeper);
  await put([shift("A", "09:00"), shift("C", "08:00")]);
  const theirs = await keeper.call(contract.listDutyShifts, { query: { storeId: neighbour.store.id } });
  assert.equal(theirs.data.length, 2, "other stores keep theirs");
  const saved = await save([cell(0, "A"), cell(1, "A")], 2);
  assert.deepEqual(hoursOn(saved.data), ["10:00", "09:00"]);
  assert.equal(whyNot(await save([cell(2, "B")], 3)), "STORE_DUTY_SHIFT 班次「B」不存在");
  const { id: stranger } = await givenUser(app);
  assert.equal(
    whyNot(await save([{ ...cell(0, "A"), userId: stranger }], 3)),
    "STORE_DUTY_MEMBER 人员不在本店排班名单中",
  );
});

test("ST-R31 one person's hours of two stores never overlap, not even when both are planned at once", async () => {
  const keeper = await app.signIn({ permissions: codes });
  const one = await givenRoster(keeper);
  const other = await givenRoster(keeper);
  const user = await givenUser(app, { userName: "周可" });
  await givenMember(app, { storeId: one.store.id, user });
  await givenMember(app, { storeId: other.store.id, user });
  const mine = (roster: typeof one, at: number, code: "A" | "B") => ({ ...roster.cell(at, code), userId: user.id });
  await app.rows(
    `update duty_shift set windows = '[{"from":"18:00","until":"21:00"}]' where store_id = $1 and code = 'B'`,
    [other.store.id],
  );
  assert.equal(whyNot(await one.save([mine(one, 0, "A")], null)), "");
  assert.equal(
    whyNot(await other.save([mine(other, 0, "A")], null)),
    `STORE_DUTY_CLASH 周可在${one.store.name}已有${one.monday.slice(5)} 10:00–18:00的排班`,
  );
  assert.equal(
    whyNot(await other.save([other.cell(0, "A"), mine(other, 1, "A"), mine(other, 0, "B")], null)),
    "",
    "one ends as the other begins",
  );
  assert.equal((await one.read()).days.length, 1, "the roster of one store is not that of another");
  const both = await Promise.all([one.save([mine(one, 2, "A")], 2), other.save([mine(other, 2, "A")], 2)]);
  assert.deepEqual(both.map(({ msgCode }) => msgCode).toSorted(), ["", "STORE_DUTY_CLASH"]);
});

test("ST-R31 a week is copied to the following ones for those who are still members", async () => {
  const keeper = await app.signIn({ permissions: codes });
  const { store, member, monday, save, cell, read } = await givenRoster(keeper);
  const gone = await givenMember(app, { storeId: store.id });
  await save([cell(0, "A"), cell(5, null, "LEAVE"), { ...cell(0, "B"), userId: gone.userId }], null, {
    isPublishing: true,
  });
  await app.rows("delete from duty_member where id = $1", [gone.id]);
  const copy = (weeks: number, from = monday) =>
    keeper.call(contract.copyDutyRoster, { body: { storeId: store.id, monday: from, weeks } });
  assert.equal((await copy(2)).msg, "");
  for (const n of [1, 2]) {
    const week = await read(addDays(monday, 7 * n));
    assert.deepEqual(
      week.days.map(({ userId, day, kind }) => [userId, day, kind]),
      [
        [member.userId, addDays(monday, 7 * n), "SHIFT"],
        [member.userId, addDays(monday, 7 * n + 5), "LEAVE"],
      ],
    );
    assert.equal(week.publishedAt, null, "a copy is a draft");
  }
  assert.deepEqual((await read(addDays(monday, 21))).days, []);
  await save([cell(0, "A")], 2);
  assert.equal((await read(addDays(monday, 7))).days.length, 2, "the weeks after it stay");
  assert.equal((await copy(8)).msgCode, "STORE_DUTY_AHEAD", "next week and eight more");
  assert.equal((await copy(7)).msg, "");
  assert.equal((await copy(9)).msgCode, "COMMON_PARAM");
  assert.equal((await copy(1, addDays(monday, -21))).msgCode, "STORE_DUTY_PAST");
});

test("ST-R31 a keeper reaches the roster of the own store alone", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [own, other] = [await givenRoster(admin), await givenRoster(admin)];
  const keeper = await app.signIn({ permissions: codes, scope: "ORG", organization: { id: own.store.id } });
  const { id: storeId } = other.store;
  const { monday } = other;
  const refused = [
    await keeper.call(contract.getDutyRoster, { query: { storeId, monday } }),
    await keeper.call(contract.listDutyMembers, { query: { storeId } }),
    await keeper.call(contract.listDutyShifts, { query: { storeId } }),
    await keeper.call(contract.saveDutyShifts, { body: { storeId, shifts: [] } }),
    await keeper.call(contract.saveDutyRoster, {
      body: { storeId, monday, days: [], isPublishing: true, version: null },
    }),
    await keeper.call(contract.copyDutyRoster, { body: { storeId, monday, weeks: 1 } }),
    await keeper.call(contract.editDutyMember, {
      params: { id: other.member.id },
      body: { families: ["SALES"], weight: 2, version: 1 },
    }),
  ];
  assert.deepEqual(new Set(refused.map(({ msgCode }) => msgCode)), new Set(["COMMON_NOT_FOUND"]));
  const { data } = await keeper.call(contract.editDutyMember, {
    params: { id: own.member.id },
    body: { families: ["DELIVERY", "DELIVERY"], weight: 10, version: 1 },
  });
  assert.deepEqual([data.families, data.weight, data.isUsable], [["DELIVERY"], 10, true]);
  for (const weight of [0, 11]) {
    const bad = await keeper.call(contract.editDutyMember, {
      params: { id: own.member.id },
      body: { families: [], weight, version: 2 },
    });
    assert.equal(whyNot(bad), "COMMON_PARAM 权重须为1-10");
  }
});

test("ST-R31 rosters older than 400 days go", async () => {
  const keeper = await app.signIn({ permissions: codes });
  const { store, member } = await givenRoster(keeper);
  const today = dayOf(app.now());
  for (const days of [401, 400]) {
    await app.rows("insert into duty_day (store_id, day, user_id, kind) values ($1, $2, $3, 'REST')", [
      store.id,
      addDays(today, -days),
      member.userId,
    ]);
  }
  const monday = mondayOf(addDays(today, -400));
  for (const week of [addDays(monday, -7), monday]) {
    await app.rows(
      `insert into duty_week (id, created_at, created_by, updated_at, updated_by, store_id, monday)
       values (gen_random_uuid(), now(), $1::uuid, now(), $1, $1, $2)`,
      [store.id, week],
    );
  }
  await forgetRosters.run({ step: (act) => app.arrange(act) });
  const left = await app.rows<{ day: string }>(
    `select day::text as day from duty_day where store_id = $1
     union all select monday::text from duty_week where store_id = $1`,
    [store.id],
  );
  assert.deepEqual(
    left.map(({ day }) => day),
    [addDays(today, -400), monday],
  );
});
