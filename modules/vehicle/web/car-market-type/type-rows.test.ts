import assert from "node:assert/strict";
import { test } from "node:test";
import type { CarMarketType } from "@ops/vehicle/contract";
import { reorderTypes, typeRows } from "./type-rows.ts";

const type = (id: string, parentId: string | null = null): CarMarketType => ({
  id,
  typeCode: id,
  typeName: id,
  parentId,
  sort: 1,
  status: "ENABLED",
  rightsAllowed: true,
  usableFor: [],
  carCount: 0,
  updatedAt: "2026-01-01 00:00:00",
  version: 1,
});
const types = [type("a"), type("b"), type("c"), type("a1", "a"), type("a2", "a")];

test("the list becomes a tree; what has no children has no branch", () => {
  const rows = typeRows(types);
  assert.deepEqual(
    rows.map(({ id, children }) => [id, children?.map((child) => child.id)]),
    [
      ["a", ["a1", "a2"]],
      ["b", undefined],
      ["c", undefined],
    ],
  );
});

test("a row moves inside its level only", () => {
  assert.deepEqual(reorderTypes(types, "c", { id: "a", place: "before" }), { parentId: null, ids: ["c", "a", "b"] });
  assert.deepEqual(reorderTypes(types, "a", { id: "b", place: "after" }), { parentId: null, ids: ["b", "a", "c"] });
  assert.deepEqual(reorderTypes(types, "a2", { id: "a1", place: "before" }), { parentId: "a", ids: ["a2", "a1"] });
  assert.equal(reorderTypes(types, "a1", { id: "b", place: "after" }), null);
  assert.equal(reorderTypes(types, "a", { id: "a", place: "after" }), null);
});
