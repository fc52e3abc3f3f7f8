import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");

test("the benchmark of exports and imports works from end to end at a small size", async () => {
  const { NODE_TEST_CONTEXT: _context, TEST_POSTGRES: _postgres, ...env } = process.env;
  const args = ["benchmarks/run.ts", "--small", "--excel"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env, timeout: 300_000 });
  assert.match(stdout, /\| export of 1,6\d\d rows \|/);
  assert.match(stdout, /of 600 rows \|/);
  for (const beside of ["an export", "an import"]) assert.match(stdout, new RegExp(`\\| ${beside} \\| \\*\\*[\\d.]+`));
});
