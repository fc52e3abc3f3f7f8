import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { accountErrors } from "./calls.ts";
import { isWellFormedPassword, PASSWORD_FORMAT, passwordStrength } from "./password.ts";

test("PF-R34 the vectors of the specification", () => {
  const refused = ["12345678", "abcdefgh", "@$!%*#_~", "abc1234", "abc-12345", "abc 12345", "密码abc123", ""];
  const accepted = ["abc12345", "abcdefg!", "1234567@", "Demo@2025", "@$!%*#_~?&^a", "a1345678"];
  for (const password of refused) assert.equal(isWellFormedPassword(password), false, password);
  for (const password of accepted) assert.equal(isWellFormedPassword(password), true, password);
});

test("PF-R34 8 and 16 characters pass, 7 and 17 do not", () => {
  const ofLength = (length: number) => `a1${"b".repeat(length - 2)}`;
  assert.deepEqual([7, 8, 16, 17].map(ofLength).map(isWellFormedPassword), [false, true, true, false]);
});

test("PF-R34 every symbol of the set counts as one, and nothing outside the set gets in", () => {
  for (const symbol of "@$!%*#_~?&^") assert.equal(isWellFormedPassword(`abcdefg${symbol}`), true, symbol);
  for (const other of "-+=.,;:'\"/\\|()[]{}<>` \t\n\0é中１ａ") {
    assert.equal(isWellFormedPassword(`abc12345${other}`), false, JSON.stringify(other));
    assert.equal(isWellFormedPassword(`${other}abc12345`), false, JSON.stringify(other));
  }
  assert.equal(isWellFormedPassword("abc12345\n"), false);
});

test("PF-R34 whatever is accepted keeps to length, set and two classes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 20 }), (password) => {
      if (!isWellFormedPassword(password)) return passwordStrength(password) === 0;
      const classes = [/[A-Za-z]/, /[0-9]/, /[@$!%*#_~?&^]/].filter((one) => one.test(password));
      return /^[A-Za-z0-9@$!%*#_~?&^]{8,16}$/.test(password) && classes.length >= 2;
    }),
  );
});

test("PF-R34 the text is the specified one, on the form and from the server", () => {
  const text = "密码必须是8-16位英文字母、数字、字符组合，且字符仅包含@$!%*#_~?&^";
  assert.deepEqual([PASSWORD_FORMAT, accountErrors.pwdFormat().message], [text, text]);
  assert.equal(accountErrors.pwdSame().message, "新密码不能与旧密码一致！");
});

test("PF-R34 the strength bar rises with classes and length", () => {
  const vectors = { short1: 0, abc12345: 1, abcdefgh1234: 2, "abc1234@": 2, "abcdef12345@": 3 };
  for (const [password, strength] of Object.entries(vectors)) assert.equal(passwordStrength(password), strength);
});
