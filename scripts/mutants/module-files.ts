import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../check.ts";

/** The files with the rules of a module, and the test files that prove them. */
export interface ModuleFiles {
  readonly folder: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/**
 * The part of a module to test: all of it, `partner/server/exit`, or one line as in
 * `partner/server/exit/service.ts:44`.
 */
export interface Target {
  readonly module: string;
  /** The start of the paths of the sources. */
  readonly path: string;
  readonly line: number | null;
}

export function readTarget(text: string): Target {
  const [place = "", line] = text.replace(/^modules\//, "").split(":");
  const module = place.split("/")[0] ?? "";
  return { module, path: module === "platform" ? place : `modules/${place}`, line: line ? Number(line) : null };
}

/**
 * Files without rules: doors and route tables only list things, and demo and testing files do not count. Nor do the
 * promises, because they are examples for the tests over all endpoints; the product never loads them.
 */
const WITHOUT_RULES =
  /(\.test|\.generated)\.ts$|\/(index|routes|probe|samples|read-back|testing[\w-]*|embedded[\w-]*|test-[\w-]*|promises)\.ts$|\/(demo|migrations|promises)\//;
/**
 * Tests that need a quiet machine: those of the launcher kill processes, and those of hostile files measure time. In
 * parallel they would make each other fail.
 */
const NEEDS_QUIET = /\/(embedded|hostile)\.test\.ts$/;
/** The promises over all endpoints prove the rules of every module. The two files below are about tools. */
const PROMISES = "tests/contract/*.test.ts";
const OF_THE_TOOLS = /^tests\/contract\/(mutants|new-entity)\.test\.ts$/;

export function filesOfModule({ module: name, path: wanted }: Target): ModuleFiles {
  const folder = name === "platform" ? name : `modules/${name}`;
  if (!existsSync(join(root, folder))) throw new Error(`there is no module ${name}`);
  const sources = globSync(`${folder}/{contract,server}/**/*.ts`, { cwd: root }).filter(
    (path) => !WITHOUT_RULES.test(path) && isWithin(path, wanted),
  );
  if (sources.length === 0) throw new Error(`there is no rule code in ${wanted}`);
  const tests = globSync("{platform,modules,apps}/**/*.test.ts", { cwd: root, exclude: ["**/node_modules/**"] }).filter(
    (path) => !NEEDS_QUIET.test(path) && (path.startsWith(`${folder}/`) || provesRules(path, ruleMarkOf(name))),
  );
  const promises = globSync(PROMISES, { cwd: root }).filter((path) => !OF_THE_TOOLS.test(path));
  return { folder, sources: sources.sort(), tests: [...tests.sort(), ...promises.sort()] };
}

const isWithin = (path: string, wanted: string) => path === wanted || path.startsWith(`${wanted}/`);

/** Finds the test files in the wanted folder, or beside the wanted file. */
export function testsWithin({ tests }: ModuleFiles, { path }: Target): readonly string[] {
  const folder = path.endsWith(".ts") ? dirname(path) : path;
  return tests.filter((test) => test.startsWith(`${folder}/`));
}

/** Finds the prefix of a module's rule numbers, such as `PF-R`, in its document. */
function ruleMarkOf(name: string): string {
  const text = readFileSync(join(root, `docs/domain/${name}.md`), "utf8");
  const mark = /\*\*([A-Z]{2}-R)\d+/.exec(text)?.[1];
  if (!mark) throw new Error(`docs/domain/${name}.md has no numbered rules`);
  return mark;
}

/** Tells whether a test proves rules with this prefix. Tests of other modules may prove rules of the platform too. */
function provesRules(path: string, mark: string): boolean {
  return readFileSync(join(root, path), "utf8").includes(`"${mark}`);
}
