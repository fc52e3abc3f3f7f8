import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { addDays, dayOf, myTodos, wireTime } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenMove } from "../headcount/testing.ts";
import type { StoreRow } from "../site/tables.ts";
import { givenQuota, givenStore, givenStoreStaff, testApp } from "../testing.ts";
import { rentReminders, resumeDue } from "./timers.ts";

const app = testApp();
const client = () => app.signIn({ boolAdmin: true });
const today = () => dayOf(app.now());
const VIEW = "store:store:view";

const rowOf = async ({ id }: Pick<StoreRow, "id">) => {
  const [row] = await app.rows<StoreRow>("select * from store where id = $1", [id]);
  assert.ok(row);
  return row;
};
const heard = async (event: typeof contract.storeClosed, { id }: StoreRow) =>
  (await app.published(event)).filter(({ storeId }) => storeId === id);
const versionOf = async (store: StoreRow) => ({ version: (await rowOf(store)).version });

test("store section 3.1: a suspended store trades again as it did before, and only for a bounded time", async () => {
  const me = await client();
  const suspend = async (store: StoreRow, days: number) =>
    me.call(contract.suspendStore, {
      params: { id: store.id },
      body: { reason: "店面装修", resumeOn: addDays(today(), days), ...(await versionOf(store)) },
    });
  const resume = async (store: StoreRow) =>
    me.call(contract.resumeStore, { params: { id: store.id }, body: await versionOf(store) });
  for (const state of ["OPEN", "TRIAL"] as const) {
    const store = await givenStore(app, { state });
    for (const days of [0, 181]) {
      const refused = await suspend(store, days);
      assert.deepEqual([refused.msgCode, refused.data], ["STORE_RESUME_DAY", { field: "resumeOn" }]);
    }
    const suspended = (await suspend(store, state === "OPEN" ? 180 : 1)).data;
    assert.partialDeepStrictEqual(suspended, { state: "SUSPENDED", stateReason: "店面装修", suspendSource: "MANUAL" });
    assert.equal((await suspend(store, 5)).msg, "门店当前状态为【暂停营业】，不能执行【暂停营业】");
    const resumed = (await resume(store)).data;
    assert.partialDeepStrictEqual(resumed, { state, stateReason: null, suspendSource: null, resumeOn: null });
    assert.deepEqual(
      (await app.published(contract.storeSuspended)).flatMap(({ storeId, source }) =>
        storeId === store.id ? [source] : [],
      ),
      ["MANUAL"],
    );
    assert.equal((await heard(contract.storeResumed, store)).length, 1);
  }
});

test("store section 10: people are reminded on the day on which a store was to trade again, unless it does already", async () => {
  const [late, early] = [await givenStore(app), await givenStore(app)];
  const leaders = [await app.signIn({ permissions: [VIEW] }), await app.signIn({ permissions: [VIEW] })];
  for (const [at, store] of [late, early].entries()) {
    await app.rows("update organization set leader_user_id = $2 where id = $1", [store.id, leaders[at]?.user.id]);
    const body = { reason: "店面装修", resumeOn: addDays(today(), 1), version: 1 };
    const done = await (await client()).call(contract.suspendStore, { params: { id: store.id }, body });
    assert.equal(done.msg, "");
  }
  const dueOf = async ({ id }: StoreRow) =>
    (await app.rows<{ dueAt: Date }>("select due_at from timer where kind = 'store.resumeDue' and key = $1", [id])).map(
      ({ dueAt }) => wireTime(dueAt),
    );
  assert.deepEqual(await dueOf(early), [`${addDays(today(), 1)} 09:00:00`]);
  await (await client()).call(contract.resumeStore, { params: { id: early.id }, body: await versionOf(early) });
  assert.deepEqual(await dueOf(early), []);
  await app.arrange((tx) => resumeDue.handle(tx, { id: early.id }));
  await app.node.timers.fireAll();
  const noticed = async (id: string) =>
    (await app.rows("select 1 from notice where merge_key = $1", [`store.resumeDue:${id}`])).length;
  assert.deepEqual([await noticed(late.id), await noticed(early.id)], [0, 0]);
  app.passTime(34 * 3600);
  await app.node.timers.fireAll();
  assert.deepEqual([await noticed(late.id), await noticed(early.id)], [1, 0]);
});

