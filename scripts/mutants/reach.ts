import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { root } from "../check.ts";
import { runTests } from "./run-tests.ts";

/** What a test file runs through: for every file, the stretches of text that were reached and those that were not. */
export interface Reach {
  readonly test: string;
  readonly ms: number;
  reaches(file: string, at: number): boolean;
}

const Range = z.object({ startOffset: z.int(), endOffset: z.int(), count: z.int() });
type Range = z.output<typeof Range>;
const Coverage = z.object({
  result: z.array(z.object({ url: z.string(), functions: z.array(z.object({ ranges: z.array(Range) })) })),
});
const MOST_MS = 10 * 60_000;

/** Runs one test file without a fault and notes what it reaches; it has to pass. */
export async function measureReach(test: string, name: string): Promise<Reach> {
  const folder = mkdtempSync(join(tmpdir(), "reach-"));
  try {
    const environment = { NODE_V8_COVERAGE: folder };
    const { failure, ms } = await runTests([test], { name, environment, mostMs: MOST_MS });
    if (failure !== null) throw new Error(`${test} fails without any fault: ${failure}`);
    const ranges = readRanges(folder);
    return {
      test,
      ms,
      reaches: (file, at) => isReached(ranges.get(pathToFileURL(join(root, file)).href) ?? [], at),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readRanges(folder: string): Map<string, Range[]> {
  const ranges = new Map<string, Range[]>();
  for (const name of readdirSync(folder)) {
    const { result } = Coverage.parse(JSON.parse(readFileSync(join(folder, name), "utf8")));
    for (const { url, functions } of result.filter(({ url }) => isOurs(url))) {
      const known = ranges.get(url) ?? [];
      ranges.set(url, [...known, ...functions.flatMap((one) => one.ranges)]);
    }
  }
  return ranges;
}

const isOurs = (url: string) => url.startsWith(pathToFileURL(root).href) && !url.includes("/node_modules/");

/** The innermost stretch around a place decides. */
function isReached(ranges: readonly Range[], at: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
  const innermost = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];
  return (innermost?.count ?? 0) > 0;
}
