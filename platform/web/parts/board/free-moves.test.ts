import assert from "node:assert/strict";
import { test } from "node:test";
import { type Acts, stateMachine } from "@ops/platform/contract";
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
const act = { permission: "clue:visit:edit", audit: "接待" } as const;
const from = (acts: Acts, state: "NEW" | "SEEN" | "DONE") => freeMoves({ machine, acts }, state);

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
  const guarded: Acts[string][] = [
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
