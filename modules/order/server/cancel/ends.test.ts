import assert from "node:assert/strict";
import { test } from "node:test";
import { playOutside } from "@ops/platform/server/testing";
import fc from "fast-check";
import * as contract from "../../contract/index.ts";
import { raiseIssue } from "../order/issue.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { verifyMoney } from "../payment/verify.ts";
import { refundPort } from "../refund/port.ts";
import { givenPaid, testApp } from "../testing.ts";
import { givenArrived, givenPapers, slotAt } from "../testing-deliveries.ts";
import { cancelAtOnce } from "./at-once.ts";
import { CUSTOMER_CANCEL } from "./finish.ts";
import { cancelStory } from "./testing.ts";

const app = testApp();
const DONE = { state: "DONE", answer: { channelNo: "RF1", finishedAt: "2026-01-01T00:00:00Z" } } as const;
const channel = playOutside(app, refundPort.port, () => DONE);
const { given, orderOf, seller, approver, preview, apply, applied, openOf, decide, approveAll, refundsOf, toldOf } =
  cancelStory(app);
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const moneyOf = async ({ id }: { id: string }) =>
  (
    await app.rows<{ due: number; paid: number; refunded: number; balance: number }>(
      `select due_fen::int as due, paid_fen::int as paid, refunded_fen::int as refunded, balance_fen::int as balance
       from order_money where id = $1`,
      [id],
    )
  )[0];

test("OR-R3 what a cancellation gives back counts as refunded once it has arrived, and is told", async () => {
  const [adviser, order] = [await seller(), await given("LOCKED")];
  await applied(adviser, order);
  await approveAll(adviser, order);
  assert.deepEqual([(await moneyOf(order))?.refunded, (await moneyOf(order))?.paid], [0, 6_500_000]);
  await app.node.outside.callAll();
  const money = await moneyOf(order);
  assert.deepEqual([money?.paid, money?.refunded, money?.balance], [6_500_000, 6_000_000, 25_790_000 - 500_000]);
  assert.deepEqual(await refundsOf(order), [{ why: "CANCEL", fen: 6_000_000, state: "SUCCESS" }]);
  assert.equal((await toldOf(order, "order.refunded")).length, 1);
});

test("OR-R8 an invoice that was issued has to be 红冲 first; then the contract is void with the order", async () => {
  const [adviser, order] = [await seller(), await given("LOCKED")];
  await givenPapers(app, order);
  const open = await applied(adviser, order, { party: "BRAND" });
  const clerk = await approver();
  assert.deepEqual(refusal(await decide(clerk, open)), ["ORDER_CANCEL_INVOICE", "请先红冲发票"]);
  assert.deepEqual([(await openOf(adviser, order)).state, await refundsOf(order)], ["REVIEW", []]);
  await app.rows("update order_invoice set state = 'RED_PENDING' where order_id = $1", [order.id]);
  assert.equal((await decide(clerk, open)).msgCode, "ORDER_CANCEL_INVOICE", "also while it is on its way");
  await app.rows("update order_invoice set state = 'APPLYING', invoice_no = null where order_id = $1", [order.id]);
  assert.equal((await decide(clerk, open)).msgCode, "ORDER_INVOICE_RUNNING");
  await app.rows("update order_invoice set state = 'RED', invoice_no = 'F1', red_no = 'R1' where order_id = $1", [
    order.id,
  ]);
  assert.equal((await decide(clerk, open)).data.state, "DONE");
  const papers = await app.rows("select state, void_reason as reason from order_contract where order_id = $1", [
    order.id,
  ]);
  assert.deepEqual(papers, [{ state: "VOID", reason: "退订" }]);
});

test("OR-R8 OR-R16 a cancelled order has no open issues but those of money that has to go back", async () => {
  const [adviser, order, other] = [await seller(), await given("LOCKED"), await given("LOCKED")];
  const codes = ["STOP_BUILD", "CAR_DAMAGED", "EVENT:car.departed", "REFUND_FAILED", "LATE_PAYMENT"];
  for (const { id: orderId } of [order, other]) {
    for (const code of codes) await app.arrange((tx) => raiseIssue(tx, { orderId, code, text: code }));
  }
  await applied(adviser, order);
  const openIn = ({ id }: { id: string }) =>
    app.rows("select code from order_issue where order_id = $1 and cleared_at is null order by code", [id]);
  assert.equal((await openIn(order)).length, codes.length, "while somebody decides they stay");
  await approveAll(adviser, order);
  assert.deepEqual(await openIn(order), [{ code: "LATE_PAYMENT" }, { code: "REFUND_FAILED" }]);
  assert.equal((await openIn(other)).length, codes.length);
});

