import assert from "node:assert/strict";
import { test } from "node:test";
import { givenUser } from "@ops/authority/server/testing";
import * as contract from "../../contract/index.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { receivePayment } from "../payment/receive.ts";
import {
  givenBound,
  givenDraftedOrder,
  givenInvoice,
  givenLockedOrder,
  givenOrder,
  givenPaid,
  givenSigned,
  testApp,
} from "../testing.ts";
import { requirePaid } from "./pay-steps.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["view", "schedule", "edit"].map((act) => `order:order:${act}`);
const clerk = () => app.signIn({ permissions: [...CODES, "order:invoice:manage", "order:loan:edit"] });

type Versioned = { readonly id: string; readonly version: number };
const apply = async ({ id }: Versioned) => {
  const [{ version } = { version: 0 }] = await app.rows<{ version: number }>(
    "select version from sales_order where id = $1",
    [id],
  );
  return refusal(await (await clerk()).call(contract.applyInvoice, { params: { id }, body: { kind: "CAR", version } }));
};
const loan = async (
  { id, version }: Versioned,
  body: { loanState?: "APPLIED" | "APPROVED" | "REJECTED" | "RELEASED"; leaseNo?: string },
) => (await clerk()).call(contract.noteLoan, { params: { id }, body: { ...body, version } });

/** An order with a car and a signed contract, of which the deposit is paid. */
async function carThere(payMode: "FULL" | "LOAN" | "LEASE") {
  const order = await givenBound(app, await givenDraftedOrder(app, { payMode }));
  await givenSigned(app, order);
  return order;
}
const gate = (id: string, before: "SCHEDULE" | "INVOICE" | "DELIVER") =>
  app
    .arrange(async (tx) => requirePaid(tx, await lockOrderRow(tx, id), before))
    .then(
      () => "",
      (error: Error) => error.message,
    );

test("OR-R18 大定 comes before 排产", async () => {
  const order = await givenLockedOrder(app);
  await app.rows("update order_money set paid_fen = 499999 where id = $1", [order.id]);
  const schedule = async () =>
    refusal(
      await (await clerk()).call(contract.scheduleOrder, {
        params: { id: order.id },
        body: { version: order.version },
      }),
    );
  assert.deepEqual(await schedule(), ["ORDER_PAY_STEP", "请先完成：支付大定"]);
  await app.rows("update order_money set paid_fen = 500000 where id = $1", [order.id]);
  assert.deepEqual(await schedule(), ["", ""]);
});

test("OR-R18 before 开票 whoever pays at once has paid everything, and before 交付 too", async () => {
  const order = await carThere("FULL");
  assert.deepEqual(await apply(order), ["ORDER_PAY_STEP", "请先完成：结清尾款"]);
  await givenPaid(app, order, 25_289_999);
  assert.deepEqual(await apply(order), ["ORDER_PAY_STEP", "请先完成：结清尾款"]);
  assert.equal(await gate(order.id, "DELIVER"), "请先完成：结清尾款");
  await givenPaid(app, order, 1);
  assert.equal(await gate(order.id, "DELIVER"), "");
  assert.deepEqual(await apply(order), ["", ""]);
});

test("OR-R18 before 开票 a loan has its 首付 and is approved; before 交付 it is released", async () => {
  const order = await carThere("LOAN");
  assert.deepEqual(await apply(order), ["ORDER_PAY_STEP", "请先完成：支付首付、贷款批准"]);
  await app.arrange(async (tx) =>
    receivePayment(tx, await lockOrderRow(tx, order.id), {
      kind: "DOWN",
      channel: "POS",
      amountFen: 6_000_000,
      txnNo: "DOWN-1",
      paidAt: tx.now,
      remark: null,
    }),
  );
  assert.deepEqual(await apply(order), ["ORDER_PAY_STEP", "请先完成：贷款批准"]);
  const applied = await loan(order, { loanState: "APPLIED" });
  assert.equal(applied.data.loanState, "APPLIED");
  const { data: approved } = await loan(applied.data, { loanState: "APPROVED" });
  assert.deepEqual(await apply(order), ["", ""]);
  assert.equal(await gate(order.id, "DELIVER"), "请先完成：结清尾款、贷款放款");
  assert.equal(
    (await loan({ ...approved, version: approved.version + 1 }, { loanState: "RELEASED" })).data.loanState,
    "RELEASED",
  );
  assert.equal(await gate(order.id, "DELIVER"), "请先完成：结清尾款");
});

