import assert from "node:assert/strict";
import { test } from "node:test";
import { contradictsMask } from "./contradicts-mask.ts";

test("OR-R1 a name is doubted as soon as it cannot be the one behind the mask, not while it is typed", () => {
  for (const name of ["", "张", "张三", "张三丰"]) assert.equal(contradictsMask(name, "张**"), false, name);
  for (const name of ["李", "李三", "张三丰年"]) assert.equal(contradictsMask(name, "张**"), true, name);
});
