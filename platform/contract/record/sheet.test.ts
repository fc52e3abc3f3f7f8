import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { listQuery, pageOf, sortable } from "../paging.ts";
import { day, dictCode, moment, oneOf } from "../value/fields.ts";
import { type ExportEndpoint, rowsLike, sheet } from "./sheet.ts";
import { unmaskable } from "./unmask.ts";

const label = (text: string) => ({ label: text });
const Row = z.object({
  id: z.string(),
  name: z.string().meta(label("名称")),
  count: z.int().nullable().meta(label("数量")),
  isOpen: z.boolean().meta(label("开放")),
  on: day.nullable().meta({ label: "日期", format: "date" }),
  at: moment.meta(label("时间")),
  price: z.int().meta(label("价格")),
  tags: z.array(z.string()).meta(label("标签")),
  color: dictCode("color", "颜色"),
  side: oneOf({ L: "左", R: "右" }).meta(label("侧")),
  odd: z.codec(z.string(), z.int(), { decode: Number, encode: String }).meta(label("奇")),
});
const list = endpoint({
  method: "GET",
  path: "/test/v1/things",
  title: "东西",
  permission: "test:thing:list",
  page: "/Things",
  query: listQuery.extend({
    keyword: z.string().max(5).optional(),
    color: dictCode("color", "颜色").optional(),
    side: oneOf({ L: "左" }).optional(),
    hidden: z.string().optional(),
    ...sortable("name"),
  }),
  answer: pageOf(Row),
});
const { page: _page, ...pageless } = list;
const plain = unmaskable({ name: "东西", bizType: "thing", code: "test:thing:unmask", fields: { name: "名称" } });
const declared = {
  key: "test.thing",
  name: "东西",
  list,
  path: "/test/v1/things/export",
  permission: "test:thing:export",
  columns: { name: true },
} as const;
const things = sheet({
  ...declared,
  columns: {
    name: true,
    count: true,
    isOpen: true,
    on: true,
    at: true,
    price: { as: "fen", title: "售价", width: 30 },
    tags: "标记",
    color: true,
    side: { words: { L: "左边" } },
    odd: true,
    id: { title: "说明", show: ({ name, count }) => `${name}${count}` },
  },
  filters: { keyword: "关键字", side: { title: "侧别", words: { L: "左边" } } },
});

test("PF-R94 a column takes name, kind, width and words from the row, where the sheet does not say it better", () => {
  const plainly = { dict: null, ref: null, words: null, show: null };
  const columns = things.columns.map(({ show, ...column }) => ({
    ...column,
    show: show?.({ name: "甲", count: 2 }) ?? null,
  }));
  assert.deepEqual(columns, [
    { ...plainly, key: "name", title: "名称", kind: "text", width: 16 },
    { ...plainly, key: "count", title: "数量", kind: "number", width: 10 },
    { ...plainly, key: "isOpen", title: "开放", kind: "flag", width: 8 },
    { ...plainly, key: "on", title: "日期", kind: "day", width: 12 },
    { ...plainly, key: "at", title: "时间", kind: "moment", width: 20 },
    { ...plainly, key: "price", title: "售价", kind: "fen", width: 30 },
    { ...plainly, key: "tags", title: "标记", kind: "list", width: 24 },
    { ...plainly, key: "color", title: "颜色", kind: "text", width: 16, dict: "color" },
    { ...plainly, key: "side", title: "侧", kind: "text", width: 16, words: { L: "左边" } },
    { ...plainly, key: "odd", title: "奇", kind: "text", width: 16 },
    { ...plainly, key: "id", title: "说明", kind: "text", width: 16, show: "甲2" },
  ]);
  const money = sheet({ ...declared, columns: { price: { as: "fen" } } });
  assert.equal(money.columns[0]?.width, 14);
});

