import assert from "node:assert/strict";
import { test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { addDays, dayOf, instantOf, isOpenAt } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { calendarOf } from "../index.ts";
import { givenStore, testApp } from "../testing.ts";
import { defaultHours } from "./params.ts";

const app = testApp();
const codes = ["store:store:view", "store:hours:edit"];
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => `${msgCode} ${msg}`.trim();
const daily = (from: string, until: string) => Array.from({ length: 7 }, () => [{ from, until }]);
const plain = { exceptions: [], followsHolidays: false, version: null };

const isOpen = async (storeId: string, at: string) =>
  isOpenAt(await app.arrange((tx) => calendarOf(tx, storeId)), instantOf(`${at}:00`));

test("ST-R5 the vector: exceptions override the week, and at the very end of its hours a store is closed", async () => {
  const store = await givenStore(app);
  const keeper = await app.signIn({ permissions: codes });
  const year = Number(dayOf(app.now()).slice(0, 4)) + 1;
  const exceptions = [{ day: `${year}-10-01`, windows: [{ from: "12:00", until: "18:00" }], note: "国庆" }];
  const body = { ...plain, week: daily("10:00", "22:00"), exceptions };
  const { data } = await keeper.call(contract.saveHours, { params: { id: store.id }, body });
  assert.deepEqual([data.isDefault, data.exceptions, data.version], [false, exceptions, 1]);
  const open = (at: string) => isOpen(store.id, `${year}-${at}`);
  assert.deepEqual([await open("10-01 12:00"), await open("10-02 21:59")], [true, true]);
  assert.deepEqual(
    [await open("10-01 11:00"), await open("10-01 18:00"), await open("10-02 22:00")],
    [false, false, false],
  );
});

test("ST-R5 a store without hours answers those of the whole brand, shown as 默认, as the parameter says now", async () => {
  const { id } = await givenStore(app);
  const keeper = await app.signIn({ permissions: codes });
  const shown = async () => (await keeper.call(contract.getHours, { params: { id } })).data;
  assert.deepEqual(await shown(), { id, isDefault: true, week: daily("10:00", "21:00"), ...plain });
  assert.deepEqual([await isOpen(id, "2027-03-01 20:59"), await isOpen(id, "2027-03-01 21:00")], [true, false]);
  await setParam(app, defaultHours, "09:00-12:00，13:00-20:00");
  assert.deepEqual([await isOpen(id, "2027-03-01 09:00"), await isOpen(id, "2027-03-01 12:30")], [true, false]);
  for (const text of ["", "9:00-20:00", "20:00-10:00", "10:00-12:00,11:00-14:00"]) {
    assert.equal(defaultHours.parse(text), null);
  }
  await setParam(app, defaultHours, "10:00-21:00");
});

test("ST-R5 at most three windows a day, none over another and none across midnight", async () => {
  const { id } = await givenStore(app);
  const keeper = await app.signIn({ permissions: codes });
  const save = async (monday: { from: string; until: string }[], more: object = {}) => {
    const week = [monday, ...daily("10:00", "24:00").slice(1)];
    return keeper.call(contract.saveHours, { params: { id }, body: { ...plain, week, ...more } });
  };
  const at = (from: string, until: string) => ({ from, until });
  const overlapping = "COMMON_PARAM 营业时间段重叠";
  assert.equal(whyNot(await save([at("10:00", "14:00"), at("13:59", "20:00")])), overlapping);
  assert.equal(whyNot(await save([at("13:00", "20:00"), at("10:00", "13:01")])), overlapping);
  assert.equal((await save([at("22:00", "02:00")])).msgCode, "COMMON_PARAM");
  assert.equal((await save([at("10:00", "24:01")])).msgCode, "COMMON_PARAM");
  const four = [at("08:00", "09:00"), at("10:00", "11:00"), at("12:00", "13:00"), at("14:00", "15:00")];
  assert.equal(whyNot(await save(four)), "COMMON_PARAM 每天最多3个时段");
  const { data } = await save([at("14:00", "18:00"), at("10:00", "12:00"), at("12:00", "14:00")]);
  assert.deepEqual(data.week[0], [at("10:00", "12:00"), at("12:00", "14:00"), at("14:00", "18:00")]);
  assert.deepEqual(data.week[1], [at("10:00", "24:00")]);
  const today = dayOf(app.now());
  const exceptions = (...days: string[]) => ({
    exceptions: days.map((day) => ({ day, windows: [], note: "" })),
    version: 1,
  });
  assert.equal(whyNot(await save([], exceptions(addDays(today, -1)))), "STORE_HOURS_PAST 特殊日期不能早于今天");
  assert.equal(whyNot(await save([], exceptions(today, today))), "COMMON_PARAM 特殊日期重复");
  const many = (count: number) => Array.from({ length: count }, (_, n) => addDays(today, n));
  assert.equal(whyNot(await save([], exceptions(...many(61)))), "COMMON_PARAM 最多填写60个特殊日期");
  assert.equal((await save([], exceptions(...many(60)))).data.exceptions.length, 60);
});

test("ST-R5 exceptions of past days stay for whoever counts them; two at once are told apart", async () => {
  const { id } = await givenStore(app);
  const keeper = await app.signIn({ permissions: codes });
  const today = dayOf(app.now());
  const save = (version: number | null, days: string[]) =>
    keeper.call(contract.saveHours, {
      params: { id },
      body: {
        week: daily("10:00", "21:00"),
        exceptions: days.map((day) => ({ day, windows: [], note: "" })),
        followsHolidays: false,
        version,
      },
    });
  await save(null, [today]);
  assert.equal((await save(null, [])).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await save(2, [])).msgCode, "COMMON_VERSION_CONFLICT");
  const old = [addDays(today, -401), addDays(today, -400), addDays(today, -1)];
  await app.rows("update store_hours set exceptions = $2 where id = $1", [
    id,
    JSON.stringify(old.map((day) => ({ day, windows: [], note: "" }))),
  ]);
  const { data } = await save(1, [addDays(today, 1)]);
  assert.deepEqual(
    data.exceptions.map(({ day }) => day),
    [addDays(today, 1)],
  );
  const { exceptions } = await app.arrange((tx) => calendarOf(tx, id));
  assert.deepEqual(
    exceptions.map(({ day }) => day),
    [addDays(today, -400), addDays(today, -1), addDays(today, 1)],
  );
  const [log] = await app.rows<{ summary: string }>(
    "select summary from audit_log where biz_type = 'store' and biz_id = $1 order by seq desc limit 1",
    [id],
  );
  assert.equal(log?.summary, `周一至周日 10:00–21:00；${addDays(today, 1)} 休息`);
  const told = await app.rows("select 1 from event_outbox where name = 'store.changed' and key = $1", [id]);
  assert.equal(told.length, 2);
});

