import assert from "node:assert/strict";
import { test } from "node:test";
import { dict } from "pinyin-match/src/simplified_dict.js";
import { pinyinMatcher, plainMatcher } from "./pinyin.ts";

const match = pinyinMatcher(dict);

test("AU-R44 names are found by characters, pinyin, initials and mixtures; the last syllable may be unfinished", () => {
  const name = "江苏 苏州市";
  for (const [typed, part] of [
    ["苏州", [3, 4]],
    ["suzhou", [3, 4]],
    ["suzh", [3, 4]],
    ["SZ", [3, 4]],
    ["su zhou", [3, 4]],
    ["苏zhou", [3, 4]],
    ["szhou", [3, 4]],
    ["jsusz", [0, 4]],
    ["su", [1, 1]],
  ] as const) {
    assert.deepEqual(match(name, typed), part, typed);
  }
  for (const typed of ["zj", "suzhong", "suzhoushix", "x"]) assert.equal(match(name, typed), false, typed);
  assert.deepEqual(match("重庆", "chongqing"), [0, 1]);
  assert.deepEqual(match("重庆", "zhongqing"), [0, 1], "all sounds of a character");
  for (const typed of ["lv", "lü"]) assert.deepEqual(match("绿地", typed), [0, 0]);
  for (const typed of ["xuzhou", "xvzhou"]) assert.deepEqual(match("徐州", typed), [0, 1]);
});

test("AU-R44 blanks alone find nothing; without pinyin the letters themselves are found, whatever their case", () => {
  assert.equal(match("苏州", "  "), false);
  assert.deepEqual(match("苏州", ""), plainMatcher("苏州", ""));
  assert.deepEqual(
    ["ab", "C", "b c", "x"].map((typed) => plainMatcher("Ab cC", typed)),
    [[0, 1], [3, 3], [1, 3], false],
  );
  for (const typed of ["lve", "lue"]) assert.deepEqual(match("略图", typed), [0, 0], typed);
  assert.equal(match("兰州", "luan"), false);
});

test("AU-R44 words that every object knows are words, and no text takes long", () => {
  for (const typed of ["constructor", "con structor", "__proto__", "toString", "hasOwnProperty"]) {
    assert.equal(match("苏州店", typed), false);
    assert.ok(match(`a ${typed}`, typed));
  }
  const begun = performance.now();
  for (let n = 0; n < 100; n++) assert.equal(match(`${"聊".repeat(13)}${n}`, `${"liao".repeat(12)}x`), false);
  assert.ok(performance.now() - begun < 1_000);
});