test("PF-R94 every filter that has a name is told, but neither page nor size", () => {
  assert.deepEqual(things.filters, [
    { name: "keyword", title: "关键字", dict: null, ref: null, words: null },
    { name: "color", title: "颜色", dict: "color", ref: null, words: null },
    { name: "side", title: "侧别", dict: null, ref: null, words: { L: "左边" } },
    { name: "sortBy", title: "排序字段", dict: null, ref: null, words: null },
    { name: "sortOrder", title: "排序方向", dict: null, ref: null, words: null },
  ]);
});

test("PF-R94 the call of an export needs the code of the list as well, and stands on its page", () => {
  const { body: _body, answer: _answer, ...call } = things.export;
  const expected = {
    method: "POST",
    path: "/test/v1/things/export",
    permission: "test:thing:export",
    audit: "导出东西",
    risk: "HIGH",
    requires: ["test:thing:list"],
    page: "/Things",
  };
  assert.deepEqual(call, expected);
  assert.equal("page" in sheet({ ...declared, list: pageless }).export, false);
  assert.equal(sheet({ ...declared, risk: "LOW" }).export.risk, "LOW");
  assert.deepEqual([things.plain, things.asksReason], [null, false]);
  const rows = { query: { note: z.string() }, row: z.object({ name: z.string() }) };
  const like = rowsLike(list, rows);
  assert.deepEqual(
    [like.permission, like.page, "page" in rowsLike(pageless, rows)],
    ["test:thing:list", "/Things", false],
  );
  assert.deepEqual(Object.keys(like.query.shape), ["pageNo", "pageSize", "note"]);
});

test("PF-R94 an export takes the filters of its list and some of its columns; in clear, or of a log, only with a reason", () => {
  const told = (one: { readonly export: ExportEndpoint }, body: object) => {
    const { error } = one.export.body.safeParse({ query: {}, columns: ["name"], ...body });
    return error ? `${error.issues[0]?.path.join(".")} ${error.issues[0]?.message}` : "";
  };
  const wrong = (path: string) => `query.${path} 查询条件格式不正确`;
  const columns = (count: number, length = 1) => ({ columns: Array.from({ length: count }, () => "x".repeat(length)) });
  assert.equal(told(things, { query: { keyword: "甲", color: "red", sortBy: "name" } }), "");
  assert.equal(told(things, { query: { keyword: "甲乙丙丁戊己" } }), wrong("keyword"));
  assert.equal(told(things, { query: { pageNo: "1" } }), "query 查询条件格式不正确");
  assert.equal(told(things, { query: { pageSize: "10" } }), "query 查询条件格式不正确");
  assert.equal(told(things, columns(0)), "columns 请至少选择一列");
  assert.equal(told(things, columns(200, 60)), "");
  assert.notEqual(told(things, columns(201)), "");
  assert.notEqual(told(things, columns(1, 61)), "");
  assert.notEqual(told(things, { reason: "为何" }), "", "nobody asks for it");
  const free = sheet({ ...declared, list: { ...list, query: listQuery.extend({ text: z.string().optional() }) } });
  assert.equal(told(free, { query: { text: "x".repeat(4_000) } }), "");
  assert.notEqual(told(free, { query: { text: "x".repeat(4_001) } }), "");

  const clear = sheet({ ...declared, plain });
  assert.equal(clear.plain, plain);
  assert.equal(told(clear, {}), "");
  assert.equal(told(clear, { reason: "为何" }), "");
  assert.equal(told(clear, { plain: false }), "");
  assert.equal(told(clear, { plain: true }), "reason 请输入原因！");
  assert.equal(told(clear, { plain: true, reason: "为何" }), "");

  const log = sheet({ ...declared, asksReason: true });
  assert.equal(log.asksReason, true);
  assert.deepEqual([told(log, {}), told(log, { reason: "为何" })], ["reason 请输入原因！", ""]);
});

test("PF-R94 a sheet that names no columns has all that people read of a row", () => {
  const { columns: _named, ...unnamed } = declared;
  const titles = sheet({ ...unnamed, key: "test.whole" }).columns.map(({ title }) => title);
  assert.deepEqual(titles, ["名称", "数量", "开放", "日期", "时间", "价格", "标签", "颜色", "侧", "奇"]);
});
