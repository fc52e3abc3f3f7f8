import assert from "node:assert/strict";
import { test } from "node:test";
import { playOutside } from "@ops/platform/server/testing";
import { givenStore } from "@ops/store/server/testing";
import * as contract from "../../contract/index.ts";
import {
  givenBound,
  givenDraftedOrder,
  givenInvoice,
  givenInvoiceable,
  givenPaid,
  givenPolicy,
  givenSigned,
  handleCall,
  testApp,
} from "../testing.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["order:order:view", "order:invoice:manage", "order:price:view", "order:price:correct", "order:car:swap"];
const clerk = (wishes: object = {}) => app.signIn({ permissions: [...CODES, "vehicle:car:view"], ...wishes });
let no = 0;
const issued = () =>
  ({ state: "DONE", answer: { invoiceNo: `2500${++no}`, issuedAt: "2025-05-01T02:00:00Z" } }) as const;
const taxes = playOutside(app, "order.invoice", issued);

type Versioned = { readonly id: string; readonly version: number };
const apply = async ({ id, version }: Versioned, kind: "CAR" | "VAT" = "CAR") =>
  (await clerk()).call(contract.applyInvoice, { params: { id }, body: { kind, version } });
const red = async ({ id, version }: Versioned) =>
  (await clerk()).call(contract.redInvoice, { params: { id }, body: { reason: "客户退订", version } });
const papersOf = async ({ id }: { readonly id: string }, who = clerk()) =>
  (await (await who).call(contract.getOrderPapers, { params: { id } })).data;
const next = (order: Versioned, by = 1) => ({ ...order, version: order.version + by });
const issuesOf = ({ id }: { readonly id: string }) =>
  app.rows<{ text: string }>("select text from order_issue where order_id = $1 and cleared_at is null", [id]);

test("OR-R10 an invoice names the buyer and comes to what is due without rights and fees, and is told", async () => {
  const fee = await givenPolicy(app, { kind: "FEE", name: "上牌服务" });
  const lines = [
    { kind: "PACK", name: "终身质保", amountFen: 500_000 },
    { kind: "FEE", amountFen: 80_000, policyId: fee.id },
  ] as const;
  const order = await givenInvoiceable(app, { lines: [...lines] });
  const { data, msg } = await apply(order);
  assert.equal(msg, "");
  assert.partialDeepStrictEqual(data.invoices, [
    { state: "APPLYING", kind: "CAR", amountFen: 25_790_000, invoiceNo: null },
  ]);
  assert.deepEqual(refusal(await apply(next(order))), ["ORDER_INVOICE_OPEN", "订单已有发票"]);
  assert.deepEqual(refusal(await red(next(order))), ["ORDER_INVOICE_NONE", "订单没有已开具的发票"]);
  await app.node.outside.callAll();
  const asked = taxes.heard.at(-1);
  assert.partialDeepStrictEqual(asked?.request, {
    act: "ISSUE",
    amountFen: 25_790_000,
    vin: order.vin,
    orderNo: order.orderNo,
  });
  assert.match(JSON.stringify(asked?.request), /"title":"客户\d+","taxNo":"\d{17}[\dX]"/);
  const [invoice] = (await papersOf(order)).invoices;
  assert.deepEqual(
    [invoice?.state, invoice?.invoiceNo, invoice?.issuedAt],
    ["ISSUED", `2500${no}`, "2025-05-01 10:00:00"],
  );
  assert.match(invoice?.title ?? "", /^客\*+$/);
  const told = await app.published(contract.orderInvoiced);
  assert.partialDeepStrictEqual(told.at(-1), { orderId: order.id, invoiceId: invoice?.id });
});

