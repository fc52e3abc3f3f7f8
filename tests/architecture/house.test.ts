import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { startOutside } from "../../scripts/start.ts";
import { allImports } from "./imports.ts";
import { filesOf, isForTests, packages, sources, textOf } from "./repository.ts";

const LONGEST = 400;
const written = [...sources, ...filesOf("{platform,modules,apps,scripts}/**/*.{sql,sh}")];
const isGenerated = (path: string) => path.includes(".generated.");
const lineCount = (path: string) => textOf(path).trimEnd().split("\n").length;

test(`no file is longer than ${LONGEST} lines`, (context) => {
  const lengths = written.filter((path) => !isGenerated(path)).map((path) => ({ path, lines: lineCount(path) }));
  assert.ok(lengths.length > 80, `only ${lengths.length} files were seen`);
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)];
  context.diagnostic(`${sorted.length} files, median ${at(0.5)} lines, 95 % under ${at(0.95)}, longest ${at(1)}`);
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > LONGEST),
    [],
  );
});

test("a thing without a subject has no home: no utils, helpers, common, types, constants, misc", () => {
  const forbidden = /^(utils?|helpers?|common|types?|constants?|misc|shared|lib)(\.|$)/i;
  const named = written.filter((path) => path.split("/").some((part) => forbidden.test(part)));
  assert.deepEqual(named, []);
  for (const name of ["utils.ts", "common", "Helper.tsx", "types.d.ts"]) assert.match(name, forbidden);
  for (const name of ["table.ts", "common-passwords.ts", "library.ts"]) assert.doesNotMatch(name, forbidden);
});

test("files are named after their subject: kebab-case, components after the component inside", () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|states|config|generated|d|bench))*\.(ts|tsx|sql|sh)$/;
  const component = /^[A-Z][A-Za-z0-9]*\.tsx$/;
  const odd = written.filter((path) => {
    const name = posix.basename(path);
    return !kebab.test(name) && !component.test(name);
  });
  assert.deepEqual(odd, []);
  const nameless = written.filter((path) => {
    const name = posix.basename(path, ".tsx");
    return component.test(posix.basename(path)) && !new RegExp(`\\b${name}\\b`).test(textOf(path));
  });
  assert.deepEqual(nameless, []);
});

