import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AuthorityTestApp } from "@ops/authority/server/testing";
import { instantOf } from "@ops/platform/contract";
import { lookupStores } from "@ops/store/server";
import { givenStore } from "@ops/store/server/testing";
import { lookupSeries } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import {
  givenArrived,
  givenChecks,
  givenLockedOrder,
  givenOrder,
  givenPaid,
  givenSlots,
  modulesUpToOrder,
  orderRow,
  putInState,
  slotAt,
  testApp,
} from "../testing.ts";

const app = testApp();
const secondNode = new AuthorityTestApp(modulesUpToOrder);
before(() => secondNode.start(app));
after(() => secondNode.stop());

const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["order:order:view", "order:delivery:book"];
const butler = () => app.signIn({ permissions: CODES });
type Client = Awaited<ReturnType<typeof butler>>;
type Versioned = { readonly id: string; readonly version: number };
const HOUR = 3_600;

const book = (client: Client, { id, version }: Versioned, startAt: string, why: object = {}) =>
  client.call(contract.bookAppointment, { params: { id }, body: { startAt, version, ...why } });
const byCustomer = { party: "CUSTOMER", reason: "客户出差" } as const;
const byBrand = { party: "BRAND", reason: "门店停电" } as const;

const bookedAt = async (storeId: string, startAt: string) => {
  const [slot] = await app.rows<{ booked: number }>(
    "select booked from delivery_slot where store_id = $1 and start_at = $2",
    [storeId, instantOf(startAt)],
  );
  return slot?.booked ?? 0;
};
const appointmentsOf = ({ id }: { readonly id: string }) =>
  app.rows<{ state: string; customerMoves: number; party: string | null; reason: string | null }>(
    `select state, customer_moves as "customerMoves", party, reason from delivery_appointment where order_id = $1
     order by created_at, id`,
    [id],
  );

test("OR-R11 a slot is booked for one order; a full one and one that nobody offers are refused", async () => {
  const client = await butler();
  const { order, storeId } = await givenArrived(app);
  const startAt = slotAt(app, 2);
  assert.deepEqual(refusal(await book(client, order, slotAt(app, 2, "10:30"))), [
    "ORDER_SLOT_NONE",
    "该时段不可预约，请重新选择",
  ]);
  assert.equal((await book(client, order, slotAt(app, -1))).msgCode, "ORDER_SLOT_NONE");
  assert.equal((await book(client, order, slotAt(app, 28))).msgCode, "ORDER_SLOT_NONE");
  const { data, msg } = await book(client, order, startAt);
  assert.deepEqual([msg, data.appointmentAt, data.version], ["", startAt, order.version + 1]);
  assert.equal(await bookedAt(storeId, startAt), 1);
  assert.deepEqual(await appointmentsOf(order), [{ state: "BOOKED", customerMoves: 0, party: null, reason: null }]);
  assert.equal((await book(client, order, slotAt(app, 3))).msgCode, "COMMON_VERSION_CONFLICT");
  const { order: other } = await givenArrived(app, { deliveryStoreId: storeId });
  assert.deepEqual(refusal(await book(client, other, startAt)), ["ORDER_SLOT_FULL", "该时段已约满"]);
  assert.equal((await book(client, other, slotAt(app, 27, "16:00"))).msg, "");
});

test("OR-R11 the customer moves three times, the fourth is refused; the brand may; every move is told", async () => {
  const client = await butler();
  const { order, storeId } = await givenArrived(app);
  let now: Versioned = (await book(client, order, slotAt(app, 2))).data;
  const move = async (startAt: string, why: object) => {
    const answer = await book(client, now, startAt, why);
    if (answer.success) now = answer.data;
    return answer;
  };
  assert.deepEqual(refusal(await move(slotAt(app, 3), {})), ["ORDER_MOVE_REASON", "改约须选择责任方并填写原因"]);
  assert.equal((await move(slotAt(app, 3), { party: "CUSTOMER" })).msgCode, "ORDER_MOVE_REASON");
  assert.deepEqual(refusal(await move(slotAt(app, 2), byCustomer)), ["ORDER_SLOT_SAME", "新的预约时间与原来相同"]);
  for (const days of [5, 3, 4]) assert.equal((await move(slotAt(app, days), byCustomer)).msg, "");
  assert.deepEqual(refusal(await move(slotAt(app, 6), byCustomer)), ["ORDER_RESCHEDULE_MAX", "改约已达3次"]);
  const { data } = await move(slotAt(app, 6), byBrand);
  assert.equal(data.appointmentAt, slotAt(app, 6));
  assert.deepEqual(await appointmentsOf(order), [{ state: "BOOKED", customerMoves: 3, ...byBrand }]);
  const places = await Promise.all([2, 3, 4, 5, 6].map((days) => bookedAt(storeId, slotAt(app, days))));
  assert.deepEqual(places, [0, 0, 0, 0, 1], "what was left is free again");
  const told = (await app.published(contract.appointmentMoved)).filter(({ orderId }) => orderId === order.id);
  const at = (days: number) => instantOf(slotAt(app, days)).toISOString();
  assert.deepEqual(
    told.map(({ fromAt, toAt, party }) => [fromAt, toAt, party]),
    [
      [at(2), at(5), "CUSTOMER"],
      [at(5), at(3), "CUSTOMER"],
      [at(3), at(4), "CUSTOMER"],
      [at(4), at(6), "BRAND"],
    ],
  );
});

