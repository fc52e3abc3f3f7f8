import assert from "node:assert/strict";
import { test } from "node:test";
import { dealActions } from "./deal-actions.ts";

const named = (...labels: string[]) =>
  labels.map((label) => (label.startsWith("!") ? { label: label.slice(1), danger: true } : { label }));
const dealt = (most: number, ...labels: string[]) => {
  const { shown, more } = dealActions(named(...labels), most);
  return [shown.map(({ label }) => label), more.map(({ label }) => label)];
};

test("what is dangerous stands under 更多, at the end", () => {
  assert.deepEqual(dealt(2, "!停用", "编辑", "复制", "授权", "!删除"), [
    ["编辑", "复制"],
    ["授权", "停用", "删除"],
  ]);
  assert.deepEqual(dealt(2, "编辑", "!删除"), [["编辑"], ["删除"]]);
  assert.deepEqual(dealt(3, "!停用", "!删除"), [[], ["停用", "删除"]]);
});

test("a dangerous action is a button only where there is no other", () => {
  assert.deepEqual(dealt(2, "!解绑"), [["解绑"], []]);
  assert.deepEqual(dealt(2), [[], []]);
});
