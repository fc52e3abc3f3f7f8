import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { backgroundReport } from "../../benchmarks/background/report.ts";
import { measureBackground, smallBackground } from "../../benchmarks/background/run.ts";
import { figuresReport } from "../../benchmarks/figures/report.ts";
import { measureFigures, smallFigures } from "../../benchmarks/figures/run.ts";
import { liveReport } from "../../benchmarks/live/report.ts";
import { measureLive, smallLive } from "../../benchmarks/live/run.ts";

/** Runs `npm run bench -- --small` on a database of its own, and answers its output. */
async function runBenchmark(): Promise<string> {
  const { NODE_TEST_CONTEXT: _context, TEST_POSTGRES: _postgres, ...env } = process.env;
  const cwd = join(import.meta.dirname, "../..");
  const args = ["benchmarks/run.ts", "--small"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env, timeout: 600_000 });
  return stdout;
}

test("the benchmark works from end to end at a small size: exports, imports, and the limit that answers the same", async () => {
  const shown = await runBenchmark();
  assert.match(shown, /\| export of 1,6\d\d rows \|/);
  assert.match(shown, /of 600 rows \|/);
  for (const beside of ["an export", "an import"]) assert.match(shown, new RegExp(`\\| ${beside} \\| \\*\\*[\\d.]+`));
  const named = [
    "list page of 20",
    "detail by id",
    "detail by id, session read at every call",
    "create one, with audit row",
  ];
  for (const name of named) assert.match(shown, new RegExp(`\\| ${name}[^|]* \\| ≥ 0\\.\\d+ \\|`));
});

test("the benchmark of background work keeps order and delivers once, at a small size", async () => {
  const shown = backgroundReport(await measureBackground(smallBackground));
  for (const name of ["300 waiting events", "60 events told to six listeners", "200 timers due at once"]) {
    assert.match(shown, new RegExp(`\\| ${name}[^|]* \\| [≥<] [^|]+ \\| \\*\\*[\\d.,]+`));
  }
});

test("the benchmark of live news tells every open channel and drops none, at a small size", async () => {
  const shown = liveReport(await measureLive(smallLive));
  assert.match(shown, /\| 30 open channels, 20 writes\/s[^|]* \| < 15 % \| \*\*-?[\d.]+ %/);
  assert.match(shown, /\| channels dropped \| 0 \| \*\*0\*\* \| ✔ \|/);
  assert.match(shown, /\| messages to a channel in 2 s \| {2}\| [1-4]\.\d \|/);
});

test("the benchmark of stage counters reads what it wrote, at a small size", async () => {
  const shown = figuresReport(await measureFigures(smallFigures));
  for (const who of ["everything", "3 of 30 stores"])
    assert.match(shown, new RegExp(`\\| ${who} \\| < 10 ms \\| \\*\\*[\\d.]+ ms`));
});
