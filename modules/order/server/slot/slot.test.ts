import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf, startOfDay, weekdayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { resumeStore, saveHours, suspendStore } from "@ops/store/contract";
import { givenStore } from "@ops/store/server/testing";
import * as contract from "../../contract/index.ts";
import { givenArrived, givenLockedOrder, givenOrder, givenSlots, slotAt, testApp } from "../testing.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["order:order:view", "order:delivery:list", "order:delivery:book", "order:slot:edit"];
const STORE_CODES = ["store:store:list", "store:store:view", "store:hours:edit", "store:store:suspend"];
const keeper = () => app.signIn({ permissions: [...CODES, ...STORE_CODES] });
type Client = Awaited<ReturnType<typeof keeper>>;
const everyDay = (from: string, until: string, capacity = 2) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from, until, capacity }));

const save = (client: Client, storeId: string, slots: contract.WeeklySlot[], version: number | null = null) =>
  client.call(contract.saveSlotRules, { params: { storeId }, body: { rules: slots, version } });
const slotsOf = async (client: Client, storeId: string) =>
  (await client.call(contract.listSlots, { query: { storeId } })).data.slots;
const book = (client: Client, { id, version }: { id: string; version: number }, startAt: string) =>
  client.call(contract.bookAppointment, { params: { id }, body: { startAt, version } });

test("OR-R11 slots of 28 days from now on: those of the rule that lie wholly in the open hours of the store", async () => {
  const [client, { id }] = [await keeper(), await givenStore(app)];
  assert.deepEqual(await slotsOf(client, id), [], "a store without a rule offers none");
  const rule = [...everyDay("09:00", "10:00"), ...everyDay("10:00", "11:00"), ...everyDay("20:30", "21:30")];
  assert.equal((await save(client, id, rule)).msg, "");
  const slots = await slotsOf(client, id);
  const now = app.now();
  const expected = Array.from({ length: 28 }, (_, at) => slotAt(app, at)).filter((at) => new Date(`${at}+08:00`) > now);
  assert.deepEqual(
    slots.map(({ startAt }) => startAt),
    expected,
  );
  assert.deepEqual(slots[0], {
    startAt: expected[0],
    endAt: expected[0]?.replace("10:00", "11:00"),
    capacity: 2,
    booked: 0,
    left: 2,
  });
});

test("OR-R11 whoever saves the rules too late is answered those of the other under the name that he sent", async () => {
  const [client, { id }] = [await keeper(), await givenStore(app)];
  const saved = await save(client, id, everyDay("10:00", "11:00"));
  const late = await save(client, id, everyDay("14:00", "15:00"), (saved.data.version ?? 0) + 7);
  assert.equal(late.msgCode, "COMMON_VERSION_CONFLICT");
  assert.deepEqual(late.data.rules, everyDay("10:00", "11:00"));
});

test("OR-R11 slots follow weekdays, closed days and hours that follow each other without a break", async () => {
  const [client, { id }] = [await keeper(), await givenStore(app)];
  const day = addDays(dayOf(app.now()), 3);
  const weekday = weekdayOf(day);
  await save(client, id, [{ weekday, from: "11:30", until: "12:30", capacity: 1 }]);
  const starts = async () => (await slotsOf(client, id)).map(({ startAt }) => startAt);
  const all = [0, 7, 14, 21].map((more) => `${addDays(day, more)} 11:30:00`);
  assert.deepEqual(await starts(), all);
  const windows = (...pairs: [string, string][]) => pairs.map(([from, until]) => ({ from, until }));
  const week = Array.from({ length: 7 }, () => windows(["10:00", "12:00"], ["12:00", "20:00"]));
  const exceptions = [{ day: addDays(day, 7), windows: [], note: "盘点" }];
  const hours = { week, exceptions, followsHolidays: false };
  const saved = await client.call(saveHours, { params: { id }, body: { ...hours, version: null } });
  assert.equal(saved.msg, "");
  assert.deepEqual(
    await starts(),
    all.filter((_, at) => at !== 1),
  );
  const broken = Array.from({ length: 7 }, () => windows(["10:00", "12:00"], ["12:01", "20:00"]));
  await client.call(saveHours, { params: { id }, body: { ...hours, week: broken, version: 1 } });
  assert.deepEqual(await starts(), []);
});

