import assert from "node:assert/strict";
import { test } from "node:test";
import { type BusinessError, endpoint, type FieldMode, listQuery, pageOf, ruledResource } from "@ops/platform/contract";
import { z } from "zod";
import { systemActor } from "../actor.ts";
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
  refuse(actor({ "thing.note": "EDIT" }), { note: "新" });
});

test("AU-R20 an edit must do without a ruled field; a contract that demands it does not start", () => {
  const demanding = { ...edit, body: z.object({ note: ofThing("note", z.string()) }) };
  assert.throws(() => fieldRightsOf(demanding), /must be optional/);
});

test("AU-R20 who has no rule pays nothing: the answer is not even looked at", () => {
  const { shown } = fieldRightsOf(list);
  const untouchable = new Proxy(page(), {
    get: () => assert.fail("the answer was read"),
    ownKeys: () => assert.fail("the answer was read"),
  });
  assert.equal(shown(actor(null), untouchable), untouchable);
});
