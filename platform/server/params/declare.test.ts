import assert from "node:assert/strict";
import { test } from "node:test";
import { numberParam, paramsIn } from "./declare.ts";

test("the parameters of a group name it once; the first word of a choice holds until somebody chooses", () => {
  const { number, choice, text } = paramsIn("茶");
  const cups = number("tea.cups", 3, [1, 9], "杯数");
  const plain = numberParam("tea.cups", 3, { group: "茶", description: "杯数", min: 1, max: 9 });
  assert.deepEqual(
    [cups.key, cups.initial, cups.group, cups.rule],
    [plain.key, plain.initial, plain.group, plain.rule],
  );
  assert.deepEqual([cups.parse("9"), cups.parse("10")], [9, null]);
  const kind = choice("tea.kind", ["GREEN", "BLACK"], "茶类");
  assert.deepEqual([kind.initial, kind.parse("BLACK"), kind.parse("RED")], ["GREEN", "BLACK", null]);
  assert.deepEqual([text("tea.note", "", "备注").group, kind.description], ["茶", "茶类"]);
});
