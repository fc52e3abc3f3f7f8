import assert from "node:assert/strict";
import { test } from "node:test";
import { fitWidths } from "./column-widths.ts";

const soft = (width: number, head?: number, content?: number) => ({
  width,
  rigid: false,
  ...(head === undefined ? {} : { head }),
  ...(content === undefined ? {} : { content }),
});
const rigid = (width: number) => ({ width, rigid: true, head: 40, content: 40 });

test("PF-R85 spare room is shared out to the pixel", () => {
  assert.deepEqual(fitWidths([soft(100), soft(200)], 450), [150, 300]);
  assert.deepEqual(fitWidths([soft(100), soft(100), soft(100)], 500), [166, 166, 168]);
});

test("PF-R85 a width set by hand holds while the others take the room", () => {
  assert.deepEqual(fitWidths([rigid(100), soft(100), rigid(100)], 500), [100, 300, 100]);
  assert.deepEqual(fitWidths([rigid(100), rigid(100)], 500), [100, 400]);
});

test("PF-R85 where room is short, columns give up what their content does not need, in proportion", () => {
  assert.deepEqual(fitWidths([soft(100, 40, 60), soft(200, 40, 120)], 240), [80, 160]);
  assert.deepEqual(fitWidths([soft(100, 40, 100), soft(200, 40, 120)], 240), [100, 140]);
});

test("PF-R85 what does not fit even so keeps its content and is scrolled to", () => {
  assert.deepEqual(fitWidths([soft(100, 40, 90), soft(200, 40, 160)], 120), [90, 160]);
  assert.deepEqual(fitWidths([soft(100), soft(200)], 120), [100, 200]);
});

test("PF-R85 a column is never narrower than its heading and never asks for more than declared", () => {
  assert.deepEqual(fitWidths([soft(60, 90, 20), soft(200, 40, 500)], 100), [90, 200]);
  assert.deepEqual(fitWidths([soft(60, 90, 20), soft(110, 40, 50)], 400), [180, 220]);
});
