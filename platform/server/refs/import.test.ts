import assert from "node:assert/strict";
import { test } from "node:test";
import { businessErrors, type ImportKind, type RefChoice, refKind } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import type { ImportRow } from "../excel/import/check-rows.ts";
import type { ImportSource } from "../excel/import/import-source.ts";
import { withRefs } from "./import.ts";
import { refAmong } from "./ref-among.ts";

const FruitRef = refKind("fruit", { entity: "水果", hint: "名称" });
const errors = businessErrors("FRUIT", { closed: "没有这种水果" });
const choice = (id: string, name: string, no: string | null = null): RefChoice => ({ id, name, no, note: null });
const basket = [choice("a", "苹果", "A1"), choice("b", "梨", "B1"), choice("c", "李", "C1"), choice("d", "李", "D1")];
const source = refAmong(FruitRef, {
  choices: async () => basket,
  names: async () => new Map(),
  refusal: errors.closed,
  means: async (_tx, text) => (text === "13800000000" ? "b" : null),
});
const tx = { refs: new Map([["fruit", source]]) } as unknown as Tx;

/** Imports texts and answers the problem of each row, and the rows as the source gets them. */
async function imported(columns: ImportKind["columns"], texts: readonly (string | null)[], more = {}) {
  const [checked, written]: [ImportRow[], ImportRow[]] = [[], []];
  const kind = { key: "probe.fruit", name: "水果", permission: "probe:fruit:edit", version: 1, columns } as const;
  const made: ImportSource = withRefs({
    kind,
    keyOf: ({ line }) => String(line),
    check: async (_tx, rows) => {
      checked.push(...rows);
      return new Map([[5, "另有原因"]]);
    },
    apply: async (_tx, row) => void written.push(row),
    ...more,
  });
  const rows = texts.map((fruit, at) => ({ line: at + 1, values: { title: `${at}`, fruit } }));
  const call = { options: new Set<string>(), beside: {}, taskId: null, prepared: undefined, memory: undefined };
  const verdicts = Object.fromEntries(await made.check(tx, rows, call));
  for (const row of rows.slice(0, 1)) await made.apply?.(tx, row, call);
  return { verdicts, checked: checked.map(({ line, values }) => [line, values["fruit"]]), written };
}

test("an import names records by number or name; what means none, or more than one, is the reason of its row", async () => {
  const columns = [{ key: "fruit", title: "水果", ref: FruitRef }];
  const { verdicts, checked, written } = await imported(columns, ["苹果", "李", "没有", null, "B1", "13800000000"]);
  assert.deepEqual(verdicts, { 2: "水果「李」有2个，请填写编号", 3: "水果不存在", 5: "另有原因" });
  assert.deepEqual(checked, [
    [1, "a"],
    [4, null],
    [5, "b"],
    [6, "b"],
  ]);
  assert.deepEqual(written[0]?.values, { title: "0", fruit: "a" });
});

test("a column may name several records, and refuse in its own words", async () => {
  const columns = [{ key: "fruit", title: "水果", ref: FruitRef, many: true, refused: errors.closed }] as const;
  const { verdicts, checked } = await imported(columns, ["苹果，梨", "梨、A1;苹果", "，", "苹果 桃", null]);
  assert.deepEqual(verdicts, { 3: "没有这种水果", 4: "没有这种水果", 5: "另有原因" });
  assert.deepEqual(checked, [
    [1, "a,b"],
    [2, "b,a"],
    [5, null],
  ]);
});

test("what a row names is not looked up where its source does not ask for it", async () => {
  const columns = [{ key: "fruit", title: "水果", ref: FruitRef }];
  const readsRefs = async (_tx: Tx, { line }: ImportRow) => line !== 2;
  const { verdicts, checked } = await imported(columns, ["苹果", "没有", "没有"], { readsRefs });
  assert.deepEqual(verdicts, { 3: "水果不存在", 5: "另有原因" });
  assert.deepEqual(checked, [
    [1, "a"],
    [2, "没有"],
  ]);
});

test("of a list that a rule picks out, others are refused and not seen; a part of name or number finds", async () => {
  const ids = async (keyword: string) => (await source.search(tx, { keyword, most: 2 })).map(({ id }) => id);
  assert.deepEqual(
    [await ids(""), await ids("李"), await ids("b1"), await ids("桃")],
    [["a", "b"], ["c", "d"], ["b"], []],
  );
  assert.deepEqual(await source.seen(tx, ["b", "x"]), [basket[1]]);
  assert.deepEqual(
    [...(await source.refusals(tx, ["a", "x"]))].map(([id, { msgCode }]) => [id, msgCode]),
    [["x", "FRUIT_CLOSED"]],
  );
});
