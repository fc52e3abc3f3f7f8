import assert from "node:assert/strict";
import { test } from "node:test";
import { done, type Endpoint, endpoint } from "@ops/platform/contract";
import * as contract from "../index.ts";
import { closureOf, permissionsOf } from "./permission.ts";

const read = (permission: `${string}:${string}:${string}`, title: string) =>
  endpoint({ method: "GET", path: `/test/${permission}`, title, permission, answer: done });
const write = (permission: `${string}:${string}:${string}`, audit: string) =>
  endpoint({ method: "POST", path: `/test/${audit}`, audit, permission, answer: done });

test("AU-R30 the catalogue follows from the endpoints: name, page, risk and what a code requires", () => {
  const remove = endpoint({
    method: "DELETE",
    path: "/test/remove",
    audit: "删除角色",
    answer: done,
    permission: "authority:role:delete",
  });
  const permissions = permissionsOf([
    read("authority:role:list", "角色列表"),
    endpoint({ method: "GET", path: "/test/open", title: "打开", permission: "session", answer: done }),
    write("authority:role:edit", "编辑角色"),
    endpoint({ ...write("authority:role:edit", "停用编辑角色"), risk: "CRITICAL" }),
    remove,
  ]);

  assert.deepEqual(
    permissions.map(({ code, name, menuKey, risk, requires }) => [code, name, menuKey, risk, requires]),
    [
      ["authority:role:delete", "删除角色", "authority.RoleManagement", "HIGH", ["authority:role:list"]],
      ["authority:role:edit", "编辑角色", "authority.RoleManagement", "CRITICAL", ["authority:role:list"]],
      ["authority:role:list", "角色列表", "authority.RoleManagement", "LOW", []],
    ],
  );
});

test("AU-R30 an endpoint may name page, risk and requirements; the page holds for its entity", () => {
  const permissions = permissionsOf([
    endpoint({
      method: "POST",
      path: "/test/grant",
      audit: "授予角色",
      answer: done,
      permission: "authority:grant:give",
      page: "/AuthorityManagement/UserManagement",
      requires: ["authority:user:list"],
      risk: "HIGH",
    }),
    write("authority:grant:take", "收回角色"),
    read("authority:user:list", "用户列表"),
    read("platform:thing:list", "没有页面"),
  ]);

  assert.deepEqual(
    permissions.map(({ code, menuKey, risk, requires }) => [code, menuKey, risk, requires]),
    [
      ["authority:grant:give", "authority.UserManagement", "HIGH", ["authority:user:list"]],
      ["authority:grant:take", "authority.UserManagement", "MED", []],
      ["authority:user:list", "authority.UserManagement", "LOW", []],
      ["platform:thing:list", null, "LOW", []],
    ],
  );
});

test("AU-R30 a code is named by its foremost call: changes first, no batches, then action, entity, order", () => {
  const code = { permission: "authority:thing:close", answer: done } as const;
  const question = (path: `/${string}`, title: string) => endpoint({ method: "GET", path, title, ...code });
  const change = (path: `/${string}`, audit: string) => endpoint({ method: "POST", path, audit, ...code });
  const nameOf = (...endpoints: Endpoint[]) => permissionsOf(endpoints)[0]?.name;
  const look = question("/v1/things/{id}/close", "看关闭");
  const [first, named] = [change("/v1/others/{id}/first", "先"), change("/v1/others/{id}/close", "关闭")];
  const entity = change("/v1/things/{id}", "物的关闭");
  const batch = change("/v1/things/batch/close", "批量关闭");
  assert.equal(nameOf(look, first), "先");
  assert.equal(nameOf(look), "看关闭");
  assert.equal(nameOf(first, entity, named), "关闭");
  assert.equal(nameOf(first, entity), "物的关闭");
  assert.equal(nameOf(batch, look), "看关闭");
  assert.equal(nameOf(batch), "批量关闭");
  assert.equal(nameOf(batch, first), "先");
});

test("AU-R30 a code that several calls declare is as risky as the weightiest and requires what any of them names", () => {
  const base = { method: "POST", audit: "改", answer: done, permission: "authority:role:change" } as const;
  const sheet = { method: "GET", title: "下载", permission: "authority:role:fetch" } as const;
  const permissions = permissionsOf([
    endpoint({ ...base, path: "/a", requires: ["authority:role:list", "authority:role:change", "gone:gone:list"] }),
    endpoint({ ...base, path: "/b", requires: ["authority:role:list"], risk: "LOW" }),
    endpoint({ ...sheet, path: "/c", downloads: true }),
    read("authority:role:list", "角色列表"),
    endpoint({ method: "GET", path: "/d", title: "公开", permission: "public", answer: done }),
  ]);
  assert.deepEqual(
    permissions.map(({ code, module, risk, requires, interfaces }) => [
      code,
      module,
      risk,
      requires,
      interfaces.map(({ method, path, name }) => `${method} ${path} ${name}`),
    ]),
    [
      ["authority:role:change", "authority", "MED", ["authority:role:list"], ["POST /a 改", "POST /b 改"]],
      ["authority:role:fetch", "authority", "HIGH", ["authority:role:list"], ["GET /c 下载"]],
      ["authority:role:list", "authority", "LOW", [], ["GET /test/authority:role:list 角色列表"]],
    ],
  );
});

test("AU-R30 a code belongs to the page of its module that begins with the entity, else to one that contains it", () => {
  const pageOf = (permission: `${string}:${string}:${string}`) => permissionsOf([read(permission, "看")])[0]?.menuKey;
  assert.equal(pageOf("authority:org:list"), "authority.OrgManagement");
  assert.equal(pageOf("authority:account:list"), "authority.OtherAccountManage");
  assert.equal(pageOf("clue:role:list"), null);
  assert.equal(pageOf("clue:allogeneic:list"), "clue.AllogeneicClue");
  assert.equal(pageOf("clue:clue:list"), "clue.ClueList");
  assert.equal(pageOf("authority:nothing:list"), null);
});

test("AU-R30 the closure follows requirements of requirements and bears circles", () => {
  const line = (code: string, requires: string[]) => ({
    code,
    requires,
    name: code,
    module: "test",
    menuKey: null,
    interfaces: [],
    risk: "LOW" as const,
  });
  const permissions = [line("a", ["b"]), line("b", ["c"]), line("c", ["a"]), line("d", [])];

  assert.deepEqual([...closureOf(["a"], permissions)].toSorted(), ["a", "b", "c"]);
  assert.deepEqual([...closureOf(["d"], permissions)], ["d"]);
});

test("AU-R32 critical are the rights over rights that section 7 names, as far as they exist, and no others", () => {
  const exported: unknown[] = Object.values(contract).flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "export" in one ? [one, one.export] : [one],
  );
  const declared = exported.filter(
    (one): one is Endpoint => typeof one === "object" && one !== null && "method" in one && "path" in one,
  );
  const critical = permissionsOf(declared).filter(({ risk }) => risk === "CRITICAL");
  assert.deepEqual(
    critical.map(({ code }) => code),
    [
      "authority:apiClient:create",
      "authority:audit:export",
      "authority:grant:edit",
      "authority:role:edit",
      "authority:user:setAdmin",
    ],
  );
  const codes = new Set<string>(declared.map(({ permission }) => permission));
  // the document also names this code; whoever builds it declares its risk at the endpoint and adds it to the list
  // above
  assert.ok(!codes.has("authority:sod:exempt"));
});
