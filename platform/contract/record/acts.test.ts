import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { version } from "../value/fields.ts";
import { actsOf, stateOf } from "./acts.ts";
import { switchStates } from "./states.ts";

test("a record stands where `state` says, or `status` where that is its name on the wire", () => {
  assert.equal(stateOf({ status: "ENABLED" }), "ENABLED");
  assert.equal(stateOf({ state: "DRAFT", status: "ENABLED" }), "DRAFT");
  const held = { state: "DRAFT", holdState: "FREE" };
  assert.equal(stateOf(held, "holdState"), "FREE", "or where its acts say");
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

test("acts are offered for a record as lists show it, where they answer more, and know the time", () => {
  const states = switchStates("TEA", "壶");
  const Pot = z.object({ id: z.string(), name: z.string(), firedAt: z.date(), status: states.schema, version });
  const { acts, endpoints } = actsOf(
    states,
    { path: "/tea/v1/pots", answer: Pot.extend({ leaves: z.array(z.string()) }), row: Pot, number: "name" },
    { enable: { permission: "tea:pot:edit", audit: "启用壶", when: ({ firedAt }, now) => firedAt <= now } },
  );
  const firedAt = new Date("2026-01-02");
  const pot: z.output<typeof Pot> = { id: "1", name: "紫砂", firedAt, status: "DISABLED", version: 1 };
  assert.equal(acts.enable.when(pot, new Date("2026-01-01")), false);
  assert.equal(acts.enable.when(pot, new Date("2026-01-03")), true);
  assert.equal("leaves" in endpoints.enable.answer.shape, true);
});

test("an act is a call of its own that knows what it needs, and may make the move of another name", () => {
  const states = switchStates("TEA", "壶");
  const Pot = z.object({ id: z.string(), name: z.string(), status: states.schema, version });
  const frame = { path: "/tea/v1/pots", page: "/Tea/pots", answer: Pot, number: "name" } as const;
  const permission = "tea:pot:edit";
  const { endpoints } = actsOf(
    states,
    { ...frame, requires: ["tea:pot:list"] },
    {
      disable: { permission, audit: "停用壶", risk: "HIGH", reason: true, note: "备注" },
      takeAway: { move: "disable", permission, audit: "收走壶", body: { to: z.string() } },
    },
  );
  const { body, params: _params, answer: _answer, ...disable } = endpoints.disable;
  assert.deepEqual(disable, {
    method: "POST",
    path: "/tea/v1/pots/{id}/disable",
    permission,
    audit: "停用壶",
    risk: "HIGH",
    requires: ["tea:pot:list"],
    page: "/Tea/pots",
  });
  assert.deepEqual(Object.keys(body.shape), ["reason", "note", "version"]);
  assert.equal(endpoints.takeAway.path, "/tea/v1/pots/{id}/take-away");
  assert.deepEqual(Object.keys(endpoints.takeAway.body.shape), ["to", "version"]);
  assert.equal(
    "requires" in actsOf(states, frame, { disable: { permission, audit: "停用壶" } }).endpoints.disable,
    false,
  );

  const unknown = actsOf(states, frame, { polish: { permission, audit: "擦壶" } });
  // @ts-expect-error a name that is no move of the machine needs one
  assert.ok(unknown.endpoints);
});
