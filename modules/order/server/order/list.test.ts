import assert from "node:assert/strict";
import { test } from "node:test";
import { givenUser } from "@ops/authority/server/testing";
import { givenStore } from "@ops/store/server/testing";
import * as contract from "../../contract/index.ts";
import { findOrCreateCustomer } from "../customer/find-or-create.ts";
import { givenOrder, givenPaid, newCustomer, newIdNo, testApp } from "../testing.ts";

const app = testApp();
const CODES = ["order:order:list", "order:order:view", "order:order:create"];
const at = ({ id }: { id: string }, scope: "ORG" | "SELF" = "ORG") =>
  app.signIn({ permissions: CODES, scope, organization: { id } });

test("order 7 both stores see an order; of one's own one sees those one sells, hands over or made", async () => {
  const [selling, delivering, other] = [await givenStore(app), await givenStore(app), await givenStore(app)];
  const { id: advisorId } = await givenUser(app);
  const order = await givenOrder(app, { storeId: selling.id, deliveryStoreId: delivering.id, advisorId });
  const seen = async (client: Awaited<ReturnType<typeof at>>) =>
    (await client.call(contract.listOrders, { query: {} })).data.list.map(({ id }) => id);
  assert.deepEqual(await seen(await at(selling)), [order.id]);
  assert.deepEqual(await seen(await at(delivering)), [order.id]);
  assert.deepEqual(await seen(await at(other)), []);
  const own = await at(selling, "SELF");
  assert.deepEqual(await seen(own), []);
  for (const column of ["advisor_id", "butler_id", "created_by"]) {
    await app.rows(`update sales_order set ${column} = $2 where id = $1`, [order.id, own.user.id]);
    assert.deepEqual(await seen(own), [order.id], column);
    await app.rows(`update sales_order set ${column} = $2 where id = $1`, [order.id, advisorId]);
  }
});

test("order 5 the bar of stages counts what the list shows, at the selling and at the delivering store", async () => {
  const [selling, delivering] = [await givenStore(app), await givenStore(app)];
  const ids = { storeId: selling.id, deliveryStoreId: delivering.id };
  const [first] = [await givenOrder(app, ids), await givenOrder(app, ids)];
  await givenOrder(app, { storeId: delivering.id });
  await givenPaid(app, first, 100_000);
  const counted = async (client: Awaited<ReturnType<typeof at>>) => {
    const { data } = await client.call(contract.countOrders, {});
    return Object.fromEntries(data.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]));
  };
  assert.deepEqual(await counted(await at(selling)), { UNPAID: 1, SMALL: 1 });
  assert.deepEqual(await counted(await at(delivering)), { UNPAID: 2, SMALL: 1 });
  const { data } = await (await at(selling)).call(contract.listOrders, { query: { state: "SMALL" } });
  assert.deepEqual(
    data.list.map(({ id }) => id),
    [first.id],
  );
});

test("order 5 orders are found by their customer's whole phone, name and number, which is logged and counted", async () => {
  const store = await givenStore(app);
  const typed = newCustomer({ idNo: newIdNo() });
  const { customerId } = await app.arrange((tx) => findOrCreateCustomer(tx, typed));
  const order = await givenOrder(app, { storeId: store.id, customerId });
  await givenOrder(app, { storeId: store.id });
  const reader = await at(store);
  const found = async (query: object) =>
    (await reader.call(contract.listOrders, { query })).data.list.map(({ id }) => id);
  assert.deepEqual(await found({ phone: typed.phone }), [order.id]);
  assert.deepEqual(await found({ customerName: typed.name }), [order.id]);
  assert.deepEqual(await found({ idNo: typed.idNo }), [order.id]);
  assert.deepEqual(await found({ phone: "13699998888" }), []);
  const stranger = await at(await givenStore(app));
  const { data } = await stranger.call(contract.listOrders, { query: { phone: typed.phone } });
  assert.equal(data.total, 0, "a customer of another store is not found");
  const looks = await app.rows("select from audit_log where actor_id = $1 and biz_type = 'customer'", [reader.user.id]);
  assert.equal(looks.length, 4);
});

test("order 5 filters by number, hold, tag, organisation and butler", async () => {
  const store = await givenStore(app);
  const [order, other] = [
    await givenOrder(app, { storeId: store.id, tags: ["急"] }),
    await givenOrder(app, { storeId: store.id }),
  ];
  const butler = await givenUser(app);
  await app.rows("update sales_order set held_reason = '资料不全', butler_id = $2 where id = $1", [
    order.id,
    butler.id,
  ]);
  const reader = await at(store);
  const found = async (query: object) =>
    (await reader.call(contract.listOrders, { query })).data.list.map(({ id }) => id);
  assert.deepEqual(await found({ orderNo: order.orderNo }), [order.id]);
  assert.deepEqual(await found({ isHeld: "1" }), [order.id]);
  assert.deepEqual(await found({ isHeld: "0" }), [other.id]);
  assert.deepEqual(await found({ tag: "急" }), [order.id]);
  assert.deepEqual(await found({ butlerId: butler.id }), [order.id]);
  assert.deepEqual(await found({ orgId: store.id }), [other.id, order.id], "the newest first");
});
