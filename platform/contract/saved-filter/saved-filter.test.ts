import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { withMeta } from "../value/field-meta.ts";
import { createSavedFilter, isPersonalFilter } from "./saved-filter.ts";

test("PF-R131 a filter names somebody by its field, whatever is typed, or by what is typed into any field", () => {
  const field = (meta: Record<string, unknown>) => withMeta(z.string(), { label: "字段", ...meta });
  const personal = [{ whole: true }, { masked: true }, { sealedIn: "person" }];
  assert.deepEqual(
    personal.map((meta) => isPersonalFilter(field(meta), "甲")),
    [true, true, true],
  );
  const plain = field({});
  assert.deepEqual([isPersonalFilter(plain, "甲"), isPersonalFilter(plain, "13812345678")], [false, true]);
});

test("PF-R131 a filter holds up to 40 conditions", () => {
  const saved = (count: number) => {
    const filters = Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, "x"]));
    const body = { list: "/probe", name: "甲", filters, isShared: false };
    return createSavedFilter.body.safeParse(body).error?.issues[0]?.message;
  };
  assert.deepEqual([saved(40), saved(41)], [undefined, "筛选条件过多"]);
});
