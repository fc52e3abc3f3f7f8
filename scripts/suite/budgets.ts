// Measures what each module adds to the time of the suite: its rules, its share of the promises over all calls, and
// its journeys (PF-R135).
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The budget of one module for all its tests, on two cores. */
const BUDGET_SECONDS = 150;

/** How many processes run at once on the two cores. Rules often wait for the database, which uses the cores too. */
export const PROCESSES = { rules: 3, faults: 1, pages: 2 } as const;

interface Part {
  tests: number;
  /** The share of the suite's time: the time of the processes divided by how many of them ran at once. */
  ms: number;
}

export interface Reports {
  /** The TAP output of these groups; null if they did not run. */
  readonly rules: string | null;
  readonly faults: string | null;
  /** The JSON output of the browser tests. */
  readonly pages: string | null;
}

interface PageSpec {
  readonly title: string;
  readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
}
interface PageSuite {
  readonly specs?: readonly PageSpec[];
  readonly suites?: readonly PageSuite[];
}

const domain = join(import.meta.dirname, "../../docs/domain");

/** The module of a rule, by the first letters of its number: its document has the first rule with these letters. */
const owners: ReadonlyMap<string, string> = new Map(
  globSync("*.md", { cwd: domain }).flatMap((file) => {
    const [, letters] = /\*\*([A-Z]{2})-R1\b/.exec(readFileSync(join(domain, file), "utf8")) ?? [];
    return letters ? [[letters, basename(file, ".md")]] : [];
  }),
);

/** Makes one line per module, the longest time first. */
export function budgetLines(reports: Reports): string[] {
  const rules = rulesByModule(reports);
  const pages = pagesByModule(reports.pages);
  const promises = promisesByModule(reports.rules);
  const names = new Set([...rules.keys(), ...pages.keys(), ...promises.keys()]);
  const seconds = (part: Part | undefined) => (part?.ms ?? 0) / 1_000;
  const lines = [...names].map((name) => {
    const parts = [rules, promises, pages].map((found) => found.get(name));
    return { name, parts, total: parts.reduce((sum, part) => sum + seconds(part), 0) };
  });
  return lines
    .toSorted((a, b) => b.total - a.total)
    .map(({ name, parts: [rule, promise, page], total }) => {
      const shown = `rules ${seconds(rule).toFixed(0)} s (${rule?.tests ?? 0}), promises ${seconds(promise).toFixed(0)} s (${promise?.tests ?? 0} calls), journeys ${seconds(page).toFixed(0)} s (${page?.tests ?? 0})`;
      const isModule = !["platform", "house"].includes(name);
      const verdict = isModule ? ` of ${BUDGET_SECONDS} ${total <= BUDGET_SECONDS ? "✔" : "✖"}` : "";
      return `${name}: ${total.toFixed(0)} s${verdict}: ${shown}`;
    });
}

function rulesByModule(reports: Reports): Map<string, Part> {
  const found = new Map<string, Part>();
  for (const group of ["rules", "faults"] as const) {
    const tap = reports[group] ?? "";
    const promises = new Set(promiseFiles(tap).map(({ path }) => path));
    for (const [, path = "", ms] of tap.matchAll(ENDED_FILE)) {
      if (!promises.has(path)) add(found, ownerOf(path), { tests: 0, ms: Number(ms) / PROCESSES[group] });
    }
    for (const [, path = "", inside = ""] of tap.matchAll(/^# Subtest: (\S+\.test\.ts)\n((?: .*\n)*)/gm)) {
      if (promises.has(path)) continue;
      add(found, ownerOf(path), { tests: inside.match(/^ {4}(?:not )?ok /gm)?.length ?? 0, ms: 0 });
    }
  }
  return found;
}

const ENDED_FILE = /^(?:not )?ok \d+ - (\S+\.test\.ts)\n +---\n +duration_ms: ([\d.]+)/gm;

function ownerOf(path: string): string {
  return /\bmodules\/([^/]+)\//.exec(path)?.[1] ?? (/\bplatform\//.test(path) ? "platform" : "house");
}

interface PromiseFile {
  readonly path: string;
  readonly ms: number;
  /** How many calls it made to each module. */
  readonly calls: Readonly<Record<string, number>>;
}

/** Finds the files of the promises over all calls. Each tells at its end how many calls of each module it made. */
function promiseFiles(tap: string): PromiseFile[] {
  const files: PromiseFile[] = [];
  let calls: Record<string, number> = {};
  for (const [, told, path = "", ms] of tap.matchAll(
    new RegExp(`^# calls by module: (\\{.*\\})$|${ENDED_FILE.source}`, "gm"),
  )) {
    if (told !== undefined) {
      calls = JSON.parse(told);
      continue;
    }
    if (Object.keys(calls).length > 0) files.push({ path, ms: Number(ms) / PROCESSES.rules, calls });
    calls = {};
  }
  return files;
}

/** Divides the time of each file of the promises among modules by its calls, because it runs over all calls together. */
function promisesByModule(tap: string | null): Map<string, Part> {
  const found = new Map<string, Part>();
  for (const { ms, calls } of promiseFiles(tap ?? "")) {
    const all = Object.values(calls).reduce((sum, count) => sum + count, 0);
    for (const [name, count] of Object.entries(calls)) add(found, name, { tests: count, ms: (ms * count) / all });
  }
  return found;
}

function pagesByModule(report: string | null): Map<string, Part> {
  const found = new Map<string, Part>();
  const visit = ({ specs = [], suites = [] }: PageSuite) => {
    for (const { title, tests } of specs) {
      const owner = owners.get(/^([A-Z]{2})-/.exec(title)?.[1] ?? "") ?? "house";
      const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
      add(found, owner, { tests: 1, ms: ms / PROCESSES.pages });
    }
    for (const suite of suites) visit(suite);
  };
  if (report !== null) visit(JSON.parse(report));
  return found;
}

function add(to: Map<string, Part>, name: string, { tests, ms }: Part): void {
  const part = to.get(name) ?? { tests: 0, ms: 0 };
  to.set(name, { tests: part.tests + tests, ms: part.ms + ms });
}
