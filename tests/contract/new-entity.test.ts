import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { authorityMigrations } from "@ops/authority/server";
import { root } from "../../scripts/check.ts";
import { namesOf } from "../../scripts/new/names.ts";
import { writeEntity } from "../../scripts/new-entity.ts";
import { writeModule } from "../../scripts/new-module.ts";
import { tableText } from "../../scripts/tables.ts";

const run = promisify(execFile);
const names = namesOf("clue", "follow-up", "跟进记录");
const plain = namesOf("clue", "visit", "到店", { hasStates: false, page: "/ClueManagement/Visit" });

/** The folder lies inside the repository, so that the packages of the workspace are found. */
const folder = join(root, ".cache/new-module");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
after(() => rmSync(folder, { recursive: true }));
const textOf = (file: string) => readFileSync(join(folder, "modules/clue", file), "utf8");

writeModule(folder, "clue", "线索", "CL");
const written = writeEntity(folder, names);

test("a new entity has a room of one name on all three sides and enters the doors of its module by itself", () => {
  const inside = written.map((file) => file.replace("modules/clue/", ""));
  assert.deepEqual(inside, [
    "contract/follow-up/shape.ts",
    "contract/follow-up/states.ts",
    "contract/follow-up/acts.ts",
    "contract/follow-up/calls.ts",
    "server/migrations/0001-follow-up.sql",
    "server/follow-up/tables.ts",
    "server/follow-up/service.ts",
    "server/follow-up/follow-up.test.ts",
    "server/demo/follow-up.ts",
    "server/promises/follow-up.ts",
    "web/follow-up/FollowUpListPage.tsx",
    "web/follow-up/follow-up-record.tsx",
  ]);
  assert.match(textOf("rooms.ts"), /\["follow-up"\] as const/);
  assert.match(textOf("server/index.ts"), /routes: handlersOf\(followUpService\)/);
  assert.match(textOf("server/demo/load.ts"), /\(tx: Tx\)[^{]*\{\s*await loadFollowUpDemo\(tx\);\s*\}/);
  assert.match(textOf("server/promises.ts"), /"\/clue\/v1\/follow-ups\/\{id\}": "followUps"/);
  assert.equal(textOf("contract/index.ts").split("\n").filter(Boolean).length, 4);
});

test("a second entity stands above the first, and what exists is never overwritten", () => {
  const other = mkdtempSync(join(root, ".cache/new-module-"));
  try {
    writeModule(other, "clue", "线索", "CL");
    writeEntity(other, names);
    writeEntity(other, namesOf("clue", "visit", "到店"));
    const text = (file: string) => readFileSync(join(other, "modules/clue", file), "utf8");
    assert.match(text("rooms.ts"), /\["follow-up", "visit"\] as const/);
    assert.match(text("server/index.ts"), /handlersOf\(visitService, followUpService\)/);
    assert.match(text("server/demo/load.ts"), /loadFollowUpDemo\(tx\);\s*await loadVisitDemo\(tx\);\s*\}/);
    assert.throws(() => writeEntity(other, names), /exists already/);
    assert.throws(() => writeModule(other, "clue", "线索", "CL"), /exists already/);
  } finally {
    rmSync(other, { recursive: true });
  }
});

test("an entity without states has neither machine nor acts, and stands at its page", () => {
  const written = writeEntity(folder, plain).map((file) => file.replace("modules/clue/", ""));
  assert.deepEqual(written.length, 10);
  assert.deepEqual(
    written.filter((file) => file.startsWith("contract/")),
    ["contract/visit/shape.ts", "contract/visit/calls.ts"],
  );
  assert.match(textOf("contract/visit/shape.ts"), /page: "\/ClueManagement\/Visit"/);
  assert.match(textOf("web/pages.ts"), /"\/ClueManagement\/Visit": \(\) => import\("\.\/visit\/VisitListPage\.tsx"\)/);
  assert.equal(existsSync(join(folder, "modules/clue/server/migrations/.gitkeep")), false);
});

test("odd names are refused", () => {
  for (const [module = "", entity = ""] of [
    ["Clue", "x"],
    ["clue", "Follow Up"],
    ["clue", "../x"],
  ])
    assert.throws(() => namesOf(module, entity, "名称"), /usage/);
  assert.throws(() => namesOf("clue", "visit", "到店", { page: "Visit" }), /usage/);
  assert.throws(() => writeModule(folder, "Clue", "线索", "CL"), /usage/);
});

test("what is written compiles, needs no correction of the linter, and its own test passes", async () => {
  const migrations = join(folder, "modules/clue/server/migrations");
  const below = [{ name: "authority", migrations: authorityMigrations }];
  const tables = await tableText({ name: "clue", migrations }, below);
  writeFileSync(join(folder, "modules/clue/server/tables.generated.ts"), tables);
  const config = {
    extends: "../../tsconfig.json",
    include: ["modules", "../../platform/**/*.d.ts", "../../modules/**/*.d.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const bin = (name: string) => join(root, "node_modules/.bin", name);
  await passes(bin("tsc"), [
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    join(root, ".cache/new-module.tsbuildinfo"),
    "-p",
    folder,
  ]);
  await passes(bin("biome"), ["check", "--write", "--vcs-enabled=false", join(folder, "modules")]);
  const server = join(folder, "modules/clue/server");
  await passes(process.execPath, [
    "--test",
    join(server, "follow-up/follow-up.test.ts"),
    join(server, "visit/visit.test.ts"),
  ]);
});

async function passes(command: string, args: readonly string[]): Promise<void> {
  // without this variable the inner run reports as a separate test run
  const { NODE_TEST_CONTEXT: _inside, ...env } = process.env;
  await run(command, [...args], { cwd: root, env }).catch((error: { stdout?: string; stderr?: string }) => {
    assert.fail(`${command}\n${error.stdout ?? ""}\n${error.stderr ?? ""}`);
  });
}
