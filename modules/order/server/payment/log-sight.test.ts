import assert from "node:assert/strict";
import { test } from "node:test";
import { listRecordLogs } from "@ops/platform/contract";
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

test("order 7 the logs of an order and of its buyer tell prices to the selling side and headquarters alone", async () => {
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
    const [edited, ...before] = await logOf("salesOrder", id, reader);
    const [made, ...others] = await logOf("customer", customerId, reader);
    assert.deepEqual([edited?.actionName, before, made?.actionName, others], ["编辑订单", [], "新建订单", []]);
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
