import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../../scripts/check.ts";
import { endPrograms, runProgram } from "../../scripts/suite/children.ts";

const MARK = "SUITE_UNDER_TEST";

/** Finds the processes with the mark of a suite in their environment, whoever started them. */
function processesOf(mark: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`${MARK}=${mark}`);
    } catch {
      return false; // the process has ended meanwhile
    }
  });
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !isTrue() && Date.now() < end; ) await sleep(50);
  assert.ok(isTrue());
}

const ended = (suite: ChildProcess) => new Promise((resolve) => suite.once("exit", resolve));

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`PF-R135 a suite that is ended by ${signal} leaves no process and no folder behind`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "ended-suite-"));
    const { TEST_POSTGRES: _, NODE_TEST_CONTEXT: __, ...around } = process.env;
    const [memory, results] = ["memory", "results"].map((name) => join(folder, name));
    chmodSync(folder, 0o755); // PostgreSQL may run as another user
    mkdirSync(memory ?? "");
    const env = { ...around, [MARK]: folder, TEST_MEMORY: memory, TEST_RESULTS: results };
    const suite = spawn(process.execPath, ["scripts/test.ts", "rules", "platform/server/live/hub"], { cwd: root, env });
    const over = ended(suite);
    // this search ignores folders that are renamed meanwhile, as happens with a new cluster
    const started = () => globSync("**/postmaster.pid", { cwd: memory ?? "" }).length > 0;
    // PostgreSQL runs, and so do the suite, the runner of files and a file
    await until(() => started() && processesOf(folder).length > 2);
    suite.kill(signal);
    assert.equal(await over, signal === "SIGINT" ? 130 : 143);
    await until(() => processesOf(folder).length === 0);
    assert.deepEqual(readdirSync(memory ?? ""), []);
    rmSync(folder, { recursive: true });
  });
}

test("PF-R135 a program is ended with what it has started, also in a group of its own", async () => {
  const mark = `program ${process.pid}`;
  const script = `require("node:child_process").spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
    setInterval(() => undefined, 1000)`;
  const program = { command: process.execPath, args: ["-e", script], cwd: root, longestMs: 60_000 };
  const code = runProgram({ ...program, env: { ...process.env, [MARK]: mark } });
  await until(() => processesOf(mark).length === 2);
  endPrograms();
  assert.notEqual(await code, 0);
  await until(() => processesOf(mark).length === 0);
  const next = runProgram({ ...program, env: { ...process.env, [MARK]: mark } });
  assert.deepEqual([await next, processesOf(mark)], [1, []], "a program is started after the end");
});