test("OR-R11 free slots follow the store: none while it does not trade; what is booked stays", async () => {
  const client = await keeper();
  const { order, storeId } = await givenArrived(app);
  const startAt = slotAt(app, 2);
  const { data } = await book(client, order, startAt);
  assert.equal(data.appointmentAt, startAt);
  const version = async () =>
    (await app.rows<{ version: number }>("select version from store where id = $1", [storeId]))[0]?.version ?? 0;
  const params = { id: storeId };
  const suspended = await client.call(suspendStore, {
    params,
    body: { reason: "装修", resumeOn: addDays(dayOf(app.now()), 9), version: await version() },
  });
  assert.equal(suspended.msg, "");
  assert.deepEqual(await slotsOf(client, storeId), [
    { startAt, endAt: slotAt(app, 2, "11:00"), capacity: 1, booked: 1, left: 0 },
  ]);
  const { order: other } = await givenArrived(app, { deliveryStoreId: storeId });
  assert.equal((await book(client, other, slotAt(app, 3))).msgCode, "STORE_NOT_TRADING");
  await client.call(resumeStore, { params, body: { version: await version() } });
  const slots = await slotsOf(client, storeId);
  const clocks = ["10:00", "14:00", "16:00"];
  const starts = Array.from({ length: 28 }, (_, day) => clocks.map((clock) => slotAt(app, day, clock))).flat();
  assert.deepEqual(
    slots.map((slot) => slot.startAt),
    starts.filter((at) => new Date(`${at}+08:00`) > app.now()), // those of today may be over
  );
  assert.deepEqual(
    slots.find((slot) => slot.startAt === startAt),
    { startAt, endAt: slotAt(app, 2, "11:00"), capacity: 1, booked: 1, left: 0 },
  );
});

test("OR-R11 rules of a store: no overlap on a day, 1–50 places, two writers are told apart, and the log tells them", async () => {
  const [client, { id }] = [await keeper(), await givenStore(app)];
  const at = (from: string, until: string, more: object = {}) => ({ weekday: 0, from, until, capacity: 1, ...more });
  const why = async (...slots: contract.WeeklySlot[]) => (await save(client, id, slots)).msg;
  assert.equal(await why(at("10:00", "11:00"), at("10:59", "12:00")), "同一天的时段不能重叠");
  assert.equal(await why(at("10:00", "11:00"), at("10:00", "11:00")), "同一天的时段不能重叠");
  assert.equal(await why(at("10:00", "11:00", { capacity: 0 })), "请填写1-50的容量");
  assert.equal(await why(at("10:00", "11:00", { capacity: 51 })), "请填写1-50的容量");
  assert.equal(await why(at("10:00", "11:00", { weekday: 7 })), "请选择星期");
  const { data } = await save(client, id, [
    at("11:00", "12:00", { capacity: 50 }),
    at("10:00", "11:00"),
    at("10:00", "11:00", { weekday: 6 }),
  ]);
  assert.deepEqual(
    data.rules.map(({ weekday, from, capacity }) => [weekday, from, capacity]),
    [
      [0, "10:00", 1],
      [0, "11:00", 50],
      [6, "10:00", 1],
    ],
  );
  assert.equal((await save(client, id, [])).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await save(client, id, [], data.version)).msg, "");
  const logs = (await app.auditOf({ id })).map(({ summary }) => summary);
  assert.deepEqual(logs, [
    "交付时段：无 → 周一10:00–11:00×1；周一11:00–12:00×50；周日10:00–11:00×1",
    "交付时段：周一10:00–11:00×1；周一11:00–12:00×50；周日10:00–11:00×1 → 无",
  ]);
});

