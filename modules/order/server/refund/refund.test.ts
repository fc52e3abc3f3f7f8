import assert from "node:assert/strict";
import { test } from "node:test";
import { givenClient, signedCall } from "@ops/authority/server/testing";
import { wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { playOutside } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { findOrCreateCustomer } from "../customer/find-or-create.ts";
import { givenOrder, givenPaid, handleCall, newCustomer, testApp } from "../testing.ts";
import { refundPort } from "./port.ts";
import { refundSchedule } from "./schedules.ts";

const app = testApp();
const DONE = { state: "DONE", answer: { channelNo: "RF00000001", finishedAt: "2026-01-01T00:00:00Z" } } as const;
const REFUSED = { state: "REFUSED", reason: "原卡已注销" } as const;
const channel = playOutside(app, refundPort.port, () => DONE);
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const VERBS = ["list", "apply", "approve", "retry", "account"];
const CODES = [...VERBS.map((verb) => `order:refund:${verb}`), "order:order:view", "order:price:view"];
const finance = () => app.signIn({ permissions: CODES });
type Client = Awaited<ReturnType<typeof finance>>;

const DUE = 25_790_000;

/** Makes an order that is paid up and 100.00 元 beyond it. */
async function givenExcess(wishes: Parameters<typeof givenOrder>[1] = {}) {
  const order = await givenOrder(app, wishes);
  await givenPaid(app, order, DUE + 10_000);
  const [refund] = await app.rows<{ id: string; refundNo: string; paymentId: string }>(
    'select id, refund_no as "refundNo", payment_id as "paymentId" from order_refund where order_id = $1',
    [order.id],
  );
  assert.ok(refund);
  return { order, ...refund };
}

const get = async (by: Client, { id }: { id: string }) => (await by.call(contract.getRefund, { params: { id } })).data;
const decide = async (by: Client, { id }: { id: string }, verdict: "APPROVE" | "REJECT" = "APPROVE", note?: string) =>
  by.call(contract.decideRefund, {
    params: { id },
    body: { verdict, version: (await get(by, { id })).version, ...(note ? { note } : {}) },
  });
const retry = async (by: Client, { id }: { id: string }) =>
  by.call(contract.retryRefund, { params: { id }, body: { version: (await get(by, { id })).version } });
const account = async (by: Client, { id }: { id: string }, payeeName: string) =>
  by.call(contract.setRefundAccount, {
    params: { id },
    body: { payeeName, bank: "招商银行", account: "6222 0202 0011 2233", version: (await get(by, { id })).version },
  });
const send = () => app.node.outside.callAll();
const keysOf = ({ refundNo }: { refundNo: string }) =>
  channel.heard.filter(({ key }) => key.startsWith(refundNo)).map(({ key }) => key);
const issuesOf = async ({ order: { id } }: { order: { id: string } }) =>
  (
    await app.rows<{ text: string }>("select text from order_issue where order_id = $1 and cleared_at is null", [id])
  ).map(({ text }) => text);

/** An approved refund that its channel refuses. */
async function givenRefused(by: Client, wishes: Parameters<typeof givenExcess>[0] = {}) {
  const refund = await givenExcess(wishes);
  channel.replies = ({ key }) => (key === refund.refundNo ? REFUSED : DONE);
  await decide(by, refund);
  await send();
  return refund;
}

test("OR-R9 excess goes back when another person agrees: asked once with its number, then told", async () => {
  channel.replies = () => DONE;
  const [clerk, refund] = [await finance(), await givenExcess()];
  const waiting = await get(clerk, refund);
  assert.deepEqual([waiting.state, waiting.why, waiting.amountFen], ["APPLIED", "EXCESS", 10_000]);
  assert.match(waiting.refundNo, /^TK\d{14}$/);
  await send();
  assert.deepEqual(keysOf(refund), [], "nothing is sent before somebody has agreed");
  assert.equal((await decide(clerk, refund)).data.state, "APPROVED");
  await send();
  const done = await get(clerk, refund);
  assert.deepEqual(
    [done.state, done.channelNo, done.finishedAt !== null, done.route],
    ["SUCCESS", "RF00000001", true, "CHANNEL"],
  );
  assert.deepEqual(
    channel.heard.filter(({ key }) => key === refund.refundNo).map(({ request }) => request),
    [{ refundNo: refund.refundNo, amountFen: 10_000, channel: "BANK", txnNo: await txnOf(refund), account: null }],
  );
  const { data } = await clerk.call(contract.getOrderMoney, { params: { id: refund.order.id } });
  assert.deepEqual([data.paidFen, data.refundedFen, data.balanceFen], [DUE, 0, 0], "excess never counted as paid");
  assert.deepEqual(
    data.refunds.map(({ refundNo, state }) => [refundNo, state]),
    [[refund.refundNo, "SUCCESS"]],
  );
  const told = await app.rows("select payload ->> 'refundId' as id from event_outbox where name = 'order.refunded'");
  assert.deepEqual(told, [{ id: refund.id }]);
  assert.equal((await decide(clerk, refund)).msgCode, "ORDER_STATE_ILLEGAL");
});

const txnOf = async ({ paymentId }: { paymentId: string }) =>
  (await app.rows<{ no: string }>("select txn_no as no from order_payment where id = $1", [paymentId]))[0]?.no;

test("OR-R9 nobody decides about the excess of a payment that he entered himself, nor the people behind a program", async () => {
  const order = await givenOrder(app);
  const cashier = await app.signIn({ permissions: [...CODES, "order:payment:confirm"] });
  app.passTime(2);
  const paid = {
    kind: "BIG",
    channel: "POS",
    amountFen: DUE + 1,
    txnNo: newId(),
    paidAt: wireTime(app.now()),
  } as const;
  await cashier.call(contract.addPayment, { params: { id: order.id }, body: paid });
  const { data } = await cashier.call(contract.listRefunds, { query: { orderNo: order.orderNo } });
  const [own] = data.list;
  assert.ok(own);
  assert.deepEqual(refusal(await decide(cashier, own)), ["COMMON_APPROVAL_SELF", "不能审批自己的申请"]);
  assert.equal((await decide(await finance(), own)).msg, "");
});

test("OR-R9 a program may tell of money that is too much: the house asks for its refund", async () => {
  const order = await givenOrder(app);
  const admin = await app.signIn({ boolAdmin: true });
  const client = await givenClient(app, admin, [contract.addPayment], { ownerOrgId: order.storeId });
  const body = {
    kind: "BIG",
    channel: "WECHAT",
    amountFen: DUE + 5,
    txnNo: newId(),
    paidAt: wireTime(app.now()),
  } as const;
  const answer = await signedCall(app, client, contract.addPayment, { params: { id: order.id }, body });
  assert.equal(answer.msg, "");
  const [asked] = await app.rows<{ state: string }>(
    "select a.state from approval a join order_refund r on r.id = a.biz_id where r.order_id = $1",
    [order.id],
  );
  assert.equal(asked?.state, "OPEN");
});

test("OR-R9 what is rejected needs a reason and can be asked for again, never more than the excess", async () => {
  const [clerk, refund] = [await finance(), await givenExcess()];
  assert.deepEqual(refusal(await decide(clerk, refund, "REJECT")), ["ORDER_REFUND_NOTE", "请填写驳回原因"]);
  const ask = async (amountFen: number, paymentId = refund.paymentId) => {
    const { data } = await clerk.call(contract.getOrder, { params: { id: refund.order.id } });
    const body = { paymentId, amountFen, reason: "客户来电", version: data.version };
    return clerk.call(contract.addRefund, { params: { id: refund.order.id }, body });
  };
  assert.deepEqual(refusal(await ask(1)), ["ORDER_REFUND_EXCESS", "该笔收款可退的多付金额为0.00元"]);
  assert.equal((await decide(clerk, refund, "REJECT", "客户要求抵扣")).data.state, "REJECTED");
  assert.deepEqual(refusal(await ask(10_001)), ["ORDER_REFUND_EXCESS", "该笔收款可退的多付金额为100.00元"]);
  assert.equal((await ask(4_000)).msg, "");
  assert.equal((await ask(6_001)).msgCode, "ORDER_REFUND_EXCESS");
  assert.equal((await ask(6_000)).msg, "");
  assert.equal((await ask(1, (await givenExcess()).paymentId)).msgCode, "COMMON_NOT_FOUND", "of another order");
  const { data } = await clerk.call(contract.listRefunds, { query: { orderNo: refund.order.orderNo } });
  assert.deepEqual(data.list.map(({ why, amountFen, state }) => [why, amountFen, state]).toSorted(), [
    ["EXCESS", 10_000, "REJECTED"],
    ["EXCESS", 4_000, "APPLIED"],
    ["EXCESS", 6_000, "APPLIED"],
  ]);
});

test("OR-R9 a channel that refuses: FAILED with an issue, first in the list; a retry asks it under another key", async () => {
  const clerk = await finance();
  const refund = await givenRefused(clerk);
  await givenExcess();
  const failed = await get(clerk, refund);
  assert.deepEqual([failed.state, failed.failureReason], ["FAILED", "原卡已注销"]);
  assert.deepEqual(await issuesOf(refund), [`退款${refund.refundNo}失败：原卡已注销`]);
  const { data } = await clerk.call(contract.listRefunds, { query: {} });
  assert.equal(data.list[0]?.refundNo, refund.refundNo);
  assert.equal((await retry(clerk, refund)).data.state, "PROCESSING");
  assert.equal((await retry(clerk, refund)).msgCode, "ORDER_STATE_ILLEGAL");
  await send();
  assert.deepEqual([(await get(clerk, refund)).state, await issuesOf(refund)], ["SUCCESS", []]);
  assert.deepEqual(keysOf(refund), [refund.refundNo, `${refund.refundNo}-2`]);
});

test("OR-R9 refused by its channel it goes to an account of the buyer and of nobody else", async () => {
  const clerk = await finance();
  const name = `王${newId().slice(-4)}`;
  const customerId = await app.arrange(
    async (tx) => (await findOrCreateCustomer(tx, newCustomer({ name }))).customerId,
  );
  const refund = await givenRefused(clerk, { customerId });
  assert.deepEqual(refusal(await account(clerk, refund, "李四")), ["ORDER_REFUND_NAME", "收款人须与购车人一致"]);
  const { data, msg } = await account(clerk, refund, name);
  assert.equal(msg, "");
  assert.deepEqual([data.state, data.route, data.bank], ["PROCESSING", "ACCOUNT", "招商银行"]);
  assert.match(data.account ?? "", /^\*+ ?2233$|\*.*2233$/);
  await send();
  assert.equal((await get(clerk, refund)).state, "SUCCESS");
  assert.deepEqual(channel.heard.at(-1)?.request["account"], { bank: "招商银行", accountNo: "6222020200112233" });
  const early = await givenExcess();
  assert.equal((await account(clerk, early, "王五")).msgCode, "ORDER_STATE_ILLEGAL", "only after its channel refused");
});

test("OR-R9 a channel that takes nothing is asked again after 1, 5, 15, 60 minutes, then every hour for 7 days", async () => {
  const [clerk, refund] = [await finance(), await givenExcess()];
  const place = app.outsidePlaces.get(refundPort.port);
  assert.ok(place);
  app.outsidePlaces.delete(refundPort.port);
  await decide(clerk, refund);
  const waits: number[] = [];
  for (let n = 0; n < 6; n++) {
    await send();
    const [line] = await app.rows<{ wait: number }>(
      "select extract(epoch from due_at - $2)::float8 / 60 as wait from outside_call where key = $1",
      [refund.refundNo, app.now()],
    );
    const wait = Math.round(line?.wait ?? 0);
    waits.push(wait);
    app.passTime(wait * 60 + 1);
  }
  assert.deepEqual(waits, [1, 5, 15, 60, 60, 60]);
  const [row] = await app.rows("select state from order_refund where id = $1", [refund.id]);
  assert.deepEqual(row, { state: "PROCESSING" });
  app.passTime(7 * 86_400);
  await send();
  const later = await finance();
  const failed = await get(later, refund);
  assert.deepEqual([failed.state, failed.failureReason], ["FAILED", "未配置对接地址"]);
  app.outsidePlaces.set(refundPort.port, place);
  channel.replies = () => DONE;
  await retry(later, refund);
  await send();
  assert.equal((await get(later, refund)).state, "SUCCESS");
  assert.deepEqual(keysOf(refund), [refund.refundNo], "under the same key, because nobody had refused it");
});

test("OR-R9 an answer that is lost is asked for and never sent again; what stays unsure goes to no account", async () => {
  const [clerk, refund] = [await finance(), await givenExcess()];
  channel.replies = () => ({ state: "PENDING", reason: "银行处理中" });
  await decide(clerk, refund);
  await send();
  assert.equal((await get(clerk, refund)).state, "PROCESSING");
  for (let n = 0; n < 3; n++) {
    app.passTime(3_700);
    await send();
  }
  assert.deepEqual(keysOf(refund), [refund.refundNo], "sent once, however often it was asked for");
  app.passTime(7 * 86_400);
  await send();
  const later = await finance();
  assert.equal((await get(later, refund)).state, "FAILED");
  const name = (
    await app.rows<{ id: string }>("select customer_id as id from sales_order where id = $1", [refund.order.id])
  )[0];
  assert.ok(name);
  const own = await ownName(name.id);
  assert.deepEqual(refusal(await account(later, refund, own)), [
    "ORDER_REFUND_UNSURE",
    "渠道尚未确认结果，请先重试查询",
  ]);
  channel.replies = () => DONE;
  await retry(later, refund);
  await send();
  assert.equal((await get(later, refund)).state, "SUCCESS");
  assert.deepEqual(keysOf(refund), [refund.refundNo], "the retry only asked what became of it");
});

test("OR-R9 a refund that an operator gave up has failed; a retry asks for it and sends nothing a second time", async () => {
  const [clerk, refund] = [await finance(), await givenExcess()];
  channel.replies = () => ({ state: "LOST" });
  await decide(clerk, refund);
  await send();
  await handleCall(app, refund.refundNo);
  assert.partialDeepStrictEqual(await get(clerk, refund), { state: "FAILED", failureReason: "人工处理：对方停机" });
  channel.replies = () => DONE;
  await retry(clerk, refund);
  await send();
  assert.equal((await get(clerk, refund)).state, "SUCCESS");
  assert.deepEqual(keysOf(refund), [refund.refundNo]);
});

test("OR-R9 a refund that is older than its approval can be decided, once, and not by whoever asked for it", async () => {
  const [clerk, refund] = [await finance(), await givenExcess()];
  await app.rows("delete from approval where biz_id = $1", [refund.id]);
  assert.equal((await decide(clerk, refund)).msgCode, "COMMON_APPROVAL_CHANGED");
  const run = () => refundSchedule.run({ step: (act) => app.arrange(act) });
  await run();
  await run();
  const asked = await app.rows<{ by: string; asker: string }>(
    `select applicant_id as by, r.created_by as asker from approval a join order_refund r on r.id = a.biz_id where r.id = $1`,
    [refund.id],
  );
  assert.deepEqual([asked.length, asked[0]?.by], [1, asked[0]?.asker]);
  channel.replies = () => DONE;
  assert.equal((await decide(clerk, refund)).msg, "");
  await send();
  await run();
  assert.equal((await get(clerk, refund)).state, "SUCCESS");
});

/** The name that the builder gave to a customer, in clear. */
const ownName = (customerId: string) =>
  app.arrange(async (tx) => {
    const [row] = await app.rows<{ cipher: Buffer }>("select name_cipher as cipher from customer where id = $1", [
      customerId,
    ]);
    return tx.vault.open(row?.cipher ?? Buffer.alloc(0), customerId);
  });

test("OR-R9 what never arrived at the channel is sent again by itself", async () => {
  const [clerk, refund] = [await finance(), await givenExcess()];
  channel.replies = () => DONE;
  await decide(clerk, refund);
  // as a node leaves it that is killed after it noted the call and before it sent it
  await app.rows("update outside_call set state = 'CALLING', tries = 1, sent_at = $2, due_at = $2 where key = $1", [
    refund.refundNo,
    app.now(),
  ]);
  await app.rows("update order_refund set state = 'PROCESSING' where id = $1", [refund.id]);
  await send();
  assert.equal((await get(clerk, refund)).state, "SUCCESS");
  assert.deepEqual(keysOf(refund), [refund.refundNo]);
});

test("OR-R9 OR-R16 money that came too late is an issue until all of it has gone back, also what was rejected first", async () => {
  channel.replies = () => DONE;
  const [clerk, order] = [await finance(), await givenOrder(app)];
  await app.rows("update sales_order set state = 'CANCELLED' where id = $1", [order.id]);
  await givenPaid(app, order, 10_000);
  await givenPaid(app, order, 20_000);
  const late = await app.rows<{ id: string; paymentId: string }>(
    'select id, payment_id as "paymentId" from order_refund where order_id = $1 order by amount_fen',
    [order.id],
  );
  const [first, second] = late;
  assert.ok(first && second);
  await decide(clerk, first, "REJECT", "请核对");
  await decide(clerk, second);
  await send();
  assert.equal((await get(clerk, second)).state, "SUCCESS");
  assert.deepEqual(await issuesOf({ order }), ["已关闭订单收到付款"]);
  const [row] = await app.rows<{ version: number }>("select version from sales_order where id = $1", [order.id]);
  const body = { paymentId: first.paymentId, amountFen: 10_000, reason: "已核对", version: row?.version ?? 0 };
  assert.equal((await clerk.call(contract.addRefund, { params: { id: order.id }, body })).msg, "");
  const [again] = await app.rows<{ id: string }>(
    "select id from order_refund where order_id = $1 and state = 'APPLIED'",
    [order.id],
  );
  assert.ok(again);
  await decide(await finance(), again);
  await send();
  assert.deepEqual(await issuesOf({ order }), []);
});

test("OR-R9 refunds are seen on the selling side alone", async () => {
  const refund = await givenExcess();
  const at = (id: string) => app.signIn({ permissions: CODES, scope: "ORG", organization: { id } });
  const inside = await at(refund.order.storeId);
  assert.equal((await inside.call(contract.listRefunds, { query: {} })).data.total, 1);
  const stranger = await app.signIn({ permissions: CODES, scope: "ORG" });
  assert.equal((await stranger.call(contract.listRefunds, { query: {} })).data.total, 0);
  const seen = await stranger.call(contract.getRefund, { params: { id: refund.id } });
  assert.equal(seen.msgCode, "COMMON_NOT_FOUND");
});

test("OR-R9 what the channel does not know is sent again for 7 days, then it has failed", async () => {
  const [clerk, refund] = [await finance(), await givenExcess()];
  channel.replies = () => ({ state: "PENDING", reason: "银行处理中" });
  await decide(clerk, refund);
  const forget = async () => {
    await send();
    channel.heard.length = 0;
    app.passTime(3_700);
    await send();
    return keysOf(refund).length;
  };
  assert.equal(await forget(), 1, "sent again");
  await app.rows("update order_refund set asked_at = asked_at - interval '7 days' where id = $1", [refund.id]);
  assert.equal(await forget(), 0);
  const failed = await get(await finance(), refund);
  assert.deepEqual([failed.state, failed.failureReason], ["FAILED", "对方没有收到该请求"]);
});

test("OR-R9 OR-R16 an order has failed refunds until the last of them has gone back", async () => {
  const clerk = await finance();
  const order = await givenOrder(app);
  await givenPaid(app, order, DUE + 10_000);
  await givenPaid(app, order, 5_000);
  const both = await app.rows<{ id: string; refundNo: string }>(
    'select id, refund_no as "refundNo" from order_refund where order_id = $1 order by refund_no',
    [order.id],
  );
  const [first, second] = both;
  assert.ok(first && second);
  channel.replies = () => REFUSED;
  for (const refund of both) await decide(clerk, refund);
  await send();
  assert.equal((await issuesOf({ order })).length, 1);
  channel.replies = () => DONE;
  await retry(clerk, first);
  await send();
  assert.deepEqual([(await get(clerk, first)).state, (await issuesOf({ order })).length], ["SUCCESS", 1]);
  await retry(clerk, second);
  await send();
  assert.deepEqual(await issuesOf({ order }), []);
});
