import assert from "node:assert/strict";
import { test } from "node:test";
import { commonErrors } from "@ops/platform/contract";
import { OutOfScope } from "../../db/record/out-of-scope.ts";
import { SKIPPED } from "./import-source.ts";
import { verdictsOf } from "./verdicts-of.ts";

const rows = [1, 2, 3, 4].map((line) => ({ line, values: {} }));

test("each row has the verdict of its check, and a refusal is one; rows without a verdict get in", async () => {
  const beyond = new OutOfScope("pot", "1", commonErrors.notFound());
  const verdicts = await verdictsOf(rows, async ({ line }) => {
    if (line === 1) throw commonErrors.notFound();
    if (line === 2) throw beyond;
    return line === 3 ? SKIPPED : null;
  });
  // what reaches beyond the scope stays as it was thrown, so that the kernel notices it
  assert.deepEqual(
    [...verdicts],
    [
      [1, commonErrors.notFound().message],
      [2, beyond],
      [3, SKIPPED],
    ],
  );
});

test("an error that is no refusal ends the check", async () => {
  await assert.rejects(
    verdictsOf(rows, () => {
      throw new TypeError("a bug");
    }),
    TypeError,
  );
});
