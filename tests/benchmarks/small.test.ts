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

test("the benchmark of background work keeps order and delivers once, at a small size", async () => {
  const shown = await runBenchmark("--small", "--background");
  for (const name of ["300 waiting events", "60 events told to six listeners", "200 timers due at once"]) {
    assert.match(shown, new RegExp(`\\| ${name}[^|]* \\| [≥<] [^|]+ \\| \\*\\*[\\d.,]+`));
  }
});

test("the benchmark of live news tells every open channel and drops none, at a small size", async () => {
  const shown = await runBenchmark("--small", "--live");
  assert.match(shown, /\| 30 open channels, 20 writes\/s[^|]* \| < 15 % \| \*\*-?[\d.]+ %/);
  assert.match(shown, /\| channels dropped \| 0 \| \*\*0\*\* \| ✔ \|/);
  assert.match(shown, /\| messages to a channel in 2 s \| {2}\| [1-4]\.\d \|/);
});

test("the benchmark of stage counters reads what it wrote, at a small size", async () => {
  const shown = await runBenchmark("--small", "--figures");
  for (const who of ["everything", "3 of 30 stores"])
    assert.match(shown, new RegExp(`\\| ${who} \\| < 10 ms \\| \\*\\*[\\d.]+ ms`));
});