test("OR-R11 a cancelled appointment frees its place; moves before it still count", async () => {
  const client = await butler();
  const { order, storeId } = await givenArrived(app);
  const cancel = ({ id, version }: Versioned) =>
    client.call(contract.cancelAppointment, { params: { id }, body: { ...byCustomer, version } });
  assert.deepEqual(refusal(await cancel(order)), ["ORDER_APPOINTMENT_NONE", "订单没有交付预约"]);
  let now: Versioned = (await book(client, order, slotAt(app, 2))).data;
  for (const days of [3, 4, 5]) now = (await book(client, now, slotAt(app, days), byCustomer)).data;
  const { data } = await cancel(now);
  assert.equal(data.appointmentAt, null);
  assert.equal(await bookedAt(storeId, slotAt(app, 5)), 0);
  const again = await book(client, data, slotAt(app, 5));
  assert.equal(again.msg, "");
  assert.equal((await book(client, again.data, slotAt(app, 6), byCustomer)).msgCode, "ORDER_RESCHEDULE_MAX");
  assert.deepEqual(
    (await appointmentsOf(order)).map(({ state, customerMoves }) => [state, customerMoves]),
    [
      ["CANCELLED", 3],
      ["BOOKED", 3],
    ],
  );
});

test("OR-R11 from the lock to 待交付 an order may be booked, and not while it is held", async () => {
  const client = await butler();
  const { id: storeId } = await givenStore(app);
  await givenSlots(app, storeId, 9);
  const early = await givenPaid(app, await givenOrder(app, { deliveryStoreId: storeId }), 500_000);
  assert.equal(early.state, "BIG");
  assert.equal((await book(client, early, slotAt(app, 2))).msgCode, "ORDER_STATE_ILLEGAL");
  const locked = await givenLockedOrder(app, { deliveryStoreId: storeId });
  assert.equal((await book(client, locked, slotAt(app, 2))).msg, "");
  const { order } = await givenArrived(app, { deliveryStoreId: storeId });
  await app.rows("update sales_order set held_reason = '核实中' where id = $1", [order.id]);
  assert.deepEqual(refusal(await book(client, order, slotAt(app, 2))), [
    "ORDER_HELD",
    "订单已挂起（核实中），请先解除挂起",
  ]);
  await app.rows("update sales_order set held_reason = null where id = $1", [order.id]);
  await putInState(app, order, "READY");
  assert.equal((await book(client, order, slotAt(app, 2))).msg, "");
  const { order: ended } = await givenArrived(app, { deliveryStoreId: storeId });
  await putInState(app, ended, "CANCEL_REVIEW");
  assert.equal((await book(client, ended, slotAt(app, 2))).msgCode, "ORDER_STATE_ILLEGAL");
});

/** Lets the time pass until so many seconds before an instant, and does what is due then. */
async function waitUntil(at: Date, secondsBefore = 0): Promise<void> {
  app.passTime((at.getTime() - app.now().getTime()) / 1000 - secondsBefore);
  await app.node.timers.fireAll();
}

/** What customers were told about visits to a store. */
const textsAbout = async (store: string): Promise<string[]> => {
  const rows = await app.rows<{ text: string }>(
    "select text from sms_outbox where template_code like 'ORDER_VISIT%' order by created_at, id",
  );
  return rows.map(({ text }) => text).filter((text) => text.includes(store));
};

const namesOf = ({ seriesId }: { readonly seriesId: string }, storeId: string) =>
  app.arrange(async (tx) => ({
    series: (await lookupSeries(tx, [seriesId])).get(seriesId)?.seriesName ?? "",
    store: (await lookupStores(tx, [storeId])).get(storeId)?.shortName ?? "",
  }));

test("OR-R11 reminders at 10:00 of the day before and two hours before, as long as it is booked", async () => {
  const client = await butler();
  const { order, storeId } = await givenArrived(app);
  const [startAt, dayBefore] = [slotAt(app, 3, "16:00"), slotAt(app, 2, "10:00")];
  const start = instantOf(startAt);
  const { data } = await book(client, order, slotAt(app, 4));
  assert.equal((await book(client, data, startAt, byBrand)).msg, "");
  const { series, store } = await namesOf(order, storeId);
  await waitUntil(instantOf(dayBefore), 1);
  assert.deepEqual(await textsAbout(store), []);
  await waitUntil(instantOf(dayBefore));
  const time = startAt.slice(0, 16);
  const first = `您预约的${series}交付时间为${time}，地点${store}，请携带身份证原件到店。`;
  assert.deepEqual(await textsAbout(store), [first]);
  await waitUntil(start, 2 * HOUR + 1);
  assert.deepEqual(await textsAbout(store), [first]);
  await waitUntil(start, 2 * HOUR);
  assert.deepEqual(await textsAbout(store), [first, `您预约的${series}将于${time}在${store}交付，期待您的到来。`]);
});

