import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, myTodos } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenNumbers, givenStore, givenStoreStaff, testApp } from "../testing.ts";
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
});
