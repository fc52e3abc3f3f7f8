import assert from "node:assert/strict";
import { test } from "node:test";
import { sortModules, workspaceModules } from "./workspace-modules.ts";

const module = (visas: string[] = [], order = Number.POSITIVE_INFINITY) => ({
  order,
  dependencies: Object.fromEntries(visas.map((name) => [`@ops/${name}`, "0.1.0"])),
});

test("modules stand in their order, then by name, but never before one that they have a visa for", () => {
  const modules = new Map([
    ["store", module(["platform", "authority"])],
    ["clue", module(["store"])],
    ["authority", module(["platform"])],
    ["vehicle", module(["authority"], 1)],
    ["activity", module()],
  ]);
  assert.deepEqual(sortModules(modules), ["authority", "vehicle", "activity", "store", "clue"]);
});

test("the modules of the workspace are found, authority first", () => {
  assert.equal(workspaceModules[0], "authority");
  assert.ok(workspaceModules.length >= 3);
});
