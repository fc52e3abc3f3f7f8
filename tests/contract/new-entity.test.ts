import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { namesOf, writeSlice } from "../../scripts/new-entity.ts";

function givenModule(): string {
  const folder = mkdtempSync(join(tmpdir(), "new-entity-"));
  mkdirSync(join(folder, "modules/clue/contract"), { recursive: true });
  mkdirSync(join(folder, "modules/clue/server/migrations"), { recursive: true });
  writeFileSync(join(folder, "modules/clue/server/migrations/0007-clue.sql"), "");
  writeFileSync(join(folder, "modules/clue/contract/index.ts"), 'export * from "./pool.ts";\n');
  const door = 'import { poolRoutes } from "./pool/routes.ts";\n\nexport const clue = { routes: [...poolRoutes] };\n';
  writeFileSync(join(folder, "modules/clue/server/index.ts"), door);
  return folder;
}

test("a new entity lies in three neighbouring folders and enters its module's doors by itself", () => {
  const folder = givenModule();

  const files = writeSlice(folder, namesOf("clue", "follow-up", "跟进记录"));

  assert.deepEqual(files, [
    "modules/clue/contract/follow-up.ts",
    "modules/clue/server/migrations/0008-follow-up.sql",
    "modules/clue/server/follow-up/tables.ts",
    "modules/clue/server/follow-up/service.ts",
    "modules/clue/server/follow-up/routes.ts",
    "modules/clue/server/follow-up/follow-up.test.ts",
    "modules/clue/web/follow-up/FollowUpListPage.tsx",
  ]);
  const door = readFileSync(join(folder, "modules/clue/server/index.ts"), "utf8");
  assert.match(door, /import \{ followUpRoutes \} from "\.\/follow-up\/routes\.ts";/);
  assert.match(door, /routes: \[\.\.\.followUpRoutes, \.\.\.poolRoutes\]/);
  const contract = readFileSync(join(folder, "modules/clue/contract/index.ts"), "utf8");
  assert.equal(contract, 'export * from "./follow-up.ts";\nexport * from "./pool.ts";\n');
  rmSync(folder, { recursive: true });
});

test("a slice that exists is never overwritten, and odd names are refused", () => {
  const folder = givenModule();
  writeSlice(folder, namesOf("clue", "follow-up", "跟进记录"));
  assert.throws(() => writeSlice(folder, namesOf("clue", "follow-up", "跟进记录")), /exists already/);
  for (const [module, entity] of [
    ["Clue", "x"],
    ["clue", "Follow Up"],
    ["clue", "../x"],
  ]) {
    assert.throws(() => namesOf(module ?? "", entity ?? "", "名称"), /usage/);
  }
  rmSync(folder, { recursive: true });
});
