import assert from "node:assert/strict";
import { test } from "node:test";
import { toneOfColor, toneOfWord } from "./tones.ts";

test("PF-R88 a state word has a tone of its own", () => {
  const words = ["待激活", "正常", "停用", "休眠", "已离职", "跟进中", "已战败", "已转订单", "排队中", "执行失败"];
  const tones = ["warn", "good", "off", "off", "off", "active", "bad", "good", "warn", "bad"];
  assert.deepEqual(words.map(toneOfWord), tones);
});

test("PF-R88 the colour of a dictionary entry is a tone; an unknown one is neutral", () => {
  assert.deepEqual(
    [toneOfColor("red"), toneOfColor("blue"), toneOfColor("#123456"), toneOfColor(null)],
    ["bad", "active", "neutral", "neutral"],
  );
});
