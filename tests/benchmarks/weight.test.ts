import assert from "node:assert/strict";
import { test } from "node:test";
import { weighParts } from "../../benchmarks/weight.ts";

/** The goal is 3. Decision 0029 tells what is missing. */
const MOST_MB = 5;
/** Modules above the bound, with what they may take until they are lighter (decision 0029). */
const HEAVIER: Readonly<Record<string, number>> = { store: 8, order: 6 };

test("a business module that nobody calls adds little to the memory of a server", (context) => {
  const parts = weighParts();
  const added = new Map<string, number>();
  for (const [n, { name, heapMb }] of parts.entries()) {
    const [module, side] = name.split(": ");
    const own = heapMb - (parts[n - 1]?.heapMb ?? 0);
    if (module && side) added.set(module, (added.get(module) ?? 0) + own);
  }
  const business = [...added].filter(([module]) => module !== "platform" && module !== "authority");
  assert.ok(business.length >= 2);
  for (const [module, mb] of business)
    assert.ok(mb < (HEAVIER[module] ?? MOST_MB), `${module} takes ${mb.toFixed(1)} MB`);
  context.diagnostic(business.map(([module, mb]) => `${module} ${mb.toFixed(1)} MB`).join(", "));
});
