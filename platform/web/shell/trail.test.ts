import assert from "node:assert/strict";
import { test } from "node:test";
import { encodePageData } from "@ops/platform/contract";
import { pageTitle, trailOf } from "./trail.ts";

const detail = (data: Parameters<typeof encodePageData>[0]) =>
  `/AuthorityManagement/UserManagementDetail/${encodePageData(data)}`;

test("PF-R73 a page that enters something new is called so, and not after the page of a record", () => {
  const list = { title: "用户管理", path: "/AuthorityManagement/UserManagement" };
  const group = { title: "账号权限管理" };
  assert.deepEqual(trailOf(detail({ mode: "create" }), []), [group, list, { title: "新增用户" }]);
  assert.deepEqual(trailOf(detail({ id: "1", mode: "view" }), []), [group, list, { title: "用户详情" }]);
  assert.equal(pageTitle(detail({ mode: "create" }), []), "新增用户");
});
