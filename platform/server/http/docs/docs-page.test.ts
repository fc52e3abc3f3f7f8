import assert from "node:assert/strict";
import { test } from "node:test";
import { dictCode, endpoint, MenuNode, maskedPhone, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { downloads, reads, streams, uploads, writes } from "../route.ts";
import { renderApiDocs } from "./docs-page.ts";
import { describeApi, openApiOf } from "./openapi.ts";

const never = async () => Promise.reject(new Error("never"));
const listMenu = endpoint({
  method: "GET",
  path: "/probe/v1/menu",
  title: "菜单<b>",
  permission: "public",
  query: z.object({ depth: z.coerce.number().int().min(1).max(3).default(2), code: z.string() }),
  answer: z.array(MenuNode),
});
const editMenu = endpoint({
  method: "PUT",
  path: "/probe/v1/menu/{id}",
  audit: "编辑菜单",
  permission: "probe:menu:edit",
  params: z.object({ id: z.uuid() }),
  body: z.object({
    title: requiredText("标题", 20),
    kind: z.enum(["PAGE", "LINK"]),
    color: dictCode("color", "颜色").nullable().default(null),
    weights: z.record(z.string(), z.object({ least: z.int().min(5).optional() })),
    either: z.union([z.string().max(8), z.literal(7)]).optional(),
    version,
  }),
  answer: z.object({
    tree: MenuNode,
    phone: maskedPhone,
    share: z.number(),
    day: z.iso.date(),
    code: z.string().regex(/^A/),
  }),
});
const getMenu = endpoint({
  method: "GET",
  path: "/probe/v1/menu/{id}",
  title: "菜单详情",
  permission: "session",
  params: z.object({ id: z.uuid() }),
  answer: MenuNode,
});
const dropMenu = endpoint({
  method: "DELETE",
  path: "/probe/v1/menu/{id}",
  audit: "删除菜单",
  permission: "session",
  params: z.object({ id: z.uuid() }),
  answer: z.literal(true),
});
const importMenu = endpoint({
  method: "POST",
  path: "/probe/v1/menu",
  audit: "导入菜单",
  permission: "session",
  body: z.object({ note: z.string().min(2) }),
  uploads: true,
  answer: z.object({ root: z.object({ name: z.string() }).meta({ id: "Named" }) }),
});
const printMenu = endpoint({
  method: "GET",
  path: "/other/v1/print",
  title: "打印",
  permission: "session",
  downloads: true,
});
const watchMenu = endpoint({
  method: "GET",
  path: "/other/v1/watch",
  title: "跟踪",
  permission: "session",
  streams: z.object({ at: z.string() }),
});
const routes = [
  writes(editMenu, never),
  reads(listMenu, never),
  reads(getMenu, never),
  streams(watchMenu, () => assert.fail()),
  writes(dropMenu, never),
  uploads(importMenu, never),
  downloads(printMenu, never),
];
const document = openApiOf(routes, "营销运营管理平台");
const page = renderApiDocs(document);

/**
 * Reads what the page shows of an endpoint: titles and notes as they are, a field as `indent name* | kind | remarks`.
 */
function toldOf(operationId: string): string {
  const card = page.split("<article id=").find((part) => part.startsWith(`"${operationId}"`)) ?? "";
  const tagged =
    /<(?:h3|p class="none"|span class="fact")>(.*?)<\/|padding-left:(\d+)px"><code>(.*?)<\/code>(.*?)<\/td><td>(.*?)<\/td><td>(.*?)<\/td>/g;
  const lines = [...card.matchAll(tagged)].map(([, text, indent, name, must, kind, remarks]) => {
    const mark = must === '<span class="must" title="必填">*</span>' ? "*" : must;
    return text ?? `${indent} ${name}${mark} | ${kind} | ${remarks}`.trimEnd();
  });
  return lines.join("\n");
}

const toldOfNode = (indent: number) =>
  `key* | 文本 |
title* | 文本 |
path* | 文本 |
parentId* | 文本 |
children* | 对象[] |
isHidden* | 是/否 |
component* | 文本 |
keepAlive* | 是/否 |`.replaceAll(/^/gm, `${indent} `);

const told: Readonly<Record<string, string>> = {
  get_other_v1_print: `登录即可
没有参数
应答：文件，文件名在应答头 export-filename`,
  get_other_v1_watch: `登录即可
没有参数
应答：事件流
0 at* | 文本 |`,
  get_probe_v1_menu: `无需登录
参数
0 depth | 整数 | 1 – 3；默认 2
0 code* | 文本 |
应答 data：对象[] 或 空
${toldOfNode(0)}`,
  get_probe_v1_menu_id: `登录即可
参数
0 id* | 文本 | uuid
应答 data：对象 或 空
${toldOfNode(0)}`,
  post_probe_v1_menu: `登录即可
审计：导入菜单
请求内容（JSON 或表单）
0 note* | 文本 | 长度 2–
0 file* | 文本 |
应答 data：对象 或 空
0 root* | 对象 |
20 name* | 文本 |`,
  delete_probe_v1_menu_id: `登录即可
审计：删除菜单
参数
0 id* | 文本 | uuid
应答 data
true 或 空`,
  put_probe_v1_menu_id: `probe:menu:edit
审计：编辑菜单
参数
0 id* | 文本 | uuid
请求内容（JSON 或表单）
0 title* | 文本 | 标题；长度 1–；最多20个字符（汉字算2个）
0 kind* | 选项 | PAGE | LINK
0 color | 文本 或 空 | 颜色；字典 color；长度 1–60；默认 null
0 weights* | 对象 |
20 {键} | 对象 |
40 least | 整数 | 5 –
0 either | 文本 或 7 |
0 version* | 整数 | 版本号；1 – 2147483647
应答 data：对象 或 空
0 tree* | 对象 |
${toldOfNode(20)}
0 phone* | 文本 | 手机号；脱敏
0 share* | 数值 |
0 day* | 文本 | date
0 code* | 文本 | ^A`,
};

test("PF-R77 the page tells every endpoint with access, audit label, parameters, body and answer, with their limits", () => {
  for (const [operationId, lines] of Object.entries(told)) assert.equal(toldOf(operationId), lines);
  for (const text of ["7 个接口", "<small>2 个接口</small>", "<small>5 个接口</small>"]) {
    assert.ok(page.includes(text), text);
  }
});

test("PF-R77 the page needs no script and passes text on as text", () => {
  assert.ok(page.includes("菜单&lt;b&gt;") && !page.includes("菜单<b>"));
  assert.doesNotMatch(page, /<script|<link|javascript:|\son\w+=|https?:\/\//);
});

/** Lists the operations of the document in their order, without their schemas. */
const operations = () =>
  Object.entries(Paths.parse(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({
      call: `${method} ${path}`,
      audit: told["x-audit"],
      security: told.security,
      parameters: told.parameters.map(({ name, in: place, required }) => `${place} ${name} ${required}`),
      body: told.requestBody && [told.requestBody.required, ...Object.keys(told.requestBody.content)],
      answers: [...Object.keys(told.responses), ...Object.keys(told.responses["200"].content)],
    })),
  );
const Contents = z.object({ content: z.record(z.string(), z.unknown()) });
const Operation = z.object({
  "x-audit": z.string().optional(),
  security: z.unknown().optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })),
  requestBody: Contents.extend({ required: z.boolean() }).optional(),
  responses: z.looseObject({ "200": Contents }),
});
const Paths = z.record(z.string(), z.record(z.string(), Operation));

