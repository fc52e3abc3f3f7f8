import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSums, dropNode, moveLine, nextCheckCode, putNode, weightSum } from "./template-draft.ts";

const chain = [
  { code: "SITE", weight: 30, predecessorCodes: [] },
  { code: "BLD", weight: 50, predecessorCodes: ["SITE"] },
  { code: "OPN", weight: 20, predecessorCodes: ["BLD", "SITE"] },
];

test("store 5.5 a template shows the sum of its weights and of the points of each verification", () => {
  assert.equal(weightSum(chain), 100);
  const checks = [
    { kind: "OPENING" as const, maxScore: 60 },
    { kind: "OPENING" as const, maxScore: 40 },
    { kind: "BUILD" as const, maxScore: 90 },
  ];
  assert.deepEqual(checkSums(checks), ["工程验收满分合计90（须为100）", "开业验收满分合计100"]);
});

test("ST-R20 a node that is taken out of a template leaves nobody waiting for it", () => {
  assert.deepEqual(
    dropNode(chain, { code: "BLD", weight: 50, predecessorCodes: ["SITE"] }).map(
      ({ predecessorCodes }) => predecessorCodes,
    ),
    [[], ["SITE"]],
  );
});

test("ST-R20 a node with a new code is still the one that others wait for", () => {
  const renamed = putNode(chain, { code: "SITE1", weight: 30, predecessorCodes: [] }, "SITE");
  assert.deepEqual(
    renamed.map(({ code, predecessorCodes }) => [code, predecessorCodes]),
    [
      ["SITE1", []],
      ["BLD", ["SITE1"]],
      ["OPN", ["BLD", "SITE1"]],
    ],
  );
  assert.equal(putNode(chain, { code: "NEW", weight: 1, predecessorCodes: [] }).length, 4);
});

test("store 5.5 nodes change places, and a new check gets a code that is free", () => {
  assert.deepEqual(moveLine(["a", "b", "c"], 1, -1), ["b", "a", "c"]);
  assert.deepEqual(moveLine(["a", "b"], 1, 1), ["a", "b"]);
  assert.equal(nextCheckCode([{ kind: "BUILD", code: "B2" }], "BUILD"), "B3");
  assert.equal(nextCheckCode([{ kind: "IMAGE", code: "B1" }], "BUILD"), "B1");
});
