// Runs the whole suite, one part, or the files whose path contains a word: npm test [-- [checks|rules|pages] [word…]]
// TEST_SEED=7 runs the files of the rules in another order, because no file may depend on others.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { forgetTestFolders } from "../platform/server/db/test-folder.ts";
import { shareTestPostgres } from "../platform/server/db/test-postgres.ts";
import { LOADED_DEMO, serverAt } from "../tests/journeys/addresses.ts";
import { BROWSER_PACKAGE, browserPath, hasBrowser } from "./browser.ts";
import { buildWeb } from "./build.ts";
import { root, runChecks } from "./check.ts";
import { budgetLines, PROCESSES, type Reports } from "./suite/budgets.ts";
import { endPrograms, runProgram } from "./suite/children.ts";
import { failureLines } from "./suite/failures.ts";
import { writeTestProcesses } from "./suite/processes.ts";
import { claimFolder } from "./suite/results.ts";
import { takeSample } from "./take-sample.ts";

interface Count {
  passed: number;
  failed: number;
}

interface Group {
  name: "rules" | "faults";
  /** The test files, or the programs that run them. */
  files: string[];
}

const PARTS = ["checks", "rules", "pages"] as const;
const LONGEST_GROUP_MS = 40 * 60_000;
/** The folder of the results. A suite that runs inside of a test uses another one. */
const results = claimFolder(process.env["TEST_RESULTS"] ?? join(root, ".cache/test"));
const runners = { checks: runCheckPart, rules: runRulePart, pages: runPagePart };

/** Stops the PostgreSQL server that the rules share while they run. */
let stopPostgres = async (): Promise<void> => undefined;

type Part = (typeof PARTS)[number];

/** Finds the parts to run: the named one, or those with files whose path contains one of the words. */
function partsFor(words: readonly string[]): { parts: readonly Part[]; filters: string[] } {
  const [first, ...others] = words;
  const named = PARTS.filter((part) => part === first);
  if (named.length > 0) return { parts: named, filters: others };
  if (first === undefined) return { parts: PARTS, filters: [] };
  const hasFiles = (...patterns: string[]) =>
    globSync(patterns, { cwd: root, exclude: (path) => path === "node_modules" }).some((file) =>
      words.some((word) => file.includes(word)),
    );
  const parts: Part[] = [];
  if (hasFiles("{platform,modules,apps,tests}/**/*.test.ts")) parts.push("rules");
  if (hasFiles("tests/journeys/*.spec.ts")) parts.push("pages");
  if (parts.length === 0) throw new Error(`no test file has ${words.join(" or ")} in its path`);
  return { parts, filters: [...words] };
}

