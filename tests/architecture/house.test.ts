import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
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

const suppression = /biome-ignore|@ts-(ignore|expect-error|nocheck)|eslint-disable/;
const reasoned = /biome-ignore(-all)? lint\/[\w/]+: \S.{9,}|@ts-expect-error \S.{9,}/;
const anyType = /(?:[:<,|&(]|\bas|\bextends)\s*any\b(?!\s*["'`:])/;

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
  const planted = ["const a: any = 1;", "x as any", "Map<string, any>", "// @ts-ignore", "// biome-ignore lint/a/b: x"];
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
  const isLazy = (path: string) => lazy.has(path) || /Page\.tsx$|\.config\.ts$|\.d\.ts$/.test(path);
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

test("tests title the rule they prove by a number that its document holds", (context) => {
  const documents = new Map([
    ["PF", "docs/domain/platform.md"],
    ["AU", "docs/domain/authority.md"],
  ]);
  const titled = sources.filter(isForTests).flatMap((path) => {
    const titles = textOf(path).matchAll(/\btest(?:\.\w+)?\(\s*["'`]((?:(?:PF|AU)-R\d+[ ,、–]*)+)/g);
    return [...titles].flatMap(([, numbers = ""]) =>
      [...numbers.matchAll(/(PF|AU)-R\d+/g)].map(([rule, document = ""]) => ({ path, rule, document })),
    );
  });
  assert.ok(titled.length > 50, `only ${titled.length} titles were seen`);
  for (const [document, file] of documents) {
    const proven = new Set(titled.filter((one) => one.document === document).map(({ rule }) => rule));
    if (proven.size === 0) continue;
    assert.ok(filesOf(file).length > 0, `tests name rules of ${file}, which does not exist`);
    const held = new Set(textOf(file).match(new RegExp(`(?<=\\*\\*)${document}-R\\d+`, "g")));
    context.diagnostic(`${file}: ${proven.size} of ${held.size} rules have a test`);
    assert.deepEqual(
      [...proven].filter((rule) => !held.has(rule)),
      [],
    );
  }
});
