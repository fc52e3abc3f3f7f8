import assert from "node:assert/strict";
import { test } from "node:test";
import { BusinessError } from "../errors.ts";
import { stateMachine } from "./states.ts";

const clue = stateMachine({
  code: "CLUE",
  entity: "线索",
  initial: "WAIT",
  states: { WAIT: "待分配", FOLLOWING: "跟进中", POOL: "公海", CONVERTED: "已转订单" },
  moves: {
    assign: { label: "分配", from: ["WAIT", "POOL"], to: "FOLLOWING" },
    release: { label: "释放到公海", from: ["FOLLOWING"], to: "POOL" },
    convert: { label: "转订单", from: ["FOLLOWING"], to: "CONVERTED" },
  },
});

test("PF-R84 an illegal move answers <MODULE>_STATE_ILLEGAL with state and action in words", () => {
  assert.throws(
    () => clue.next("POOL", "convert"),
    (error) => {
      assert.ok(error instanceof BusinessError);
      assert.equal(error.msgCode, "CLUE_STATE_ILLEGAL");
      assert.equal(error.message, "线索当前状态为【公海】，不能执行【转订单】");
      return true;
    },
  );
});

test("PF-R84 legal moves lead where the machine says, and what is offered is exactly what is obeyed", () => {
  assert.equal(clue.next(clue.initial, "assign"), "FOLLOWING");
  assert.deepEqual(clue.movesFrom("FOLLOWING"), ["release", "convert"]);
  assert.deepEqual(clue.movesFrom("CONVERTED"), []);
  for (const state of clue.schema.options) {
    for (const move of ["assign", "release", "convert"] as const) {
      const offered = clue.movesFrom(state).includes(move);
      assert.equal(clue.can(state, move), offered);
      if (!offered) assert.throws(() => clue.next(state, move), BusinessError);
    }
  }
});

test("PF-R84 only states of the machine are states", () => {
  assert.equal(clue.label("POOL"), "公海");
  for (const other of ["", "pool", "__proto__", "toString", 1, null]) {
    assert.equal(clue.schema.safeParse(other).success, false, String(other));
  }
});
