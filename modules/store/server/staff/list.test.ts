import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { addDays, myTodos } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenNumbers, givenQuota, givenStore, givenStoreStaff, testApp } from "../testing.ts";
import { STAFF_CODES, staffStory } from "./testing.ts";

const app = testApp();
const { today } = staffStory(app);

test("section 5.2: tabs, counts and filters show the people of the reader's stores", async () => {
  const store = await givenStore(app);
  const numbers = givenNumbers();
  const at = { storeId: store.id };
  const adviser = await givenStoreStaff(app, { ...at, ...numbers, name: "赵一" });
  await givenStoreStaff(app, { ...at, state: "MOVING", positionCode: "storeManager" });
  await givenStoreStaff(app, { ...at, state: "LEAVING" });
  await givenStoreStaff(app, { ...at, state: "CANDIDATE", employType: "INTERN", entryDate: addDays(today(), 9) });
  await givenStoreStaff(app, { state: "CANDIDATE" });
  const client = await app.signIn({ permissions: STAFF_CODES, scope: "ORG_TREE", organization: store });
  const found = async (query: object) => {
    const { data } = await client.call(contract.listStaff, { query });
    return data.list.map(({ state }) => state).toSorted();
  };
  assert.deepEqual(await found({}), ["CANDIDATE", "IN_POST", "LEAVING", "MOVING"]);
  assert.deepEqual(await found({ tab: "CHANGING" }), ["LEAVING", "MOVING"]);
  assert.deepEqual(await found({ tab: "IN_POST" }), ["IN_POST"]);
  assert.deepEqual(await found({ name: "赵" }), ["IN_POST"]);
  assert.deepEqual(await found({ phone: numbers.phone }), ["IN_POST"]);
  assert.deepEqual(await found({ staffNo: adviser.staffNo }), ["IN_POST"]);
  assert.deepEqual(await found({ positionCode: "storeManager" }), ["MOVING"]);
  assert.deepEqual(await found({ employType: "INTERN" }), ["CANDIDATE"]);
  assert.deepEqual(await found({ entryDate: `${addDays(today(), 1)},${addDays(today(), 9)}` }), ["CANDIDATE"]);
  assert.deepEqual(await found({ orgId: store.id, tab: "LEFT" }), []);
  const { data: counts } = await client.call(contract.countStaff, { query: { positionCode: "salesAdvisor" } });
  const counted = counts.filter(({ count }) => count > 0).map(({ state, count }) => `${state} ${count}`);
  assert.deepEqual(counted, ["CANDIDATE 1", "IN_POST 1", "LEAVING 1"]);
  const { data: options } = await client.call(contract.listStaffOptions, {
    query: { storeId: store.id, keyword: "赵" },
  });
  assert.deepEqual(
    options.map(({ name, positionName, storeName }) => [name, positionName, storeName]),
    [["赵一", "销售顾问", store.name]],
  );
  const picked = async (query: object) =>
    (await client.call(contract.listStaffOptions, { query })).data.map(({ id }) => id);
  assert.deepEqual(await picked({}), [adviser.id], "only who is in post, in the stores of the reader");
  assert.deepEqual(await picked({ keyword: adviser.staffNo ?? "" }), [adviser.id]);
  assert.deepEqual(await picked({ keyword: "一赵" }), []);
  const other = await givenStore(app);
  const away = await givenStoreStaff(app, { storeId: other.id });
  const all = await app.signIn({ permissions: STAFF_CODES });
  const { data: there } = await all.call(contract.listStaffOptions, { query: { storeId: other.id } });
  assert.deepEqual(
    there.map(({ id }) => id),
    [away.id],
  );
});