async function main(words: string[]): Promise<void> {
  const { parts, filters } = partsFor(words);
  const total: Count = { passed: 0, failed: 0 };
  for (const name of parts) {
    console.log(`\n━━ ${name}`);
    const { passed, failed } = await runners[name](filters);
    console.log(`${name}: ${passed} passed, ${failed} failed`);
    total.passed += passed;
    total.failed += failed;
  }
  const reports = reportsOfSuite(parts);
  if (words.length === 0) console.log(`\n${budgetLines(reports).join("\n")}`);
  if (total.failed > 0) console.log(`\n${failureLines(reports).join("\n")}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  if (total.failed > 0) process.exitCode = 1;
}

/** Reads the reports that these parts have written. */
function reportsOfSuite(parts: readonly Part[]): Reports {
  const textOf = (name: string) => {
    const path = join(results, name);
    const isMeant = parts.includes(name === "pages.json" ? "pages" : "rules");
    return isMeant && existsSync(path) ? readFileSync(path, "utf8") : null;
  };
  return {
    rules: textOf("rules.tap"),
    faults: textOf("faults.tap"),
    pages: textOf("pages.json"),
  };
}

async function runCheckPart(): Promise<Count> {
  const steps = await runChecks();
  const passed = steps.filter((step) => step.passed).length;
  return { passed, failed: steps.length - passed };
}

async function runRulePart(filters: string[]): Promise<Count> {
  const total: Count = { passed: 0, failed: 0 };
  const starting = shareTestPostgres();
  // set before the start has finished, because a signal may come during it
  stopPostgres = async () => (await starting).stop();
  await starting;
  try {
    for (const group of ruleGroups(filters)) {
      const { passed, failed } = await runGroup(group, filters);
      total.passed += passed;
      total.failed += failed;
    }
  } finally {
    delete process.env["TEST_POSTGRES"];
    await stopPostgres();
    stopPostgres = async () => undefined;
    forgetTestFolders();
  }
  return total;
}

/** Finds the files of the rules and promises, which run side by side, and of the faults, which run one by one. */
function ruleGroups(filters: string[]): Group[] {
  const found = globSync("{platform,modules,apps,tests}/**/*.test.ts", {
    cwd: root,
    exclude: (path) => path.includes("node_modules") || path.startsWith("tests/architecture"),
  }).filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
  const { TEST_SEED: seed } = process.env;
  const all = seed ? takeSample(found.sort(), found.length, Number(seed)) : longestFirst(found);
  const together = all.filter((file) => !ALONE.test(file)).map((file) => join(root, file));
  return [
    { name: "rules", files: writeTestProcesses(join(results, "processes"), together, PROCESSES.rules) },
    { name: "faults", files: all.filter((file) => ALONE.test(file)) },
  ];
}

/**
 * Files that measure time, those that take a whole server down under load, and the one that runs this program. Faults that mostly wait, such as for the
 * lease of a dead node, are among the rules, which use the cores meanwhile.
 */
const ALONE = /(workbook\/hostile|embedded\/embedded|faults\/(blink|crash|ended-suite|two-nodes))\.test\.ts$/;

/** Puts promises over all calls and tests of whole demos first, so that no process is busy with one at the end. */
function longestFirst(files: readonly string[]): string[] {
  const isLong = (file: string) => /^tests\/|\/demo\//.test(file);
  return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
}

async function runGroup({ name, files }: Group, filters: string[]): Promise<Count> {
  if (files.length === 0) {
    if (filters.length > 0) return { passed: 0, failed: 0 };
    console.log(`✖ ${name}: no test files found`);
    return { passed: 0, failed: 1 };
  }
  const tap = join(results, `${name}.tap`);
  rmSync(tap, { force: true });
  const reporters = [
    "--test-reporter=dot",
    "--test-reporter-destination=stdout",
    "--test-reporter=tap",
    `--test-reporter-destination=${tap}`,
  ];
  const lean = ["--import", join(root, "scripts/suite/lean-hooks.ts")];
  const began = performance.now();
  const runner = [...lean, "--test", `--test-concurrency=${PROCESSES[name]}`, ...reporters];
  const code = await run(process.execPath, [...runner, ...files]);
  const count = countTap(existsSync(tap) ? readFileSync(tap, "utf8") : "");
  if (code !== 0 && count.failed === 0) count.failed = 1;
  if (count.passed + count.failed === 0) count.failed = 1;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${count.failed ? "✖" : "✔"} ${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
  return count;
}

function countTap(report: string): Count {
  const last = (word: string) => Number([...report.matchAll(new RegExp(`^# ${word} (\\d+)$`, "gm"))].at(-1)?.[1] ?? 0);
  return { passed: last("pass"), failed: last("fail") + last("cancelled") };
}

async function runPagePart(filters: string[]): Promise<Count> {
  const missing = await ensureBrowser();
  if (missing) {
    console.log(`✖ ${missing}`);
    return { passed: 0, failed: 1 };
  }
  await buildWeb();
  await loadDemo();
  const report = join(results, "pages.json");
  rmSync(report, { force: true });
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...filters];
  const code = await run(process.execPath, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  rmSync(LOADED_DEMO, { recursive: true, force: true });
  forgetTestFolders();
  const count = existsSync(report) ? countPages(readFileSync(report, "utf8")) : { passed: 0, failed: 0 };
  if (code !== 0 && count.failed === 0) count.failed = 1;
  if (count.passed + count.failed === 0) count.failed = 1;
  return count;
}

const PageReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

function countPages(text: string): Count {
  const { stats, errors } = PageReport.parse(JSON.parse(text));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** Loads the demo at the addresses of the first server, which starts after it. Without it each server loads its own. */
function loadDemo(): Promise<number> {
  const env = Object.assign({}, process.env, serverAt(0).environment, { DATA_DIR: LOADED_DEMO });
  const args = ["tests/journeys/load-demo.ts"];
  return runProgram({ command: process.execPath, args, cwd: root, env, longestMs: LONGEST_GROUP_MS, isQuiet: true });
}

const FONT_PACKAGE = "fonts-noto-cjk";

/** Installs Chromium and a Chinese font if possible; otherwise tells what is missing. */
async function ensureBrowser(): Promise<string | undefined> {
  const packages = missingPackages();
  if (packages.length === 0) return undefined;
  const names = packages.join(" ");
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    if (!packages.includes(FONT_PACKAGE) && existsSync(browserPath())) return undefined;
    return `Page tests need ${names}: install them (apt-get install ${names}), or set CHROMIUM_PATH. 页面测试需要先安装：${names}`;
  }
  console.log(`Installing ${names} from Debian's packages…`);
  const wait = ["-o", "DPkg::Lock::Timeout=300"];
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq", ...wait], quiet);
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...wait, ...packages], quiet);
  const left = missingPackages();
  return left.length === 0 ? undefined : `${left.join(" ")} could not be installed (see above)`;
}

function missingPackages(): string[] {
  const fonts = spawnSync("fc-list", [":lang=zh"], { encoding: "utf8" });
  const font = Boolean(fonts.stdout?.trim()) || existsSync("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc");
  return [...(hasBrowser() ? [] : [BROWSER_PACKAGE]), ...(font ? [] : [FONT_PACKAGE])];
}

function run(command: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  // each file is a process of its own, and the cache saves it from compiling again
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, ".cache/compile"), ...environment };
  return runProgram({ command, args, cwd: root, env, longestMs: LONGEST_GROUP_MS });
}

/** Programs that were killed need a moment until they are gone, and with them their databases. */
const DYING_MS = 500;

/** Ends the suite after a signal without leaving processes or folders behind (PF-R135). */
function endWithSignal(signal: NodeJS.Signals): void {
  endPrograms();
  const gone = sleep(DYING_MS);
  void Promise.allSettled([stopPostgres(), gone]).then(() => {
    forgetTestFolders();
    process.exit(signal === "SIGINT" ? 130 : 143);
  });
}

process.once("SIGINT", endWithSignal);
process.once("SIGTERM", endWithSignal);
await main(process.argv.slice(2));
