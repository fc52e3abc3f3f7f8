// Would a test notice? npm run mutants -- <module> [count] [seed]
// Plants a random sample of small faults into the rule code of a module, one at a time, and runs the tests that reach it.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { forgetTestFolders } from "../platform/server/db/test-folder.ts";
import { shareTestPostgres } from "../platform/server/db/test-postgres.ts";
import { root } from "./check.ts";
import { withoutEquivalents } from "./mutants/equivalents.ts";
import { findMutants, type Mutant } from "./mutants/find-mutants.ts";
import { filesOfModule, type ModuleFiles } from "./mutants/module-files.ts";
import { measureReach, type Reach } from "./mutants/reach.ts";
import { runTests } from "./mutants/run-tests.ts";
import { takeSample } from "./take-sample.ts";

const GOAL = 0.85;
const FILES_PER_PROCESS = 40;

async function main([name, count = "60", seed = String(Date.now() % 100_000)]: string[]): Promise<void> {
  if (name === undefined || !(Number(count) > 0) || !Number.isInteger(Number(seed))) {
    throw new Error("usage: npm run mutants -- <module> [count] [seed]");
  }
  const files = filesOfModule(name);
  const sample = takeSample(mutantsOf(files), Number(count), Number(seed));
  console.log(`${name}: ${sample.length} mutants with seed ${seed}, ${files.tests.length} test files`);
  const postgres = await shareTestPostgres();
  try {
    const reaches = await inParallel(files.tests, (test, worker) => measureReach(test, `reach-${worker}`));
    const survivors = await plantAll(sample, reaches);
    tell(survivors, sample.length);
  } finally {
    await postgres.stop();
    forgetTestFolders();
  }
}

function mutantsOf({ folder, sources }: ModuleFiles): Mutant[] {
  const all = sources.flatMap((file) => findMutants(file, readFileSync(join(root, file), "utf8")));
  return withoutEquivalents(folder, all);
}

interface Survivor {
  readonly mutant: Mutant;
  readonly reachedBy: number;
}

async function plantAll(sample: readonly Mutant[], reaches: readonly Reach[]): Promise<Survivor[]> {
  const outcomes = await inParallel(sample, async (mutant, worker) => {
    const tests = testsFor(mutant, reaches);
    const killer = await plant(mutant, tests, `mutant-${worker}`);
    console.log(
      `${killer === null ? "✖ survived" : "✔ killed  "} ${describe(mutant)}${killer === null ? "" : `\n    by ${killer}`}`,
    );
    return killer === null ? [{ mutant, reachedBy: tests.length }] : [];
  });
  return outcomes.flat();
}

/** Those that reach the fault: of the same folder first, then the quick ones. */
function testsFor({ file, start }: Mutant, reaches: readonly Reach[]): Reach[] {
  const distance = ({ test }: Reach) => (dirname(test) === dirname(file) ? 0 : 1);
  return reaches
    .filter((reach) => reach.reaches(file, start))
    .toSorted((a, b) => distance(a) - distance(b) || a.ms - b.ms);
}

/** The title of the test that noticed the fault, or null. */
async function plant(
  { file, start, end, after }: Mutant,
  tests: readonly Reach[],
  name: string,
): Promise<string | null> {
  const environment = { MUTANT: JSON.stringify({ path: join(root, file), start, end, after }) };
  const flags = ["--import", join(import.meta.dirname, "mutants/load-mutant.ts")];
  for (let at = 0; at < tests.length; at += FILES_PER_PROCESS) {
    const part = tests.slice(at, at + FILES_PER_PROCESS);
    const usualMs = part.reduce((sum, { ms }) => sum + ms, 0);
    const { failure } = await runTests(
      part.map(({ test }) => test),
      { name, environment, flags, mostMs: 30_000 + 3 * usualMs },
    );
    if (failure !== null) return failure;
  }
  return null;
}

/** As many at a time as there are cores; the answers in the order of the list. */
async function inParallel<T, R>(list: readonly T[], act: (one: T, worker: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const work = async (worker: number) => {
    for (let at = next++; at < list.length; at = next++) {
      const [one] = list.slice(at, at + 1);
      if (one !== undefined) answers[at] = await act(one, worker);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, (_, worker) => work(worker)));
  return answers;
}

function describe({ file, line, kind, before, after }: Mutant): string {
  const short = (text: string) => {
    const flat = text.replace(/\s+/g, " ");
    return flat.length > 90 ? `${flat.slice(0, 87)}…` : flat;
  };
  return `${file}:${line} ${kind}: ${short(before)} → ${short(after)}`;
}

function tell(survivors: readonly Survivor[], count: number): void {
  if (survivors.length > 0) console.log("\nSurvivors:");
  for (const { mutant, reachedBy } of survivors) {
    console.log(
      `  ${describe(mutant)} (${reachedBy === 0 ? "no test reaches it" : `reached by ${reachedBy} test files`})`,
    );
  }
  const killed = count - survivors.length;
  console.log(`\n${killed} of ${count} killed`);
  if (killed < GOAL * count) process.exitCode = 1;
}

await main(process.argv.slice(2));
