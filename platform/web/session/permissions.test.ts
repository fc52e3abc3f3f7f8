import assert from "node:assert/strict";
import { test } from "node:test";
import { editParam, listDictEntries } from "@ops/platform/contract";
import { mayCall } from "./permissions.ts";

test("PF-R30 the page offers what the permission codes allow; * stands for all", () => {
  assert.equal(mayCall([], listDictEntries), true);
  assert.equal(mayCall(["clue:clue:view"], "clue:clue:view"), true);
  assert.equal(mayCall(["clue:clue:view"], "clue:clue:edit"), false);
  assert.equal(mayCall(["*"], "clue:clue:edit"), true);
});

test("AU-R20 a call that the roles leave out is not offered although its code is held", () => {
  const { method, path, permission } = editParam;
  assert.equal(mayCall([permission], editParam), true);
  assert.equal(mayCall([permission], editParam, [`${method} ${path}`]), false);
  assert.equal(mayCall([permission], permission, [`${method} ${path}`]), true);
});
