import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { lockMoney } from "../order/money.ts";
import { givenOrder, givenPaid, testApp } from "../testing.ts";
import { takeBack } from "./give-back.ts";

const app = testApp();

/** Makes an order with one payment, later than that of the order before. */
async function givenPaidOrder() {
  app.passTime(1);
  const order = await givenOrder(app);
  await givenPaid(app, order, 500_000);
  const [payment] = await app.rows<{ payNo: string }>(
    'select pay_no as "payNo" from order_payment where order_id = $1',
    [order.id],
  );
  return { id: order.id, orderNo: order.orderNo, payNo: payment?.payNo };
}

test("OR-R3 what was paid too much of an order goes back from its own payments, and each refund names its order and payment", async () => {
  const orders = [await givenPaidOrder(), await givenPaidOrder()];
  for (const order of orders) {
    await app.arrange(async (tx) => takeBack(tx, await lockMoney(tx, order), 10_000, "EXCESS"));
  }
  const clerk = await app.signIn({ permissions: ["order:refund:list", "order:order:view", "order:price:view"] });
  const { data } = await clerk.call(contract.listRefunds, { query: {} });
  const told = data.list.map(({ orderId, orderNo, payNo, amountFen }) => ({ id: orderId, orderNo, payNo, amountFen }));
  const wanted = orders.map((order) => ({ ...order, amountFen: 10_000 }));
  const byNumber = (one: { orderNo: string }, other: { orderNo: string }) => one.orderNo.localeCompare(other.orderNo);
  assert.deepEqual(told.toSorted(byNumber), wanted.toSorted(byNumber));
});