test("section 5.3: the positions to choose are those that stores of the type have, with their seats on the day", async () => {
  const [store, delivery] = [await givenStore(app), await givenStore(app, { storeType: "DELIVERY" })];
  await givenQuota(app, store.id, 2);
  await givenStoreStaff(app, { storeId: store.id });
  await givenStoreStaff(app, { storeId: store.id, state: "TO_JOIN", entryDate: addDays(today(), 5) });
  const client = await app.signIn({ permissions: STAFF_CODES });
  const shown = async (query: object) =>
    (await client.call(contract.listStaffPositions, { query })).data.map(
      ({ name, quota, occupied, reserved, vacancy }) => [name, quota, occupied, reserved, vacancy].join(" "),
    );
  const none = ["店长 0 0 0 0", "销售顾问 0 0 0 0", "交付专员 0 0 0 0"];
  assert.deepEqual(await shown({}), none, "without a store there are no seats to tell");
  assert.deepEqual(await shown({ storeId: store.id }), [none[0], "销售顾问 2 1 0 1", none[2]]);
  const later = { storeId: store.id, day: addDays(today(), 5) };
  assert.deepEqual(await shown(later), [none[0], "销售顾问 2 1 1 0", none[2]]);
  assert.deepEqual(await shown({ storeId: delivery.id }), ["交付专员 0 0 0 0"]);
  await app.rows("update position set org_types = '{}' where code = 'storeManager'");
  assert.deepEqual(await shown({ storeId: delivery.id }), [none[0], none[2]], "a position without types fits all");
  await app.rows("update position set org_types = '{STORE}' where code = 'storeManager'");
});

test("section 10: todos count those to onboard by today, those without an id number and those out of step", async () => {
  const store = await givenStore(app);
  const at = { storeId: store.id };
  await givenStoreStaff(app, { ...at, state: "TO_JOIN", entryDate: today() });
  await givenStoreStaff(app, { ...at, state: "TO_JOIN", entryDate: addDays(today(), 1) });
  await givenStoreStaff(app, { ...at, idNo: null });
  await givenStoreStaff(app, { ...at, state: "CANDIDATE", idNo: null });
  await givenStoreStaff(app, { ...at, isOutOfStep: true });
  const client = await app.signIn({ permissions: STAFF_CODES, scope: "ORG_TREE", organization: store });
  const { data } = await client.call(myTodos, {});
  const cards = data.filter(({ key }) => key.startsWith("store.staff")).map(({ title, count }) => `${title} ${count}`);
  assert.deepEqual(cards, ["待办入职 1", "人员资料待补充 1", "人员不一致 1"]);
  const steps = async (query: object) =>
    (await client.call(contract.listStaff, { query })).data.list.map(({ nextStep }) => nextStep).toSorted();
  assert.deepEqual(await steps({ isIncomplete: "1" }), ["补充身份证号"]);
  assert.deepEqual(await steps({ isIncomplete: "0" }), ["任职与人员档案不一致", "办理入职", "办理入职", "安排面试"]);
});

test("section 5.2 选择组织: own open stores in scope with region, city and their seats on the day of entry", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const storeIn = async (wishes: Parameters<typeof givenStore>[1] = {}) =>
    givenStore(app, { organization: await givenOrganization(app, { type: "STORE", parent: region }), ...wishes });
  const store = await storeIn();
  await storeIn({ state: "CLOSED" });
  const partners = await storeIn();
  await app.rows("update store set operate_mode = 'PARTNER', partner_id = id where id = $1", [partners.id]);
  await givenQuota(app, store.id, 3);
  await givenStoreStaff(app, { storeId: store.id });
  await givenStoreStaff(app, { storeId: store.id, state: "TO_JOIN", entryDate: addDays(today(), 5) });
  const client = await app.signIn({ permissions: ["store:staff:list"], scope: "ORG_TREE", organization: region });
  const seatsOn = async (day: string) => {
    const { data } = await client.call(contract.listStaffStores, { query: { day } });
    return data.map(({ id, regionOrgName, quota, occupied, vacancy }) => [id, regionOrgName, quota, occupied, vacancy]);
  };
  assert.deepEqual(await seatsOn(today()), [[store.id, region.name, 3, 1, 2]]);
  assert.deepEqual(await seatsOn(addDays(today(), 5)), [[store.id, region.name, 3, 1, 1]]);
});