test("order 5 an order tells how far contract and invoice are, so that acts can say why they are not offered", async () => {
  const facts = async ({ id }: { readonly id: string }) => {
    const { data } = await (await clerk()).call(contract.getOrder, { params: { id } });
    return [data.contractState, data.invoiceState, data.isInvoiceUnsure];
  };
  assert.deepEqual(await facts(await givenDraftedOrder(app)), ["DRAFT", null, false]);
  const order = await givenInvoiceable(app);
  assert.deepEqual(await facts(order), ["SIGNED", null, false]);
  await apply(order);
  assert.deepEqual(await facts(order), ["SIGNED", "APPLYING", false]);
  await app.rows("update order_invoice set failure = '结果不明' where order_id = $1", [order.id]);
  assert.deepEqual(await facts(order), ["SIGNED", "APPLYING", true]);
  await app.rows("update order_invoice set state = 'FAILED' where order_id = $1", [order.id]);
  assert.deepEqual(await facts(order), ["SIGNED", null, false], "a failed one does not count");
});

test("OR-R10 it needs a car and a signed contract", async () => {
  const order = await givenDraftedOrder(app);
  assert.deepEqual(refusal(await apply(order)), ["ORDER_INVOICE_NO_VIN", "车辆未下线，不能开票"]);
  const bound = await givenBound(app, order);
  assert.deepEqual(refusal(await apply(bound)), ["ORDER_INVOICE_CONTRACT", "合同未签署，不能开票"]);
  await givenSigned(app, bound);
  assert.equal((await apply(bound)).msgCode, "ORDER_PAY_STEP");
  await app.rows("update sales_order set state = 'CANCEL_REVIEW' where id = $1", [order.id]);
  assert.equal((await apply(bound)).msgCode, "ORDER_STATE_ILLEGAL");
});

test("OR-R10 a refused invoice has failed with an issue, and another one may be applied for", async () => {
  const order = await givenInvoiceable(app);
  taxes.replies = () => ({ state: "REFUSED", reason: "税号不存在" });
  await apply(order);
  await app.node.outside.callAll();
  const [failed] = (await papersOf(order)).invoices;
  assert.deepEqual([failed?.state, failed?.failure], ["FAILED", "税号不存在"]);
  assert.deepEqual(await issuesOf(order), [{ text: "开票失败：税号不存在" }]);
  taxes.replies = issued;
  await apply(next(order), "VAT");
  await app.node.outside.callAll();
  const { invoices } = await papersOf(order);
  assert.deepEqual(
    invoices.map(({ state, kind }) => [state, kind]),
    [
      ["ISSUED", "VAT"],
      ["FAILED", "CAR"],
    ],
  );
  assert.deepEqual(await issuesOf(order), []);
});

test("order 3 红冲 takes an issued invoice back; when it is refused, the invoice is still there and may be tried again", async () => {
  const order = await givenInvoiceable(app);
  await apply(order);
  await app.node.outside.callAll();
  await app.rows("update sales_order set state = 'CANCEL_REVIEW' where id = $1", [order.id]);
  taxes.replies = () => ({ state: "REFUSED", reason: "已跨年" });
  const asked = await red(next(order));
  assert.equal(asked.data.invoices[0]?.state, "RED_PENDING", asked.msg);
  await app.node.outside.callAll();
  assert.equal((await papersOf(order)).invoices[0]?.state, "ISSUED");
  assert.deepEqual(await issuesOf(order), [{ text: "红冲失败：已跨年" }]);
  taxes.replies = issued;
  await red(next(order, 2));
  await app.node.outside.callAll();
  const [invoice] = (await papersOf(order)).invoices;
  assert.deepEqual([invoice?.state, invoice?.redNo, invoice?.redReason], ["RED", `2500${no}`, "客户退订"]);
  assert.deepEqual(await issuesOf(order), []);
  await app.rows("update sales_order set state = 'DELIVERED', delivered_at = now() where id = $1", [order.id]);
  assert.equal((await red(next(order, 3))).msgCode, "ORDER_STATE_ILLEGAL");
});

