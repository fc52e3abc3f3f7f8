import assert from "node:assert/strict";
import { test } from "node:test";
import { untouchedView } from "../column/column-memory.ts";
import { chipsOf, cleanFilters, firstView, queryOf, sameFilters, withFilter, withoutFilter } from "./filter-values.ts";

const filters = [
  { names: ["keyword"], label: "姓名" },
  { names: ["minCount", "maxCount"], label: "跟进次数" },
  { names: ["status"], label: "状态" },
];

test("PF-R85 a list starts on page 1 with 10 rows and no sorting", () => {
  assert.deepEqual(queryOf(firstView, untouchedView.pageSize), { pageNo: 1, pageSize: 10 });
});

test("PF-R85 the query carries filters, page and sorting", () => {
  const view = {
    filters: { status: "ACTIVE" },
    pageNo: 3,
    sorting: { by: "createdAt", order: "desc" },
  } as const;
  assert.deepEqual(queryOf(view, 50), {
    status: "ACTIVE",
    sortBy: "createdAt",
    sortOrder: "desc",
    pageNo: 3,
    pageSize: 50,
  });
});

test("PF-R76 查询 trims what was typed and leaves out what is empty", () => {
  assert.deepEqual(cleanFilters({ keyword: "  张三 ", status: "", remark: "   " }), { keyword: "张三" });
});

test("PF-R85 applied filters show as chips in panel order, a range as one chip", () => {
  const chips = chipsOf(filters, { status: "ACTIVE", maxCount: "9", minCount: "1", unknown: "x" });
  assert.deepEqual(
    chips.map(({ filter, values }) => [filter.label, values]),
    [
      ["跟进次数", { maxCount: "9", minCount: "1" }],
      ["状态", { status: "ACTIVE" }],
    ],
  );
});

test("PF-R85 closing a chip removes all names of its filter and nothing else", () => {
  assert.deepEqual(withoutFilter({ minCount: "1", maxCount: "9", status: "A" }, ["minCount", "maxCount"]), {
    status: "A",
  });
});

test("PF-R85 setting a filter to nothing drops it", () => {
  assert.deepEqual(withFilter({ status: "A" }, "status", ""), {});
  assert.deepEqual(withFilter({}, "status", "A"), { status: "A" });
});

test("PF-R85 the same filters in another order are the same", () => {
  assert.equal(sameFilters({ a: "1", b: "2" }, { b: "2", a: "1" }), true);
  assert.equal(sameFilters({ a: "1" }, { a: "2" }), false);
  assert.equal(sameFilters({ a: "1" }, { b: "1" }), false);
});
