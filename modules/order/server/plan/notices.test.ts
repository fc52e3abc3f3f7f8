import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { addDays, type BodyOf, dayOf, startOfDay } from "@ops/platform/contract";
import { defineModule } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import { lookupSeries } from "@ops/vehicle/server";
import { givenCar, givenPhoto } from "@ops/vehicle/server/testing";
import { changePromise } from "../../contract/index.ts";
import { matchCar } from "../car/published.ts";
import { requireCustomer } from "../customer/published.ts";
import { tellStage } from "../intake/stage.ts";
import { orderTells } from "../intake/tell-order.ts";
import { raiseIssue } from "../order/issue.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { publishStage } from "../order/stage.ts";
import { setPromiseTimers } from "../promise/timers.ts";
import { givenDutyButler, givenLockedOrder, givenOrder, givenPaid, givenVerified, testApp } from "../testing.ts";

/** Another way to people, such as 企业微信: what is carried goes it, too. */
const post = { key: "post.letter", label: "信件", carry: async () => undefined } as const;
const app = testApp(defineModule({ name: "post", noticeCarriers: [post] }));

async function ground() {
  const region = await givenOrganization(app, { type: "REGION" });
  const store = await givenStore(app, {
    organization: await givenOrganization(app, { type: "STORE", parent: region }),
  });
  const leader = (await app.signIn({ permissions: ["order:order:view"] })).user.id;
  await app.rows("update organization set leader_user_id = $2 where id = $1", [region.id, leader]);
  const at = { scope: "ORG", organization: { id: store.id } } as const;
  const assigner = (await app.signIn({ permissions: ["order:order:view", "order:order:assign"], ...at })).user.id;
  const keeper = (await app.signIn({ permissions: ["order:order:view", "order:order:hold"] })).user.id;
  const blind = (await app.signIn({ permissions: ["order:order:assign", "order:order:hold"], ...at })).user.id;
  const butler = await givenDutyButler(app, store.id);
  const order = await givenLockedOrder(app, { storeId: store.id, deliveryStoreId: store.id });
  await app.rows("update sales_order set butler_id = $2 where id = $1", [order.id, butler]);
  return { order, butler, assigner, leader, keeper, blind };
}

const told = async (about: string) => {
  const rows = await app.rows<{ userId: string; content: string; isCarried: boolean }>(
    "select user_id, content, carried_at is not null as is_carried from notice where merge_key = $1",
    [about],
  );
  assert.ok(
    rows.every(({ isCarried }) => isCarried),
    "every notice of orders is carried",
  );
  return { people: rows.map(({ userId }) => userId).sort(), content: rows[0]?.content };
};

/** Sets the promise and fires what is due then. */
async function promiseOn(orderId: string, day: string) {
  await app.rows("update sales_order set promise_effective = $2, promise_original = $2 where id = $1", [orderId, day]);
  await app.arrange((tx) => setPromiseTimers(tx, orderId, day));
}

const firesAt = async (kind: string, orderId: string) => {
  const [row] = await app.rows<{ at: Date }>("select due_at as at from timer where kind = $1 and key = $2", [
    kind,
    orderId,
  ]);
  return row?.at;
};

/** Fires what is set for an order, as if its time had come. */
async function fireAll({ id }: { readonly id: string }) {
  await app.rows(
    "update timer set due_at = now() - interval '1 minute', next_try_at = now() - interval '1 minute' where key = $1",
    [id],
  );
  await app.node.timers.fireAll();
}

