import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AuthorityTestApp,
  beginBatch,
  doBatch,
  givenMembership,
  givenUser,
  verdictsOf,
} from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import { givenStore } from "@ops/store/server/testing";
import { batchAssign } from "../../contract/index.ts";
import { givenLockedOrder, givenOrder, modulesUpToOrder } from "../testing.ts";

const app = declareTestApp(new AuthorityTestApp([...modulesUpToOrder], undefined, { background: true }));
const permissions = ["order:order:assign", "order:order:list"];

const butlerOf = async ({ id }: { readonly id: string }) =>
  (
    await app.rows<{ to: string; why: string }>(
      "select butler_id as to, butler_why as why from sales_order where id = $1",
      [id],
    )
  )[0];
const toldOf = (ids: readonly string[]) =>
  app.rows(
    `select payload ->> 'orderId' as "orderId", payload ->> 'fromUserId' as "from", payload ->> 'userId' as "to"
     from event_outbox where name = 'order.butlerChanged' and payload ->> 'orderId' = any($1) order by id`,
    [ids],
  );

test("OR-R17 many orders get a butler at once: the plan shows each, what has ended is refused, a change after the lock is told", async () => {
  const manager = await app.signIn({ permissions });
  const [before, after] = [await givenUser(app, { userName: "原管家" }), await givenUser(app, { userName: "新管家" })];
  const [locked, unlocked, ended] = [await givenLockedOrder(app), await givenOrder(app), await givenOrder(app)];
  await app.rows("update sales_order set butler_id = $2 where id = $1", [locked.id, before.id]);
  await app.rows("update sales_order set state = 'CLOSED' where id = $1", [ended.id]);
  const ids = [locked.id, unlocked.id, ended.id];
  const asked = { ids, butlerId: after.id };

  const { data: plan } = await manager.call(batchAssign.preview, { body: asked });
  assert.deepEqual(verdictsOf(plan), {
    [locked.id]: null,
    [unlocked.id]: null,
    [ended.id]: "订单当前状态为【已关闭】，不能执行【编辑】",
  });
  const shown = plan.rows.find(({ recordId }) => recordId === locked.id);
  const facts = { before: { 交付管家: "原管家" }, after: { 交付管家: "新管家" } };
  assert.partialDeepStrictEqual(shown, { label: locked.orderNo, ...facts });
  assert.equal((await butlerOf(locked))?.to, before.id, "a preview changes nothing");

  const { task } = await doBatch(manager, batchAssign, asked, "原管家休假");
  assert.deepEqual([task.status, task.successCount, task.failCount], ["PARTIAL", 2, 1]);
  for (const order of [locked, unlocked]) {
    assert.deepEqual(await butlerOf(order), { to: after.id, why: "原管家休假" });
    assert.partialDeepStrictEqual(await app.auditOf(order), [{ actionName: "批量分配管家", reason: "原管家休假" }]);
  }
  assert.deepEqual(await toldOf(ids), [{ orderId: locked.id, from: before.id, to: after.id }]);
  assert.equal((await butlerOf(ended))?.to, null);
});

test("OR-R17 many orders are given with a reason alone, and as they were previewed", async () => {
  const manager = await app.signIn({ permissions });
  const [butler, other] = [await givenUser(app), await givenUser(app)];
  const order = await givenLockedOrder(app);
  const asked = { ids: [order.id], butlerId: butler.id };
  const silent = await beginBatch(manager, batchAssign, asked, "");
  assert.deepEqual([silent.begun.success, silent.begun.msgCode], [false, "COMMON_PARAM"]);
  const { data: plan } = await manager.call(batchAssign.preview, { body: asked });
  await app.rows("update sales_order set butler_id = $2 where id = $1", [order.id, other.id]);
  const { planHash } = plan;
  const late = await manager.call(batchAssign.run, {
    body: { ids: asked.ids, butlerId: butler.id, reason: "换", planHash },
  });
  assert.equal(late.msgCode, "COMMON_PLAN_CHANGED");
  const unknown = await manager.call(batchAssign.preview, { body: { ids: asked.ids, butlerId: newId() } });
  assert.equal(unknown.success, false);
});

test("order 6 批量分配管家: at most 500 orders, by the filter of the list or their numbers, within the caller's scope", async () => {
  const [store, elsewhere] = [await givenStore(app), await givenStore(app)];
  const manager = await app.signIn({ permissions, scope: "ORG", organization: store });
  const butler = await givenUser(app);
  await givenMembership(app, { user: butler, organization: store, isPrimary: true });
  const [own, foreign] = [
    await givenOrder(app, { storeId: store.id }),
    await givenOrder(app, { storeId: elsewhere.id }),
  ];
  const preview = (rows: object) => manager.call(batchAssign.preview, { body: { butlerId: butler.id, ...rows } });
  const many = await preview({ ids: Array.from({ length: 501 }, () => newId()) });
  assert.equal(many.msg, "单次最多操作500单");
  const listed = await preview({ filter: { state: "UNPAID" } });
  assert.deepEqual(verdictsOf(listed.data), { [own.id]: null });
  const typed = await preview({ numbers: [own.orderNo, foreign.orderNo] });
  assert.deepEqual(verdictsOf(typed.data), { [own.id]: null, [foreign.orderNo]: "未找到该编号，或无权操作" });
});
