import assert from "node:assert/strict";
import { test } from "node:test";
import { listRecordLogs, wireTime } from "@ops/platform/contract";
import { givenStore } from "@ops/store/server/testing";
import * as contract from "../../contract/index.ts";
import { givenChoice, givenPaid, newCustomer, testApp } from "../testing.ts";

const app = testApp();
const [VIEW, PRICE, REFUND] = ["order:order:view", "order:price:view", "order:refund:list"];
const ALL = [VIEW, PRICE, REFUND];

/** Sold in A and delivered in B, paid, then made cheaper, so that one entry tells of price, payment and refund. */
async function givenSold() {
  const [{ id: storeId }, { id: deliveryStoreId }] = [await givenStore(app), await givenStore(app)];
  const choice = await givenChoice(app);
  const seller = await app.signIn({ permissions: [...ALL, "order:order:create", "order:order:edit"] });
  const body = { customer: newCustomer(), storeId, deliveryStoreId, ...choice };
  const { data: made } = await seller.call(contract.createOrder, { body });
  await givenPaid(app, made, 25_790_000);
  const { data: now } = await seller.call(contract.getOrder, { params: { id: made.id } });
  const { customer: _customer, storeId: _store, ...told } = body;
  const cheaper = { ...told, optionCodes: [], remark: "不要选装", version: now.version };
  const { msg, success } = await seller.call(contract.editOrder, { params: { id: made.id }, body: cheaper });
  assert.ok(success, msg);
  return { id: made.id, customerId: made.customerId, storeId, deliveryStoreId };
}

const AMOUNTS = ["dueFen", "paidFen", "lockTotalFen", "refundedFen", "amountFen", "excessFen"];

test("order 7 the log of an order tells prices to the selling side and headquarters alone", async () => {
  const { id, customerId, storeId, deliveryStoreId } = await givenSold();
  const logOf = async (bizType: string, bizId: string, reader: Awaited<ReturnType<typeof app.signIn>>) => {
    const { data } = await reader.call(listRecordLogs, { params: { bizType, bizId }, query: {} });
    return data.list.map(({ actionName, diffs }) => ({
      actionName,
      fields: diffs.map(({ field }) => field),
      amounts: diffs.flatMap(({ field, after }) => (AMOUNTS.includes(field) ? [`${field} ${after}`] : [])),
    }));
  };
  const amountsFor = async (permissions: readonly string[], place?: string) => {
    const near = place ? { scope: "ORG" as const, organization: { id: place } } : {};
    const reader = await app.signIn({ permissions: [...permissions, "order:customer:view"], ...near });
    const [edited, made, ...before] = await logOf("salesOrder", id, reader);
    assert.deepEqual([edited?.actionName, made?.actionName, before], ["编辑订单", "新建订单", []]);
    assert.deepEqual(await logOf("customer", customerId, reader), [], "the order tells of its new buyer");
    assert.ok(edited?.fields.includes("remark"), "what else was changed is told to everybody who sees the order");
    assert.ok(made?.fields.includes("orderNo"));
    return [made?.amounts, edited?.amounts.toSorted()];
  };
  const all = [
    ["dueFen 25790000", "paidFen 0", "refundedFen 0"],
    ["amountFen 1200000", "dueFen 24590000", "excessFen 1200000", "paidFen 24590000"],
  ];
  assert.deepEqual(await amountsFor(ALL), all, "headquarters");
  assert.deepEqual(await amountsFor(ALL, storeId), all, "A");
  assert.deepEqual(await amountsFor(ALL, deliveryStoreId), [[], []], "B, whatever the codes are");
  assert.deepEqual(await amountsFor([VIEW], deliveryStoreId), [[], []], "B");
  assert.deepEqual(await amountsFor([VIEW], storeId), [[], []], "nor A without the code of prices");
});

test("PF-R99 the log of an order has everything that people did to it, whatever they changed first", async () => {
  const { id: storeId } = await givenStore(app);
  const codes = [
    "order:order:create",
    "order:order:view",
    "order:price:view",
    "order:payment:confirm",
    "order:order:hold",
  ];
  const seller = await app.signIn({ permissions: codes });
  const body = { customer: newCustomer(), storeId, ...(await givenChoice(app)) };
  const { data: made } = await seller.call(contract.createOrder, { body });
  const params = { id: made.id };
  const paid = {
    kind: "SMALL",
    channel: "POS",
    amountFen: 100_000,
    txnNo: "LOG-1",
    paidAt: wireTime(app.now()),
  } as const;
  const { msg } = await seller.call(contract.addPayment, { params, body: paid });
  assert.equal(msg, "");
  const { version } = (await seller.call(contract.getOrder, { params })).data;
  await seller.call(contract.holdOrder, { params, body: { reason: "客户出国", version } });
  const { data } = await seller.call(listRecordLogs, { params: { bizType: "salesOrder", bizId: made.id }, query: {} });
  assert.deepEqual(
    data.list.map(({ actionName }) => actionName),
    ["挂起订单", "登记收款", "新建订单"],
  );
  const told = data.list.flatMap(({ diffs }) => diffs);
  assert.ok(!told.some(({ after }) => after === made.id), "its own id says nothing to a reader");
});
