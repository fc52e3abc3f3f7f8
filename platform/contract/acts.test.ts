import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { actsOf, stateOf } from "./acts.ts";
import { version } from "./fields.ts";
import { switchStates } from "./states.ts";

test("a record stands where `state` says, or `status` where that is its name on the wire", () => {
  assert.equal(stateOf({ status: "ENABLED" }), "ENABLED");
  assert.equal(stateOf({ state: "DRAFT", status: "ENABLED" }), "DRAFT");
});

test("acts move a record whose state stands in `status`, and say what else has to hold for them", () => {
  const states = switchStates("TEA", "壶");
  const Pot = z.object({ id: z.string(), name: z.string(), isSacred: z.boolean(), status: states.schema, version });
  const { acts, endpoints } = actsOf(
    states,
    { path: "/tea/v1/pots", answer: Pot, number: "name" },
    { disable: { permission: "tea:pot:edit", audit: "停用壶", reason: true, when: ({ isSacred }) => !isSacred } },
  );
  assert.equal(endpoints.disable.path, "/tea/v1/pots/{id}/disable");
  const pot = { id: "1", name: "紫砂", isSacred: true, status: "ENABLED" as const, version: 1 };
  assert.equal(acts.disable.when(pot), false);
  assert.equal(acts.disable.when({ ...pot, isSacred: false }), true);
});
