import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { givenLockedOrder, givenOrder, givenPaid, givenPolicy, testApp } from "../testing.ts";
import { verifyMoney } from "./verify.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["order:order:view", "order:price:view", "order:price:correct"];
const corrector = () => app.signIn({ permissions: CODES });

test("OR-R2 after the lock only a correction with a reason changes lines and locked price; the car stays as quoted", async () => {
  const order = await givenLockedOrder(app);
  const policy = await givenPolicy(app, { kind: "DISCOUNT", limitFen: 100 });
  const client = await corrector();
  const correct = (lines: contract.TypedLine[], version = order.version) =>
    client.call(contract.correctPrice, {
      params: { id: order.id },
      body: { lines, reason: "补录置换", version },
    });
  await app.rows("update car_price set amount_fen = amount_fen + 5 where car_config_id = $1", [order.carConfigId]);
  const { data } = await correct([{ kind: "DISCOUNT", amountFen: 90_000, policyId: policy.id }]);
  assert.deepEqual(
    [data.dueFen, data.lockTotalFen, data.paidFen, data.balanceFen],
    [25_700_000, 25_700_000, 500_000, 25_200_000],
  );
  assert.deepEqual(
    data.lines.map(({ kind, amountFen }) => [kind, amountFen]),
    [
      ["BASE", 23_990_000],
      ["COLOR", 600_000],
      ["COLOR", 0],
      ["OPTION", 1_200_000],
      ["DISCOUNT", -90_000],
    ],
  );
  const late = await correct([]);
  assert.equal(late.msgCode, "COMMON_VERSION_CONFLICT", "somebody else has corrected it meanwhile");
  assert.deepEqual(
    [late.data.version, late.data.lines.map(({ amountFen }) => amountFen).at(-1)],
    [data.version, -90_000],
    "whoever comes late is shown the lines as they are now",
  );
  const { data: money } = await client.call(contract.getOrderMoney, { params: { id: order.id } });
  assert.equal(money.version, order.version + 1);
  assert.equal((await app.auditOf(order)).at(-1)?.reason, "补录置换");
  const told = await app.rows(
    "select from event_outbox where name = 'order.priceCorrected' and payload ->> 'orderId' = $1",
    [order.id],
  );
  assert.equal(told.length, 1);
  const much = [{ kind: "DISCOUNT" as const, amountFen: 25_790_001, policyId: policy.id }];
  assert.deepEqual(refusal(await correct(much, order.version + 1)), ["ORDER_PRICE_BELOW", "优惠合计不能超过车价"]);
});

test("OR-R2 a correction below what is paid gives the rest back; before the lock there is nothing to correct", async () => {
  const order = await givenLockedOrder(app);
  await givenPaid(app, order, 25_290_000);
  const policy = await givenPolicy(app, { kind: "DISCOUNT" });
  const client = await corrector();
  const { data: now } = await client.call(contract.getOrder, { params: { id: order.id } });
  const lines = [{ kind: "DISCOUNT" as const, amountFen: 40_000, policyId: policy.id }];
  const body = { lines, reason: "补录优惠", version: now.version };
  const { data } = await client.call(contract.correctPrice, { params: { id: order.id }, body });
  assert.deepEqual([data.dueFen, data.paidFen, data.balanceFen], [25_750_000, 25_750_000, 0]);
  const refunds = await app.rows("select why, amount_fen::int as fen from order_refund where order_id = $1", [
    order.id,
  ]);
  assert.deepEqual(refunds, [{ why: "EXCESS", fen: 40_000 }]);
  const { id, version } = await givenOrder(app);
  const early = await client.call(contract.correctPrice, {
    params: { id },
    body: { lines: [], reason: "更正", version },
  });
  assert.equal(early.msgCode, "ORDER_STATE_ILLEGAL");
  await app.rows("update sales_order set held_reason = '投诉' where id = $1", [order.id]);
  const held = await client.call(contract.correctPrice, {
    params: { id: order.id },
    body: { ...body, version: now.version + 1 },
  });
  assert.equal(held.msgCode, "ORDER_HELD");
});

test("OR-R3 the nightly check finds money that does not add up, whatever is wrong, and changes nothing", async () => {
  const faultsOf = async ({ orderNo }: { orderNo: string }) =>
    (await app.arrange((tx) => verifyMoney(tx))).filter((one) => one.orderNo === orderNo).map(({ fault }) => fault);
  const order = await givenPaid(app, await givenOrder(app), 100_000);
  assert.deepEqual(await faultsOf(order), []);
  const breakBy = async (statement: string, back: string) => {
    await app.rows(statement, [order.id]);
    const found = await faultsOf(order);
    await app.rows(back, [order.id]);
    return found;
  };
  assert.deepEqual(
    await breakBy(
      "update order_money set paid_fen = paid_fen - 1 where id = $1",
      "update order_money set paid_fen = paid_fen + 1 where id = $1",
    ),
    ["已付与收款不一致"],
  );
  assert.deepEqual(
    await breakBy(
      "update order_money set refunded_fen = 1 where id = $1",
      "update order_money set refunded_fen = 0 where id = $1",
    ),
    ["已退与退款不一致"],
  );
  assert.deepEqual(
    await breakBy(
      "update order_money set due_fen = due_fen + 1 where id = $1",
      "update order_money set due_fen = due_fen - 1 where id = $1",
    ),
    ["应付与价格明细不一致"],
  );
  const insert = `insert into order_refund (id, created_at, created_by, updated_at, updated_by, refund_no, order_id, payment_id,
      why, amount_fen, state)
    select gen_random_uuid(), now(), $1, now(), $1, 'TK' || gen_random_uuid(), $1, id, 'LATE', amount_fen + 1, 'APPLIED'
    from order_payment where order_id = $1`;
  await app.rows(insert, [order.id]);
  assert.deepEqual(await faultsOf(order), ["退款超过收款"]);
  await app.rows("update order_refund set state = 'REJECTED' where order_id = $1", [order.id]);
  assert.deepEqual(await faultsOf(order), [], "what was rejected is not paid");
});