test("PF-R77 the document tells programs the same, by path and method", () => {
  assert.deepEqual(document["security"], [{ token: [] }]);
  const json = "application/json";
  const codes = ["200", "401", "429", "500", "503"];
  const inSession = {
    audit: undefined,
    security: undefined,
    parameters: [],
    body: undefined,
    answers: [...codes, json],
  };
  const ofOne = { ...inSession, parameters: ["path id true"] };
  assert.deepEqual(operations(), [
    { ...inSession, call: "get /other/v1/print", answers: [...codes, "application/octet-stream"] },
    { ...inSession, call: "get /other/v1/watch", answers: [...codes, "text/event-stream"] },
    {
      ...inSession,
      call: "get /probe/v1/menu",
      security: [],
      parameters: ["query depth false", "query code true"],
      answers: ["200", "429", "500", "503", json],
    },
    { ...inSession, call: "post /probe/v1/menu", audit: "导入菜单", body: [true, "multipart/form-data"] },
    { ...ofOne, call: "delete /probe/v1/menu/{id}", audit: "删除菜单" },
    { ...ofOne, call: "get /probe/v1/menu/{id}" },
    { ...ofOne, call: "put /probe/v1/menu/{id}", audit: "编辑菜单", body: [true, json] },
  ]);
});

test("PF-R77 a schema that holds itself is named once for each call, by that call; others keep their own name", () => {
  const { schemas } = z.object({ schemas: z.record(z.string(), z.unknown()) }).parse(document["components"]);
  const tree = "get_probe_v1_menu_id_output_Root";
  const own = ["get_probe_v1_menu_output_0", "Named", tree, "put_probe_v1_menu_id_output_0"];
  const names = Object.keys(schemas).filter((name) => own.includes(name));
  assert.deepEqual(names, own);
  assert.partialDeepStrictEqual(schemas, {
    Refusal: { properties: { success: { type: "boolean", const: false }, data: {} } },
    [tree]: { properties: { children: { items: { $ref: `#/components/schemas/${tree}` } } } },
  });
});

test("PF-R77 a server that describes its calls answers others meanwhile, and tells the same", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("another call"));
  assert.deepEqual(await describeApi(routes, "营销运营管理平台"), document);
  order.push("described");
  assert.deepEqual(order, ["another call", "described"]);
});
