import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { callsOf } from "./calls.ts";
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
