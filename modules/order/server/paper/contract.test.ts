import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { givenLockedOrder, givenOrder, givenPolicy, testApp } from "../testing.ts";
import { draftContract, renewContract, voidContract } from "./contract.ts";

const app = testApp();

/** The contracts of an order, the oldest first. */
const contractsOf = ({ id }: { readonly id: string }) =>
  app.rows<{ contractNo: string; state: string; hash: string; why: string | null }>(
    `select contract_no as "contractNo", state, content_hash as hash, void_reason as why from order_contract
     where order_id = $1 order by contract_no`,
    [id],
  );
const statesOf = async (order: { readonly id: string }) => (await contractsOf(order)).map(({ state }) => state);

test("OR-R5 a contract is drafted with the lock, numbered, and void when the lock is taken back", async () => {
  const order = await givenLockedOrder(app);
  await app.arrange((tx) => draftContract(tx, order));
  const [drafted] = await contractsOf(order);
  assert.match(drafted?.contractNo ?? "", /^HT\d{14}$/);
  assert.deepEqual([drafted?.state, drafted?.why], ["DRAFT", null]);
  const hq = await app.signIn({ permissions: ["order:order:unlock", "order:order:view"] });
  const { id, version } = order;
  const body = { reason: "客户重新选配", version };
  assert.equal((await hq.call(contract.unlockOrder, { params: { id }, body })).msg, "");
  assert.deepEqual(
    (await contractsOf(order)).map(({ state, why }) => [state, why]),
    [["VOID", "订单解锁"]],
  );
});

test("OR-R2 a corrected price makes the contract void and drafts another one about the new price", async () => {
  const order = await givenLockedOrder(app);
  await app.arrange((tx) => draftContract(tx, order));
  const policy = await givenPolicy(app);
  const hq = await app.signIn({ permissions: ["order:price:view", "order:price:correct", "order:order:view"] });
  const lines = [{ kind: "TRADE_IN" as const, amountFen: 100_000, policyId: policy.id }];
  const { id, version } = order;
  const told = await hq.call(contract.correctPrice, { params: { id }, body: { lines, reason: "补录置换", version } });
  assert.equal(told.msg, "");
  const [first, second] = await contractsOf(order);
  assert.deepEqual([first?.state, first?.why, second?.state], ["VOID", "价格更正", "DRAFT"]);
  assert.notEqual(first?.hash, second?.hash);
});

test("OR-R5 an order before its lock has no contract, and one contract counts at a time", async () => {
  const early = await givenOrder(app);
  await app.arrange(async (tx) => renewContract(tx, await lockOrderRow(tx, early.id), "换购车人"));
  await app.arrange((tx) => voidContract(tx, early, "没有合同"));
  assert.deepEqual(await contractsOf(early), []);
  const order = await givenLockedOrder(app);
  await app.arrange((tx) => renewContract(tx, order, "换购车人"));
  await app.arrange((tx) => renewContract(tx, order, "换购车人"));
  assert.deepEqual(await statesOf(order), ["VOID", "DRAFT"]);
  await assert.rejects(app.arrange((tx) => draftContract(tx, order)));
});
