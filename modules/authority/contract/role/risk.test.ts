import assert from "node:assert/strict";
import { test } from "node:test";
import type { Risk } from "@ops/platform/contract";
import { riskLevel, riskPoints } from "./risk.ts";

const permissions = (counts: Partial<Record<Risk, number>>) =>
  (["LOW", "MED", "HIGH", "CRITICAL"] as const).flatMap((risk) =>
    Array.from({ length: counts[risk] ?? 0 }, (_, at) => ({ code: `test:${risk}:${at}`, risk })),
  );

test("AU-R32 worked example: 6 LOW, 4 MED, 2 HIGH at ORG_TREE are 21 points, 中", () => {
  const held = permissions({ LOW: 6, MED: 4, HIGH: 2 });
  const role = { permissionCodes: held.map(({ code }) => code), dataScope: "ORG_TREE" as const, scopeOverrides: {} };

  assert.equal(riskPoints(role, held), 21);
  assert.equal(riskLevel(21), "MED");
});

test("AU-R32 each scope weighs by its factor, single codes by their own scope, lost codes nothing", () => {
  const held = permissions({ CRITICAL: 1, HIGH: 1 });
  const codes = held.map(({ code }) => code);
  const points = (dataScope: "SELF" | "ORG" | "ORG_TREE" | "CUSTOM" | "ALL") =>
    riskPoints({ permissionCodes: codes, dataScope, scopeOverrides: {} }, held);

  assert.deepEqual([points("SELF"), points("ORG"), points("ORG_TREE")], [12.5, 25, 37.5]);
  assert.deepEqual([points("CUSTOM"), points("ALL")], [37.5, 50]);
  const narrowed = { permissionCodes: codes, dataScope: "ALL", scopeOverrides: { "test:CRITICAL:0": "SELF" } } as const;
  assert.equal(riskPoints(narrowed, held), 20);
  assert.equal(riskPoints({ permissionCodes: ["gone:gone:list"], dataScope: "ALL", scopeOverrides: {} }, held), 0);
});

test("AU-R32 levels begin at 10, 40 and 100", () => {
  const levels = [0, 9.5, 10, 39.5, 40, 99.5, 100, 900].map(riskLevel);
  assert.deepEqual(levels, ["LOW", "LOW", "MED", "MED", "HIGH", "HIGH", "CRITICAL", "CRITICAL"]);
});
