import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tx } from "../tx.ts";
import { presentEach, presentOne } from "./present.ts";

test("rows that are presented one by one keep their order, and one of many is the same", async () => {
  const tx: Tx = Object.create(null);
  const asked: number[] = [];
  const many = presentEach(async (_tx: Tx, row: number) => {
    asked.push(row);
    return `#${row}`;
  });
  assert.deepEqual(await many(tx, [3, 1, 2]), ["#3", "#1", "#2"]);
  assert.deepEqual(asked, [3, 1, 2]);
  assert.equal(await presentOne(many)(tx, 7), "#7");
});
