import assert from "node:assert/strict";
import { test } from "node:test";
import { distanceOf } from "./nearness.ts";

test("a choice that is called as typed comes first, then by begin, part, and by its code at last", () => {
  const choices = [
    ["导出用户列表", "authority:user:export"],
    ["用户列表导出", "authority:user:exportAll"],
    ["角色", "用户列表"],
    ["用户列表", "authority:user:list"],
    ["菜单", "authority:menu:list"],
  ];
  const found = choices
    .filter((texts) => distanceOf(texts, " 用户列表 ") < Number.POSITIVE_INFINITY)
    .sort((a, b) => distanceOf(a, "用户列表") - distanceOf(b, "用户列表"))
    .map(([label]) => label);
  assert.deepEqual(found, ["用户列表", "用户列表导出", "导出用户列表", "角色"]);
  assert.ok(distanceOf(["用户列表", "Authority:User:List"], "USER:list") < Number.POSITIVE_INFINITY);
});
