import assert from "node:assert/strict";
import { test } from "node:test";
import { callsOf, createdAt, keyword, requiredText, shape } from "@ops/platform/contract";
import { z } from "zod";
import { filterNames } from "./list-endpoint.ts";

const Tea = shape("listedTea", "茶", { name: requiredText("名称", 9), place: requiredText("产地", 9) });
const answer = Tea.answer({ createdAt });
const calls = callsOf(Tea, { path: "/tea/v1/teas", answer, view: "tea:tea:list", edit: "tea:tea:edit" });

test("a list is filtered by what its query calls by a name, the word first, and not by its paging", () => {
  const more = { keyword: keyword("名称"), hidden: z.string().optional() };
  const list = calls.list(Tea.query({ is: ["place"], within: ["createdAt"], sort: ["name"], more }));
  assert.deepEqual(filterNames(list), ["keyword", "place", "createdAt"]);
});
