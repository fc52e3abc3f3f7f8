import assert from "node:assert/strict";
import { test } from "node:test";
import { hook } from "./hook.ts";

test("a hook calls what was put into it, and says so when nothing or something else is there", () => {
  const double = hook<[number: number], number>("double");
  assert.throws(() => double(2), /nobody has filled the hook double/);
  double.fill((number) => number * 2);
  assert.equal(double(2), 4);
  assert.throws(() => double.fill(() => 0), /the hook double is filled already/);
});
