import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrganizationNode } from "@ops/authority/contract";
import { pinyinMatcher } from "@ops/platform/contract";
import { dict } from "pinyin-match/src/simplified_dict.js";
import { idsAbove, searchedNodes, treeLines } from "./tree-nodes.ts";

const node = (id: string, parentId: string | null, name: string): OrganizationNode => ({
  id,
  parentId,
  name,
  code: `C-${id}`,
  type: "CITY",
  status: "ENABLED",
  leaderName: null,
  hasChildren: true,
  ownPeople: 0,
  totalPeople: 0,
});
const nodes = [
  node("1", null, "集团总部"),
  node("2", "1", "华东大区"),
  node("3", "2", "苏州"),
  node("4", "1", "华南大区"),
];

test("AU-R44 the tree is searched by name, code and pinyin initials; what stands above a hit stays", () => {
  const found = (typed: string) => searchedNodes(nodes, typed, pinyinMatcher(dict)).map(({ name }) => name);
  assert.deepEqual(found("苏州"), ["集团总部", "华东大区", "苏州"]);
  assert.deepEqual(found("sz"), ["集团总部", "华东大区", "苏州"]);
  assert.deepEqual(found("c-4"), ["集团总部", "华南大区"]);
  assert.deepEqual(found("北京"), []);
  assert.equal(found("").length, 4);
});

test("AU-R44 nodes stand below their parents, or on top when the parent is out of sight", () => {
  assert.deepEqual(
    treeLines(nodes.slice(1)).map(({ key, children = [] }) => [key, children.map((child) => child.key)]),
    [
      ["2", ["3"]],
      ["4", []],
    ],
  );
  assert.deepEqual(idsAbove(nodes, "3"), ["2", "1"]);
});
