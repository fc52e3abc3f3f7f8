import assert from "node:assert/strict";
import { test } from "node:test";
import { keyword, listQuery, wholePhone } from "@ops/platform/contract";
import { z } from "zod";
import { cutToWidth, nameCount } from "./filter-name.ts";
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

test("PF-R131 a name is cut where the contract ends it: 40 letters or 20 汉字", () => {
  assert.equal(cutToWidth("a".repeat(41), nameCount.max), "a".repeat(40));
  assert.equal(cutToWidth("名".repeat(21), nameCount.max), "名".repeat(20));
  assert.equal(cutToWidth(`a${"名".repeat(20)}`, nameCount.max), `a${"名".repeat(19)}`);
});