test("OR-R8 OR-R16 what the customer asked for is an issue until a person applies", async () => {
  const [adviser, order] = [await seller(), await given("LOCKED")];
  const issue = { orderId: order.id, code: CUSTOMER_CANCEL, text: "客户申请退订" };
  await app.arrange((tx) => raiseIssue(tx, issue));
  const open = () => app.rows("select from order_issue where order_id = $1 and cleared_at is null", [order.id]);
  assert.equal((await open()).length, 1);
  await applied(adviser, order);
  assert.equal((await open()).length, 0);
});

test("OR-R8 the appointment of a cancelled order is free for others", async () => {
  const { order } = await givenArrived(app);
  const adviser = await app.signIn({
    permissions: ["order:order:view", "order:price:view", "order:cancel:apply", "order:delivery:book"],
  });
  const body = { startAt: slotAt(app, 2), party: "CUSTOMER", reason: "约定交付", version: order.version } as const;
  const booked = await adviser.call(contract.bookAppointment, { params: { id: order.id }, body });
  assert.equal(booked.msg, "");
  await applied(adviser, await orderOf(order));
  await approveAll(adviser, order);
  assert.equal((await orderOf(order)).appointmentAt, null);
  const rows = await app.rows(
    `select a.state, s.booked from delivery_appointment a join delivery_slot s on s.id = a.slot_id where order_id = $1`,
    [order.id],
  );
  assert.deepEqual(rows, [{ state: "CANCELLED", booked: 0 }]);
});

test("OR-R8 an order with an open change is not cancelled", async () => {
  const [adviser, order] = [await seller(), await given("LOCKED")];
  await app.rows(
    `insert into order_change (id, created_at, created_by, updated_at, updated_by, change_no, order_id, kind, party, reason,
       before, after) values ($1, now(), $1, now(), $1, 'BG1', $1, 'PAYMODE', 'CUSTOMER', '改', '{}', '{}')`,
    [order.id],
  );
  assert.equal((await preview(adviser, order)).msg, "", "a preview only reads");
  assert.deepEqual(refusal(await apply(adviser, order)), ["ORDER_CHANGE_OPEN", "已有进行中的变更"]);
  await app.rows("update sales_order set state = 'SMALL', locked_at = null where id = $1", [order.id]);
  const words = { reasonCode: "OTHER", reason: "客户申请退订" };
  const atOnce = () => app.arrange(async (tx) => cancelAtOnce(tx, await lockOrderRow(tx, order.id), words));
  assert.equal(await atOnce(), null, "not at once, either");
  await app.rows("update order_change set state = 'WITHDRAWN' where order_id = $1", [order.id]);
  assert.equal((await atOnce())?.state, "CANCELLED");
});

test("OR-R3 on every path money is kept to the cent: what stays, has gone back, will go back and was too much", async () => {
  const path = fc.record({
    paid: fc.array(fc.integer({ min: 1, max: 12_000_000 }), { minLength: 1, maxLength: 3 }),
    refused: fc.boolean(),
    later: fc.option(fc.integer({ min: 1, max: 900_000 }), { nil: null }),
  });
  const adviser = await seller();
  await fc.assert(
    fc.asyncProperty(path, async ({ paid, refused, later }) => {
      const order = await given("LOCKED");
      for (const amountFen of paid) await givenPaid(app, order, amountFen);
      await applied(adviser, await orderOf(order));
      const { deductFen } = await approveAll(adviser, order);
      channel.replies = () => (refused ? { state: "REFUSED", reason: "原卡已注销" } : DONE);
      await app.node.outside.callAll();
      if (later !== null) await givenPaid(app, order, later);
      const [arrived, rows, money] = [
        paid.reduce((sum, one) => sum + one, 6_500_000 + (later ?? 0)),
        await refundsOf(order),
        await moneyOf(order),
      ];
      const of = (...whys: string[]) => rows.reduce((sum, { why, fen }) => sum + (whys.includes(why) ? fen : 0), 0);
      assert.equal((deductFen ?? 0) + of("CANCEL", "EXCESS", "LATE"), arrived);
      assert.equal(of("LATE"), later ?? 0, "money after the end goes back as a whole");
      assert.equal(money?.refunded, refused ? 0 : of("CANCEL"));
      assert.equal(money?.balance, (money?.due ?? 0) - (money?.paid ?? 0) + (money?.refunded ?? 0));
      assert.deepEqual(
        (await app.arrange((tx) => verifyMoney(tx))).filter(({ orderNo }) => orderNo === order.orderNo),
        [],
      );
    }),
    { numRuns: 6 },
  );
});
