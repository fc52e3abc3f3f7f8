import assert from "node:assert/strict";
import { test } from "node:test";
import { oneOf } from "@ops/platform/contract";
import { z } from "zod";
import { looksOf } from "./named-looks.ts";

const Line = z.object({
  name: z.string().meta({ label: "名称" }),
  kind: oneOf({ A: "主合同", B: "补充协议" }).meta({ label: "类型" }),
  count: z.int().meta({ label: "数量" }),
});
type Line = z.output<typeof Line>;
interface Chosen extends Line {
  readonly isChosen: boolean;
}

test("columns stand in the order of their keys, and what is said beside a key goes before the contract", () => {
  const looks = looksOf<Line>(Line.shape, { kind: true, name: { pinned: true }, count: 60 });
  assert.deepEqual(looks, [
    ["kind", { width: 80 }],
    ["name", { pinned: true }],
    ["count", { width: 60, align: "right" }],
  ]);
  assert.deepEqual(looksOf<Line>(Line.shape, { name: "合同", kind: null }), [["name", { title: "合同" }]]);
});

test("a cell may show what rows hold beside the schema, such as what was chosen on the page", () => {
  const shown = ({ name, isChosen }: Chosen) => (isChosen ? `${name} *` : name);
  const [[, look] = []] = looksOf<Line, Chosen>(Line.shape, { name: shown });
  assert.equal(look?.as?.({ name: "甲", kind: "B", count: 3, isChosen: true }), "甲 *");
});
