import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../check.ts";
import { writeTestProcesses } from "../suite/processes.ts";
import { FAILED } from "./first-failure.ts";

export interface TestRun {
  /** The title of the first failed test, or how else the process ended; null if all passed. */
  readonly failure: string | null;
  readonly ms: number;
}

interface RunOptions {
  /** The name for the files of this run, so that parallel runs do not share files. */
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly mostMs: number;
}

const workFolder = join(root, ".cache/mutants");

/** Runs test files in one process until the first one fails. */
export function runTests(
  files: readonly string[],
  { name, environment, flags = [], mostMs }: RunOptions,
): Promise<TestRun> {
  const reporter = join(import.meta.dirname, "first-failure.ts");
  const args = [...flags, "--test", "--test-isolation=none", `--test-reporter=${reporter}`, oneFileOf(files, name)];
  // with this variable, a run inside of a run would report to the outer one
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const env = { ...inherited, NODE_COMPILE_CACHE: join(root, ".cache/compile"), ...environment };
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    const late = setTimeout(() => child.kill("SIGKILL"), mostMs);
    child.once("close", (code, signal) => {
      clearTimeout(late);
      const failure = code === 0 ? null : failureIn(output, signal);
      resolve({ failure, ms: performance.now() - began });
    });
  });
}

/** Finds the file to run. A single file runs as it is, because it may wait while it is loaded. */
function oneFileOf(files: readonly string[], name: string): string {
  const paths = files.map((file) => join(root, file));
  const [only = ""] = paths.length === 1 ? paths : writeTestProcesses(join(workFolder, name), paths, 1);
  return only;
}

function failureIn(output: string, signal: string | null): string {
  const line = output.split("\n").find((one) => one.startsWith(FAILED));
  if (line) return line.slice(FAILED.length);
  return signal === "SIGKILL" ? "the time limit" : "a process that ended by itself";
}
