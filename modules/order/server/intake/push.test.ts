import assert from "node:assert/strict";
import { test } from "node:test";
import { givenClient, signedCall } from "@ops/authority/server/testing";
import { addDays, dayOf, wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import * as contract from "../../contract/index.ts";
import { givenLockedOrder, givenOrder, givenPaid, givenVerified, testApp } from "../testing.ts";
import { intakeSchedules } from "./schedules.ts";
import { type Pushed, tellingOf } from "./testing.ts";

const app = testApp();
const { event, push, keptOf, rowOf, issuesOf } = tellingOf(app);
const paid = (amountFen: number, more: object = {}) => {
  return { kind: "BIG", channel: "WECHAT", amountFen, txnNo: newId(), ...more };
};
const runSchedule = async (name: string) => {
  const found = intakeSchedules.find((one) => one.name === name);
  await found?.run({ step: (act) => app.arrange(act) });
};

test("OR-R14 the same event again changes nothing; another body under its number fails and is kept beside", async () => {
  const order = await givenOrder(app);
  const told = event(order.orderNo, "payment.succeeded", paid(100_000));
  assert.deepEqual(await push(told), [["APPLIED", null]]);
  assert.deepEqual(await push(told, told), [
    ["IGNORED", "重复的事件"],
    ["IGNORED", "重复的事件"],
  ]);
  const other = { ...told, payload: { ...told.payload, amountFen: 200_000 } };
  for (const changed of [other, { ...told, type: "payment.failed" }, { ...told, occurredAt: "2026-01-01 00:00:00" }]) {
    assert.deepEqual(await push(changed), [["FAILED", "同一事件号内容不一致"]]);
  }
  const rows = await app.rows<{ state: string; n: number }>(
    "select state, jsonb_array_length(conflicts) as n from order_event_in where order_id = $1",
    [order.id],
  );
  assert.deepEqual(rows, [{ state: "APPLIED", n: 3 }]);
  const payments = await app.rows("select from order_payment where order_id = $1", [order.id]);
  assert.deepEqual([payments.length, (await rowOf(order.id)).state], [1, "SMALL"]);
});

test("OR-R14 one event on two nodes at once is applied once", async () => {
  const order = await givenOrder(app);
  const told = event(order.orderNo, "payment.succeeded", paid(100_000));
  const ends = await Promise.all([push(told), push(told), push(told)]);
  assert.deepEqual(
    ends
      .flat()
      .map(([state]) => state)
      .sort(),
    ["APPLIED", "IGNORED", "IGNORED"],
  );
  assert.equal((await app.rows("select from order_payment where order_id = $1", [order.id])).length, 1);
});

test("OR-R14 numbers belong to their sender, and a system tells of the orders that it sees alone", async () => {
  const [order, other] = [await givenOrder(app), await givenOrder(app)];
  const admin = await app.signIn({ boolAdmin: true });
  const clientAt = (ownerOrgId: string) => givenClient(app, admin, [contract.pushOrderEvents], { ownerOrgId });
  const [near, far] = [await clientAt(order.storeId), await clientAt(other.storeId)];
  const send = async (keys: typeof near, told: Pushed) => {
    const { data } = await signedCall(app, keys, contract.pushOrderEvents, { body: { events: [told] } });
    return [data[0].state, data[0].reason];
  };
  const eventId = newId();
  const told = event(order.orderNo, "payment.succeeded", paid(100_000), { eventId });
  assert.deepEqual(await send(far, told), ["WAITING", "订单不存在"]);
  const unknown = await send(far, event(`SO${newId()}`, "payment.succeeded", paid(100_000)));
  assert.deepEqual(unknown, ["WAITING", "订单不存在"], "nobody learns which orders there are");
  assert.deepEqual(await send(near, told), ["APPLIED", null]);
  const [kept] = await keptOf(order.id);
  assert.equal(kept?.eventId, eventId);
  const seen = await app.signIn({
    permissions: ["order:event:list"],
    scope: "ORG",
    organization: { id: other.storeId },
  });
  assert.equal((await seen.call(contract.listOrderEvents, {})).data.total, 0);
});

test("OR-R14 at most 200 events at once; unknown types and wrong bodies fail without stopping others", async () => {
  const order = await givenLockedOrder(app);
  const ends = await push(
    event(order.orderNo, "factory.melted"),
    event(order.orderNo, "car.departed", {}),
    event(order.orderNo, "payment.succeeded", { kind: "BIG" }),
    event(order.orderNo, "customer.locked", { more: 1 }),
    event(order.orderNo, "factory.scheduled"),
  );
  assert.deepEqual(ends, [
    ["FAILED", "未知事件类型"],
    ["FAILED", "未知事件类型"],
    ["FAILED", "事件内容不正确：channel"],
    ["FAILED", "事件内容不正确：payload"],
    ["APPLIED", null],
  ]);
  assert.deepEqual(await issuesOf(order.id), [
    "付款成功失败：事件内容不正确：channel",
    "客户锁单失败：事件内容不正确：payload",
  ]);
  const client = await app.signIn({ boolAdmin: true });
  const many = (n: number) => ({ events: Array.from({ length: n }, () => event("SO0", "customer.locked")) });
  const refused = await client.call(contract.pushOrderEvents, { body: many(201) });
  assert.equal(refused.msg, "一次最多200个事件");
  assert.equal((await client.call(contract.pushOrderEvents, { body: many(200) })).msg, "");
  assert.equal((await client.call(contract.pushOrderEvents, { body: { events: [] } })).msg, "没有事件");
});

test("OR-R14 an unknown order is waited for: it applies when the order is there and fails after 72 hours", async () => {
  const orderNo = `SO${newId()}`;
  const told = event(orderNo, "factory.scheduled");
  const lost = event(`SO${newId()}`, "factory.scheduled");
  assert.deepEqual(await push(told, lost), [
    ["WAITING", "订单不存在"],
    ["WAITING", "订单不存在"],
  ]);
  const stateOf = async ({ eventId }: { eventId: string }) => {
    const [row] = await app.rows<{ state: string; reason: string | null }>(
      "select state, reason from order_event_in where event_id = $1",
      [eventId],
    );
    return [row?.state, row?.reason];
  };
  const order = await givenLockedOrder(app);
  await app.rows("update sales_order set order_no = $2 where id = $1", [order.id, orderNo]);
  await runSchedule("order.eventsWaiting");
  assert.deepEqual([await stateOf(told), (await rowOf(order.id)).state], [["APPLIED", null], "SCHEDULED"]);
  const waited = (hours: number) =>
    app.rows("update order_event_in set received_at = $2 where event_id = $1", [
      lost.eventId,
      new Date(app.now().getTime() - hours * 3_600_000),
    ]);
  await waited(71.9);
  await runSchedule("order.eventsWaiting");
  assert.deepEqual(await stateOf(lost), ["WAITING", "订单不存在"]);
  await waited(72);
  await runSchedule("order.eventsWaiting");
  assert.deepEqual(await stateOf(lost), ["FAILED", "等待订单超过72小时"]);
});

test("OR-R14 what waited is applied in the name of its sender, and only to orders that he sees", async () => {
  const [here, there] = [await givenStore(app), await givenStore(app)];
  const admin = await app.signIn({ boolAdmin: true });
  const keys = await givenClient(app, admin, [contract.pushOrderEvents], { ownerOrgId: here.id });
  const waitFor = async () => {
    const told = event(`SO${newId()}`, "factory.scheduled");
    const { data } = await signedCall(app, keys, contract.pushOrderEvents, { body: { events: [told] } });
    assert.equal(data[0].state, "WAITING");
    return told;
  };
  const come = async ({ orderNo }: Pushed, storeId: string) => {
    const { id } = await givenLockedOrder(app, { storeId });
    await app.rows("update sales_order set order_no = $2 where id = $1", [id, orderNo]);
    return id;
  };
  const [seen, hidden] = [await waitFor(), await waitFor()];
  const [seenId, hiddenId] = [await come(seen, here.id), await come(hidden, there.id)];
  await runSchedule("order.eventsWaiting");
  assert.deepEqual([(await rowOf(seenId)).state, (await rowOf(hiddenId)).state], ["SCHEDULED", "LOCKED"]);
  const [sent] = await app.rows<{ by: string; source: string }>(
    `select s.by, e.source from order_stage s join order_event_in e on e.order_id = s.order_id
      where s.order_id = $1 and s.to_state = 'SCHEDULED'`,
    [seenId],
  );
  assert.equal(sent?.by, sent?.source);
  const stateOf = async () =>
    (await app.rows<{ state: string }>("select state from order_event_in where event_id = $1", [hidden.eventId]))[0];
  assert.equal((await stateOf())?.state, "WAITING");
  await app.rows("update sales_order set delivery_store_id = $2 where id = $1", [hiddenId, here.id]);
  const tried = (minutes: number) =>
    app.rows("update order_event_in set updated_at = $2 where event_id = $1", [
      hidden.eventId,
      new Date(app.now().getTime() - minutes * 60_000),
    ]);
  await app.rows("update sales_order set created_at = created_at - interval '1 day' where id = $1", [hiddenId]);
  await tried(59);
  await runSchedule("order.eventsWaiting");
  assert.equal((await stateOf())?.state, "WAITING");
  await tried(61);
  await app.rows("update api_client set status = 'DISABLED' where owner_org_id = $1", [here.id]);
  await runSchedule("order.eventsWaiting");
  assert.equal((await stateOf())?.state, "WAITING", "a sender who is out of service tells nothing");
  await app.rows("update api_client set status = 'ACTIVE' where owner_org_id = $1", [here.id]);
  await tried(61);
  await runSchedule("order.eventsWaiting");
  assert.deepEqual([(await stateOf())?.state, (await rowOf(hiddenId)).state], ["APPLIED", "SCHEDULED"]);
});

test("OR-R14 bodies are kept for 180 days; afterwards nothing can be replayed", async () => {
  const order = await givenOrder(app);
  await push(event(order.orderNo, "factory.scheduled", { eta: "2027-01-01" }));
  const aged = (days: number) =>
    app.rows("update order_event_in set received_at = $2 where order_id = $1", [
      order.id,
      new Date(app.now().getTime() - days * 86_400_000),
    ]);
  const keptBody = async () => {
    const [row] = await app.rows<{ id: string; payload: object; version: number }>(
      "select id, payload, version from order_event_in where order_id = $1",
      [order.id],
    );
    assert.ok(row);
    return row;
  };
  await aged(179);
  await runSchedule("order.eventBodies");
  assert.deepEqual((await keptBody()).payload, { eta: "2027-01-01" });
  await aged(181);
  await runSchedule("order.eventBodies");
  const { id, version, payload } = await keptBody();
  assert.deepEqual(payload, {});
  const keeper = await app.signIn({ boolAdmin: true });
  const answer = await keeper.call(contract.replayOrderEvent, { params: { id }, body: { version } });
  assert.deepEqual([answer.msgCode, answer.msg], ["ORDER_EVENT_FORGOTTEN", "事件内容已清理，不能重放"]);
});

test("OR-R14 GET /events shows what was told, those that did not apply alone, and by order, type and state", async () => {
  const order = await givenLockedOrder(app);
  await push(
    event(order.orderNo, "factory.scheduled"),
    event(order.orderNo, "factory.scheduled", {}, { seconds: 30 }),
    event(order.orderNo, "loan.decided", { decision: "APPROVED" }),
  );
  const keeper = await app.signIn({ permissions: ["order:event:list"] });
  const ask = async (query: object) => {
    const { data } = await keeper.call(contract.listOrderEvents, { query: { orderNo: order.orderNo, ...query } });
    return data.list.map(({ type, state, reason }) => [type, state, reason]);
  };
  const failed = ["loan.decided", "FAILED", "付款方式不是贷款"];
  assert.equal((await ask({})).length, 3);
  assert.deepEqual(await ask({ isOpen: "true" }), [failed]);
  assert.deepEqual((await ask({ isApplied: "0" })).map(([, state]) => state).sort(), ["FAILED", "IGNORED"]);
  assert.deepEqual(await ask({ state: "IGNORED" }), [["factory.scheduled", "IGNORED", "已过该阶段"]]);
  assert.deepEqual(await ask({ type: "loan.decided" }), [failed]);
});

test("OR-R14 payments: a number is booked once; one that failed may arrive later, and never the other way round", async () => {
  const order = await givenOrder(app);
  const txnNo = newId();
  const pay = (type: string, more: object = {}) => event(order.orderNo, type, paid(100_000, { txnNo, ...more }));
  const paidAt = wireTime(app.now());
  assert.deepEqual(await push(pay("payment.failed", { paidAt }), pay("payment.failed")), [
    ["APPLIED", null],
    ["IGNORED", "该流水号已入账"],
  ]);
  const stored = () =>
    app.rows<{ state: string; amountFen: number }>(
      "select state, amount_fen::int from order_payment where order_id = $1",
      [order.id],
    );
  assert.deepEqual(
    [await stored(), (await rowOf(order.id)).state],
    [[{ state: "FAILED", amountFen: 100_000 }], "UNPAID"],
  );
  assert.deepEqual(await push(pay("payment.succeeded", { amountFen: 500_000 })), [["APPLIED", null]]);
  assert.deepEqual(
    [await stored(), (await rowOf(order.id)).state],
    [[{ state: "SUCCESS", amountFen: 500_000 }], "BIG"],
  );
  assert.deepEqual(await push(pay("payment.succeeded"), pay("payment.failed")), [
    ["IGNORED", "该流水号已入账"],
    ["IGNORED", "该流水号已入账"],
  ]);
  const other = await givenOrder(app);
  const elsewhere = event(other.orderNo, "payment.succeeded", paid(100_000, { txnNo }));
  assert.deepEqual(await push(elsewhere), [["IGNORED", "该流水号已入账"]]);
});

test("OR-R5 OR-R14 customer.locked locks what may be locked, from the day on which the customer did it", async () => {
  const { id: deliveryStoreId } = await givenStore(app);
  const placed = await givenOrder(app, { deliveryStoreId, payMode: "FULL", cityCode: "310100" });
  const lock = () => event(placed.orderNo, "customer.locked", {}, { seconds: 10 });
  assert.equal((await push(lock()))[0]?.[0], "FAILED");
  await givenPaid(app, placed, 500_000);
  assert.deepEqual(await push(lock()), [["FAILED", "购车人身份未核验"]]);
  await givenVerified(app, placed);
  await app.rows("update sales_order set stage_at = $2 where id = $1", [
    placed.id,
    new Date(app.now().getTime() - 3 * 86_400_000),
  ]);
  await app.rows("update sales_order set held_reason = '核对' where id = $1", [placed.id]);
  const yesterday = event(placed.orderNo, "customer.locked", {}, { seconds: 86_400 });
  assert.deepEqual(await push(yesterday), [["APPLIED", null]]);
  const row = await rowOf(placed.id);
  const day = addDays(dayOf(new Date(app.now().getTime() - 86_400_000)), 42);
  assert.deepEqual([row.state, row.promiseEffective], ["LOCKED", day]);
  assert.deepEqual(await push(lock()), [["IGNORED", "已过该阶段"]]);
  assert.deepEqual(await issuesOf(placed.id), []);
});

test("OR-R14 loan.decided: the last word of the lender counts, and money that was released stays so", async () => {
  const order = await givenLockedOrder(app, { payMode: "LOAN" });
  const decide = (decision: string, seconds: number) => event(order.orderNo, "loan.decided", { decision }, { seconds });
  assert.deepEqual(await push(decide("REJECTED", 50)), [["APPLIED", null]]);
  assert.deepEqual(await push(decide("APPROVED", 60)), [["IGNORED", "已过该阶段"]]);
  assert.equal((await rowOf(order.id)).loanState, "REJECTED");
  assert.deepEqual(await push(decide("APPROVED", 40), decide("RELEASED", 30), decide("REJECTED", 20)), [
    ["APPLIED", null],
    ["APPLIED", null],
    ["IGNORED", "已过该阶段"],
  ]);
  assert.equal((await rowOf(order.id)).loanState, "RELEASED");
});

test("OR-R14 customer.cancel is done at once where nobody has to agree, else an issue that a person applies; an order at its end ignores it", async () => {
  const order = await givenLockedOrder(app);
  assert.deepEqual(await push(event(order.orderNo, "customer.cancel", { remark: "换城市" })), [["APPLIED", null]]);
  assert.deepEqual([await issuesOf(order.id), (await rowOf(order.id)).state], [["客户申请退订"], "LOCKED"]);
  await app.rows("update sales_order set state = 'CANCELLED' where id = $1", [order.id]);
  assert.deepEqual(await push(event(order.orderNo, "customer.cancel")), [["IGNORED", "订单已退订"]]);
  const small = await givenPaid(app, await givenOrder(app), 100_000);
  assert.deepEqual(await push(event(small.orderNo, "customer.cancel")), [["APPLIED", null]]);
  assert.deepEqual([await issuesOf(small.id), (await rowOf(small.id)).state], [[], "CANCELLED"]);
  const unpaid = await givenOrder(app);
  assert.equal((await push(event(unpaid.orderNo, "customer.cancel")))[0]?.[0], "FAILED");
});

test("OR-R14 what is told of times to come counts from now on, and a body has 8 000 characters at most", async () => {
  const order = await givenLockedOrder(app);
  const early = event(order.orderNo, "factory.scheduled", { eta: "2027-03-01" }, { seconds: -3_600 });
  assert.deepEqual(await push(early), [["APPLIED", null]]);
  const { stageAt, etaAt, eta } = await rowOf(order.id);
  assert.ok(stageAt <= app.now() && etaAt !== null && etaAt <= app.now());
  assert.equal(eta, "2027-03-01");
  app.passTime(2); // times on the wire are whole seconds
  const later = event(order.orderNo, "factory.scheduled", { eta: "2027-04-01" }, { seconds: 0 });
  assert.deepEqual(await push(later), [["APPLIED", null]], "a word of now is no older one");
  const unpaid = await givenOrder(app);
  const paidAt = wireTime(new Date(app.now().getTime() + 3_600_000));
  await push(event(unpaid.orderNo, "payment.succeeded", paid(100_000, { paidAt })));
  const [payment] = await app.rows<{ at: Date }>("select paid_at as at from order_payment where order_id = $1", [
    unpaid.id,
  ]);
  assert.ok(payment && payment.at <= app.now());
  const client = await app.signIn({ boolAdmin: true });
  const sized = (length: number) => {
    const bare = JSON.stringify({ remark: "" }).length;
    return { events: [event(order.orderNo, "customer.cancel", { remark: "x".repeat(length - bare) })] };
  };
  const send = async (length: number) => (await client.call(contract.pushOrderEvents, { body: sized(length) })).msgCode;
  assert.deepEqual([await send(8_000), await send(8_001)], ["", "COMMON_PARAM"]);
});

test("OR-R14 of bodies that differ under one number twenty are kept", async () => {
  const order = await givenOrder(app);
  const told = event(order.orderNo, "payment.succeeded", paid(100_000));
  await push(told);
  const others = Array.from({ length: 22 }, (_, n) => ({ ...told, payload: { ...told.payload, amountFen: n + 1 } }));
  const ends = await push(...others);
  assert.deepEqual(new Set(ends.map(([state]) => state)), new Set(["FAILED"]));
  const keeper = await app.signIn({ permissions: ["order:event:list"] });
  const { data } = await keeper.call(contract.listOrderEvents, { query: { orderNo: order.orderNo } });
  assert.equal(data.list[0]?.conflictCount, 20);
});