test("OR-R2 OR-R13 what is invoiced, or about to be, keeps its price and its car", async () => {
  const { id: deliveryStoreId } = await givenStore(app);
  const order = await givenBound(app, await givenDraftedOrder(app, { deliveryStoreId }));
  const other = await givenBound(app, await givenDraftedOrder(app));
  const client = await clerk();
  const params = { id: order.id };
  const acts = async () => [
    refusal(
      await client.call(contract.correctPrice, { params, body: { lines: [], reason: "更正", version: order.version } }),
    ),
    refusal(
      await client.call(contract.swapOrderCar, {
        params,
        body: { carId: other.carId ?? "", reason: "换车", version: order.version },
      }),
    ),
  ];
  await givenInvoice(app, order, "APPLYING");
  const running = ["ORDER_INVOICE_RUNNING", "正在开票，请等待开票结果"];
  assert.deepEqual(await acts(), [running, running]);
  for (const state of ["ISSUED", "RED_PENDING"] as const) {
    await app.rows("delete from order_invoice where order_id = $1", [order.id]);
    await givenInvoice(app, order, state);
    const there = ["ORDER_INVOICE_ISSUED", "已开票，请先红冲发票"];
    assert.deepEqual(await acts(), [there, there], state);
  }
  await app.rows("delete from order_invoice where order_id = $1", [order.id]);
  await givenInvoice(app, order, "FAILED");
  const [price] = await acts();
  assert.deepEqual(price, ["", ""]);
});

test("order 7 the delivering side sees the invoice without its amount", async () => {
  const order = await givenInvoiceable(app);
  await apply(order);
  const there = clerk({ scope: "ORG", organization: { id: order.deliveryStoreId } });
  const [invoice] = (await papersOf(order, there)).invoices;
  assert.deepEqual([invoice?.state, invoice?.amountFen], ["APPLYING", null]);
  const here = clerk({ scope: "ORG", organization: { id: order.storeId } });
  assert.equal((await papersOf(order, here)).invoices[0]?.amountFen, 25_790_000);
  const stranger = await clerk({ scope: "ORG" });
  const answer = await stranger.call(contract.getOrderPapers, { params: { id: order.id } });
  assert.equal(answer.msgCode, "COMMON_NOT_FOUND");
});

test("order 7 the log tells of an invoice without its amount", async () => {
  const order = await givenInvoiceable(app);
  await apply(order);
  const [entry] = await app.rows<{ fields: string[] }>(
    `select array(select jsonb_array_elements(diffs) ->> 'field') as fields from audit_log
      where action_name = '申请开票' and diffs @> jsonb_build_array(jsonb_build_object('bizType', 'orderInvoice', 'after', $1::text))`,
    [order.id],
  );
  assert.ok(entry);
  assert.deepEqual([entry.fields.includes("kind"), entry.fields.includes("amountFen")], [true, false]);
});

test("OR-R3 money that is paid twice does not change what an invoice says", async () => {
  const order = await givenInvoiceable(app);
  await apply(order);
  await givenPaid(app, order, 100);
  assert.equal((await papersOf(order)).invoices[0]?.amountFen, 25_790_000);
});

const lost = () => ({ state: "LOST" }) as const;
type Finding = { readonly outcome: "DONE" | "NOT_DONE"; readonly outsideNo?: string };
const settle = async ({ id, version }: Versioned, finding: Finding) =>
  (await clerk()).call(contract.settleInvoice, { params: { id }, body: { ...finding, reason: "电话核实", version } });

test("OR-R10 an invoice that the operator gave up is settled by what people find out, issued or not", async () => {
  taxes.replies = lost;
  const order = await givenInvoiceable(app);
  const [asked] = (await apply(order)).data.invoices;
  await app.node.outside.callAll();
  const sure = ["ORDER_INVOICE_SURE", "没有结果不明的开票或红冲"];
  assert.deepEqual(refusal(await settle(next(order), { outcome: "NOT_DONE" })), sure, "its outcome will be told");
  await handleCall(app, asked?.id ?? "");
  assert.deepEqual(await issuesOf(order), [{ text: "开票结果不明，请核对后登记：人工处理：对方停机" }]);
  assert.equal((await apply(next(order))).msgCode, "ORDER_INVOICE_OPEN");
  const nameless = await settle(next(order), { outcome: "DONE" });
  assert.deepEqual(refusal(nameless), ["ORDER_INVOICE_NUMBER", "请填写发票号码"]);
  const none = await settle(next(order), { outcome: "NOT_DONE" });
  assert.deepEqual([none.data.invoices[0]?.state, none.data.invoices[0]?.failure], ["FAILED", "人工登记未完成"]);
  const [again] = (await apply(next(order, 2))).data.invoices;
  await app.node.outside.callAll();
  await handleCall(app, again?.id ?? "");
  const done = await settle(next(order, 3), { outcome: "DONE", outsideNo: "25009" });
  assert.deepEqual([done.data.invoices[0]?.state, done.data.invoices[0]?.invoiceNo], ["ISSUED", "25009"]);
  assert.deepEqual(await issuesOf(order), []);
  assert.partialDeepStrictEqual((await app.published(contract.orderInvoiced)).at(-1), { invoiceId: again?.id });
});