test("ST-R5 hours are copied to other stores with the exceptions from today on, and act at once", async () => {
  const [from, to, closed] = [await givenStore(app), await givenStore(app), await givenStore(app, { state: "CLOSED" })];
  const keeper = await app.signIn({ permissions: codes });
  const copy = (toStoreIds: string[], fromStoreId = from.id) =>
    keeper.call(contract.copyHours, { body: { fromStoreId, toStoreIds } });
  assert.equal(whyNot(await copy([to.id])), `STORE_HOURS_MISSING 「${from.name}」尚未维护营业时间，不能复制`);
  const today = dayOf(app.now());
  const exceptions = [{ day: today, windows: [], note: "盘点" }];
  const body = { week: daily("11:00", "20:00"), exceptions, followsHolidays: true, version: null };
  await keeper.call(contract.saveHours, { params: { id: from.id }, body });
  assert.equal(await isOpen(to.id, "2027-03-01 10:00"), true);
  assert.equal(whyNot(await copy([to.id, from.id])), "");
  const logged = (await app.auditOf(from)).at(-1)?.summary ?? "";
  assert.match(logged, /^复制到1家门店：周一至周日 11:00–20:00；.+ 休息；法定节假日休息$/);
  assert.equal(await isOpen(to.id, "2027-03-01 10:00"), false);
  const { data } = await keeper.call(contract.getHours, { params: { id: to.id } });
  assert.deepEqual([data.isDefault, data.followsHolidays, data.exceptions, data.version], [false, true, exceptions, 1]);
  assert.equal((await copy([to.id, closed.id])).msgCode, "STORE_CLOSED");
  const own = await app.signIn({ permissions: codes, scope: "ORG", organization: { id: to.id } });
  const foreign = await own.call(contract.copyHours, { body: { fromStoreId: to.id, toStoreIds: [from.id] } });
  assert.equal(foreign.msgCode, "COMMON_NOT_FOUND");
  assert.equal((await own.call(contract.getHours, { params: { id: from.id } })).msgCode, "COMMON_NOT_FOUND");
});
