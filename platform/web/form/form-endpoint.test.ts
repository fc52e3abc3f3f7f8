import assert from "node:assert/strict";
import { test } from "node:test";
import { callsOf, createdAt, requiredText, shape } from "@ops/platform/contract";
import { formKeys } from "./form-endpoint.ts";

const Tea = shape("formTea", "茶", { name: requiredText("名称", 9), place: requiredText("产地", 9) });
const calls = callsOf(Tea, {
  path: "/tea/v1/teas",
  answer: Tea.answer({ createdAt }),
  view: "tea:tea:list",
  edit: "tea:tea:edit",
});

test("a form asks for all that its two calls take, in their order, but not for the version and what is fixed", () => {
  const [create, edit] = [calls.create(Tea.pick("place", "name")), calls.edit(Tea.pick("name"))];
  assert.deepEqual(formKeys(create, edit), ["place", "name"]);
  assert.deepEqual(formKeys(create, edit, { place: "福建" }), ["name"]);
});
