import assert from "node:assert/strict";
import { test } from "node:test";
import { type Acts, actsOf, BusinessError, stateMachine, version } from "@ops/platform/contract";
import { z } from "zod";
import { freeMoves } from "./free-moves.ts";

const machine = stateMachine({
  code: "VISIT",
  entity: "到访",
  initial: "NEW",
  states: { NEW: "待接待", SEEN: "接待中", DONE: "已完成", LOST: "已流失" },
  moves: {
    greet: { label: "接待", from: ["NEW"], to: "SEEN" },
    note: { label: "记录", from: ["SEEN"], to: "SEEN" },
    finish: { label: "完成", from: ["SEEN"], to: "DONE" },
    lose: { label: "流失", from: ["NEW", "SEEN"], to: "LOST" },
  },
});
const Visit = z.object({ id: z.string(), name: z.string(), state: machine.schema, isOwn: z.boolean(), version });
const frame = {
  path: "/clue/v1/visits",
  answer: Visit,
  number: "name",
  notBy: { columns: ["createdBy"], refusal: () => new BusinessError("VISIT_OWN", "须由他人接待") },
} as const;
const permission = "clue:visit:edit";
const act = { permission, audit: "接待" } as const;
const visit = { id: "1", name: "周先生", isOwn: false, version: 1 };

type VisitActs = Acts<"greet" | "note" | "finish" | "lose", z.output<typeof Visit>>;
const from = (acts: VisitActs, state: "NEW" | "SEEN" | "DONE") =>
  // the acts change from case to case, so their types cannot be told
  freeMoves(actsOf(machine, frame, acts as never), { ...visit, state }, () => true);

test("PF-R130 a card may be dragged along the moves of its state that nothing guards", () => {
  const acts = { greet: act, finish: act, lose: { ...act, reason: true }, note: act } as const;
  assert.deepEqual(from(acts, "NEW"), [{ act: "greet", label: "接待", to: "SEEN" }]);
  assert.deepEqual(from(acts, "SEEN"), [{ act: "finish", label: "完成", to: "DONE" }]);
  assert.deepEqual(from(acts, "DONE"), []);
  assert.deepEqual(from({ welcome: { ...act, move: "greet" } }, "NEW"), [
    { act: "welcome", label: "接待", to: "SEEN" },
  ]);
});

test("PF-R130 whatever asks, warns or needs a second person is no drag", () => {
  const guarded: VisitActs[string][] = [
    { ...act, confirm: () => "？" },
    { ...act, consequence: () => "。" },
    { ...act, reason: true },
    { ...act, note: "备注" },
    { ...act, body: {} },
    { ...act, byOther: true },
    { ...act, risk: "HIGH" },
    { ...act, danger: true },
    { ...act, personOnly: true },
  ];
  for (const greet of guarded) assert.deepEqual(from({ greet }, "NEW"), [], JSON.stringify(greet));
});

test("PF-R130 a card is dragged by those alone who have the button: with the permission, where the act's own condition holds", () => {
  const acts = actsOf(
    machine,
    { path: "/clue/v1/visits", answer: Visit, number: "name" },
    {
      greet: { permission, audit: "接待", when: ({ name }) => name !== "预约客户" },
      lose: { permission: "clue:visit:lose", audit: "流失" },
    },
  );
  const namesOf = (name: string, codes: readonly string[]) =>
    freeMoves(acts, { ...visit, name, state: "NEW" }, (needs) => codes.includes(needs.permission)).map(
      (one) => one.act,
    );
  assert.deepEqual(namesOf("周先生", [permission, "clue:visit:lose"]), ["greet", "lose"]);
  assert.deepEqual(namesOf("周先生", [permission]), ["greet"]);
  assert.deepEqual(namesOf("预约客户", [permission, "clue:visit:lose"]), ["lose"]);
  assert.deepEqual(namesOf("周先生", []), []);
});
