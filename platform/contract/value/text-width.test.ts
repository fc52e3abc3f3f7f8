import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { boundedText, requiredText, textWidth } from "./text-width.ts";

const message = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message ?? null;

test("PF-R87 each non-ASCII character counts 2, by code point", () => {
  const vectors = { abc: 3, 中文: 4, a中: 3, "😀": 2, é: 2, "": 0, "\x7f": 1, "\x80": 2 };
  for (const [text, width] of Object.entries(vectors)) assert.equal(textWidth(text), width, text);
});

test("PF-R87 the width of a whole is the sum of its parts, whatever the text", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(fc.property(text, text, (a, b) => textWidth(a + b) === textWidth(a) + textWidth(b)));
  fc.assert(fc.property(text, (a) => textWidth(a) >= [...a].length && textWidth(a) <= 2 * [...a].length));
});

test("PF-R87 limits of forms count by width and name the field and the limit", () => {
  const name = boundedText("名称", 10);
  assert.equal(name.safeParse("五个汉字吧").success, true);
  assert.equal(message(name.safeParse("五个汉字吧a")), "名称最多10个字符（汉字算2个）");
  assert.equal(name.safeParse("😀😀😀😀😀").success, true);
  assert.equal(message(name.safeParse(7)), "名称格式不正确");
});

test("PF-R87 blanks around a text neither count nor fill it", () => {
  const name = requiredText("名称", 4);
  assert.equal(name.parse("  中文  "), "中文");
  for (const empty of ["", "   ", undefined, null]) assert.equal(message(name.safeParse(empty)), "请输入名称！");
});
