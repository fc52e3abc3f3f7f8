import assert from "node:assert/strict";
import { test } from "node:test";
import { listNotices } from "@ops/platform/contract";
import { playOutside } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { refundPort } from "../refund/port.ts";
import { givenDraftedOrder, givenDutyButler, givenLockedOrder, handleCall, newCustomer, testApp } from "../testing.ts";
import { contractPort } from "./contract-port.ts";
import { invoicePort } from "./invoice-port.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["order:order:view", "order:contract:manage", "order:customer:edit", "order:customer:view"];
const butler = () => app.signIn({ permissions: CODES });
const SIGNED_AT = "2025-03-02T09:30:00.000Z";
const signed = { state: "DONE", answer: { contractNo: "EC1", signedAt: SIGNED_AT } } as const;
const provider = playOutside(app, "order.contract", () => signed);
const DAY = 86_400;

type Versioned = { readonly id: string; readonly version: number };
const send = async ({ id, version }: Versioned) =>
  (await butler()).call(contract.sendContract, { params: { id }, body: { version } });
const papersOf = async ({ id }: { readonly id: string }) =>
  (await (await butler()).call(contract.getOrderPapers, { params: { id } })).data;
const fire = () => app.node.timers.fireAll();

test("order 3 a contract goes to the buyer with choice and price, and is signed when the provider says so", async () => {
  const order = await givenDraftedOrder(app);
  const { data, msg } = await send(order);
  assert.equal(msg, "");
  const [sent] = data.contracts;
  assert.deepEqual([sent?.state, sent?.signedAt], ["SENT", null]);
  assert.deepEqual(refusal(await send({ ...order, version: order.version + 1 })), [
    "ORDER_STATE_ILLEGAL",
    "合同当前状态为【待签署】，不能执行【发送】",
  ]);
  await app.node.outside.callAll();
  const asked = provider.heard.find(({ key }) => key === sent?.contractNo);
  assert.partialDeepStrictEqual(asked?.request, {
    contractNo: sent?.contractNo,
    content: { orderNo: order.orderNo, totalFen: 25_790_000, extColor: "EX-W01" },
  });
  assert.match(JSON.stringify(asked?.request), /"name":"客户\d+","phone":"136\d{8}","idNo":"\d{17}[\dX]"/);
  const { contracts } = await papersOf(order);
  assert.deepEqual(
    contracts.map(({ state, outsideNo, signedAt }) => [state, outsideNo, signedAt]),
    [["SIGNED", "EC1", "2025-03-02 17:30:00"]],
  );
});

test("OR-R5 a contract is not sent to a buyer whose identity nobody has checked, nor before the lock", async () => {
  const order = await givenLockedOrder(app);
  assert.deepEqual(refusal(await send(order)), ["ORDER_ID_UNVERIFIED", "购车人身份未核验"]);
  await app.rows("update sales_order set state = 'BIG', locked_at = null where id = $1", [order.id]);
  assert.equal((await send(order)).msgCode, "ORDER_STATE_ILLEGAL");
  await app.rows("update sales_order set held_reason = '客户失联' where id = $1", [order.id]);
  assert.deepEqual(refusal(await send(order)), ["ORDER_HELD", "订单已挂起（客户失联），请先解除挂起"]);
});

test("order 6 a contract about another choice or price is stale; another name makes a new draft", async () => {
  const order = await givenDraftedOrder(app);
  await app.rows("update order_price_line set amount_fen = amount_fen + 1 where order_id = $1 and kind = 'BASE'", [
    order.id,
  ]);
  assert.deepEqual(refusal(await send(order)), ["ORDER_CONTRACT_STALE", "配置已变更，请重新生成合同"]);
  const named = await givenDraftedOrder(app);
  const client = await butler();
  const body = { name: newCustomer().name, version: 2 };
  assert.equal((await client.call(contract.editCustomer, { params: { id: named.customerId }, body })).msg, "");
  await app.node.events.deliverAll();
  const { contracts } = await papersOf(named);
  assert.deepEqual(
    contracts.map(({ state, voidReason }) => [state, voidReason]),
    [
      ["DRAFT", null],
      ["VOID", "购车人资料变更"],
    ],
  );
});

test("order 3 a refused contract is void with a new draft, and an issue until the next one is signed", async () => {
  const order = await givenDraftedOrder(app);
  provider.replies = () => ({ state: "REFUSED", reason: "手机号未实名" });
  await send(order);
  await app.node.outside.callAll();
  const { contracts } = await papersOf(order);
  assert.deepEqual(
    contracts.map(({ state, voidReason }) => [state, voidReason]),
    [
      ["DRAFT", null],
      ["VOID", "发送失败：手机号未实名"],
    ],
  );
  const issues = async () =>
    (await (await butler()).call(contract.getOrder, { params: { id: order.id } })).data.issues.map(({ text }) => text);
  assert.deepEqual(await issues(), ["电子合同发送失败：手机号未实名"]);
  provider.replies = () => signed;
  await send({ ...order, version: order.version + 1 });
  await app.node.outside.callAll();
  assert.deepEqual([(await papersOf(order)).contracts[0]?.state, await issues()], ["SIGNED", []]);
});

