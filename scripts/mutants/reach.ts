import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { root } from "../check.ts";
import { type Measured, Range, recallReach, rememberReach } from "./reach-cache.ts";
import { runTests } from "./run-tests.ts";

/** The code that a test file runs: for every file, which parts were reached and which were not. */
export interface Reach {
  readonly test: string;
  readonly ms: number;
  reaches(file: string, at: number): boolean;
}

const Coverage = z.object({
  result: z.array(z.object({ url: z.string(), functions: z.array(z.object({ ranges: z.array(Range) })) })),
});
const MOST_MS = 10 * 60_000;

/**
 * Runs one test file without a fault, which must pass, and measures what it reaches. The result is cached until a file
 * that it loads changes.
 */
export async function measureReach(test: string, name: string): Promise<Reach> {
  const { ms, ranges } = recallReach(test) ?? rememberReach(test, await runWithCoverage(test, name));
  return { test, ms, reaches: (file, at) => (ranges[file] ?? []).some((one) => isReached(one, at)) };
}

async function runWithCoverage(test: string, name: string): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "reach-"));
  try {
    const environment = { NODE_V8_COVERAGE: folder };
    const { failure, ms } = await runTests([test], { name, environment, mostMs: MOST_MS });
    if (failure !== null) throw new Error(`${test} fails without any fault: ${failure}`);
    return { ms, ranges: readRanges(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the ranges by file, separately for each process, because one process may reach what another one did not. */
function readRanges(folder: string): Measured["ranges"] {
  const ranges: Measured["ranges"] = {};
  for (const name of readdirSync(folder)) {
    const { result } = Coverage.parse(JSON.parse(readFileSync(join(folder, name), "utf8")));
    for (const { url, functions } of result.filter(({ url }) => isOurs(url))) {
      const file = relative(root, fileURLToPath(url));
      ranges[file] = [...(ranges[file] ?? []), functions.flatMap((one) => one.ranges)];
    }
  }
  return ranges;
}

const isOurs = (url: string) =>
  url.startsWith(pathToFileURL(root).href) && !/\/(node_modules|\.cache\/mutants)\//.test(url);

/** Tells whether a position was reached. The innermost range around it decides. */
function isReached(ranges: readonly Range[], at: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
  const innermost = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];
  return (innermost?.count ?? 0) > 0;
}
