import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as authority from "@ops/authority/contract";
import { AuthorityTestApp, givenMember, givenUser } from "@ops/authority/server/testing";
import { type Holder, handOverAll, type Tx, type WorkInHand } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import * as stores from "@ops/store/contract";
import { givenStore } from "@ops/store/server/testing";
import * as contract from "../../contract/index.ts";
import {
  givenArrived,
  givenBooked,
  givenLockedOrder,
  givenOrder,
  modulesUpToOrder,
  orderRow,
  putInState,
} from "../testing.ts";
import { orderWork } from "./in-hand.ts";

const app = declareTestApp(new AuthorityTestApp([...modulesUpToOrder], undefined, { background: true }));
const personOf = (id: string): Holder => ({ kind: "person", id });
const storeOf = (id: string): Holder => ({ kind: "organization", id });

async function workOf(kind: "order.advisor" | "order.butler"): Promise<WorkInHand> {
  const work = await app.arrange(async (tx) => tx.workInHand.find((one) => one.kind === kind));
  assert.ok(work);
  return work;
}
const ask = async (kind: "order.advisor" | "order.butler", holder: Holder) => {
  const work = await workOf(kind);
  return app.arrange(async (tx) => [await work.countOf(tx, holder), (await work.blockingOf?.(tx, holder)) ?? 0]);
};
const hand = async (kind: "order.advisor" | "order.butler", from: Holder, to: Holder) => {
  const work = await workOf(kind);
  return app.arrange((tx: Tx) => handOverAll(tx, work, from, to));
};
const setButler = (id: string, userId: string) =>
  app.rows("update sales_order set butler_id = $2 where id = $1", [id, userId]);
const butlersTold = async (orderId: string) =>
  (await app.published(contract.butlerChanged))
    .filter((told) => told.orderId === orderId)
    .map(({ fromUserId, userId }) => [fromUserId, userId]);

test("OR-R17 hand-over: the live orders of a butler go to another one, each change after the lock is told, what ended stays", async () => {
  const [leaver, taker] = [await givenUser(app, { userName: "原管家" }), await givenUser(app, { userName: "新管家" })];
  const [locked, review, early, done] = [
    await givenLockedOrder(app),
    await givenLockedOrder(app),
    await givenOrder(app),
    await givenLockedOrder(app),
  ];
  for (const { id } of [locked, review, early, done]) await setButler(id, leaver.id);
  await app.rows("update sales_order set state = 'CANCEL_REVIEW', prev_state = 'LOCKED' where id = $1", [review.id]);
  await putInState(app, done, "CANCELLED");
  assert.deepEqual(await ask("order.butler", personOf(leaver.id)), [3, 0]);
  assert.equal(await hand("order.butler", personOf(leaver.id), personOf(taker.id)), 3);
  for (const { id } of [locked, review, early]) {
    const { butlerId, butlerWhy } = await orderRow(app, id);
    assert.deepEqual([butlerId, butlerWhy], [taker.id, "原管家移交给新管家"]);
    const diffs = [{ field: "butlerId", label: "交付管家", before: "原管家", after: "新管家" }];
    assert.partialDeepStrictEqual((await app.auditOf({ id })).at(-1), { actionName: "移交待交付订单", diffs });
  }
  assert.equal((await orderRow(app, done.id)).butlerId, leaver.id);
  for (const { id } of [locked, review]) assert.deepEqual(await butlersTold(id), [[leaver.id, taker.id]]);
  assert.deepEqual(await butlersTold(early.id), [], "nobody waits for him before the lock");
});

test("OR-R17 hand-over: a butler whose customer comes within 3 days does not leave without somebody for his orders", async () => {
  const butler = await givenMember(app);
  const [soon, later] = [await givenLockedOrder(app), await givenLockedOrder(app)];
  for (const { id } of [soon, later]) await setButler(id, butler.id);
  await givenBooked(app, await orderRow(app, soon.id));
  await app.rows("update sales_order set appointment_at = now() + interval '73 hours' where id = $1", [later.id]);
  assert.deepEqual(await ask("order.butler", personOf(butler.id)), [2, 1]);
  const admin = await app.signIn({ boolAdmin: true });
  const params = { id: butler.id };
  const { data: preview } = await admin.call(authority.offboardPreview, { params });
  const line = preview.works.find(({ kind }) => kind === "order.butler");
  assert.partialDeepStrictEqual(line, { label: "待交付订单", count: 2, blocking: 1, beyond: 0 });
  const { version } = preview;
  const leave = (successors: { kind: string; successorId: string }[]) =>
    admin.call(authority.offboardUser, { params, body: { reason: "离职", successors, version } });
  assert.equal((await leave([])).msg, "请先指定新的负责人");
  const taker = await givenMember(app);
  assert.equal((await leave([{ kind: "order.butler", successorId: taker.id }])).msg, "");
  for (let tries = 0; tries < 300; tries++) {
    const { data } = await admin.call(authority.getOffboarding, { params });
    if (data?.status === "DONE") break;
    await sleep(100);
  }
  assert.equal((await orderRow(app, soon.id)).butlerId, taker.id);
  assert.deepEqual(await butlersTold(soon.id), [[butler.id, taker.id]]);
});

