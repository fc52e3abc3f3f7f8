import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createDictEntry,
  createDictType,
  endpoint,
  listQuery,
  moment,
  pageOf,
  sheet,
  sortable,
} from "@ops/platform/contract";
import { z } from "zod";
import { systemActor } from "../actor.ts";
import { conditionsOf } from "./conditions.ts";
import { exportsList } from "./source.ts";
import { exportApp, givenExporter, submit } from "./testing.ts";
import { cellsOf, chosenColumns, dictWords, escapeFormula, spreadColumns, workSheetColumn } from "./workbook/cells.ts";

const app = exportApp(false);
const DICT = "t_conditions";

const list = endpoint({
  method: "GET",
  path: "/probe/v1/everything",
  title: "样本",
  permission: "probe:probe:list",
  query: listQuery.extend({
    kind: z.string().optional().meta({ label: "种类", dict: DICT }),
    isOpen: z.string().optional().meta({ label: "开放" }),
    days: z.string().optional().meta({ label: "日期" }),
    owner: z.string().optional().meta({ label: "负责人" }),
    hidden: z.string().optional(),
    ...sortable("name", "count"),
  }),
  answer: pageOf(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      kind: z.string().meta({ label: "种类", dict: DICT }),
      count: z.number(),
      grade: z.number(),
      price: z.number(),
      isOpen: z.boolean(),
      isNew: z.boolean(),
      day: z.string().meta({ format: "date" }),
      at: moment,
      tags: z.array(z.string()),
      more: z.array(z.unknown()),
    }),
  ),
});
const everything = sheet({
  key: "probe.everything",
  name: "样本",
  list,
  path: "/probe/v1/everything/export",
  permission: "probe:probe:export",
  columns: {
    name: "名称",
    kind: true,
    count: { title: "数", width: 5 },
    grade: { title: "级", words: { 1: "甲" } },
    price: { title: "价", as: "fen" },
    isOpen: "开放",
    isNew: { title: "新", words: { true: "新", false: "旧" } },
    day: "日期",
    at: "时间",
    tags: { title: "标签", words: { A: "甲" } },
    more: { title: "更多", show: ({ name, count }) => (name === null ? null : `${name}${count}`) },
  },
});

test("PF-R94 a filter is told as it was typed, also when it is a word that every object knows", async () => {
  const who = givenExporter(app);
  for (const level of ["constructor", "toString"]) {
    const { data, msg } = await submit(app, who, { level });
    assert.equal(msg, "");
    const [task] = await app.rows<{ conditions: unknown }>("select conditions from task where id = $1", [data.id]);
    assert.deepEqual(task?.conditions, [{ label: "等级", value: level }]);
  }
});

test("PF-R94, PF-R103 a number of a person that was searched for is masked in the task and in 导出说明", async () => {
  const who = givenExporter(app);
  const { data } = await submit(app, who, { keyword: "张三 13812341234 320102199001011234" });
  const [task] = await app.rows<{ conditions: unknown }>("select conditions from task where id = $1", [data.id]);
  assert.deepEqual(task?.conditions, [{ label: "关键字", value: "张三 138****1234 3201**********1234" }]);
});

async function givenDict(): Promise<void> {
  const { token } = givenExporter(app, { permissions: ["platform:dict:edit"] });
  await app.call(createDictType, { body: { code: DICT, name: "种类" } }, { token });
  for (const [entryValue, entryMeaning] of [["N", "新"] as const, ["O", "旧"] as const]) {
    const body = { code: DICT, entryValue, entryMeaning, sort: 1, color: null };
    await app.call(createDictEntry, { body }, { token });
  }
  await app.rows("update dict_entry set status = 'DISABLED' where code = $1 and entry_value = 'O'", [DICT]);
}

