import assert from "node:assert/strict";
import { test } from "node:test";
import { startOfDay } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import * as contract from "../contract/index.ts";
import { clearIssue, raiseIssue } from "./index.ts";
import { givenLockedOrder, givenOrder, testApp } from "./testing.ts";
import { Above, RIGHTS_DOWN } from "./testing-above.ts";

const above = new Above();
const app = testApp(above.module);
const CODES = ["order:order:view", "order:issue:retry"];

const issuesOf = async (id: string) => {
  const { data } = await (await app.signIn({ permissions: CODES })).call(contract.getOrder, { params: { id } });
  return data.issues.map(({ code, text, isRetryable }) => [code, text, isRetryable]);
};

test("OR-R16 what failed in a module above is tried again from the order, and stands until the module clears it", async () => {
  const { id, version } = await givenLockedOrder(app);
  const down = { orderId: id, code: RIGHTS_DOWN, text: "权益开通失败，重试" };
  await app.arrange((tx) => raiseIssue(tx, down));
  await app.arrange((tx) => raiseIssue(tx, { orderId: id, code: "OTHER", text: "请致电客户" }));
  assert.deepEqual(await issuesOf(id), [
    [RIGHTS_DOWN, "权益开通失败，重试", true],
    ["OTHER", "请致电客户", false],
  ]);
  const butler = await app.signIn({ permissions: CODES });
  const retry = (at: number, code = RIGHTS_DOWN) =>
    butler.call(contract.retryIssue, { params: { id, code }, body: { version: at } });
  above.isUp = false;
  const still = await retry(version);
  assert.deepEqual([still.msg, above.retried], ["", [id]]);
  assert.deepEqual(
    (await issuesOf(id))[0],
    [RIGHTS_DOWN, "权益开通仍失败，重试", true],
    "the newest word of the module",
  );
  assert.partialDeepStrictEqual((await app.auditOf({ id })).at(-1), {
    actionName: "重试异常事项",
    summary: "重试：权益开通",
  });
  assert.equal((await retry(version)).msgCode, "COMMON_VERSION_CONFLICT", "twice at once is tried once");
  above.isUp = true;
  const { data } = await retry(still.data.version);
  assert.deepEqual(
    data.issues.map(({ code }) => code),
    ["OTHER"],
  );
  const over = await retry(data.version);
  assert.deepEqual([over.msgCode, over.msg], ["ORDER_ISSUE_GONE", "该异常已处理"]);
  const alone = await retry(data.version, "OTHER");
  assert.deepEqual([alone.msgCode, alone.msg], ["ORDER_ISSUE_RETRY", "该异常不能重试，请按说明处理"]);
  assert.deepEqual(above.retried, [id, id]);
});

test("OR-R16 a retry asks for its code and for the order in sight, before anything is told about the issue", async () => {
  const { id, version } = await givenLockedOrder(app);
  await app.arrange((tx) => raiseIssue(tx, { orderId: id, code: RIGHTS_DOWN, text: "权益开通失败，重试" }));
  const asked = { params: { id, code: RIGHTS_DOWN }, body: { version } };
  const reader = await app.signIn({ permissions: ["order:order:view"] });
  assert.equal((await reader.call(contract.retryIssue, asked)).msgCode, "COMMON_FORBIDDEN");
  const elsewhere = await app.signIn({ permissions: CODES, scope: "ORG", organization: await givenStore(app) });
  assert.equal((await elsewhere.call(contract.retryIssue, asked)).msgCode, "COMMON_NOT_FOUND");
  assert.equal(above.retried.includes(id), false);
  await app.arrange((tx) => clearIssue(tx, { orderId: id, code: RIGHTS_DOWN }));
});

/** The order of the document: promise 04-12, 下线 04-20, 发运 04-24, 到店 05-02, 交付 05-20. */
async function handedOver(): Promise<string> {
  const { id } = await givenOrder(app);
  const noon = (day: string) => new Date(startOfDay(day).getTime() + 12 * 3_600_000);
  const course = { SCHEDULED: "2025-03-10", PRODUCED: "2025-04-20", IN_TRANSIT: "2025-04-24", ARRIVED: "2025-05-02" };
  for (const [at, [state, day]] of Object.entries(course).entries()) {
    await app.rows(
      "insert into order_stage (order_id, no, to_state, at, by, via) values ($1, $2, $3, $4, $5, 'DIRECT')",
      [id, 50 + at, state, noon(day), newId()],
    );
  }
  await app.rows(
    `update sales_order set state = 'DELIVERED', locked_at = $2, delivered_at = $3, delivery_store_id = store_id,
       promise_original = '2025-04-12', promise_effective = '2025-04-12' where id = $1`,
    [id, noon("2025-03-01"), noon("2025-05-20")],
  );
  return id;
}

test("OR-R19 days of the store that a module above excludes are the customer's: 38 = 8 + 12 + 15 + 3; others change nothing", async () => {
  const [id, reader] = [await handedOver(), await app.signIn({ permissions: CODES })];
  const late = async () => {
    const { data } = await reader.call(contract.getOrderPlan, { params: { id } });
    return data.late.map(({ party, days }) => [party, days]);
  };
  const whole = [
    ["FACTORY", 8],
    ["LOGISTICS", 12],
    ["STORE", 18],
  ];
  assert.deepEqual(await late(), whole, "nothing is excluded");
  above.excluded.set(id, ["2025-05-10", "2025-05-11", "2025-05-12"]);
  assert.deepEqual(await late(), [...whole.slice(0, 2), ["STORE", 15], ["CUSTOMER", 3]]);
  // of the promise itself and before, of factory and logistics, the day of the arrival, and after the hand-over
  above.excluded.set(id, ["2025-04-01", "2025-04-12", "2025-04-13", "2025-04-25", "2025-05-02", "2025-05-21"]);
  assert.deepEqual(await late(), whole);
  above.excluded.set(id, ["2025-05-03", "2025-05-03", "2025-05-20"]);
  assert.deepEqual(await late(), [...whole.slice(0, 2), ["STORE", 16], ["CUSTOMER", 2]], "its first and its last day");
  above.excluded.clear();
  above.excluded.set(newId(), ["2025-05-10"]);
  assert.deepEqual(await late(), whole, "days of another order");
});
