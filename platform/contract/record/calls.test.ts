import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { callsOf, framesOf } from "./calls.ts";
import { shape } from "./shape.ts";

const PotShape = shape("pot", "壶", { name: z.string().meta({ label: "名称" }) });
const frame = {
  path: "/tea/v1/pots",
  answer: PotShape.answer({}),
  view: "tea:pot:list",
  edit: "tea:pot:edit",
} as const;

test("making and removing ask for the permission of editing, unless they have one of their own", () => {
  const plain = callsOf(PotShape, frame);
  assert.deepEqual(
    [plain.create({}).permission, plain.edit({}).permission, plain.remove().permission],
    ["tea:pot:edit", "tea:pot:edit", "tea:pot:edit"],
  );
  const own = callsOf(PotShape, { ...frame, create: "tea:pot:create", remove: "tea:pot:delete" });
  assert.deepEqual(
    [own.create({}).permission, own.edit({}).permission, own.remove().permission],
    ["tea:pot:create", "tea:pot:edit", "tea:pot:delete"],
  );
});

test("a removal names the record, its version and what the log calls it; a call may say how dangerous it is", () => {
  const { method, path, audit, query } = callsOf(PotShape, frame).remove();
  assert.deepEqual([method, path, audit], ["DELETE", "/tea/v1/pots/{id}", "删除壶"]);
  assert.deepEqual(query.parse({ version: "3" }), { version: 3 });
  const calls = callsOf(PotShape, frame);
  assert.partialDeepStrictEqual(calls.edit({}, "编辑壶", { risk: "HIGH" }), { risk: "HIGH" });
  assert.equal("risk" in calls.edit({}), false);
});

test("a call on one record asks for the permission of editing, unless it has guards of its own", () => {
  const calls = callsOf(PotShape, { ...frame, page: "/Tea/pots" });
  const { body, params: _params, answer, ...plain } = calls.on("wash", "清洗壶", { how: z.string() });
  assert.deepEqual(plain, {
    method: "POST",
    path: "/tea/v1/pots/{id}/wash",
    permission: "tea:pot:edit",
    page: "/Tea/pots",
    audit: "清洗壶",
    changes: "pot",
  });
  assert.equal(answer, frame.answer);
  assert.deepEqual(Object.keys(body.shape), ["how", "version"]);
  const guards = { permission: "tea:pot:smash", requires: ["tea:pot:list"], risk: "HIGH" } as const;
  assert.partialDeepStrictEqual(calls.on("smash", "砸壶", {}, guards), guards);
});

test("what belongs to a record stands below it, what is asked beside the records below their path", () => {
  const calls = callsOf(PotShape, frame);
  const cups = calls.part("cups", "壶的杯子", { answer: z.array(z.string()) });
  assert.deepEqual([cups.method, cups.path, cups.permission], ["GET", "/tea/v1/pots/{id}/cups", "tea:pot:list"]);
  assert.equal("params" in cups, true);
  const query = z.object({ a: z.string() });
  const choices = calls.beside("choices", "可选的壶", { permission: "tea:pot:edit", query, answer: z.string() });
  assert.deepEqual([choices.path, choices.permission, choices.query], ["/tea/v1/pots/choices", "tea:pot:edit", query]);
  assert.equal("params" in choices, false);
});

test("frames of one page say where it is once, and keep the codes of each kind of record", () => {
  const frames = framesOf("/tea/v1", "/Tea/pots");
  const made = frames("pots", frame.answer, { view: "tea:pot:list", edit: "tea:pot:edit", remove: "tea:pot:delete" });
  const path: "/tea/v1/pots" = made.path; // the compiler knows the very text
  assert.deepEqual(made, { ...frame, path, page: "/Tea/pots", remove: "tea:pot:delete" });
});
