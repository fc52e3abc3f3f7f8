import assert from "node:assert/strict";
import { test } from "node:test";
import { pageData } from "@ops/platform/contract";
import { pageTitle, trailOf } from "./trail.ts";

const { addressOf: detail } = pageData("/AuthorityManagement/UserManagementDetail/{data}", {
  view: { id: "id" },
  create: {},
});

test("PF-R73 a page that enters something new is called so, and not after the page of a record", () => {
  const list = { title: "用户管理", path: "/AuthorityManagement/UserManagement" };
  const group = { title: "账号权限管理" };
  assert.deepEqual(trailOf(detail({ mode: "create" }), []), [group, list, { title: "新增用户" }]);
  assert.deepEqual(trailOf(detail({ id: "1", mode: "view" }), []), [group, list, { title: "用户详情" }]);
  assert.equal(pageTitle(detail({ mode: "create" }), []), "新增用户");
});
