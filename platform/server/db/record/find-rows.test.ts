import assert from "node:assert/strict";
import { before, test } from "node:test";
import { probeApp } from "../../start/probe.ts";
import type { Tx } from "../tx.ts";
import { databaseOf } from "./table.ts";

interface Tables {
  teaLeaf: { name: string; grade: "A" | "B"; pickedAt: Date | null; tags: string[] };
}
const { findRow, findRows } = databaseOf<Tables>();

const app = probeApp();
before(() =>
  app.rows(`create table tea_leaf (name text not null, grade text not null, picked_at timestamptz, tags text[] not null);
    insert into tea_leaf values ('龙井', 'A', now(), '{}'), ('毛尖', 'B', null, '{}'), ('普洱', 'A', null, '{}')`),
);
const names = async (find: (tx: Tx) => Promise<{ name: string }[]>) =>
  (await app.arrange(find)).map(({ name }) => name).sort();

test("rows are found by equal values, by one of several, and by what is empty", async () => {
  assert.deepEqual(await names((tx) => findRows(tx, "teaLeaf", {})), ["龙井", "毛尖", "普洱"].sort());
  assert.deepEqual(await names((tx) => findRows(tx, "teaLeaf", { grade: "A", pickedAt: null })), ["普洱"]);
  assert.deepEqual(await names((tx) => findRows(tx, "teaLeaf", { name: ["毛尖", "普洱"], grade: "B" })), ["毛尖"]);
  assert.deepEqual(await names((tx) => findRows(tx, "teaLeaf", { name: [] })), [], "none of no values");
});

test("they come in the order of the columns named; one is asked for where there can be no other", async () => {
  const sorted = await app.arrange((tx) => findRows(tx, "teaLeaf", { grade: ["A", "B"] }, "grade", "pickedAt"));
  assert.deepEqual(
    sorted.map(({ name }) => name),
    ["龙井", "普洱", "毛尖"],
  );
  assert.equal((await app.arrange((tx) => findRow(tx, "teaLeaf", { name: "毛尖" })))?.grade, "B");
  assert.equal(await app.arrange((tx) => findRow(tx, "teaLeaf", { name: "红茶" })), undefined);
  // @ts-expect-error a column that is a list is asked for by SQL
  await assert.rejects(app.arrange((tx) => findRows(tx, "teaLeaf", { tags: ["春"] })));
});
