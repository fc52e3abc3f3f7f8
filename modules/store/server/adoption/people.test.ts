import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { addPost, closeAccount, endPost } from "@ops/authority/server";
import { givenUser, type UserWishes } from "@ops/authority/server/testing";
import { givenPartner } from "@ops/partner/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { lockCells } from "../headcount/seats.ts";
import {
  givenCertRequired,
  givenNumbers,
  givenStore,
  givenStorePositions,
  givenStoreStaff,
  testApp,
} from "../testing.ts";
import { peopleNightly } from "./follow.ts";

const app = testApp();
const runNightly = () => peopleNightly.run({ step: (act) => app.arrange(act) });

/** Gives somebody a post, as 用户管理 does. */
const givenPost = (user: { id: string }, store: { id: string }, positionCode = "salesAdvisor", isPrimary = true) =>
  app.arrange((tx) => addPost(tx, { userId: user.id, organizationId: store.id, positionCode, isPrimary }));

/** Makes somebody with an account who mainly works in a store. */
async function givenWorker(store: { id: string }, wishes: UserWishes = {}, positionCode?: string) {
  await givenStorePositions(app);
  const user = await givenUser(app, { userType: "STORE", ...wishes });
  return { ...user, postId: await givenPost(user, store, positionCode) };
}

interface Taken {
  readonly id: string;
  readonly state: string;
  readonly isOutOfStep: boolean;
  readonly postId: string;
}
const rowsOf = (user: { id: string | null }) =>
  app.rows<Taken>("select id, state, is_out_of_step, post_id from store_staff where user_id = $1 order by id", [
    user.id,
  ]);
const stateOf = async (user: { id: string | null }) =>
  (await rowsOf(user)).map(({ state, isOutOfStep }) => `${state}${isOutOfStep ? " 不一致" : ""}`);

test("ST-R8 whoever is taken in waits for a seat that is being given there, as everybody who takes one", async () => {
  const store = await givenStore(app);
  const user = await givenWorker(store);
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const giving = app.arrange(async (tx) => {
    await lockCells(tx, [{ storeId: store.id, positionCode: "salesAdvisor" }]);
    begun.resolve();
    await over.promise;
  });
  await begun.promise;
  const taking = runNightly();
  await Promise.race([taking, sleep(300)]);
  const meanwhile = await rowsOf(user);
  over.resolve();
  await Promise.all([giving, taking]);
  assert.deepEqual(meanwhile, []);
  assert.deepEqual(await stateOf(user), ["IN_POST"]);
});

test("ST-R33 whoever mainly works in an own store with an account of a store is taken in once, in post and to be completed", async () => {
  const store = await givenStore(app);
  const user = await givenWorker(store);
  const second = await givenStore(app);
  await givenPost(user, second, "salesAdvisor", false);
  await Promise.all([runNightly(), runNightly()]);
  await runNightly();
  const client = await app.signIn({ permissions: ["store:staff:list", "store:staff:view", "store:staff:edit"] });
  const { data } = await client.call(contract.listStaff, { query: { storeId: store.id, isIncomplete: "1" } });
  const [taken] = data.list;
  assert.equal(data.total, 1);
  assert.deepEqual(
    [taken?.name, taken?.state, taken?.source, taken?.idNo],
    [user.userName, "IN_POST", "ADOPTED", null],
  );
  assert.deepEqual([taken?.entryDate, taken?.nextStep], [dayOf(app.now()), "补充身份证号"]);
  assert.match(taken?.staffNo ?? "", /^RY\d{7}$/);
  assert.deepEqual(
    (await rowsOf(user)).map(({ postId }) => postId),
    [user.postId],
  );
  const told = await app.rows("select 1 from event_outbox where key = $1 and name = 'staff.inPost'", [user.id]);
  assert.equal(told.length, 1);
  const shown = await client.call(contract.getStaffAccount, { params: { id: taken?.id ?? "" } });
  assert.deepEqual(
    shown.data.posts.map(({ isPrimary }) => isPrimary),
    [true, false],
  );
});

