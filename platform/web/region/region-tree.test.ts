import assert from "node:assert/strict";
import { test } from "node:test";
import type { RegionNode } from "@ops/platform/contract";
import { nameOfPath, pathTo, withoutDoubles } from "./region-tree.ts";

const node = (code: string, name: string, pinyin: string, children: RegionNode[] = []): RegionNode => ({
  code,
  name,
  pinyin,
  children,
});
const kunshan = node("320583", "昆山市", "kun shan shi");
const pudong = node("310115", "浦东新区", "pu dong xin qu");
const dongguan = node("441900", "东莞市", "dong guan shi");
const tree = [
  node("310000", "上海市", "shang hai shi", [node("310100", "上海市", "shang hai shi", [pudong])]),
  node("320000", "江苏省", "jiang su sheng", [node("320500", "苏州市", "su zhou shi", [kunshan])]),
  node("440000", "广东省", "guang dong sheng", [dongguan]),
];
const codes = (code: string) => pathTo(tree, code).map((one) => one.code);

test("PF-R102 a code leads from the province down; a city without districts ends at level 2; others lead nowhere", () => {
  assert.deepEqual(codes("320583"), ["320000", "320500", "320583"]);
  assert.deepEqual(codes("441900"), ["440000", "441900"]);
  assert.deepEqual(codes("330103"), []);
});

test("PF-R102 a municipality is named once", () => {
  assert.equal(nameOfPath(pathTo(tree, "310115")), "上海市 / 浦东新区");
  assert.equal(nameOfPath(pathTo(tree, "320583")), "江苏省 / 苏州市 / 昆山市");
});

test("PF-R102 a municipality is offered once: its districts lie right below", () => {
  const offered = withoutDoubles(tree);
  assert.deepEqual(
    pathTo(offered, "310115").map(({ code }) => code),
    ["310000", "310115"],
  );
  assert.deepEqual(pathTo(offered, "310100"), []);
  assert.deepEqual(pathTo(offered, "320583").length, 3);
});
