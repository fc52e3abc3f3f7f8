// The whole suite, one part of it, or the files whose path has a word: npm test [-- [checks|rules|pages] [word…]]
// TEST_SEED=7 runs the files of the rules in an order of their own: no file may count on its neighbours.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { forgetTestFolders } from "../platform/server/db/test-folder.ts";
import { shareTestPostgres } from "../platform/server/db/test-postgres.ts";
import { BROWSER_PACKAGE, browserPath, hasBrowser } from "./browser.ts";
import { buildWeb } from "./build.ts";
import { root, runChecks } from "./check.ts";
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
const LONGEST_GROUP_MS = 25 * 60_000;
const results = join(root, ".cache/test");
const runners = { checks: runCheckPart, rules: runRulePart, pages: runPagePart };

type Part = (typeof PARTS)[number];

/** Which parts are meant: the one that is named, or those with files whose path has one of the words. */
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
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  if (total.failed > 0) process.exitCode = 1;
}

async function runCheckPart(): Promise<Count> {
  const steps = await runChecks();
  const passed = steps.filter((step) => step.passed).length;
  return { passed, failed: steps.length - passed };
}

async function runRulePart(filters: string[]): Promise<Count> {
  const total: Count = { passed: 0, failed: 0 };
  const postgres = await shareTestPostgres();
  try {
    for (const groups of ruleStages(filters)) {
      for (const { passed, failed } of await Promise.all(groups.map((group) => runGroup(group, filters)))) {
        total.passed += passed;
        total.failed += failed;
      }
    }
  } finally {
    delete process.env["TEST_POSTGRES"];
    await postgres.stop();
    forgetTestFolders();
  }
  return total;
}

/**
 * All on one PostgreSQL. Groups of a stage run side by side, two processes of each at a time, so that the long files of one
 * do not leave a core idle; those that kill processes run by themselves.
 */
function ruleStages(filters: string[]): Group[][] {
  const found = globSync("{platform,modules,apps,tests}/**/*.test.ts", {
    cwd: root,
    exclude: (path) => path.includes("node_modules") || path.startsWith("tests/architecture"),
  }).filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)));
  const { TEST_SEED: seed } = process.env;
  const all = seed ? takeSample(found.sort(), found.length, Number(seed)) : found;
  const isFault = (file: string) => file.startsWith("tests/faults/") || file.endsWith("db/embedded.test.ts");
  const isPromise = (file: string) => file.startsWith("tests/contract/");
  const sideBySide = ["--test-concurrency=2"];
  return [
    [
      { name: "rules", files: bundles(all.filter((file) => !isFault(file) && !isPromise(file))), flags: sideBySide },
      { name: "promises", files: all.filter(isPromise), flags: sideBySide },
    ],
    [{ name: "faults", files: all.filter(isFault), flags: ["--test-concurrency=1"] }],
  ];
}

const FILES_PER_PROCESS = 12;

/** Files of one folder tend to be alike in length, so they are dealt out. */
function bundles(files: string[]): string[] {
  const folder = join(results, "bundles");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const count = Math.ceil(files.length / FILES_PER_PROCESS);
  return Array.from({ length: count }, (_, number) => {
    const bundle = join(folder, `${number}.test.mjs`);
    const dealt = files.filter((_, at) => at % count === number).map((file) => join(root, file));
    writeBundle(bundle, dealt);
    return bundle;
  });
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

/** Installs Chromium and a Chinese font where that is possible; otherwise says what is missing. */
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

/** Runs a program with our own output and stops it when it hangs. */
function run(command: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    // each file is a process of its own: what one has compiled the next one need not
    const env = { ...process.env, NODE_COMPILE_CACHE: join(root, ".cache/compile"), ...environment };
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    const limit = setTimeout(() => {
      console.log(`✖ ${command} ran longer than ${LONGEST_GROUP_MS / 60_000} minutes and is stopped`);
      child.kill("SIGKILL");
    }, LONGEST_GROUP_MS);
    child.once("error", (error) => {
      console.log(`✖ ${error.message}`);
      resolve(1);
    });
    child.once("close", (code) => {
      clearTimeout(limit);
      resolve(code ?? 1);
    });
  });
}

await main(process.argv.slice(2));