test("OR-R21 7 days before the promise, at 08:00, the butler and those who assign at the store are told once", async () => {
  const { order, butler, assigner } = await ground();
  const day = addDays(dayOf(app.now()), 7);
  await promiseOn(order.id, day);
  const eight = (one: string) => new Date(startOfDay(one).getTime() + 8 * 3_600_000);
  assert.deepEqual(await firesAt("order.promiseNear", order.id), eight(addDays(day, -7)));
  assert.deepEqual(await firesAt("order.promisePast", order.id), eight(addDays(day, 1)));
  await app.rows(
    "update timer set due_at = now() - interval '1 minute', next_try_at = now() - interval '1 minute' where kind = 'order.promiseNear' and key = $1",
    [order.id],
  );
  await app.node.timers.fireAll();
  const near = await told(`order.near:${order.id}`);
  assert.deepEqual(near.people, [butler, assigner].sort());
  assert.equal(near.content, `临近承诺：${order.orderNo}，当前已锁单，剩余7天`);
});

test("OR-R21 a promise that has passed is told to the region, too; another promise, an arrival or the end tell nothing", async () => {
  const { order, butler, assigner, leader } = await ground();
  const yesterday = addDays(dayOf(app.now()), -1);
  await promiseOn(order.id, yesterday);
  await app.rows("update sales_order set promise_effective = $2 where id = $1", [order.id, addDays(yesterday, 30)]);
  await fireAll(order);
  assert.deepEqual((await told(`order.past:${order.id}`)).people, []);
  await app.rows("update sales_order set state = 'ARRIVED' where id = $1", [order.id]);
  await promiseOn(order.id, yesterday);
  await fireAll(order);
  const past = await told(`order.past:${order.id}`);
  assert.deepEqual(past.people, [butler, assigner, leader].sort());
  assert.equal(past.content, `已超承诺：${order.orderNo}，补贴已开始计时`);
  assert.deepEqual((await told(`order.near:${order.id}`)).people, []);
});

test("OR-R21 OR-R6 what has passed is no longer near; a word of the brand tells nothing again, another promise does", async () => {
  const { order } = await ground();
  const client = await app.signIn({ permissions: ["order:order:view", "order:promise:change"] });
  const [today, version] = [dayOf(app.now()), order.version];
  const yesterday = addDays(today, -1);
  await promiseOn(order.id, yesterday);
  await fireAll(order);
  assert.deepEqual((await told(`order.near:${order.id}`)).people, []);
  assert.equal((await told(`order.past:${order.id}`)).people.length, 3);
  await app.rows("delete from notice where merge_key = $1", [`order.past:${order.id}`]);
  const change = (body: Pick<BodyOf<typeof changePromise>, "party" | "day" | "version" | "fileIds">) =>
    client.call(changePromise, { params: { id: order.id }, body: { reason: "芯片短缺", ...body } });
  const { data: expected } = await change({ party: "BRAND", day: addDays(today, 9), version, fileIds: [] });
  assert.deepEqual([expected.promiseEffective, expected.eta], [yesterday, addDays(today, 9)]);
  await fireAll(order);
  assert.deepEqual((await told(`order.near:${order.id}`)).people, []);
  assert.deepEqual((await told(`order.past:${order.id}`)).people, []);
  const fileIds = [await givenPhoto(app, client.user, "salesOrder")];
  const put = await change({ party: "CUSTOMER", day: addDays(today, 5), version: expected.version, fileIds });
  assert.equal(put.data.promiseEffective, addDays(today, 5));
  await fireAll(order);
  assert.equal((await told(`order.near:${order.id}`)).people.length, 2);
});

test("OR-R21 the last day of a promise is near, too", async () => {
  const { order } = await ground();
  await promiseOn(order.id, dayOf(app.now()));
  await fireAll(order);
  const { content } = await told(`order.near:${order.id}`);
  assert.equal(content, `临近承诺：${order.orderNo}，当前已锁单，剩余0天`);
});

test("OR-R21 a car that arrived is told to the butler by the end of its VIN", async () => {
  const { order, butler } = await ground();
  const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  const car = await givenCar(app, { config });
  await app.arrange(async (tx) => {
    await matchCar(tx, { orderId: order.id, carId: car.id });
    await tellStage(tx, await lockOrderRow(tx, order.id), "ARRIVED", tx.now);
  });
  assert.deepEqual(await told(`order.arrived:${order.id}`), {
    people: [butler],
    content: `车辆到店：${car.vin.slice(-6)}，请安排PDI与交付预约`,
  });
});

