import assert from "node:assert/strict";
import { test } from "node:test";
import { bareField, flag } from "@ops/platform/contract";
import type { Module, TodoSource } from "@ops/platform/server";
import { z } from "zod";
import { composeProduct } from "../../scripts/openapi.ts";

const modules: readonly Module[] = composeProduct().modules;
/** What a page keeps in its address besides the filters of its list. */
const TABS = "tab";
/** The filter on the page knows a flag by these words alone; another one shows nothing as chosen. */
const flagWords = ["1", "0"];

/** The queries of the lists of a module, by the name of each field. */
const listsOf = ({ routes = [] }: Module): Readonly<Record<string, unknown>>[] =>
  routes.flatMap(({ endpoint: { method, query } }) =>
    method === "GET" && query instanceof z.ZodObject && "pageNo" in query.shape ? [query.shape] : [],
  );

/** What is wrong with the link of a todo: nothing, if one list of its module takes all that it chooses. */
function faultsOf(module: Module, { preset }: TodoSource): string[] {
  const { [TABS]: _tab, ...filters } = preset?.(new Date()).filters ?? {};
  const chosen = Object.entries(filters);
  const lists = listsOf(module).filter((list) => chosen.every(([name]) => name in list));
  if (lists.length === 0) return ["no list has these filters"];
  return chosen.flatMap(([name, value]) =>
    lists.some((list) => takes(list[name], value)) ? [] : [`${name}=${value}`],
  );
}

function takes(field: unknown, value: string): boolean {
  if (bareField(field) === flag) return flagWords.includes(value);
  return field instanceof z.ZodType && field.safeParse(value).success;
}

test("我的待办: the link of every todo chooses values that a filter of the list knows", () => {
  const linked = modules.flatMap((module) =>
    (module.todos ?? []).flatMap((todo) => (todo.preset ? [{ module, todo }] : [])),
  );
  assert.ok(linked.length >= 15, `only ${linked.length} were found`);
  for (const { module, todo } of linked) assert.deepEqual(faultsOf(module, todo), [], todo.key);
});
