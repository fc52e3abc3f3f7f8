import assert from "node:assert/strict";
import { test } from "node:test";
import { windowOf } from "./read-window.ts";

test("a window is read however it is typed", () => {
  const wanted = { from: "09:30", until: "18:00" };
  for (const text of ["9:30-18:00", " 09:30–18:00 ", "930-1800", "9:30至18:00"])
    assert.deepEqual(windowOf(text), wanted);
  for (const text of ["", "9点到18点", "9:30"]) assert.equal(windowOf(text), null);
});
