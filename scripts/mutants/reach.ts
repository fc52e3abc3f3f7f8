import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { root } from "../check.ts";
import { type Measured, Range, recallReach, rememberReach } from "./reach-cache.ts";
import { runTests } from "./run-tests.ts";

/** What a test file runs through: for every file, the stretches of text that were reached and those that were not. */
export interface Reach {
  readonly test: string;
  readonly ms: number;
  reaches(file: string, at: number): boolean;
}

const Coverage = z.object({
  result: z.array(z.object({ url: z.string(), functions: z.array(z.object({ ranges: z.array(Range) })) })),
});
const MOST_MS = 10 * 60_000;

/** Runs one test file without a fault and notes what it reaches; it has to pass. Known as long as no file that it loads changes. */
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

/** By the path of the file inside the project, apart for each process: what one did not reach another one may have. */
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

/** The innermost stretch around a place decides. */
function isReached(ranges: readonly Range[], at: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
  const innermost = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];
  return (innermost?.count ?? 0) > 0;
}
