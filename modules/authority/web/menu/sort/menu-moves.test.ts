import assert from "node:assert/strict";
import { test } from "node:test";
import { inMenuOrder, type PlacedMenu } from "@ops/authority/contract";
import { type Arrow, arrowTarget, dropTarget, movedBy, movesBack, movesTo, refusalOf } from "./menu-moves.ts";

const node = (key: string, parentId: string | null, sort: number, kind: PlacedMenu["kind"] = "PAGE"): PlacedMenu => ({
  key,
  parentId,
  sort,
  kind,
});
const tree = [
  node("a", null, 10, "GROUP"),
  node("a1", "a", 10),
  node("a2", "a", 20),
  node("a3", "a", 30),
  node("b", null, 20, "GROUP"),
  node("b1", "b", 10),
];
const orderAfter = (key: string, target: ReturnType<typeof dropTarget>) => {
  assert.ok(target);
  return inMenuOrder(movedBy(tree, movesTo(tree, key, target)))
    .map((one) => one.key)
    .join(" ");
};
const byArrow = (key: string, arrow: Arrow) => {
  const target = arrowTarget(tree, key, arrow);
  return target && orderAfter(key, target);
};

test("AU-R39 drag between, into and out of groups", () => {
  assert.equal(orderAfter("a3", dropTarget(tree, "a1", "before")), "a a3 a1 a2 b b1");
  assert.equal(orderAfter("a1", dropTarget(tree, "a2", "after")), "a a2 a1 a3 b b1");
  assert.equal(orderAfter("a1", dropTarget(tree, "b", "into")), "a a2 a3 b b1 a1");
  assert.equal(orderAfter("a1", dropTarget(tree, "b1", "before")), "a a2 a3 b a1 b1");
  assert.equal(orderAfter("b", dropTarget(tree, "a", "before")), "b b1 a a1 a2 a3");
});

test("AU-R39 Alt with arrows: order up and down, level right and left", () => {
  assert.equal(byArrow("a2", "ArrowUp"), "a a2 a1 a3 b b1");
  assert.equal(byArrow("a2", "ArrowDown"), "a a1 a3 a2 b b1");
  assert.equal(byArrow("b", "ArrowRight"), "a a1 a2 a3 b b1");
  assert.equal(byArrow("a1", "ArrowUp"), null);
  assert.equal(byArrow("a3", "ArrowDown"), null);
  assert.equal(byArrow("a2", "ArrowRight"), null, "a page is no place for another");
  assert.deepEqual(arrowTarget(tree, "a2", "ArrowLeft"), { parentId: null, before: "b" });
  assert.equal(byArrow("a", "ArrowLeft"), null);
});

test("AU-R39 only what changes is sent, and undo sends it back", () => {
  const target = dropTarget(tree, "a1", "before");
  assert.ok(target);
  const moves = movesTo(tree, "a2", target);
  assert.deepEqual(moves, [
    { key: "a2", parentId: "a", sort: 10 },
    { key: "a1", parentId: "a", sort: 20 },
  ]);
  assert.deepEqual(movedBy(movedBy(tree, moves), movesBack(tree, moves)), tree);
  const same = dropTarget(tree, "a2", "before");
  assert.deepEqual(same && movesTo(tree, "a1", same), [], "it stands there already");
});

test("AU-R39 the page knows what the server would refuse", () => {
  const into = (key: string, parentId: string | null) =>
    refusalOf(tree, movesTo(tree, key, { parentId, before: null }));
  assert.equal(into("a", "a"), "不能移动到自己或下级菜单");
  assert.equal(into("b1", "a1"), "页面和外链下不能再放菜单");
  assert.equal(into("a1", null), "一级菜单只能是目录");
  assert.equal(into("b", "a"), null);
});
