import assert from "node:assert/strict";
import { test } from "node:test";
import type { Matcher } from "@ops/platform/contract";
import { groupKeys, storeTree, type TreeStore } from "./store-tree.ts";

const store = (id: string, regionOrgName: string | null, cityName: string | null): TreeStore => ({
  id,
  storeCode: `S${id}`,
  name: `${id}店`,
  regionOrgName,
  cityName,
  quota: 6,
  occupied: 5,
  vacancy: 1,
});
const stores = [store("1", "华东", "上海市"), store("2", "华东", "杭州市"), store("3", null, null)];
const includes: Matcher = (text, typed) => (text.includes(typed) ? [0, 1] : false);

test("store 5.2 选择组织: regions, cities and stores with their seats, of which stores can be chosen", () => {
  const [east, none] = storeTree(stores, "", includes);
  assert.deepEqual(
    [east?.title, east?.selectable, east?.children?.map(({ title }) => title)],
    ["华东", false, ["上海市", "杭州市"]],
  );
  const [shanghai] = east?.children?.[0]?.children ?? [];
  assert.deepEqual([shanghai?.key, shanghai?.title], ["1", "1店（编制6，在岗5，缺编1）"]);
  assert.deepEqual([none?.title, none?.children?.[0]?.title], ["无大区", "城市待补充"]);
});

test("store 5.2 选择组织: a search by name or code leaves what is found and all above it", () => {
  for (const typed of ["2店", "s2"]) {
    const tree = storeTree(stores, typed, includes);
    assert.deepEqual(groupKeys(tree), ["/华东", "/华东/杭州市"], typed);
  }
  assert.deepEqual(storeTree(stores, "没有", includes), []);
});