test("PF-R94 filters in words: of dictionaries, flags, spans of days, people, and the order", async () => {
  await givenDict();
  const source = exportsList(
    everything,
    () => ({ count: async () => 0, chunks: async function* () {} }),
    async (_tx, filter, value) => (filter === "owner" && value === "7" ? "王五" : null),
  );
  const told = (query: Record<string, string>) =>
    app.arrange(async (tx) => (await conditionsOf(tx, source, query)).map(({ label, value }) => `${label} ${value}`));
  assert.deepEqual(
    await told({ kind: "O", isOpen: "true", days: "2026-01-01,2026-01-31", owner: "7", hidden: "x", sortBy: "name" }),
    ["种类 旧", "开放 是", "日期 2026-01-01 至 2026-01-31", "负责人 王五", "hidden x", "排序 名称 升序"],
  );
  assert.deepEqual(
    await told({ kind: "none", isOpen: "0", days: "2026-01-01", owner: "", sortBy: "count", sortOrder: "desc" }),
    ["种类 none", "开放 否", "日期 2026-01-01", "排序 数 降序"],
  );
  assert.deepEqual(await told({ isOpen: "1", sortOrder: "desc" }), ["开放 是"]);
  assert.deepEqual(await told({ isOpen: "false", sortBy: "none" }), ["开放 否"]);
  const words = await app.arrange((tx) => dictWords(tx, [{ dict: DICT }, { dict: null }, { dict: DICT }]));
  assert.deepEqual([...words], [[DICT, { N: "新", O: "旧" }]]);
});

const row = {
  id: "1",
  name: "甲",
  kind: "N",
  count: 3,
  grade: 1,
  price: 12_345,
  isOpen: true,
  isNew: true,
  day: "2026-01-05",
  at: new Date("2026-01-04T16:00:01Z"),
  tags: ["A", "B"],
  more: ["一", "=二"],
};
const other = {
  ...row,
  id: "2",
  name: null,
  kind: "=?",
  grade: 2,
  isOpen: false,
  isNew: false,
  day: "没有",
  tags: [],
};

test("PF-R94 cells hold words where there are words, days and times as such, and money in yuan", () => {
  const make = cellsOf(everything, everything.columns, new Map([[DICT, { N: "新" }]]));
  const at = new Date("2026-01-04T16:00:01Z");
  assert.deepEqual(
    [...make(systemActor, [row, other])],
    [
      ["甲", "新", 3, "甲", 123.45, "是", "新", new Date("2026-01-04T16:00:00Z"), at, "甲、B", "甲3"],
      [null, "'=?", 3, 2, 123.45, "否", "旧", "没有", at, "", null],
    ],
  );
  const clear = new Map([["2", { name: "乙" }]]);
  assert.deepEqual(
    [...make(systemActor, [row, other], clear)].map(([name]) => name),
    ["甲", "乙"],
  );
  assert.deepEqual(["=1", "+1", "-1", "@1", "\t1", "\r1", "1=", ""].map(escapeFormula), [
    "'=1",
    "'+1",
    "'-1",
    "'@1",
    "'\t1",
    "'\r1",
    "1=",
    "",
  ]);
});

test("PF-R94 columns: those that were chosen, in their order; those that only the data knows, in place of one", () => {
  const titles = (columns: readonly { title: string }[]) => columns.map(({ title }) => title);
  assert.deepEqual(titles(chosenColumns(everything, ["price", "none", "name", "price"])), ["价", "名称"]);
  assert.deepEqual(chosenColumns(everything, ["none"]), everything.columns);
  const chosen = chosenColumns(everything, ["name", "more", "count"]);
  assert.deepEqual(spreadColumns(chosen, undefined), chosen);
  const spread = spreadColumns(chosen, { key: "more", titles: ["第一", "=第二", "第三"] });
  assert.deepEqual(titles(spread), ["名称", "第一", "'=第二", "第三", "数"]);
  assert.deepEqual([...cellsOf(everything, spread, new Map())(systemActor, [row])], [["甲", "一", "'=二", null, 3]]);
  assert.deepEqual(chosenColumns(everything, ["name", "count", "price", "day", "at"]).map(workSheetColumn), [
    { title: "名称", width: 16, format: undefined },
    { title: "数", width: 5, format: undefined },
    { title: "价", width: 14, format: "#,##0.00" },
    { title: "日期", width: 12, format: "yyyy-mm-dd" },
    { title: "时间", width: 20, format: "yyyy-mm-dd hh:mm:ss" },
  ]);
});
