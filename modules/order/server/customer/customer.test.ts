import assert from "node:assert/strict";
import { test } from "node:test";
import { givenStore } from "@ops/store/server/testing";
import * as contract from "../../contract/index.ts";
import { customerErrors } from "../../contract/index.ts";
import { givenOrder, newCustomer, newIdNo, testApp } from "../testing.ts";
import { findOrCreateCustomer } from "./find-or-create.ts";
import { lookupCustomers, requireCustomer } from "./published.ts";

const app = testApp();
const CODES = ["order:customer:view", "order:customer:edit", "order:order:create", "order:order:view"];
const known = (typed = newCustomer()) => app.arrange((tx) => findOrCreateCustomer(tx, typed));
const all = () => app.signIn({ permissions: CODES });

test("OR-R1 phone, name and number of a customer change where nobody else has them, and it is told", async () => {
  const typed = newCustomer({ idNo: newIdNo() });
  const [{ customerId }, rival] = [await known(typed), newCustomer({ idNo: newIdNo() })];
  await known(rival);
  await givenOrder(app, { customerId });
  const clerk = await all();
  const { data } = await clerk.call(contract.getCustomer, { params: { id: customerId } });
  const edit = (body: object, version = data.version) =>
    clerk.call(contract.editCustomer, { params: { id: customerId }, body: { ...body, version } });
  assert.equal((await edit({ phone: rival.phone })).msgCode, customerErrors.customerPhone().msgCode);
  assert.equal((await edit({ idNo: rival.idNo })).msgCode, customerErrors.customerId().msgCode);
  assert.equal((await edit({ idNo: "91110000600037341L" })).msgCode, "ORDER_CUSTOMER_ID_FORM", "of a company");
  assert.equal((await edit({ idNo: null })).msgCode, "COMMON_PARAM", "a number is never taken away");
  const { data: same } = await edit({ phone: typed.phone, idNo: typed.idNo });
  const { phone } = newCustomer();
  const { data: changed } = await edit({ phone, name: "王新" }, same.version);
  assert.deepEqual([changed.phone.slice(-4), changed.name], [phone.slice(-4), "王*"]);
  const told = await app.rows(
    "select from event_outbox where name = 'customer.changed' and payload ->> 'customerId' = $1",
    [customerId],
  );
  assert.equal(told.length, 2);
});

test("OR-R5 another name or number has to be compared with the original anew; another phone not", async () => {
  const typed = newCustomer({ idNo: newIdNo() });
  const { customerId } = await known(typed);
  await givenOrder(app, { customerId });
  const clerk = await all();
  const verify = () =>
    app.rows("update customer set identity_verified_at = now(), identity_verified_by = $2 where id = $1", [
      customerId,
      clerk.user.id,
    ]);
  const isVerifiedAfter = async (body: object) => {
    await verify();
    const { data: now } = await clerk.call(contract.getCustomer, { params: { id: customerId } });
    assert.equal(now.identityVerifiedByName, clerk.user.userName);
    const input = { params: { id: customerId }, body: { ...body, version: now.version } };
    return (await clerk.call(contract.editCustomer, input)).data.identityVerifiedAt !== null;
  };
  assert.equal(await isVerifiedAfter({ phone: newCustomer().phone }), true);
  assert.equal(await isVerifiedAfter({ name: typed.name, idNo: typed.idNo }), true);
  assert.equal(await isVerifiedAfter({ name: "李改名" }), false);
  assert.equal(await isVerifiedAfter({ idNo: newIdNo() }), false);
});

test("order 15 a customer is in scope through the orders that he buys or owns", async () => {
  const [buying, owning, none] = [await known(), await known(), await known()];
  const store = await givenStore(app);
  const order = await givenOrder(app, { storeId: store.id, customerId: buying.customerId, ownerId: owning.customerId });
  assert.equal(order.ownerId, owning.customerId);
  const clerk = await app.signIn({ permissions: CODES, scope: "ORG", organization: store });
  const seen = async ({ customerId: id }: { customerId: string }) =>
    (await clerk.call(contract.getCustomer, { params: { id } })).success;
  assert.deepEqual([await seen(buying), await seen(owning), await seen(none)], [true, true, false]);
});

test("order 15 other modules know masks and hashes of a customer, and no plain text", async () => {
  const typed = newCustomer({ idNo: newIdNo() });
  const { customerId, created } = await known(typed);
  assert.equal(created, true);
  assert.deepEqual(await known(typed), { customerId, created: false });
  const customer = await app.arrange((tx) => requireCustomer(tx, customerId));
  assert.deepEqual(Object.keys(customer).sort(), [
    "id",
    "idNoMasked",
    "nameHash",
    "nameMasked",
    "phoneHash",
    "phoneMasked",
    "type",
  ]);
  assert.doesNotMatch(JSON.stringify(customer), new RegExp(typed.phone));
  await assert.rejects(
    app.arrange((tx) => requireCustomer(tx, "00000000-0000-4000-8000-000000000000")),
    { msgCode: "COMMON_NOT_FOUND" },
  );
  assert.equal((await app.arrange((tx) => lookupCustomers(tx, []))).size, 0);
});

test("order 6 customers/find answers the customer of a phone with his open orders in sight", async () => {
  const typed = newCustomer();
  const { customerId } = await known(typed);
  const store = await givenStore(app);
  const order = await givenOrder(app, { storeId: store.id, customerId });
  const elsewhere = await givenOrder(app, { customerId });
  const ended = await givenOrder(app, { storeId: store.id, customerId });
  await app.rows("update sales_order set state = 'CLOSED' where id = $1", [ended.id]);
  const clerk = await app.signIn({ permissions: CODES, scope: "ORG", organization: store });
  const find = (type: "PERSON" | "COMPANY", phone: string) =>
    clerk.call(contract.findCustomer, { query: { type, phone } });
  const { data } = await find("PERSON", typed.phone);
  assert.equal(data.customer?.id, customerId);
  assert.deepEqual(
    data.openOrders.map(({ id, stateName }) => [id, stateName]),
    [[order.id, "待支付"]],
  );
  assert.notEqual(elsewhere.storeId, store.id);
  assert.equal((await find("COMPANY", typed.phone)).data.customer, null);
  assert.deepEqual((await find("PERSON", "13688887777")).data, { customer: null, openOrders: [] });
});

test("OR-R1 order 15 a number that a known customer lacked is told, the same one again is not", async () => {
  const typed = newCustomer();
  const { customerId } = await known(typed);
  const told = async () =>
    (
      await app.rows("select from event_outbox where name = 'customer.changed' and payload ->> 'customerId' = $1", [
        customerId,
      ])
    ).length;
  assert.equal(await told(), 0);
  const idNo = newIdNo();
  await known({ ...typed, idNo });
  await known({ ...typed, idNo });
  assert.equal(await told(), 1);
});

test("PF-R104 order 6 a search by phone is logged, whether it finds somebody or not", async () => {
  const clerk = await all();
  const find = (phone: string) => clerk.call(contract.findCustomer, { query: { type: "PERSON", phone } });
  const typed = newCustomer();
  await known(typed);
  assert.notEqual((await find(typed.phone)).data.customer, null);
  assert.equal((await find("13611112222")).data.customer, null);
  const looks = await app.rows("select from audit_log where actor_id = $1 and biz_type = 'customer'", [clerk.user.id]);
  assert.equal(looks.length, 2);
});
