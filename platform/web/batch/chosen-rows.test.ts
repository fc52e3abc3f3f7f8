import assert from "node:assert/strict";
import { test } from "node:test";
import { firstChoice, numbersIn, rowsIn } from "./chosen-rows.ts";

const none = { ids: [], filter: null };

test("PF-R119 numbers are taken as people paste them: lines, commas, spaces, each once", () => {
  assert.deepEqual(numbersIn(" A1\nA2，A3, A1;A4；A5、A6\tA7 \n"), ["A1", "A2", "A3", "A4", "A5", "A6", "A7"]);
  assert.deepEqual(numbersIn(" \n"), []);
});

test("PF-R119 ticked rows come first, then the filter, then numbers; nothing chosen is no call", () => {
  const [ids, filter] = [["a"], { status: "ACTIVE" }];
  assert.equal(firstChoice({ ids, filter }).place, "ids");
  assert.equal(firstChoice({ ids: [], filter }).place, "filter");
  const typed = firstChoice(none);
  assert.equal(typed.place, "numbers");
  assert.equal(rowsIn(typed, none), null);
  assert.deepEqual(rowsIn({ ...typed, typed: "A1 A2" }, none), { numbers: ["A1", "A2"] });
  assert.deepEqual(rowsIn(firstChoice({ ids, filter }), { ids, filter }), { ids });
  assert.deepEqual(rowsIn({ ...typed, place: "filter" }, { ids, filter }), { filter });
  assert.equal(rowsIn({ ...typed, place: "fileId" }, none), null);
  assert.deepEqual(rowsIn({ ...typed, place: "fileId", fileIds: ["f"] }, none), { fileId: "f" });
});
