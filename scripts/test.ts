// Runs the whole suite, one part, or the files whose path contains a word: npm test [-- [checks|rules|pages] [word…]]
// TEST_SEED=7 runs the files of the rules in another order, because no file may depend on others.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { forgetTestFolders } from "../platform/server/db/test-folder.ts";
import { shareTestPostgres } from "../platform/server/db/test-postgres.ts";
import { BROWSER_PACKAGE, browserPath, hasBrowser } from "./browser.ts";
import { buildWeb } from "./build.ts";
import { root, runChecks } from "./check.ts";
import { budgetLines, type Reports } from "./suite/budgets.ts";
import { endPrograms, runProgram } from "./suite/children.ts";
import { failureLines } from "./suite/failures.ts";
import { takeSample } from "./take-sample.ts";
import { writeBundle } from "./test-bundle.ts";

interface Count {
  passed: number;
  failed: number;
}

interface Group {
  name: string;
  files: string[];
  flags: string[];
}

const PARTS = ["checks", "rules", "pages"] as const;
const LONGEST_GROUP_MS = 40 * 60_000;
/** The folder of the results. A suite that runs inside of a test uses another one. */
const results = process.env["TEST_RESULTS"] ?? join(root, ".cache/test");
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
  mkdirSync(results, { recursive: true });
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
    promises: textOf("promises.tap"),
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
    for (const groups of ruleStages(filters)) {
      for (const { passed, failed } of await Promise.all(groups.map((group) => runGroup(group, filters)))) {
        total.passed += passed;
        total.failed += failed;
      }
    }
  } finally {
    delete process.env["TEST_POSTGRES"];
    await stopPostgres();
    stopPostgres = async () => undefined;
    forgetTestFolders();
  }
  return total;
}

/**
 * Divides the rules into stages on one PostgreSQL. The groups of a stage run in parallel, two processes of each, so
 * that long files do not leave a core idle. Files that measure time or end the server of others run alone.
 */
function ruleStages(filters: string[]): Group[][] {
  const found = globSync("{platform,modules,apps,tests}/**/*.test.ts", {
    cwd: root,
    exclude: (path) => path.includes("node_modules") || path.startsWith("tests/architecture"),
  }).filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
  const { TEST_SEED: seed } = process.env;
  const all = seed ? takeSample(found.sort(), found.length, Number(seed)) : found;
  const isPromise = (file: string) => file.startsWith("tests/contract/");
  const sideBySide = ["--test-concurrency=2"];
  return [
    [
      { name: "rules", files: bundles(all.filter((file) => !ALONE.test(file) && !isPromise(file))), flags: sideBySide },
      { name: "promises", files: all.filter(isPromise), flags: sideBySide },
    ],
    [{ name: "faults", files: all.filter((file) => ALONE.test(file)), flags: ["--test-concurrency=1"] }],
  ];
}

/**
 * Files that measure time, those that take a whole server down under load, and the one that runs this program. Faults that mostly wait, such as for the
 * lease of a dead node, are among the rules, which use the cores meanwhile.
 */
const ALONE = /(workbook\/hostile|embedded\/embedded|faults\/(blink|crash|ended-suite|two-nodes))\.test\.ts$/;

/** How many files a bundle has: loading the product takes as long as several of them. */
const FEWEST_FILES = 8;
const MOST_FILES = 48;
/** The part of the remaining files that the next bundle takes at most, so that the processes end at about one time. */
const SHARE = 1 / 8;

/** Divides files into bundles, large ones first. */
function bundles(files: string[]): string[] {
  const folder = join(results, "bundles");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const left = mixed(files).map((file) => join(root, file));
  const made: string[] = [];
  while (left.length > 0) {
    const size = Math.max(FEWEST_FILES, Math.min(MOST_FILES, Math.round(left.length * SHARE)));
    const bundle = join(folder, `${String(made.length).padStart(3, "0")}.test.mjs`);
    writeBundle(bundle, left.splice(0, size));
    made.push(bundle);
  }
  return made;
}

/** Takes files of one folder apart, because they often take equally long. */
function mixed(files: readonly string[]): string[] {
  const rows = Math.ceil(files.length / FEWEST_FILES);
  return Array.from({ length: rows }, (_, row) => files.filter((_, at) => at % rows === row)).flat();
}

async function runGroup({ name, files, flags }: Group, filters: string[]): Promise<Count> {
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
  const began = performance.now();
  const code = await run(process.execPath, ["--test", ...flags, ...reporters, ...files]);
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
  const report = join(results, "pages.json");
  rmSync(report, { force: true });
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...filters];
  const code = await run(process.execPath, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
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

/** Ends the suite after a signal without leaving processes or folders behind (PF-R135). */
function endWithSignal(signal: NodeJS.Signals): void {
  endPrograms();
  void stopPostgres().finally(() => {
    forgetTestFolders();
    process.exit(signal === "SIGINT" ? 130 : 143);
  });
}

process.once("SIGINT", endWithSignal);
process.once("SIGTERM", endWithSignal);
await main(process.argv.slice(2));
