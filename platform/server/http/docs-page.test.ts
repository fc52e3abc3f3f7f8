import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoint, MenuNode, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { renderApiDocs } from "./docs-page.ts";
import { openApiOf } from "./openapi.ts";
import { reads, writes } from "./route.ts";

const listMenu = endpoint({
  method: "GET",
  path: "/probe/v1/menu",
  title: "菜单<b>",
  permission: "public",
  query: z.object({ depth: z.coerce.number().int().min(1).max(3).default(2) }),
  answer: z.array(MenuNode),
});
const editMenu = endpoint({
  method: "PUT",
  path: "/probe/v1/menu/{id}",
  audit: "编辑菜单",
  permission: "probe:menu:edit",
  params: z.object({ id: z.uuid() }),
  body: z.object({ title: requiredText("标题", 20), kind: z.enum(["PAGE", "LINK"]), version }),
  answer: z.object({ tree: MenuNode }),
});
const routes = [reads(listMenu, async () => []), writes(editMenu, async () => Promise.reject(new Error("never")))];
const page = renderApiDocs(openApiOf(routes, "营销运营管理平台"));

test("PF-R77 the page names every endpoint with path, title, access and audit label", () => {
  for (const text of ["/probe/v1/menu/{id}", "编辑菜单", "probe:menu:edit", "无需登录", "审计：编辑菜单", "2 个接口"]) {
    assert.ok(page.includes(text), text);
  }
});

test("PF-R77 parameters, bodies and answers are told with their limits", () => {
  for (const text of ["PAGE | LINK", "标题", "最多20个字符（汉字算2个）", "默认 2", "1 – 3", "keepAlive"]) {
    assert.ok(page.includes(text), text);
  }
});

test("PF-R77 a schema that holds itself is told once", () => {
  assert.equal(page.match(/isHidden/g)?.length, 2);
});

test("PF-R77 the page needs no script and passes text on as text", () => {
  assert.ok(page.includes("菜单&lt;b&gt;") && !page.includes("菜单<b>"));
  assert.doesNotMatch(page, /<script|<link|javascript:|\son\w+=|https?:\/\//);
});
