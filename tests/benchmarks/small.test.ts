import assert from "node:assert/strict";
import { test } from "node:test";
import { runBenchmark } from "./run-benchmark.ts";

test("the benchmark of exports and imports works from end to end at a small size", async () => {
  const shown = await runBenchmark("--small", "--excel");
  assert.match(shown, /\| export of 1,6\d\d rows \|/);
  assert.match(shown, /of 600 rows \|/);
  for (const beside of ["an export", "an import"]) assert.match(shown, new RegExp(`\\| ${beside} \\| \\*\\*[\\d.]+`));
});

test("the limit runs the SQL of the product and answers the same, at a small size", async () => {
  const shown = await runBenchmark("--small", "--limit");
  const named = [
    "list page of 20",
    "detail by id",
    "detail by id, session read at every call",
    "create one, with audit row",
  ];
  for (const name of named) assert.match(shown, new RegExp(`\\| ${name}[^|]* \\| ≥ 0\\.\\d+ \\|`));
});
