import assert from "node:assert/strict";
import { test } from "node:test";
import { type BusinessError, endpoint, type FieldMode, listQuery, pageOf, ruledResource } from "@ops/platform/contract";
import { z } from "zod";
import { systemActor } from "../../actor.ts";
import { fieldRightsOf } from "./field-rights.ts";

const ofThing = ruledResource({
  key: "thing",
  name: "东西",
  read: "test:thing:list",
  fields: { note: "备注", phone: "电话", price: "价格" },
});
const Thing = z.object({
  id: z.string(),
  note: ofThing("note", z.string().nullable()),
  owner: z.object({ phone: ofThing("phone", z.string()) }).optional(),
  price: ofThing("price", z.number()).nullable(),
});
const list = endpoint({
  method: "GET",
  path: "/test/v1/things",
  title: "东西",
  permission: "test:thing:list",
  query: listQuery,
  answer: pageOf(Thing),
});
const edit = endpoint({
  method: "PUT",
  path: "/test/v1/things",
  audit: "编辑东西",
  permission: "test:thing:edit",
  body: z.object({ note: ofThing("note", z.string()).optional(), lines: z.array(Thing).optional() }),
  answer: Thing,
});
const actor = (modes: Readonly<Record<string, FieldMode>> | null) => ({
  ...systemActor,
  fieldMode: modes && ((field: string) => modes[field] ?? ("EDIT" as const)),
});
const page = () => ({
  list: [
    { id: "1", note: "老客户", owner: { phone: "13812341234" }, price: 12 },
    { id: "2", note: null, price: null },
  ],
  total: 2,
});

test("AU-R20 masked and hidden fields leave the server so, wherever they stand in the answer", () => {
  const { shown } = fieldRightsOf(list);
  const modes = { "thing.note": "MASK", "thing.phone": "HIDE", "thing.price": "MASK" } as const;
  assert.deepEqual(shown(actor(modes), page()).list, [
    { id: "1", note: "老***", owner: { phone: "" }, price: null },
    { id: "2", note: null, price: null },
  ]);
  assert.deepEqual(shown(actor({ "thing.note": "READ" }), page()), page());
});

test("AU-R20 a field that is not open for editing is refused by its name, at any depth", () => {
  const { refuse } = fieldRightsOf(edit);
  const isNamed = (label: string) => (error: BusinessError) =>
    error.msgCode === "COMMON_FORBIDDEN" && error.message === `您没有修改「${label}」的权限`;
  const reader = actor({ "thing.note": "READ", "thing.phone": "HIDE" });
  assert.throws(() => refuse(reader, { note: "新" }), isNamed("备注"));
  assert.throws(() => refuse(reader, { lines: [{ owner: { phone: "1" } }] }), isNamed("电话"));
  refuse(reader, { lines: [{ id: "1", price: 3 }] });
  refuse(reader, { lines: null });
  refuse(actor({ "thing.note": "EDIT" }), { note: "新" });
  refuse(actor(null), { note: "新" });
});

test("AU-R20 ruled fields are found in records, alternatives, both halves of an intersection and behind transformations", () => {
  const note = ofThing("note", z.string());
  const wrapped = endpoint({
    ...list,
    answer: z.object({
      byName: z.record(z.string(), z.object({ note })),
      either: z.union([z.object({ note }), z.object({ other: z.string() })]),
      both: z.intersection(z.object({ note }), z.object({ phone: ofThing("phone", z.string()) })),
      piped: z.object({ note }).transform((one) => one),
      before: z.string().pipe(note),
      known: ofThing("phone", z.string().meta({ masked: true }).nullable()),
      late: ofThing("phone", z.string().nullable().meta({ masked: true })),
      loose: z.object({ note: note.optional() }).nullable(),
    }),
  });
  const answered = () => ({
    byName: { a: { note: "甲甲" }, b: { note: "乙乙" } },
    either: { note: "丙丙" },
    both: { note: "丁丁", phone: "1" },
    piped: { note: "戊戊" },
    before: "己己",
    known: "138****1234",
    late: "139****1234",
    loose: null,
  });
  const { shown } = fieldRightsOf(wrapped);
  assert.deepEqual(shown(actor({ "thing.note": "MASK", "thing.phone": "MASK" }), answered()), {
    ...answered(),
    byName: { a: { note: "甲***" }, b: { note: "乙***" } },
    either: { note: "丙***" },
    both: { note: "丁***", phone: "*" },
    piped: { note: "戊***" },
    before: "己***",
  });
  assert.deepEqual(shown(actor({ "thing.phone": "HIDE" }), { ...answered(), loose: {} }), {
    ...answered(),
    both: { note: "丁丁", phone: "" },
    known: null,
    late: null,
    loose: {},
  });
});

test("AU-R20 a tree of itself is searched nine levels deep", () => {
  const holding = (levels: number): z.ZodType =>
    levels === 0 ? ofThing("note", z.string()) : z.object({ in: holding(levels - 1) });
  const value = (levels: number, note: string): unknown => (levels === 0 ? note : { in: value(levels - 1, note) });
  const shownAt = (levels: number) =>
    fieldRightsOf({ ...list, answer: holding(levels) }).shown(actor({ "thing.note": "HIDE" }), value(levels, "甲"));
  assert.deepEqual(shownAt(9), value(9, ""));
  assert.deepEqual(shownAt(10), value(10, "甲"));
});

test("AU-R20 an edit must do without a ruled field; a contract that demands it does not start", () => {
  const demanding = { ...edit, body: z.object({ note: ofThing("note", z.string()) }) };
  assert.throws(() => fieldRightsOf(demanding), {
    message: "PUT /test/v1/things: the ruled field note must be optional",
  });
  fieldRightsOf({ ...demanding, method: "POST" });
  fieldRightsOf({ ...edit, body: z.object({ id: z.string(), lines: edit.body.shape.lines }) });
});

test("AU-R20 who has no rule pays nothing: the answer is not even looked at", () => {
  const { shown } = fieldRightsOf(list);
  const untouchable = new Proxy(page(), {
    get: () => assert.fail("the answer was read"),
    ownKeys: () => assert.fail("the answer was read"),
  });
  assert.equal(shown(actor(null), untouchable), untouchable);
});
