import assert from "node:assert/strict";
import { test } from "node:test";
import { arrangeColumns, boundWidth, moveColumn, readViewMemory, untouchedView } from "./column-memory.ts";

const column = (key: string, more: { pinned?: boolean; hidden?: boolean } = {}) => ({
  key,
  width: 100,
  pinned: false,
  hidden: false,
  ...more,
});
const declared = [column("no"), column("name"), column("phone"), column("city", { hidden: true })];
const keys = (columns: { key: string }[]) => columns.map(({ key }) => key);

test("PF-R85 an untouched list shows its columns as declared", () => {
  const columns = arrangeColumns(declared, untouchedView);
  assert.deepEqual(keys(columns), ["no", "name", "phone", "city"]);
  assert.deepEqual(
    columns.map(({ hidden }) => hidden),
    [false, false, false, true],
  );
});

test("PF-R85 order, width, pin and visibility are remembered", () => {
  const columns = arrangeColumns(declared, {
    ...untouchedView,
    order: ["no", "city", "phone", "name"],
    hidden: { city: false, name: true },
    pinned: { phone: true },
    widths: { phone: 180 },
  });
  assert.deepEqual(keys(columns), ["no", "phone", "city", "name"]);
  assert.deepEqual(
    columns.map(({ width, hidden }) => [width, hidden]),
    [
      [100, false],
      [180, false],
      [100, false],
      [100, true],
    ],
  );
});

test("PF-R85 a column added to the page later appears behind the one it was declared after", () => {
  const columns = arrangeColumns(declared, { ...untouchedView, order: ["no", "phone", "name"] });
  assert.deepEqual(keys(columns), ["no", "phone", "city", "name"]);
});

test("PF-R85 a remembered column that the page lost is forgotten", () => {
  const columns = arrangeColumns(declared, { ...untouchedView, order: ["gone", "no", "name", "phone", "city"] });
  assert.deepEqual(keys(columns), ["no", "name", "phone", "city"]);
});

test("PF-R85 the record's number leads and cannot be hidden", () => {
  const columns = arrangeColumns(declared, { ...untouchedView, order: ["name", "no"], hidden: { no: true } });
  assert.equal(columns[0]?.key, "no");
  assert.equal(columns[0]?.hidden, false);
});

test("PF-R85 a column moves before or behind another", () => {
  assert.deepEqual(moveColumn(["a", "b", "c"], "a", "c"), ["b", "c", "a"]);
  assert.deepEqual(moveColumn(["a", "b", "c"], "c", "a"), ["c", "a", "b"]);
  assert.deepEqual(moveColumn(["a", "b"], "x", "a"), ["a", "b"]);
});

test("PF-R85 a dragged width stays within bounds", () => {
  assert.deepEqual([boundWidth(3), boundWidth(120.6), boundWidth(5000)], [64, 121, 600]);
});

test("PF-R85 damaged memory falls back to the declared view", () => {
  assert.deepEqual(readViewMemory("{"), untouchedView);
  assert.deepEqual(readViewMemory("null"), untouchedView);
  assert.deepEqual(readViewMemory('{"density":"huge","widths":{"a":"x","b":90},"order":[1,"b"]}'), {
    ...untouchedView,
    widths: { b: 90 },
    order: ["b"],
  });
});

test("PF-R85 the page size is remembered; one that the list does not offer falls back to 10", () => {
  assert.equal(readViewMemory('{"pageSize":50}').pageSize, 50);
  assert.deepEqual(
    ['{"pageSize":7}', '{"pageSize":"50"}', "{}"].map((stored) => readViewMemory(stored).pageSize),
    [10, 10, 10],
  );
});
