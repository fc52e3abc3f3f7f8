import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

/** Runs the functions of test folders in a process of its own, because they read their place when they are loaded. */
function inMemory<T>(memory: string, expression: string): T {
  const file = JSON.stringify(join(import.meta.dirname, "test-folder.ts"));
  const script = `const { testFolder, forgetTestFolders } = await import(${file}); console.log(JSON.stringify(${expression} ?? null))`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...env, TEST_MEMORY: memory },
    encoding: "utf8",
  });
  return JSON.parse(stdout);
}

test("PF-R135 a server that takes its file away while a run looks for running ones is no fault: the folder goes", () => {
  const memory = mkdtempSync(join(tmpdir(), "test-folder-"));
  const folder = inMemory<string>(memory, `testFolder("journeys")`);
  mkdirSync(folder, { recursive: true });
  // a link to nothing is found and cannot be read, like a file that goes in between
  symlinkSync("nowhere", join(folder, "postmaster.pid"));
  inMemory(memory, "forgetTestFolders()");
  assert.deepEqual(readdirSync(memory), []);
  rmSync(memory, { recursive: true });
});

test("PF-R135 the folder of a database that was killed goes, that of one that runs stays", () => {
  const memory = mkdtempSync(join(tmpdir(), "test-folder-"));
  const folder = inMemory<string>(memory, `testFolder("journeys")`);
  mkdirSync(folder, { recursive: true });
  const { pid: ended } = spawnSync("true");
  const leftWith = (pid: number | undefined) => {
    writeFileSync(join(folder, "postmaster.pid"), `${pid}\n`);
    inMemory(memory, "forgetTestFolders()");
    return readdirSync(memory).length;
  };
  assert.deepEqual([leftWith(process.pid), leftWith(ended)], [1, 0]);
  rmSync(memory, { recursive: true });
});
