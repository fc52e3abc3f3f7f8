import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const results = join(import.meta.dirname, "../../scripts/suite/results.ts");

/** What a run that claims this folder has, and what it finds in its folder, before it ends. */
function claimIn(usual: string): { folder: string; files: string[]; pid: number } {
  const script = `import { readdirSync } from "node:fs";
    import { claimFolder } from ${JSON.stringify(results)};
    const folder = claimFolder(${JSON.stringify(usual)});
    console.log(JSON.stringify({ folder, files: readdirSync(folder), pid: process.pid }));`;
  const args = ["--input-type=module-typescript", "--eval", script];
  return JSON.parse(spawnSync(process.execPath, args, { encoding: "utf8" }).stdout);
}

test("PF-R135 a run of the tests beside another one has a folder of its own, and takes it away at its end", () => {
  const usual = join(mkdtempSync(join(tmpdir(), "results-")), "test");
  assert.partialDeepStrictEqual(claimIn(usual), { folder: usual, files: ["running"] });
  assert.ok(existsSync(usual), "the reports of the last run stay");
  assert.ok(!existsSync(join(usual, "running")));

  writeFileSync(join(usual, "running"), String(process.pid));
  const beside = claimIn(usual);
  assert.equal(beside.folder, `${usual}-${beside.pid}`);
  assert.ok(!existsSync(beside.folder));
  assert.equal(readFileSync(join(usual, "running"), "utf8"), String(process.pid));

  writeFileSync(join(usual, "running"), String(beside.pid));
  assert.equal(claimIn(usual).folder, usual, "a run that was killed holds nothing");
  rmSync(join(usual, ".."), { recursive: true });
});