/** Takes all roles from a person. */
const takeRoles = (userId: string) =>
  app.rows("delete from role_grant where membership_id in (select id from membership where user_id = $1)", [userId]);

test("PF-R123 OR-R21 a butler who may not open the order is told of no lock and of no arrival", async () => {
  const { order, butler } = await ground();
  await takeRoles(butler);
  const opened = await ground();
  for (const one of [order, opened.order]) {
    const row = await app.arrange((tx) => lockOrderRow(tx, one.id));
    await app.arrange((tx) => publishStage(tx, row, "ARRIVED"));
  }
  assert.deepEqual((await told(`order.arrived:${order.id}`)).people, []);
  assert.deepEqual((await told(`order.arrived:${opened.order.id}`)).people, [opened.butler]);
  const lockFor = async (mayOpen: boolean) => {
    const { id: deliveryStoreId } = await givenStore(app);
    const chosen = await givenDutyButler(app, deliveryStoreId);
    if (!mayOpen) await takeRoles(chosen);
    const placed = await givenCustomerLock(deliveryStoreId);
    return { chosen, people: (await told(`order.locked:${placed.id}`)).people };
  };
  const [seeing, blind] = [await lockFor(true), await lockFor(false)];
  assert.deepEqual([seeing.people, blind.people], [[seeing.chosen], []]);
});

test("OR-R21 an issue is told to the butler and to those who may hold the order, once while it is open", async () => {
  const { order, butler, keeper, blind } = await ground();
  const raise = (text: string) => app.arrange((tx) => raiseIssue(tx, { orderId: order.id, code: "RIGHTS", text }));
  await raise("权益开通失败：账户不存在");
  const { people, content } = await told(`order.issue:${order.id}:RIGHTS`);
  assert.equal(content, "权益开通失败：账户不存在，可在订单中处理");
  assert.ok(people.includes(butler) && people.includes(keeper));
  assert.ok(!people.includes(blind), "who may hold it without opening it (PF-R123)");
  await raise("权益开通失败：超时");
  assert.equal((await told(`order.issue:${order.id}:RIGHTS`)).content, content);
});

/** Makes an order to be handed over by this store, and lets its customer lock it. */
async function givenCustomerLock(deliveryStoreId: string) {
  const order = await givenOrder(app, { deliveryStoreId, payMode: "FULL", cityCode: "310100" });
  await givenPaid(app, order, 500_000);
  await givenVerified(app, order);
  await app.arrange(async (tx) =>
    orderTells["customer.locked"](tx, await lockOrderRow(tx, order.id), { at: tx.now, payload: {} }),
  );
  return order;
}

test("OR-R21 a lock is told to its butler with customer, series and promise; where there is none, to nobody", async () => {
  const lock = async (isStaffed: boolean) => {
    const { id: deliveryStoreId } = await givenStore(app);
    const butler = isStaffed ? await givenDutyButler(app, deliveryStoreId) : null;
    return { order: await givenCustomerLock(deliveryStoreId), butler };
  };
  const { order, butler } = await lock(true);
  const { customer, series } = await app.arrange(async (tx) => ({
    customer: await requireCustomer(tx, order.customerId),
    series: (await lookupSeries(tx, [order.seriesId])).get(order.seriesId),
  }));
  const day = addDays(dayOf(app.now()), 42);
  assert.deepEqual(await told(`order.locked:${order.id}`), {
    people: [butler],
    content: `新锁单：${customer.nameMasked}${series?.seriesName}，承诺交付${day}`,
  });
  const { order: alone } = await lock(false);
  assert.deepEqual((await told(`order.locked:${alone.id}`)).people, []);
});