test("OR-R17 hand-over: 3 days ahead are counted to the moment", async () => {
  const { id: butler } = await givenUser(app);
  const { id } = await givenLockedOrder(app);
  await setButler(id, butler);
  await app.holdTime(async () => {
    const blocking = async (seconds: number) => {
      const at = new Date(app.now().getTime() + 3 * 86_400_000 + seconds * 1_000);
      await app.rows("update sales_order set appointment_at = $2 where id = $1", [id, at]);
      return (await ask("order.butler", personOf(butler)))[1];
    };
    assert.deepEqual([await blocking(0), await blocking(1)], [1, 0]);
  });
});

test("order 15 work of an adviser: his live orders go to another one with their money, as far as the actor sees them", async () => {
  const [leaver, taker] = [await givenUser(app), await givenUser(app)];
  const store = await givenStore(app);
  const [own, foreign, closed] = [
    await givenOrder(app, { advisorId: leaver.id, storeId: store.id }),
    await givenLockedOrder(app, { advisorId: leaver.id }),
    await givenOrder(app, { advisorId: leaver.id }),
  ];
  await putInState(app, closed, "CLOSED");
  assert.deepEqual(await ask("order.advisor", personOf(leaver.id)), [2, 0]);
  assert.equal(await hand("order.advisor", personOf(leaver.id), personOf(taker.id)), 2);
  const sellers = await app.rows(
    `select o.advisor_id = $2 and m.advisor_id = $2 as moved from sales_order o join order_money m on m.id = o.id
     where o.id = any($1)`,
    [[own.id, foreign.id], taker.id],
  );
  assert.deepEqual(sellers, [{ moved: true }, { moved: true }]);
  assert.equal((await orderRow(app, closed.id)).advisorId, leaver.id);
  const manager = await app.signIn({ permissions: ["authority:user:offboard"], scope: "ORG", organization: store });
  const preview = await manager.call(authority.offboardPreview, { params: { id: taker.id } });
  assert.equal(preview.success, false, "somebody out of scope");
});

test("order 15 work of a store: what it sells before the lock and what it is to hand over stop its closing and go to another store", async () => {
  const [store, other] = [await givenStore(app), await givenStore(app)];
  const [from, to] = [storeOf(store.id), storeOf(other.id)];
  const early = await givenOrder(app, { storeId: store.id, deliveryStoreId: store.id });
  const soldAndLocked = await givenLockedOrder(app, { storeId: store.id, deliveryStoreId: other.id });
  const locked = await givenLockedOrder(app, { deliveryStoreId: store.id });
  const { order: arrived } = await givenArrived(app, { deliveryStoreId: store.id });
  assert.deepEqual(await ask("order.advisor", from), [1, 0]);
  assert.deepEqual(await ask("order.butler", from), [3, 1], "what has arrived stays and blocks");
  const admin = await app.signIn({ boolAdmin: true });
  const body = { reason: "租约到期", version: store.version };
  const blocked = await admin.call(stores.closeStore, { params: { id: store.id }, body });
  assert.deepEqual([blocked.msgCode, /在售订单1、待交付订单3/.test(blocked.msg)], ["STORE_CLOSE_BLOCKED", true]);

  assert.equal(await hand("order.advisor", from, to), 1);
  assert.equal(await hand("order.butler", from, to), 2);
  const now = async ({ id }: { id: string }) => {
    const { storeId, deliveryStoreId } = await orderRow(app, id);
    return [storeId, deliveryStoreId];
  };
  assert.deepEqual(await now(early), [other.id, other.id]);
  assert.deepEqual(await now(soldAndLocked), [store.id, other.id]);
  assert.deepEqual(await now(locked), [locked.storeId, other.id]);
  assert.deepEqual(await now(arrived), [arrived.storeId, store.id]);
  assert.deepEqual(await ask("order.butler", from), [1, 1]);
  const [change] = await app.rows("select kind, party, state from order_change where order_id = $1", [locked.id]);
  assert.deepEqual(change, { kind: "DELIVERY_STORE", party: "BRAND", state: "EFFECTIVE" });
  const moved = (await app.published(contract.deliveryStoreChanged)).filter(({ orderId }) => orderId === locked.id);
  assert.partialDeepStrictEqual(moved, [{ fromStoreId: store.id, storeId: other.id }]);
  const { id: closed } = await givenStore(app, { state: "CLOSED" });
  for (const { checkTaker } of orderWork) {
    await assert.rejects(
      app.arrange(async (tx) => checkTaker?.(tx, from, storeOf(closed))),
      /不能办理业务/,
    );
  }
});