test("store section 2.1: leases are reminded of 180, 90 and 30 days before their end, once for each step", async () => {
  const store = await givenStore(app, { rentEnd: addDays(today(), 181) });
  const leader = await app.signIn({ permissions: [VIEW] });
  await app.rows("update organization set leader_user_id = $2 where id = $1", [store.id, leader.user.id]);
  const remind = async (daysLeft: number) => {
    await app.rows("update store set rent_end = $2 where id = $1", [store.id, addDays(today(), daysLeft)]);
    await rentReminders.run({ step: (act) => app.arrange(act) });
    return (await app.rows("select 1 from notice where merge_key like $1", [`store.rent:${store.id}:%`])).length;
  };
  assert.deepEqual([await remind(181), await remind(180)], [0, 1]);
  await app.rows("update notice set read_at = now() where merge_key like $1", [`store.rent:${store.id}:%`]);
  assert.equal(await remind(180), 1, "also after it was read");
  await app.rows("update store set rent_end = $2 where id = $1", [store.id, addDays(today(), 180)]);
  const end = addDays(today(), 180);
  const steps = async () =>
    (
      await app.rows<{ mergeKey: string }>("select merge_key from notice where merge_key like $1 order by created_at", [
        `store.rent:${store.id}:${end}:%`,
      ])
    ).map(({ mergeKey }) => mergeKey.split(":").at(-1));
  const look = async (days: number) => {
    app.passTime(days * 86_400);
    await rentReminders.run({ step: (act) => app.arrange(act) });
    return steps();
  };
  assert.deepEqual(await look(89), ["180"]);
  assert.deepEqual(await look(1), ["180", "90"]);
  assert.deepEqual(await look(59), ["180", "90"]);
  assert.deepEqual(await look(1), ["180", "90", "30"]);
});

test("store section 2.1: besides the 店长 the nearest of those who may edit the store are reminded", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const organization = await givenOrganization(app, { type: "STORE", parent: region });
  const store = await givenStore(app, { organization, rentEnd: addDays(today(), 30) });
  const permissions = [VIEW, "store:store:edit"];
  const near = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const blind = await app.signIn({ permissions: ["store:store:edit"], scope: "ORG_TREE", organization });
  const far = await app.signIn({ permissions, scope: "ORG_TREE", organization: region });
  await rentReminders.run({ step: (act) => app.arrange(act) });
  const told = await app.rows<{ userId: string }>("select user_id from notice where merge_key like $1", [
    `store.rent:${store.id}:%`,
  ]);
  const ids = told.map(({ userId }) => userId);
  assert.deepEqual(
    [near, far, blind].map(({ user }) => ids.includes(user.id)),
    [true, false, false],
    "nor who may not open the store (PF-R123)",
  );
});

test("store section 10: 缺编门店 counts the stores in scope with a free seat, and 异动待处理 the movements that failed", async () => {
  const organization = await givenOrganization(app, { type: "STORE" });
  const permissions = ["store:headcount:list", "store:movement:approve", "store:movement:list", "store:store:list"];
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const todos = async () =>
    (await me.call(myTodos, {})).data
      .filter(({ key }) => key.startsWith("store."))
      .map(({ title, count }) => [title, count]);
  const store = await givenStore(app, { organization });
  const person = await givenStoreStaff(app, { storeId: store.id });
  await givenQuota(app, store.id, 1);
  assert.deepEqual(await todos(), []);
  await givenQuota(app, store.id, 2);
  const place = { storeId: store.id };
  const move = { staffId: person.id, from: place, to: { ...place, positionCode: "storeManager" } };
  await givenMove(app, { ...move, effectiveDate: today(), state: "FAILED" });
  assert.deepEqual(await todos(), [
    ["异动待处理", 1],
    ["缺编门店", 1],
  ]);
});
