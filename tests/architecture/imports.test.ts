import assert from "node:assert/strict";
import { test } from "node:test";
import { allImports, circleIn, type Import, importsIn, packageOf, rules } from "./imports.ts";
import { packages, sources } from "./repository.ts";

const imports = allImports();
const planted: Record<string, Import> = {
  "every import leads somewhere": {
    from: "modules/authority/web/index.ts",
    spec: "@ops/nothing",
    to: "nowhere:@ops/nothing",
  },
  "platform knows no module": {
    from: "platform/server/node.ts",
    spec: "@ops/authority/contract",
    to: "modules/authority/contract/index.ts",
  },
  "a contract imports only contracts": {
    from: "modules/authority/contract/user.ts",
    spec: "@ops/platform/server",
    to: "platform/server/index.ts",
  },
  "a contract stands on zod alone": { from: "platform/contract/value/time.ts", spec: "node:fs", to: "node:fs" },
  "web never imports server": {
    from: "modules/authority/web/index.ts",
    spec: "../server/index.ts",
    to: "modules/authority/server/index.ts",
  },
  "server never imports web": {
    from: "platform/server/start/start.ts",
    spec: "../web/index.ts",
    to: "platform/web/index.ts",
  },
  "what runs in a browser never asks for node": { from: "platform/web/index.ts", spec: "node:fs", to: "node:fs" },
  "a module declares whom it uses": {
    from: "modules/authority/server/index.ts",
    spec: "@ops/console/main",
    to: "apps/console/main.tsx",
  },
  "nobody leaves a package by a relative path": {
    from: "modules/authority/server/index.ts",
    spec: "../../../platform/server/secret/crypto.ts",
    to: "platform/server/secret/crypto.ts",
  },
  "nobody enters deeper than a door": {
    from: "apps/server/main.ts",
    spec: "@ops/platform/server/db/tx",
    to: "platform/server/db/tx.ts",
  },
  "only the composition of the server finds modules by name": {
    from: "modules/partner/server/index.ts",
    spec: "@ops/$name/server",
    to: "computed:@ops/$name/server",
  },
  "apps are imported by scripts and tests alone": {
    from: "modules/authority/server/index.ts",
    spec: "../../../apps/server/main.ts",
    to: "apps/server/main.ts",
  },
  "nothing that ships imports what only tests need": {
    from: "apps/server/main.ts",
    spec: "@ops/platform/server/testing",
    to: "platform/server/testing.ts",
  },
  "packages used in code stand in package.json": { from: "platform/server/log.ts", spec: "lodash", to: "npm:lodash" },
  "the server runs on production dependencies alone": {
    from: "platform/server/log.ts",
    spec: "fast-check",
    to: "npm:fast-check",
  },
};

for (const [rule, breaks] of Object.entries(rules)) {
  test(`${rule}: holds everywhere`, () => {
    const broken = imports.filter(breaks).map(({ from, spec }) => `${from} imports ${spec}`);
    assert.deepEqual(broken, []);
  });
  test(`${rule}: would be noticed`, () => {
    const violation = planted[rule];
    assert.ok(violation && breaks(violation));
  });
}

test("the modules' visas form no circle, and one would be noticed", () => {
  const uses = [...packages.values()].map(({ name, dependencies }) => [name, Object.keys(dependencies)] as const);
  assert.equal(circleIn(new Map(uses)), null);
  const circle = new Map([
    ["clue", ["store", "order"]],
    ["order", ["vehicle", "clue"]],
  ]);
  assert.deepEqual(circleIn(circle), ["clue", "order", "clue"]);
});

test("a visa that is listed is used", () => {
  for (const [folder, { name, dependencies }] of packages) {
    const used = imports.filter(({ from }) => packageOf(from) === folder).map(({ spec }) => spec);
    if (used.length === 0) continue; // the module is declared but has no code yet
    for (const visa of Object.keys(dependencies)) {
      assert.ok(
        used.some((spec) => spec === visa || spec.startsWith(`${visa}/`)),
        `${name} lists ${visa} and does not use it`,
      );
    }
  }
});

test("every form of import is read", () => {
  const text = `import fs from "node:fs";
import "./side.css";
import type {
  A,
  B,
} from "./types-of-it.ts";
export * from "./all.ts";
export { c } from './c.ts';
// import "./not-this.ts";
const lazy = () => import("./Page.tsx");
export type T = import("./type.ts").T;
const text = "import of from 'nothing'";`;
  const read = importsIn(text).map(({ spec }) => spec);
  assert.deepEqual(read, [
    "node:fs",
    "./side.css",
    "./types-of-it.ts",
    "./all.ts",
    "./c.ts",
    "./Page.tsx",
    "./type.ts",
  ]);
});

test("imports of every package are read", (context) => {
  const rooms = [...packages.keys()].filter((folder) => sources.some((path) => path.startsWith(`${folder}/`)));
  context.diagnostic(`${imports.length} imports in ${sources.length} files of ${rooms.length} packages`);
  assert.ok(imports.length > 200 && sources.length > 80 && packages.size >= 5);
  for (const room of rooms)
    assert.ok(
      imports.some(({ from }) => packageOf(from) === room),
      room,
    );
});