test("withMeta is given a schema that is made there: one that others use as well would take the last label for all", () => {
  const contracts = written.filter((path) => /^modules\/[^/]+\/contract\//.test(path));
  const shared = contracts.flatMap((path) =>
    [...textOf(path).matchAll(/withMeta\(\s*(\w+),/g)].map(([, name]) => `${path}: ${name}`),
  );
  assert.deepEqual(shared, [], "write name.meta({ … })");
});

const suppression = /biome-ignore|@ts-(ignore|expect-error|nocheck)|eslint-disable/;
const reasoned = /biome-ignore(-all)? lint\/[\w/]+: \S.{9,}|@ts-expect-error \S.{9,}/;
const anyType = /(?:[:<,|&(]|\bas|\bextends)\s*any\b(?!\s*["'`:])|\bz\.any\(/;

function faultsIn(text: string): string[] {
  const lines = text.split("\n");
  return lines.filter((line, at) => {
    if (suppression.test(line)) return !reasoned.test(line);
    if (/^\s*(\/\/|\*|\/\*)/.test(line)) return false;
    return anyType.test(line) && !suppression.test(lines[at - 1] ?? "");
  });
}

test("no `any`, and no suppression without its reason on the line", () => {
  const own = "tests/architecture/house.test.ts";
  const found = sources
    .filter((path) => path !== own)
    .flatMap((path) => faultsIn(textOf(path)).map((line) => path + line));
  assert.deepEqual(found, []);
  const planted = [
    "const a: any = 1;",
    "x as any",
    "Map<string, any>",
    "z.any()",
    "// @ts-ignore",
    "// biome-ignore lint/a/b: x",
  ];
  for (const line of planted) assert.deepEqual(faultsIn(line), [line]);
  const fine = [
    "// any text may stand here",
    "const many = 1;",
    "// biome-ignore lint/a/b: jobs of different payloads",
  ];
  for (const line of fine) assert.deepEqual(faultsIn(line), []);
});

test("no work is left behind in comments", () => {
  const marks = /\b(TODO|FIXME|XXX|HACK)\b/;
  const own = "tests/architecture/house.test.ts";
  const left = sources.filter((path) => path !== own && marks.test(textOf(path).replace(/"[^"\n]*"/g, "")));
  assert.deepEqual(left, []);
});

test("default exports belong to pages, to what is loaded when it is needed, and to tool settings", () => {
  const reporter = "scripts/mutants/first-failure.ts"; // Node's test runner requires a default export here
  const isLazy = (path: string) =>
    lazy.has(path) || path === reporter || /Page\.tsx$|\.config\.ts$|\.d\.ts$/.test(path);
  const lazy = new Set(allImports().flatMap(({ to, isDynamic }) => (isDynamic ? [to] : [])));
  assert.ok(lazy.size > 5);
  const found = sources.filter((path) => !isLazy(path) && /^export default\b/m.test(textOf(path)));
  assert.deepEqual(found, []);
});

test("a server's door names what it publishes", () => {
  const doors = [...packages].flatMap(([folder, { exports }]) =>
    Object.entries(exports).flatMap(([door, file]) => (door === "./server" ? [posix.join(folder, file)] : [])),
  );
  assert.ok(doors.length >= 2);
  for (const door of doors) assert.doesNotMatch(textOf(door), /^export \*/m, door);
});

/**
 * Finds rules that their document marks as not built yet, such as `> later: AU-R19 conflict of duty`. The mark must be
 * removed with the first test of the rule.
 */
const laterIn = (text: string) =>
  [...text.matchAll(/^> later: (.*)$/gm)].flatMap(([, line = ""]) => line.match(/[A-Z]{2,}-R\d+/g) ?? []);

const rulesIn = (path: string) => [...new Set(textOf(path).match(/(?<=\*\*)[A-Z]{2,}-R\d+/g))];
const titledIn = (text: string) =>
  [...text.matchAll(/\btest(?:\.\w+)?\(\s*["'`]((?:[A-Z]{2,}-R\d+[ ,、]*)+)/g)].flatMap(
    ([, numbers = ""]) => numbers.match(/[A-Z]{2,}-R\d+/g) ?? [],
  );

test("tests title the rule they prove by a number that its document holds, and every rule that is built has one", (context) => {
  const own = "tests/architecture/house.test.ts";
  const titled = sources.filter((path) => isForTests(path) && path !== own).flatMap((path) => titledIn(textOf(path)));
  assert.ok(titled.length > 50, `only ${titled.length} titles were seen`);
  const proven = new Set(titled);
  const held = new Set<string>();
  const later = new Set(filesOf("docs/domain/*.md").flatMap((file) => laterIn(textOf(file))));
  for (const file of filesOf("docs/domain/*.md")) {
    const rules = rulesIn(file);
    context.diagnostic(
      `${file}: ${rules.filter((rule) => proven.has(rule)).length} of ${rules.length} rules have a test`,
    );
    const unproven = rules.filter((rule) => !proven.has(rule) && !later.has(rule));
    assert.deepEqual(unproven, [], `rules of ${file} that no test's title begins with`);
    for (const rule of rules) held.add(rule);
  }
  assert.deepEqual([...proven].filter((rule) => !held.has(rule)).sort(), [], "titles that name a rule of no document");
  assert.deepEqual(
    [...later].filter((rule) => proven.has(rule) || !held.has(rule)).sort(),
    [],
    "built or gone: not later",
  );

  assert.deepEqual(laterIn("> later: AU-R19 duty, AU-R60 requests\n> AU-R1 is built"), ["AU-R19", "AU-R60"]);
  assert.deepEqual(titledIn('test("AU-R1, PF-R2 x; PF-R3 y")'), ["AU-R1", "PF-R2"]);
});

const ownState = /^(export )?let /m;

test("builders of test data keep no state of their own, so that a test does not depend on the files before it", () => {
  const servers = "platform/server/testing.ts"; // it holds the PostgreSQL server that the test files of a process share
  const builders = filesOf("{platform,modules/*}/**/testing*.ts").filter((path) => path !== servers);
  assert.ok(builders.length > 10, `only ${builders.length} files were seen`);
  assert.deepEqual(
    builders.filter((path) => ownState.test(textOf(path))),
    [],
  );
  assert.match("const a = 1;\nlet made = 0;", ownState);
  assert.doesNotMatch("const next = startSeries();\n  let inside = 0;", ownState);
});

test("migrations of a folder have numbers of their own", () => {
  /** Databases have run both migrations already, and a number that has run is never used again. */
  const twins = new Set(["modules/authority/server/migrations/0003-portal-end.sql"]);
  const migrations = filesOf("{platform,modules/*}/server/migrations/*.sql").filter((path) => !twins.has(path));
  assert.ok(migrations.length > 10);
  const numbers = migrations.map((path) => path.replace(/(\d{4})-[^/]*$/, "$1"));
  assert.deepEqual(
    migrations.filter((_path, at) => numbers.indexOf(numbers[at] ?? "") !== at),
    [],
  );
});

test("rows to lock are looked for in a `materialized` step: a subquery may run again for each row, and lock more", () => {
  const locking = /\b(?:in|from|join|exists)\s*\(\s*select\b[^()]*(?:\([^()]*\)[^()]*)*\bfor (?:no key )?update\b/i;
  const joined = (text: string) => locking.test(text.replace(/\$\{[^}]*\}/g, "?"));
  assert.ok(
    joined(
      "delete from timer where (kind, key) in (select kind, key from timer where due <= now() limit 1 for update)",
    ),
  );
  assert.ok(!joined("with t as materialized (select id from timer limit 1 for update) delete from timer"));
  assert.deepEqual(
    sources.filter((path) => !path.endsWith(".test.ts") && joined(textOf(path))),
    [],
  );
});

test("PF-R121 the product starts no stand-in in production, nor without the demo", async () => {
  const place = { dataDir: "unused", outsidePort: 0 };
  assert.equal(await startOutside({ ...place, appEnv: "production", demoData: "small" }), null);
  assert.equal(await startOutside({ ...place, appEnv: "test", demoData: "none" }), null);
});
