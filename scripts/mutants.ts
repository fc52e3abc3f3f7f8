// Would a test notice? npm run mutants -- <module or path> [count] [seed] [nearest|own]
// Plants a random sample of small faults (or `all`) into the rule code of a module, a folder, a file or one line (file:44),
// one at a time, and runs the tests that reach it: all of them, or the so many nearest, which takes a fraction of the time
// and gives a lower bound of what is noticed; so do those that stand in the folder itself (own).
// MUTANT_WORKERS says how many are tried at a time.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { forgetTestFolders } from "../platform/server/db/test-folder.ts";
import { shareTestPostgres } from "../platform/server/db/test-postgres.ts";
import { root } from "./check.ts";
import { distanceOf } from "./mutants/distance.ts";
import { withoutEquivalents } from "./mutants/equivalents.ts";
import { findMutants, type Mutant } from "./mutants/find-mutants.ts";
import { filesOfModule, type ModuleFiles, readTarget, type Target, testsWithin } from "./mutants/module-files.ts";
import { measureReach, type Reach } from "./mutants/reach.ts";
import { runTests } from "./mutants/run-tests.ts";
import { takeSample } from "./take-sample.ts";

const GOAL = 0.85;
const FILES_PER_PROCESS = 40;

async function main([name, count = "60", seed = String(Date.now() % 100_000), nearest]: string[]): Promise<void> {
  const isWhole = nearest === undefined || nearest === "own";
  const most = isWhole ? Number.POSITIVE_INFINITY : Number(nearest);
  const wanted = count === "all" ? Number.POSITIVE_INFINITY : Number(count);
  if (name === undefined || !(wanted > 0) || !Number.isInteger(Number(seed)) || !(most > 0)) {
    throw new Error("usage: npm run mutants -- <module or path> [count|all] [seed] [nearest|own]");
  }
  const target = readTarget(name);
  const files = filesOfModule(target);
  const sample = takeSample(mutantsOf(files, target), wanted, Number(seed));
  const tests = nearest === "own" ? testsWithin(files, target) : files.tests;
  console.log(`${name}: ${sample.length} mutants with seed ${seed}, ${tests.length} test files`);
  const postgres = await shareTestPostgres();
  try {
    const reachOf = rememberedReach();
    if (isWhole) await runInParallel(tests, reachOf);
    const survivors = await plantAll(sample, { tests, most, reachOf });
    tell(survivors, sample.length);
    if (nearest === "own") console.log("at least, by the test files of the folder");
    else if (nearest !== undefined) console.log(`at least, by the ${nearest} nearest test files of each`);
  } finally {
    await postgres.stop();
    forgetTestFolders();
  }
}

function mutantsOf({ folder, sources }: ModuleFiles, { line }: Target): Mutant[] {
  const all = sources.flatMap((file) => findMutants(file, readFileSync(join(root, file), "utf8")));
  return withoutEquivalents(folder, all, sources).filter((mutant) => line === null || mutant.line === line);
}

interface Survivor {
  readonly mutant: Mutant;
  readonly reachedBy: number;
}

type ReachOf = (test: string, worker: number) => Promise<Reach>;

/** Makes a function that measures each test file only once, however many mutants need it. */
function rememberedReach(): ReachOf {
  const known = new Map<string, Promise<Reach>>();
  return (test, worker) => {
    const reach = known.get(test) ?? measureReach(test, `reach-${worker}`).catch((failure) => leaveOut(test, failure));
    known.set(test, reach);
    return reach;
  };
}

/** Leaves out a test that fails without any fault, because it proves nothing. The run then ends with an error. */
function leaveOut(test: string, failure: unknown): Reach {
  console.log(`✖ left out: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
  return { test, ms: 0, reaches: () => false };
}

interface Choice {
  readonly tests: readonly string[];
  readonly most: number;
  readonly reachOf: ReachOf;
}

async function plantAll(sample: readonly Mutant[], choice: Choice): Promise<Survivor[]> {
  const outcomes = await runInParallel(sample, async (mutant, worker) => {
    const tests = await testsFor(mutant, choice, worker);
    const killer = await plant(mutant, tests, `mutant-${worker}`);
    console.log(
      `${killer === null ? "✖ survived" : "✔ killed  "} ${describe(mutant)}${killer === null ? "" : `\n    by ${killer}`}`,
    );
    return killer === null ? [{ mutant, reachedBy: tests.length }] : [];
  });
  return outcomes.flat();
}

/** Finds the tests that reach the fault, the nearest in the tree first, and within a folder the fastest first. */
async function testsFor(
  { file, start }: Mutant,
  { tests, most, reachOf }: Choice,
  worker: number,
): Promise<readonly Reach[]> {
  const found: Reach[] = [];
  for (const test of tests.toSorted((a, b) => distanceOf(file, a) - distanceOf(file, b))) {
    if (found.length >= most) break;
    const reach = await reachOf(test, worker);
    if (reach.reaches(file, start)) found.push(reach);
  }
  return found.toSorted((a, b) => distanceOf(file, a.test) - distanceOf(file, b.test) || a.ms - b.ms);
}

/** Plants a fault and answers the title of the test that noticed it, or null. */
async function plant(
  { file, start, end, after }: Mutant,
  tests: readonly Reach[],
  name: string,
): Promise<string | null> {
  const environment = { MUTANT: JSON.stringify({ path: join(root, file), start, end, after }) };
  const flags = ["--import", join(import.meta.dirname, "mutants/load-mutant.ts")];
  for (const part of processesOf(tests)) {
    const usualMs = part.reduce((sum, { ms }) => sum + ms, 0);
    const { failure } = await runTests(
      part.map(({ test }) => test),
      { name, environment, flags, mostMs: 30_000 + 3 * usualMs },
    );
    if (failure !== null) return failure;
  }
  return null;
}

/**
 * Groups test files into processes. Many files of modules share one. The promises need their own, because they wait
 * while they are loaded.
 */
function processesOf(tests: readonly Reach[]): (readonly Reach[])[] {
  const isPromise = ({ test }: Reach) => test.startsWith("tests/");
  const together = tests.filter((one) => !isPromise(one));
  const parts = Array.from({ length: Math.ceil(together.length / FILES_PER_PROCESS) }, (_, n) =>
    together.slice(n * FILES_PER_PROCESS, (n + 1) * FILES_PER_PROCESS),
  );
  return [...parts, ...tests.filter(isPromise).map((one) => [one])];
}

/** Runs as many at a time as there are cores, unless set otherwise. The answers keep the order of the list. */
async function runInParallel<T, R>(list: readonly T[], act: (one: T, worker: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const work = async (worker: number) => {
    for (let at = next++; at < list.length; at = next++) {
      const [one] = list.slice(at, at + 1);
      if (one !== undefined) answers[at] = await act(one, worker);
    }
  };
  const workers = Number(process.env["MUTANT_WORKERS"] ?? availableParallelism());
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
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