test("order 10 after 7 days unsigned the butler is reminded, after 15 the contract is void", async () => {
  const order = await givenDraftedOrder(app);
  const userId = await givenDutyButler(app, order.storeId);
  await app.rows("update sales_order set butler_id = $2 where id = $1", [order.id, userId]);
  provider.replies = () => ({ state: "PENDING", reason: "待签署" });
  const { data } = await send(order);
  const contractNo = data.contracts[0]?.contractNo;
  const told = async () => {
    const client = await app.clientOf({ id: userId, userName: "", mobilePhone: "" } as never, []);
    const { data: notices } = await client.call(listNotices, { query: {} });
    return notices.list.map(({ content }) => content);
  };
  await fire();
  app.passTime(7 * DAY - 60);
  await fire();
  assert.deepEqual(await told(), []);
  app.passTime(60);
  await fire();
  assert.deepEqual(await told(), [`合同${contractNo}已发送7天未签署，请提醒客户`]);
  app.passTime(8 * DAY - 60);
  await fire();
  assert.equal((await papersOf(order)).contracts[0]?.state, "SENT");
  app.passTime(60);
  await fire();
  assert.deepEqual((await told())[0], `合同${contractNo}15天未签署已作废，请重新发送`);
  const { contracts } = await papersOf(order);
  assert.deepEqual(
    contracts.map(({ state, voidReason }) => [state, voidReason]),
    [
      ["DRAFT", null],
      ["VOID", "15天未签署"],
    ],
  );
  provider.replies = () => signed;
  await app.node.outside.callAll();
  assert.equal((await papersOf(order)).contracts[0]?.state, "DRAFT", "a late signature counts for nothing");
});

test("order 3 a contract that an operator gave up is void with a new draft", async () => {
  const order = await givenDraftedOrder(app);
  provider.replies = () => ({ state: "LOST" });
  const [sent] = (await send(order)).data.contracts;
  await app.node.outside.callAll();
  await handleCall(app, sent?.contractNo ?? "");
  const { contracts } = await papersOf(order);
  assert.deepEqual(
    contracts.map(({ state, voidReason }) => [state, voidReason]),
    [
      ["DRAFT", null],
      ["VOID", "发送失败：人工处理：对方停机"],
    ],
  );
});

test("order 10 who is asked outside is asked again after 1, 5, 15, 60 minutes, then hourly for 7 days, and for a contract as long as it counts", () => {
  const minutes = [refundPort, invoicePort, contractPort].map(({ again }) => again.map((seconds) => seconds / 60));
  assert.deepEqual(minutes, [
    [1, 5, 15, 60],
    [1, 5, 15, 60],
    [1, 5, 15, 60],
  ]);
  const days = [refundPort, invoicePort, contractPort].map(({ mostHours = 0 }) => mostHours / 24);
  assert.deepEqual(days, [7, 7, 15]);
});

test("order 3 a contract that never arrived at the provider is sent again, and is signed then", async () => {
  const order = await givenDraftedOrder(app);
  provider.replies = () => ({ state: "PENDING", reason: "待签署" });
  const [sent] = (await send(order)).data.contracts;
  await app.node.outside.callAll();
  provider.heard.length = 0; // as if it had never been sent
  app.passTime(61);
  await app.node.outside.callAll();
  assert.deepEqual(
    [(await papersOf(order)).contracts.map(({ state }) => state), provider.heard.map(({ key }) => key)],
    [["SENT"], [sent?.contractNo]],
  );
  provider.replies = () => signed;
  app.passTime(3_700);
  await app.node.outside.callAll();
  assert.equal((await papersOf(order)).contracts[0]?.state, "SIGNED");
});

test("order 3 a signed contract stays what it was when its buyer is called otherwise, and an unsigned one when his phone changes", async () => {
  const edit = async ({ customerId }: { customerId: string }, body: object) => {
    const told = { params: { id: customerId }, body: { ...body, version: 2 } };
    assert.equal((await (await butler()).call(contract.editCustomer, told)).msg, "");
    await app.node.events.deliverAll();
  };
  const [done, open] = [await givenDraftedOrder(app), await givenDraftedOrder(app)];
  await app.rows("update order_contract set state = 'SIGNED', sent_at = now(), signed_at = now() where order_id = $1", [
    done.id,
  ]);
  await edit(done, { name: newCustomer().name });
  await edit(open, { phone: newCustomer().phone });
  const states = async (order: { readonly id: string }) => (await papersOf(order)).contracts.map(({ state }) => state);
  assert.deepEqual([await states(done), await states(open)], [["SIGNED"], ["DRAFT"]]);
});

test("PF-R123 order 10 a butler who may not open the order is not reminded of its contract, which becomes void all the same", async () => {
  const order = await givenDraftedOrder(app);
  const userId = await givenDutyButler(app, order.storeId);
  await app.rows("update sales_order set butler_id = $2 where id = $1", [order.id, userId]);
  await app.rows("delete from role_grant where membership_id in (select id from membership where user_id = $1)", [
    userId,
  ]);
  provider.replies = () => ({ state: "PENDING", reason: "待签署" });
  await send(order);
  for (const days of [7, 8]) {
    await fire();
    app.passTime(days * DAY);
  }
  await fire();
  const [contract] = (await papersOf(order)).contracts.slice(-1);
  assert.equal(contract?.state, "VOID");
  assert.deepEqual(await app.rows("select title from notice where user_id = $1", [userId]), []);
});
