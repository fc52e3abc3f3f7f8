import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { pageOf } from "../paging.ts";
import { switchStates } from "../record/states.ts";
import { bareField, fieldMeta, labelOf, rowShape, valueKind } from "./field-meta.ts";
import { dictCode, moment, oneOf } from "./fields.ts";

test("what the contract says of a field is read through everything that wraps it", () => {
  const text = z.string().meta({ label: "备注" });
  const nothing = {
    dict: null,
    words: null,
    isState: false,
    hint: null,
    ref: null,
    refused: null,
    names: null,
    sealedIn: null,
  };
  assert.deepEqual(fieldMeta(text.nullable().optional()), { label: "备注", ...nothing });
  assert.deepEqual(fieldMeta(text.nullable().meta({ label: "说明" })), { label: "说明", ...nothing });
  assert.deepEqual(fieldMeta(dictCode("a_b", "甲").optional()), { ...nothing, label: "甲", dict: "a_b" });
  const { schema, states } = switchStates("X", "物");
  assert.deepEqual(fieldMeta(schema.nullable()), { ...nothing, label: "状态", words: states, isState: true });
});

test("a number is an amount if its name says 分, alone or at the end of a longer name", () => {
  for (const name of ["fen", "depositFen"]) assert.equal(valueKind(name, z.int().nullable()), "fen", name);
  for (const name of ["lateDays", "often", "fenced"]) assert.equal(valueKind(name, z.int()), "number", name);
  assert.equal(valueKind("fen", z.string()), "text");
});

test("words name the values that a field takes, and stay when it gets a label", () => {
  const side = oneOf({ EXT: "外观", INT: "内饰" }, "请选择侧别").meta({ label: "侧别" });
  assert.equal(side.parse("INT"), "INT");
  assert.equal(side.safeParse("外观").error?.issues[0]?.message, "请选择侧别");
  const { label, words } = fieldMeta(side.nullable());
  assert.deepEqual([label, words], ["侧别", { EXT: "外观", INT: "内饰" }]);
});

test("a field that nobody names is told by name, not shown in English", () => {
  const message = "the contract does not say what staffNo is called";
  assert.throws(() => labelOf({ staffNo: z.string() }, "staffNo"), { message });
  assert.equal(labelOf({ staffNo: z.string().meta({ label: "工号" }) }, "staffNo"), "工号");
});

test("the fields of a list's rows; a label does not change what a field is", () => {
  const list = { answer: pageOf(z.object({ id: z.string(), at: moment.meta({ label: "时间" }) })) };
  assert.deepEqual(Object.keys(rowShape(list)), ["id", "at"]);
  assert.ok(bareField(rowShape(list)["at"]) instanceof z.ZodCodec);
  assert.deepEqual(rowShape({ answer: z.array(z.string()) }), {});
  const tags = z.array(z.string().meta({ label: "标签" }));
  assert.equal(bareField(tags.nullable().optional()), tags);
  assert.deepEqual([bareField(undefined), bareField(null), bareField("text")], [undefined, null, "text"]);
  assert.equal(fieldMeta("text").label, null);
});
