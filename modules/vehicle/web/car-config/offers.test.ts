import assert from "node:assert/strict";
import { test } from "node:test";
import { type Offers, withMode, withParts } from "./offers.ts";

const offers: Offers = [
  { itemKind: "OPTION", itemCode: "OP-A", mode: "OPTIONAL", requires: ["OP-B"], excludes: [] },
  { itemKind: "OPTION", itemCode: "OP-B", mode: "OPTIONAL", requires: [], excludes: ["OP-A"] },
];

test("an item keeps its conditions when its mode changes, and is forgotten by the others when it goes", () => {
  const changed = withMode(offers, { itemKind: "OPTION", itemCode: "OP-A" }, "STANDARD");
  assert.partialDeepStrictEqual(
    changed.find(({ itemCode }) => itemCode === "OP-A"),
    { mode: "STANDARD", requires: ["OP-B"] },
  );
  const gone = withMode(offers, { itemKind: "OPTION", itemCode: "OP-B" }, null);
  assert.deepEqual(
    gone.map(({ itemCode, requires }) => [itemCode, requires]),
    [["OP-A", []]],
  );
  assert.deepEqual(withParts(offers, "OP-B", { excludes: [] })[1]?.excludes, []);
});
