import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, SharedSchemas } from "./shared-schemas.ts";

const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test("PF-R77 an object that several calls answer is described once, and what a place says of it stays there", () => {
  const shared = new SharedSchemas();
  const person = object({ name: text, phone: text });
  const page = object({ list: { type: "array", items: person }, total: { type: "integer" } });
  assert.deepEqual(shared.share(page, "Users"), ref("Users"));
  const team = object({ lead: { ...person, label: "负责人" }, deputy: { ...person, default: null }, size: text });
  assert.deepEqual(shared.share({ anyOf: [team, { type: "null" }] }, "Teams"), {
    anyOf: [ref("Teams"), { type: "null" }],
  });
  assert.deepEqual(shared.schemas, {
    UsersRow: person,
    Users: object({ list: { type: "array", items: ref("UsersRow") }, total: { type: "integer" } }),
    Teams: object({
      lead: { ...ref("UsersRow"), label: "负责人" },
      deputy: { ...ref("UsersRow"), default: null },
      size: text,
    }),
  });
});

test("PF-R77 two objects of one place have two names, and one property alone has none", () => {
  const shared = new SharedSchemas();
  const [one, other] = [object({ a: text, b: text }), object({ a: text, c: text })];
  assert.deepEqual(
    [shared.share(one, "Cars"), shared.share(other, "Cars"), shared.share(one, "Else")],
    [ref("Cars"), ref("Cars2"), ref("Cars")],
  );
  const small = object({ version: text });
  assert.deepEqual(shared.share(small, "Cars"), small);
});

test("PF-R77 names do not depend on the order of the calls: one service takes its shortest place, several their properties", () => {
  const [reason, row] = [object({ reason: text, version: text }), object({ a: text, b: text, c: text, d: text })];
  const uses = [
    [row, "PartnerContractsRenew"],
    [row, "PartnerContracts"],
    [reason, "PartnerContractsEndInput"],
    [reason, "UserRolesEndInput"],
    [object({ a: text, b: text }, { named: "Task" }), "UserRolesExport"],
  ] as const;
  for (const order of [uses, uses.toReversed()]) {
    const shared = new SharedSchemas();
    for (const [schema, place] of order) shared.note(schema, place);
    for (const [schema, place] of order) shared.share(schema, place);
    assert.deepEqual(Object.keys(shared.schemas).sort(), ["PartnerContracts", "ReasonVersionInput", "Task"]);
  }
});

test("PF-R77 choices with their words are described once, whatever they are called in their places", () => {
  const shared = new SharedSchemas();
  const words = { A: "甲", B: "乙", C: "丙" };
  const choices = { type: "string", enum: Object.keys(words), words };
  const rows = [object({ state: choices, no: text }), object({ state: { ...choices, label: "状态" }, no: text })];
  const places = ["UserCallsRow", "VehicleCars"];
  places.forEach((place, at) => void shared.note(rows[at], place));
  places.forEach((place, at) => void shared.share(rows[at], place));
  assert.deepEqual(shared.schemas, {
    State: choices,
    UserCallsRow: object({ state: ref("State"), no: text }),
    VehicleCars: object({ state: { ...ref("State"), label: "状态" }, no: text }),
  });
  const few = { ...choices, enum: ["A", "B"], words: { A: "甲", B: "乙" } };
  assert.deepEqual(shared.share(few, "Cars"), few);
});

test("PF-R77 a place is named after its path, without the version and what stands for an id", () => {
  assert.equal(placeOf("/partner/v1/contracts/{id}/renew"), "PartnerContractsRenew");
  assert.equal(placeOf("/user/v1/other-accounts"), "UserOtherAccounts");
});
