import assert from "node:assert/strict";
import { test } from "node:test";
import type { MenuNode } from "@ops/platform/contract";
import { pinnedOf, withHeldBack } from "./pinned-pages.ts";

function node(path: string, group = ""): MenuNode {
  return {
    key: path,
    title: path,
    path,
    parentId: group,
    children: [],
    isHidden: false,
    component: "P",
    keepAlive: false,
  };
}
const page = (path: string, group: string) => ({ node: node(path, group), above: [node(group)] });
const pages = ["a1", "a2", "b1", "c1", "d1", "e1"].map((path) => page(path, path.charAt(0)));
const paths = (stored: string[] | null) => pinnedOf(pages, stored).map((line) => line.node.path);

test("AU-5.8 suggests one page of each group before the first choice", () => {
  assert.deepEqual(paths(null), ["a1", "b1", "c1", "d1", "e1"]);
});

test("AU-5.8 shows what was pinned, in its order, without pages that are no longer granted", () => {
  assert.deepEqual(paths(["e1", "gone", "a2"]), ["e1", "a2"]);
  assert.deepEqual(paths([]), []);
});

test("AU-5.8 a page that is held back keeps its pin behind those that were chosen, as far as there is room", () => {
  assert.deepEqual(withHeldBack(["b1", "a1"], ["a1", "held", "b1"], pages), ["b1", "a1", "held"]);
  const eight = ["a1", "a2", "b1", "c1", "d1", "e1", "f1", "g1"];
  assert.deepEqual(withHeldBack(eight, ["held"], pages), eight);
});
