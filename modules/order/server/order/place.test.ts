import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { givenOrder, givenPolicy, newCustomer, newOrderBody, testApp } from "../testing.ts";
import { clearIssue, clearIssues, raiseIssue } from "./issue.ts";
import { lookupOrders } from "./published.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["create", "edit", "view"].map((act) => `order:order:${act}`);
const adviser = (...more: string[]) => app.signIn({ permissions: [...CODES, ...more] });
const bodyOf = (wishes: object = {}) => newOrderBody(app, wishes);

test("order 2 a channel tells an order once by its own number; another channel may have the same number", async () => {
  const seller = await adviser();
  const tell = async (wishes: object) =>
    seller.call(contract.createOrder, { body: await bodyOf({ externalNo: "EX-1", ...wishes }) });
  assert.equal((await tell({ source: "APP" })).msg, "");
  const { msgCode, message } = contract.orderErrors.externalDup();
  assert.deepEqual(refusal(await tell({ source: "APP" })), [msgCode, message]);
  assert.equal((await tell({ source: "MINI" })).msg, "");
  assert.equal((await tell({})).data.source, "STORE");
  assert.equal((await tell({})).msgCode, msgCode, "also of the store");
  assert.equal((await tell({ externalNo: "EX-2", source: "APP" })).msg, "");
});

test("order 2 an order may have an owner besides its buyer; else the buyer is the owner", async () => {
  const seller = await adviser();
  const owner = newCustomer();
  const { data } = await seller.call(contract.createOrder, { body: await bodyOf({ owner }) });
  assert.notEqual(data.ownerId, data.customerId);
  assert.equal(data.ownerName.slice(0, 1), owner.name.slice(0, 1));
  const { data: own } = await seller.call(contract.createOrder, { body: await bodyOf() });
  assert.equal(own.ownerId, own.customerId);
});

test("OR-R2 a line is called as it was typed, else as its policy, else as its kind", async () => {
  const seller = await adviser("order:price:view");
  const policy = await givenPolicy(app);
  const lines = [
    { kind: "TRADE_IN", amountFen: 1, policyId: policy.id },
    { kind: "TRADE_IN", name: "老车置换", amountFen: 2, policyId: policy.id },
    { kind: "PACK", name: "尊享包", amountFen: 3 },
    { kind: "PACK", amountFen: 4 },
  ];
  const { data } = await seller.call(contract.createOrder, { body: await bodyOf({ lines }) });
  const { data: money } = await seller.call(contract.getOrderMoney, { params: { id: data.id } });
  assert.deepEqual(
    money.lines.slice(-4).map(({ name, amountFen }) => [name, amountFen]),
    [
      [policy.name, -1],
      ["老车置换", -2],
      ["尊享包", 3],
      ["权益包", 4],
    ],
  );
});

test("OR-R18 another way of paying before the lock starts loan and lease anew, the same one keeps them", async () => {
  const order = await givenOrder(app, { payMode: "LOAN" });
  await app.rows("update sales_order set loan_state = 'APPROVED', lease_no = 'Z1' where id = $1", [order.id]);
  const { seriesId, carConfigId, optionCodes, extColor, intColor } = order;
  const seller = await adviser();
  const edit = async (payMode: "LOAN" | "LEASE", version: number) => {
    const body = { seriesId, carConfigId, optionCodes, extColor, intColor, payMode, version };
    return (await seller.call(contract.editOrder, { params: { id: order.id }, body })).data;
  };
  const same = await edit("LOAN", order.version);
  assert.deepEqual([same.loanState, same.leaseNo], ["APPROVED", "Z1"]);
  const other = await edit("LEASE", same.version);
  assert.deepEqual([other.payMode, other.loanState, other.leaseNo], ["LEASE", "NONE", null]);
});

test("OR-R16 what is cleared keeps its time, whatever comes and goes afterwards", async () => {
  const [{ id: orderId }, { id: otherId }] = [await givenOrder(app), await givenOrder(app)];
  const issue = { orderId, code: "RIGHTS", text: "权益开通失败" };
  const cleared = async () =>
    (
      await app.rows<{ at: Date | null }>(
        "select cleared_at as at from order_issue where order_id = $1 order by since",
        [orderId],
      )
    ).map(({ at }) => at?.getTime() ?? null);
  await app.arrange((tx) => raiseIssue(tx, issue));
  await app.arrange((tx) => raiseIssue(tx, { ...issue, orderId: otherId }));
  await app.arrange((tx) => clearIssue(tx, issue));
  const [first] = await cleared();
  for (const clear of [
    () => app.arrange((tx) => clearIssue(tx, issue)),
    () => app.arrange((tx) => clearIssues(tx, orderId)),
  ]) {
    app.passTime(60);
    await app.arrange((tx) => raiseIssue(tx, issue));
    await clear();
    assert.equal((await cleared())[0], first);
    assert.ok((await cleared()).every((at) => at !== null));
  }
  const [other] = await app.rows("select cleared_at as at from order_issue where order_id = $1", [otherId]);
  assert.deepEqual(other, { at: null }, "of another order nothing is cleared");
});

test("order 15 a thousand orders are looked up at once, and no more", async () => {
  const { id } = await givenOrder(app);
  const many = (count: number) => Array.from({ length: count }, () => id);
  assert.equal((await app.arrange((tx) => lookupOrders(tx, many(1_000)))).size, 1);
  await assert.rejects(app.arrange((tx) => lookupOrders(tx, many(1_001))));
});
