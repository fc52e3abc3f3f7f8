import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../check.ts";

/** Where the rules of a module stand and which test files prove them. */
export interface ModuleFiles {
  readonly folder: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/** What of a module is asked for: all of it, `partner/server/exit`, or one line, `partner/server/exit/service.ts:44`. */
export interface Target {
  readonly module: string;
  /** How the paths of the wanted sources begin. */
  readonly path: string;
  readonly line: number | null;
}

export function readTarget(text: string): Target {
  const [place = "", line] = text.replace(/^modules\//, "").split(":");
  const module = place.split("/")[0] ?? "";
  return { module, path: module === "platform" ? place : `modules/${place}`, line: line ? Number(line) : null };
}

/** Doors and route tables only list things, demo and testing files are no rules. */
const WITHOUT_RULES =
  /(\.test|\.generated)\.ts$|\/(index|routes|probe|samples|read-back|testing[\w-]*|embedded[\w-]*|test-[\w-]*)\.ts$|\/(demo|migrations)\//;
/** The launcher's tests kill processes, and those of hostile files measure the machine: two at a time would fail for each other. */
const NEEDS_QUIET = /\/(embedded|hostile)\.test\.ts$/;
/** The promises over all endpoints prove the rules of every module; these two are about the tools. */
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

/** The beginning of the numbers of a module's rules, such as `PF-R`, as its document has them. */
function ruleMarkOf(name: string): string {
  const text = readFileSync(join(root, `docs/domain/${name}.md`), "utf8");
  const mark = /\*\*([A-Z]{2}-R)\d+/.exec(text)?.[1];
  if (!mark) throw new Error(`docs/domain/${name}.md has no numbered rules`);
  return mark;
}

/** Rules of the platform are proven by the modules that use it, too. */
function provesRules(path: string, mark: string): boolean {
  return readFileSync(join(root, path), "utf8").includes(`"${mark}`);
}