test("OR-R10 红冲 whose outcome is unsure is settled alike, and the tax program is not heard any more", async () => {
  taxes.replies = issued;
  const order = await givenInvoiceable(app);
  await apply(order);
  await app.node.outside.callAll();
  taxes.replies = lost;
  const [asked] = (await red(next(order))).data.invoices;
  await app.node.outside.callAll();
  await app.rows("update outside_call set ends_at = $2, due_at = $2 where key = $1", [`${asked?.id}-red1`, app.now()]);
  await app.node.outside.callAll();
  assert.deepEqual(await issuesOf(order), [{ text: "红冲结果不明，请核对后登记：对方返回 500" }]);
  const { data } = await settle(next(order, 2), { outcome: "DONE", outsideNo: "R1" });
  assert.deepEqual([data.invoices[0]?.state, data.invoices[0]?.redNo], ["RED", "R1"]);
  const [call] = await app.rows<{ state: string }>("select state from outside_call where key = $1", [
    `${asked?.id}-red1`,
  ]);
  assert.equal(call?.state, "HANDLED");
});

test("OR-R10 an outcome that is on its way comes before what people type", async () => {
  taxes.replies = lost;
  const order = await givenInvoiceable(app);
  const [asked] = (await apply(order)).data.invoices;
  await app.rows("update order_invoice set failure = '无应答' where id = $1", [asked?.id]);
  await app.rows("update outside_call set state = 'CALLING', tries = 1, sent_at = now() where key = $1", [asked?.id]);
  assert.equal((await settle(next(order), { outcome: "NOT_DONE" })).msgCode, "ORDER_INVOICE_RUNNING");
});

test("OR-R10 what the tax program does not know is sent again for 7 days, then it has failed", async () => {
  taxes.replies = lost;
  const stateOf = async ({ id }: { readonly id: string }) => (await papersOf({ id })).invoices[0]?.state;
  const order = await givenInvoiceable(app);
  const [asked] = (await apply(order)).data.invoices;
  const heard = () => taxes.heard.filter(({ key }) => key === asked?.id).length;
  const forget = async () => {
    await app.node.outside.callAll();
    taxes.heard.length = 0;
    app.passTime(61);
    await app.node.outside.callAll();
  };
  await forget();
  assert.deepEqual([await stateOf(order), heard()], ["APPLYING", 1], "sent again");
  await app.rows("update order_invoice set asked_at = asked_at - interval '7 days' where id = $1", [asked?.id]);
  await forget();
  assert.deepEqual([await stateOf(order), heard()], ["FAILED", 0]);
  assert.deepEqual(await issuesOf(order), [{ text: "开票失败：对方没有收到该请求" }]);
});

test("OR-R10 what was asked for at an unknown time and never arrived has failed at once", async () => {
  taxes.replies = lost;
  const order = await givenInvoiceable(app);
  const [asked] = (await apply(order)).data.invoices;
  await app.node.outside.callAll();
  await app.rows("update order_invoice set asked_at = null where id = $1", [asked?.id]);
  taxes.heard.length = 0;
  app.passTime(61);
  await app.node.outside.callAll();
  const again = taxes.heard.filter(({ key }) => key === asked?.id);
  assert.deepEqual([(await papersOf(order)).invoices[0]?.state, again], ["FAILED", []]);
});