test("ST-R33 nobody else is taken in: brand, administrators, closed accounts, partners' stores, other positions, hired ones", async () => {
  await givenStorePositions(app);
  const store = await givenStore(app);
  const partner = await givenPartner(app);
  const partnerStore = await givenStore(app, { operateMode: "PARTNER", partnerId: partner.id });
  const { phone } = givenNumbers();
  await givenStoreStaff(app, { phone, state: "TO_JOIN" });
  await app.rows(
    "insert into position (id, created_at, created_by, updated_at, updated_by, code, name) select gen_random_uuid(), now(), id, now(), id, 'guard', '保安' from app_user limit 1",
  );
  const others = [
    await givenWorker(store, { userType: "INTERNAL" }),
    await givenWorker(store),
    await givenWorker(store),
    await givenWorker(partnerStore),
    await givenWorker(store, {}, "guard"),
    await givenWorker(store, { mobilePhone: phone }),
    await givenWorker(await givenStore(app, { state: "CLOSED" })),
  ];
  await app.rows("update app_user set bool_admin = true where id = $1", [others[1]?.id]);
  await app.rows("update app_user set status = 'LEFT' where id = $1", [others[2]?.id]);
  await runNightly();
  for (const [at, user] of others.entries()) assert.deepEqual(await rowsOf(user), [], `case ${at}`);
});

test("ST-R33 a post that ended elsewhere marks the record, one that begins again takes the mark away", async () => {
  const store = await givenStore(app);
  const staff = await givenStoreStaff(app, { storeId: store.id });
  const user = { id: staff.userId };
  await runNightly();
  assert.deepEqual(await stateOf(user), ["IN_POST"]);
  const [same] = await app.rows("select version from store_staff where id = $1", [staff.id]);
  assert.deepEqual(same, { version: staff.version }, "what is in step stays as it is");
  await app.arrange((tx) => endPost(tx, staff.postId ?? ""));
  await app.node.events.deliverAll();
  assert.deepEqual(await stateOf(user), ["IN_POST 不一致"]);
  const client = await app.signIn({ permissions: ["store:staff:list"] });
  const { data } = await client.call(contract.listStaff, { query: { storeId: store.id, isOutOfStep: "1" } });
  assert.deepEqual(
    data.list.map(({ nextStep }) => nextStep),
    ["任职与人员档案不一致"],
  );
  const other = await givenStore(app);
  await givenPost({ id: staff.userId ?? "" }, other);
  await runNightly();
  assert.deepEqual(await stateOf(user), ["IN_POST 不一致"]);
  const postId = await givenPost({ id: staff.userId ?? "" }, store);
  await runNightly();
  assert.deepEqual(
    (await rowsOf(user)).map((row) => [row.isOutOfStep, row.postId]),
    [[false, postId]],
  );
  await app.rows("update store_staff set position_code = 'storeManager' where id = $1", [staff.id]);
  await runNightly();
  assert.deepEqual(await stateOf(user), ["IN_POST 不一致"], "another position is another post");
});

test("ST-R33 whoever is taken in to a position that asks for a certificate has the days of its holders", async () => {
  const [store, other] = [await givenStore(app), await givenStore(app)];
  const plain = await givenWorker(store, {}, "storeManager");
  await givenCertRequired(app);
  const holder = await givenWorker(other);
  await runNightly();
  const dueOf = (user: { id: string }) =>
    app.rows("select c.due_on from certification c join store_staff s on s.id = c.staff_id where s.user_id = $1", [
      user.id,
    ]);
  assert.deepEqual(await dueOf(holder), [{ dueOn: addDays(dayOf(app.now()), 90) }]);
  assert.deepEqual(await dueOf(plain), []);
  await app.rows("update store_position set is_cert_required = false");
});

test("ST-R33 an account that is closed takes its person along; one that is disabled does not", async () => {
  const [closed, disabled] = [await givenStoreStaff(app), await givenStoreStaff(app)];
  await app.arrange((tx) => closeAccount(tx, closed.userId ?? ""));
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [disabled.userId]);
  await app.node.events.deliverAll();
  await runNightly();
  assert.deepEqual(await stateOf({ id: closed.userId }), ["LEFT"]);
  assert.deepEqual(await stateOf({ id: disabled.userId }), ["IN_POST"]);
  const told = await app.rows<{ payload: Record<string, string> }>(
    "select payload from event_outbox where key = $1 and name = 'staff.left'",
    [closed.userId],
  );
  const { storeId, positionCode, userId } = closed;
  assert.deepEqual(
    told.map(({ payload: { at: _at, ...rest } }) => rest),
    [{ userId, storeId, positionCode }],
  );
});
