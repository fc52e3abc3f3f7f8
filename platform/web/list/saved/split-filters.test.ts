import assert from "node:assert/strict";
import { test } from "node:test";
import { keyword, listQuery, wholePhone } from "@ops/platform/contract";
import { z } from "zod";
import { splitFilters } from "./split-filters.ts";

const query = listQuery.extend({
  keyword: keyword("名称"),
  level: z.string().optional().meta({ label: "等级" }),
  phone: wholePhone.optional(),
});

test("PF-R131 the page leaves out what names somebody, with a word, and what the list is not filtered by", () => {
  const asked = { level: "A", phone: "13812345678", pageNo: "2", gone: "x" };
  assert.deepEqual(splitFilters({ query }, asked), { kept: { level: "A" }, leftOut: ["手机号"] });
  assert.deepEqual(splitFilters({ query }, { keyword: "13812345678" }), { kept: {}, leftOut: ["关键字"] });
  assert.deepEqual(splitFilters({ query }, { keyword: "上海" }), { kept: { keyword: "上海" }, leftOut: [] });
});