test("OR-R11 fewer places than are booked: nobody loses his, and nobody else gets one", async () => {
  const client = await keeper();
  const { id: storeId } = await givenStore(app);
  await givenSlots(app, storeId, 2);
  const startAt = slotAt(app, 2);
  for (let n = 0; n < 2; n++) {
    const { order } = await givenArrived(app, { deliveryStoreId: storeId });
    assert.equal((await book(client, order, startAt)).msg, "");
  }
  const { data } = await save(client, storeId, everyDay("10:00", "11:00", 1), 1);
  const slot = data.slots.find((one) => one.startAt === startAt);
  assert.deepEqual([slot?.capacity, slot?.booked, slot?.left], [1, 2, 0]);
  const { order } = await givenArrived(app, { deliveryStoreId: storeId });
  assert.deepEqual(refusal(await book(client, order, startAt)), ["ORDER_SLOT_FULL", "该时段已约满"]);
});

test("OR-R11 slots are seen and ruled in stores of one's scope, and for an order by whoever sees it", async () => {
  const { order, storeId } = await givenArrived(app);
  const own = await app.signIn({ permissions: CODES, scope: "ORG", organization: { id: storeId } });
  assert.equal((await slotsOf(own, storeId)).length > 0, true);
  const { id: foreign } = await givenStore(app);
  const codeAt = async (storeIdAsked: string) =>
    (await own.call(contract.listSlots, { query: { storeId: storeIdAsked } })).msgCode;
  assert.deepEqual([await codeAt(foreign), await codeAt(newId())], ["COMMON_NOT_FOUND", "COMMON_NOT_FOUND"]);
  assert.equal((await save(own, foreign, [])).msgCode, "COMMON_NOT_FOUND");
  const seller = await app.signIn({ permissions: CODES, scope: "ORG", organization: { id: order.storeId } });
  const ofOrder = await seller.call(contract.listSlots, { query: { orderId: order.id } });
  assert.deepEqual([ofOrder.data.storeId, ofOrder.data.slots.length > 0], [storeId, true]);
  const stranger = await app.signIn({ permissions: CODES, scope: "ORG" });
  const unseen = await stranger.call(contract.listSlots, { query: { orderId: order.id } });
  assert.equal(unseen.msgCode, "COMMON_NOT_FOUND");
  const { id: bare } = await givenOrder(app);
  const none = await (await keeper()).call(contract.listSlots, { query: { orderId: bare } });
  assert.deepEqual(none.data, { storeId: null, rules: [], version: null, slots: [] });
  assert.equal((await own.call(contract.listSlots, { query: {} })).msgCode, "COMMON_PARAM");
  const both = { storeId, orderId: order.id };
  assert.equal((await own.call(contract.listSlots, { query: both })).msgCode, "COMMON_PARAM", "the store or the order");
});

test("OR-R11 a slot begins after now: neither offered nor shown as taken at its very start; booked ones beyond 28 days are not shown", async () => {
  const client = await keeper();
  const { order, storeId } = await givenArrived(app);
  await book(client, order, slotAt(app, 2));
  await app.holdTime(async () => {
    const shown = async (startAt: Date) => {
      await app.rows(
        "update delivery_slot set start_at = $2, end_at = $2::timestamptz + interval '1 hour' where store_id = $1",
        [storeId, startAt],
      );
      return (await slotsOf(client, storeId)).filter(({ booked }) => booked > 0).length;
    };
    const now = app.now().getTime();
    assert.deepEqual([await shown(new Date(now)), await shown(new Date(now + 1_000))], [0, 1]);
    const end = startOfDay(addDays(dayOf(app.now()), 28)).getTime();
    assert.deepEqual([await shown(new Date(end)), await shown(new Date(end - 1_000))], [0, 1]);
  });
});

test("OR-R11 an order without a delivering store has no slot to book", async () => {
  const order = await givenLockedOrder(app);
  await app.rows("update sales_order set delivery_store_id = null where id = $1", [order.id]);
  assert.deepEqual(refusal(await book(await keeper(), order, slotAt(app, 2))), [
    "ORDER_SLOT_STORE",
    "请先选择交付门店",
  ]);
});
