import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");

/** Runs `npm run bench` with these words on databases of its own, and answers its output. */
export async function runBenchmark(...words: string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _context, TEST_POSTGRES: _postgres, ...env } = process.env;
  const args = ["benchmarks/run.ts", ...words];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env, timeout: 600_000 });
  return stdout;
}
