import assert from "node:assert/strict";
import { test } from "node:test";
import type { PriceLine } from "@ops/vehicle/contract";
import { changesOf, raisePrices } from "./changes.ts";

const cell = (kind: "BASE" | "COLOR", itemCode: string, amountFen: number | null) => ({
  kind,
  itemCode,
  itemName: itemCode,
  amountFen,
  nextFen: null,
  nextFrom: null,
  hasDraft: false,
});
const line = (id: string, ...cells: PriceLine["cells"]): PriceLine => ({ id, configCode: id, configName: id, cells });
const lines = [line("a", cell("BASE", "", 100), cell("COLOR", "EX-1", null)), line("b", cell("BASE", "", 300))];

test("only prices that differ are changes; a first price is one", () => {
  const typed = { "a BASE ": 100, "a COLOR EX-1": 50, "b BASE ": null };
  assert.deepEqual(changesOf(lines, typed), [{ carConfigId: "a", kind: "COLOR", itemCode: "EX-1", amountFen: 50 }]);
});

test("all base prices go up or down together, not below nothing, and back when the field is emptied", () => {
  assert.deepEqual(raisePrices(lines, 20), { "a BASE ": 120, "b BASE ": 320 });
  assert.deepEqual(raisePrices(lines, -200), { "a BASE ": 0, "b BASE ": 100 });
  assert.deepEqual(raisePrices(lines, null), { "a BASE ": null, "b BASE ": null });
});
