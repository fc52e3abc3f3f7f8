// The quick gate: types, lint and format, architecture, unused code, sizes of the pages.
import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface StepResult {
  name: string;
  passed: boolean;
  output: string;
}

interface Step {
  name: string;
  command: string;
  args: string[];
}

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds if a source of the pages has changed. Its figures are printed even if all is well. */
const SIZES = "sizes of the pages";

/** Runs all steps, two at a time and also after a failure, and prints a line for each. */
export async function runChecks(): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const waiting = steps();
  await Promise.all([runSteps(waiting, results), runSteps(waiting, results)]);
  for (const { name, output } of results.filter(({ passed }) => !passed)) console.log(`\n── ${name} ──\n${output}`);
  return results;
}

/** Runs steps until none is left. Two of these run in parallel, because most steps use one core. */
async function runSteps(waiting: Step[], results: StepResult[]): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const began = performance.now();
    const result = await runStep(step);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${result.passed ? "✔" : "✖"} ${step.name} (${seconds} s)`);
    if (step.name === SIZES && result.passed) console.log(result.output.trim().replace(/^/gm, "    "));
    results.push(result);
  }
}

function steps(): Step[] {
  const tests = globSync("tests/architecture/**/*.test.ts", { cwd: root });
  return [
    // unchanged files are not checked again, which takes seconds instead of a minute
    {
      name: "types",
      command: "node_modules/.bin/tsc",
      args: ["--noEmit", "--incremental", "--tsBuildInfoFile", ".cache/types.tsbuildinfo"],
    },
    {
      name: "lint and format",
      command: "node_modules/.bin/biome",
      args: ["check", "--error-on-warnings", "--diagnostic-level=warn"],
    },
    { name: "architecture", command: process.execPath, args: ["--test", "--test-isolation=none", ...tests] },
    { name: SIZES, command: process.execPath, args: ["scripts/sizes.ts"] },
    { name: "unused code", command: "node_modules/.bin/knip", args: ["--no-progress"] },
  ];
}

function runStep({ name, command, args }: Step): Promise<StepResult> {
  // without files `node --test` would look for tests everywhere
  const missing = name === "architecture" && !args.some((arg) => arg.endsWith(".test.ts"));
  if (missing) return Promise.resolve({ name, passed: false, output: "no tests in tests/architecture" });
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", (error) => resolve({ name, passed: false, output: error.message }));
    child.once("close", (code) => resolve({ name, passed: code === 0, output }));
  });
}

async function main(): Promise<void> {
  const results = await runChecks();
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
}

// not awaited, because a process of tests requires this file, which a file that waits while it is loaded does not allow
if (import.meta.main) void main();