test("OR-R18 before 开票 a loan whose money is there already needs no further approval; one that was refused does", async () => {
  const order = await carThere("LOAN");
  const set = (loanState: string) =>
    app.rows("update sales_order set loan_state = $2 where id = $1", [order.id, loanState]);
  const missing = "请先完成：支付首付";
  for (const [loanState, told] of [
    ["NONE", `${missing}、贷款批准`],
    ["APPLIED", `${missing}、贷款批准`],
    ["REJECTED", `${missing}、贷款批准`],
    ["APPROVED", missing],
    ["RELEASED", missing],
  ] as const) {
    await set(loanState);
    assert.deepEqual(await apply(order), ["ORDER_PAY_STEP", told], loanState);
  }
});

test("OR-R18 before 开票 a lease has its number", async () => {
  const order = await carThere("LEASE");
  assert.deepEqual(await apply(order), ["ORDER_PAY_STEP", "请先完成：登记租赁合同号"]);
  const { data } = await loan(order, { leaseNo: "ZL-2025-001" });
  assert.equal(data.leaseNo, "ZL-2025-001");
  assert.deepEqual(await apply(order), ["", ""]);
});

test("OR-R18 loan and lease are noted for orders that are paid that way, step by step", async () => {
  const full = await givenLockedOrder(app, { payMode: "FULL" });
  assert.deepEqual(refusal(await loan(full, { loanState: "APPLIED" })), ["ORDER_LOAN_MODE", "付款方式不是贷款"]);
  assert.deepEqual(refusal(await loan(full, { leaseNo: "Z1" })), ["ORDER_LOAN_MODE", "付款方式不是租赁"]);
  assert.deepEqual(refusal(await loan(full, {})), ["ORDER_LOAN_NONE", "请填写贷款状态或租赁合同号"]);
  const order = await givenLockedOrder(app, { payMode: "LOAN" });
  assert.deepEqual(refusal(await loan(order, { loanState: "APPROVED" })), [
    "ORDER_LOAN_STEP",
    "贷款无，不能改为已批准",
  ]);
  const legal = {
    NONE: ["APPLIED"],
    APPLIED: ["APPROVED", "REJECTED"],
    APPROVED: ["RELEASED", "REJECTED"],
    REJECTED: ["APPLIED"],
    RELEASED: [],
  };
  const all = ["APPLIED", "APPROVED", "REJECTED", "RELEASED"] as const;
  for (const [from, open] of Object.entries<string[]>(legal)) {
    for (const to of all) {
      await app.rows("update sales_order set loan_state = $2, version = 1 where id = $1", [order.id, from]);
      const { success } = await loan({ ...order, version: 1 }, { loanState: to });
      assert.equal(success, from === to || open.includes(to), `${from} → ${to}`);
    }
  }
});

test("OR-R18 what is missing stands in the papers with whoever looks after it", async () => {
  const [adviser, butler] = [
    await givenUser(app, { userName: "顾小问" }),
    await givenUser(app, { userName: "管小家" }),
  ];
  const order = await givenLockedOrder(app, { payMode: "LOAN", advisorId: adviser.id });
  await app.rows("update sales_order set butler_id = $2 where id = $1", [order.id, butler.id]);
  await app.rows("update order_money set paid_fen = 0 where id = $1", [order.id]);
  const missing = async () => {
    const { data } = await (await clerk()).call(contract.getOrderPapers, { params: { id: order.id } });
    return data.missing.map(({ step, before, ownerName }) => [step, before, ownerName]);
  };
  assert.deepEqual(await missing(), [
    ["BIG", "SCHEDULE", "顾小问"],
    ["DOWN", "INVOICE", "顾小问"],
    ["LOAN_APPROVED", "INVOICE", "顾小问"],
    ["BALANCE", "DELIVER", "管小家"],
    ["LOAN_RELEASED", "DELIVER", "管小家"],
  ]);
  await app.rows("update sales_order set state = 'SCHEDULED', butler_id = null, pay_mode = 'FULL' where id = $1", [
    order.id,
  ]);
  assert.deepEqual(await missing(), [["BALANCE", "INVOICE", "顾小问"]]);
  await givenInvoice(app, order);
  assert.deepEqual(await missing(), [["BALANCE", "DELIVER", "顾小问"]]);
  await app.rows("update sales_order set state = 'CANCELLED' where id = $1", [order.id]);
  assert.deepEqual(await missing(), []);
  const early = await givenOrder(app);
  const { data } = await (await clerk()).call(contract.getOrderPapers, { params: { id: early.id } });
  assert.deepEqual(data, { contracts: [], invoices: [], missing: [] });
});