test("OR-R11 an appointment that is cancelled, or whose reminders lie in the past, reminds of nothing", async () => {
  const client = await butler();
  const { order, storeId } = await givenArrived(app);
  const { id } = order;
  const { store } = await namesOf(order, storeId);
  const { data } = await book(client, order, slotAt(app, 2, "16:00"));
  const body = { ...byBrand, version: data.version };
  await client.call(contract.cancelAppointment, { params: { id }, body });
  const kept = await app.rows("select from timer where kind = 'order.appointment' and payload ->> 'orderId' = $1", [
    id,
  ]);
  assert.equal(kept.length, 0);
  await waitUntil(instantOf(slotAt(app, 2, "14:30")));
  const again = await butler();
  const { order: late } = await givenArrived(app, { deliveryStoreId: storeId });
  assert.equal((await book(again, late, slotAt(app, 0, "16:00"))).msg, "");
  await waitUntil(instantOf(slotAt(app, 0, "16:30")));
  assert.deepEqual(await textsAbout(store), []);
});

test("OR-R11 60 minutes after the start without 现场核验 the customer has not come", async () => {
  const client = await butler();
  const [missed, came] = [await givenArrived(app), await givenArrived(app)];
  const start = instantOf(slotAt(app, 1, "14:00"));
  for (const { order } of [missed, came]) {
    assert.equal((await book(client, order, slotAt(app, 1, "14:00"))).msg, "");
  }
  await givenChecks(app, came.order, ["ID_CHECK"]);
  const states = async () => [await appointmentsOf(missed.order), await appointmentsOf(came.order)].flat();
  await waitUntil(start, -(HOUR - 1));
  assert.deepEqual(
    (await states()).map(({ state }) => state),
    ["BOOKED", "BOOKED"],
  );
  await waitUntil(start, -HOUR);
  assert.deepEqual(
    (await states()).map(({ state }) => state),
    ["NO_SHOW", "BOOKED"],
  );
  const rows = [await orderRow(app, missed.order.id), await orderRow(app, came.order.id)];
  assert.deepEqual(
    rows.map(({ appointmentAt }) => appointmentAt),
    [null, start],
  );
  const again = await book(await butler(), rows[0] ?? missed.order, slotAt(app, 2));
  assert.equal(again.msg, "", "it is booked anew");
});

test("OR-R11 200 bookings of one slot on two nodes: as many get a place as there are", async () => {
  const { id: storeId } = await givenStore(app);
  const places = 7;
  await givenSlots(app, storeId, places);
  const { id } = await givenLockedOrder(app, { deliveryStoreId: storeId });
  await app.rows(
    `insert into sales_order select (jsonb_populate_record(null::sales_order, to_jsonb(one) ||
       jsonb_build_object('id', gen_random_uuid(), 'order_no', 'SO-RACE-' || n))).*
     from sales_order one, generate_series(2, 200) n where one.id = $1`,
    [id],
  );
  await app.rows(
    `insert into order_money (id, created_at, created_by, updated_at, updated_by, store_id, due_fen)
     select id, created_at, created_by, updated_at, updated_by, store_id, 0 from sales_order where order_no like 'SO-RACE-%'`,
  );
  const rivals = await app.rows<Versioned>("select id, version from sales_order where delivery_store_id = $1", [
    storeId,
  ]);
  assert.equal(rivals.length, 200);
  const { token } = await butler();
  const startAt = slotAt(app, 5);
  const answers = await Promise.all(
    rivals.map(({ id: one, version }, at) =>
      (at % 2 ? app : secondNode).call(
        contract.bookAppointment,
        { params: { id: one }, body: { startAt, version } },
        { token },
      ),
    ),
  );
  const refused = answers.filter(({ success }) => !success).map(({ msgCode }) => msgCode);
  assert.deepEqual([...new Set(refused)], ["ORDER_SLOT_FULL"]);
  assert.equal(answers.length - refused.length, places);
  assert.equal(await bookedAt(storeId, startAt), places);
  const [kept] = await app.rows<{ n: number }>(
    "select count(*)::int as n from delivery_appointment where store_id = $1 and state = 'BOOKED'",
    [storeId],
  );
  assert.equal(kept?.n, places);
});

test("OR-R11 two who change places with each other do not wait for each other", async () => {
  const { id: storeId } = await givenStore(app);
  await givenSlots(app, storeId, 2);
  const client = await butler();
  const at = [slotAt(app, 2), slotAt(app, 3)] as const;
  const pair: Versioned[] = [];
  for (const startAt of at) {
    const { order } = await givenArrived(app, { deliveryStoreId: storeId });
    pair.push((await book(client, order, startAt)).data);
  }
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(
      pair.map((order, n) => book(client, order, at[(n + round + 1) % 2] ?? "", byBrand)),
    );
    assert.deepEqual(
      answers.map(({ msg }) => msg),
      ["", ""],
    );
    pair.splice(0, 2, ...answers.map(({ data }) => data));
  }
  assert.deepEqual(await Promise.all(at.map((startAt) => bookedAt(storeId, startAt))), [1, 1]);
});
