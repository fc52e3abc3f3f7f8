import assert from "node:assert/strict";
import { test } from "node:test";
import { spreadLiterals } from "../../scripts/measures/spread-literals.ts";
import { sources, textOf } from "./repository.ts";

test("no literal is spread into another: inside of a spread the compiler does not look for unknown properties", () => {
  const found = sources.flatMap((path) => spreadLiterals(path, textOf(path)).map((line) => `${path}:${line}`));
  assert.deepEqual(found, [], "write the properties out");
});

test("a spread literal would be noticed, in objects, lists and elements, and what is spread by need is not", () => {
  const at = (code: string) => spreadLiterals("planted.tsx", code);
  assert.deepEqual(at("const one = { ...{ a: 1 } };"), [1]);
  assert.deepEqual(at("const one = 1;\nconst two = [...[one], 3];"), [2]);
  assert.deepEqual(at("const one = <Line {...{ a: 1 }} />;"), [1]);
  const needed = "const one = { ...(late ? { a: 1 } : {}), ...rest }; call(...[1, 2]); const two = <Line {...rest} />;";
  assert.deepEqual(at(needed), []);
});
