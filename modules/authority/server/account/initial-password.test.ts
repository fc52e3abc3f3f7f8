import assert from "node:assert/strict";
import { test } from "node:test";
import { isWellFormedPassword } from "../../contract/index.ts";
import { newInitialPassword } from "./initial-password.ts";

test("AU-R2 initial passwords are well formed, of all four kinds of characters, and begin with a letter", () => {
  const made = Array.from({ length: 5_000 }, newInitialPassword);
  const isFit = (password: string) =>
    /^[A-Za-z]/.test(password) &&
    password.length === 12 &&
    isWellFormedPassword(password) &&
    [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/].every((kind) => kind.test(password));
  assert.deepEqual(
    made.filter((password) => !isFit(password)),
    [],
  );
  assert.equal(new Set(made).size, made.length);
});
