import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { root } from "../../scripts/check.ts";
import { distanceOf } from "../../scripts/mutants/distance.ts";
import { findMutants } from "../../scripts/mutants/find-mutants.ts";
import { filesOfModule, readTarget, testsWithin } from "../../scripts/mutants/module-files.ts";
import { measureReach } from "../../scripts/mutants/reach.ts";
import { runTests } from "../../scripts/mutants/run-tests.ts";
import { takeSample } from "../../scripts/take-sample.ts";

const folder = `.cache/planted-${process.pid}`;
mkdirSync(join(root, folder), { recursive: true });
after(() => rmSync(join(root, folder), { recursive: true }));

const changesOf = (source: string, file = "modules/clue/server/pool.ts") =>
  findMutants(file, source).map(({ kind, before, after: planted }) => `${kind}: ${before} → ${planted}`);

test("each kind of small fault is found in rule code", () => {
  assert.deepEqual(changesOf("const ok = a && b.c;"), [
    "dropped condition: a && b.c → (a)",
    "dropped condition: a && b.c → (b.c)",
  ]);
  assert.deepEqual(changesOf("const due = until < now;"), [
    "turned comparison: until < now → until >= now",
    "shifted comparison: until < now → until <= now",
  ]);
  assert.deepEqual(changesOf("if (!open) throw closed();"), [
    "dropped condition: !open → true",
    "dropped condition: !open → false",
    "dropped condition: !open → open",
    "dropped statement: throw closed(); → ;",
  ]);
  assert.deepEqual(changesOf("const most = old ? limit : none;"), [
    "swapped branch: old ? limit : none → old ? none : limit",
  ]);
  assert.deepEqual(changesOf("const MOST = 5; const shown = true;"), [
    "changed constant: 5 → 6",
    "changed constant: true → false",
  ]);
});

test("numbers change where somebody could see it: large ones are doubled, places, first rows and signs of an order stay", () => {
  assert.deepEqual(changesOf("const LIMIT = 999; const WAIT_MS = 1_000; const far = [30 * 60_000];"), [
    "changed constant: 999 → 1000",
    "changed constant: 1_000 → 2000",
    "changed constant: 30 → 31",
    "changed constant: 60_000 → 120000",
  ]);
  assert.deepEqual(changesOf("const first = rows[0]; const one = query.limit(1); const two = query.limit(2);"), [
    "changed constant: 2 → 3",
  ]);
  assert.deepEqual(changesOf("const sorted = all.toSorted((a, b) => (b ? -1 : a)); const next = [at, 1];"), [
    "swapped branch: b ? -1 : a → b ? a : -1",
    "changed constant: 1 → 2",
  ]);
});

test("what is asked for is a module, a folder, a file or one line", () => {
  assert.deepEqual(readTarget("partner"), { module: "partner", path: "modules/partner", line: null });
  const line = { module: "partner", path: "modules/partner/server/exit/service.ts", line: 44 };
  assert.deepEqual(readTarget("modules/partner/server/exit/service.ts:44"), line);
  assert.deepEqual(readTarget("platform/server/http"), {
    module: "platform",
    path: "platform/server/http",
    line: null,
  });
  const { sources, tests } = filesOfModule(readTarget("partner/server/exit"));
  assert.ok(sources.length > 0 && sources.every((file) => file.startsWith("modules/partner/server/exit/")));
  assert.ok(tests.includes("tests/contract/matrix.test.ts") && !tests.includes("tests/contract/mutants.test.ts"));
  assert.throws(() => filesOfModule(readTarget("partner/server/nowhere")), /no rule code/);
  const isPromise = (file: string) => /\/promises(\/|\.ts$)/.test(file);
  assert.equal(filesOfModule(readTarget("partner")).sources.some(isPromise), false, "examples for tests are no rules");
});

test("the tests of a folder are those that stand in it, of a file those beside it", () => {
  const target = readTarget("platform/contract/check");
  const files = filesOfModule(target);
  assert.deepEqual(testsWithin(files, target), ["platform/contract/check/checks.test.ts"]);
  assert.deepEqual(testsWithin(files, readTarget("platform/contract/check/vin.ts:18")), testsWithin(files, target));
});

test("conditions of queries are rule code too, in Kysely and in SQL", () => {
  assert.deepEqual(changesOf('const q = from.where("until", "<", now);'), [
    'dropped condition: from.where("until", "<", now) → from',
    'turned comparison: "<" → ">="',
    'shifted comparison: "<" → "<="',
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  assert.deepEqual(changesOf("const q = sql`until > ${now} and state = 'OPEN'`;"), [
    "turned comparison: > → <=",
    "shifted comparison: > → >=",
    "turned comparison: = → !=",
  ]);
});

test("types, imports and the operator's log hold no rules; contracts only where they calculate", () => {
  assert.deepEqual(changesOf('import { a } from "./a.ts"; type B = 1 | true; log.info({ a: 1 }, "told");'), []);
  const contract = "export const Clue = z.object({ name: text(40) }); const MOST = 3; const isOld = () => days > 30;";
  assert.deepEqual(changesOf(contract, "modules/clue/contract/clue.ts"), [
    "changed constant: 3 → 4",
    "turned comparison: days > 30 → days <= 30",
    "shifted comparison: days > 30 → days >= 30",
    "changed constant: 30 → 31",
  ]);
});

test("a sample is replayed by its seed", () => {
  const all = Array.from({ length: 500 }, (_, index) => index);
  assert.deepEqual(takeSample(all, 20, 7), takeSample(all, 20, 7));
  assert.notDeepEqual(takeSample(all, 20, 7), takeSample(all, 20, 8));
  assert.equal(new Set(takeSample(all, 500, 7)).size, 500);
});

test("the nearest test files are the file's own, then those of its folder, its module, and of others", () => {
  const far = ["modules/deal/server/a.test.ts", "modules/clue/web/a.test.ts", "modules/clue/server/pool/a.test.ts"];
  const near = ["modules/clue/server/a.test.ts", "modules/clue/server/pool.test.ts"];
  const distances = [...far, ...near].map((test) => distanceOf("modules/clue/server/pool.ts", test));
  assert.deepEqual(distances, [5, 3, 2, 1, 0]);
});

test("a fault is planted while the tests run: who asserts it notices, who only passes by does not", async () => {
  const file = `${folder}/limit.ts`;
  const source = "export const isFull = (count: number): boolean => count >= 3;\nexport const isEmpty = () => false;\n";
  writeFileSync(join(root, file), source);
  const head = `import assert from "node:assert/strict"; import { test } from "node:test"; import { isFull } from "./limit.ts";`;
  const asserting = `${folder}/asserting.test.ts`;
  writeFileSync(join(root, asserting), `${head} test("three are full", () => assert.ok(isFull(3)));`);
  const passing = `${folder}/passing.test.ts`;
  writeFileSync(join(root, passing), `${head} test("three are full", () => void isFull(3));`);
  const [turned] = findMutants(file, source);
  assert.equal(turned?.after, "count < 3");

  const environment = { MUTANT: JSON.stringify({ ...turned, path: join(root, file) }) };
  const flags = ["--import", join(root, "scripts/mutants/load-mutant.ts")];
  const run = (test: string) =>
    runTests([test], { name: `planted-${process.pid}`, environment, flags, mostMs: 60_000 });
  assert.equal((await run(asserting)).failure, "three are full");
  assert.equal((await run(passing)).failure, null);

  const reach = await measureReach(passing, `planted-${process.pid}`);
  assert.ok(reach.reaches(file, source.indexOf("count >= 3")));
  assert.ok(!reach.reaches(file, source.indexOf("false")), "a function that nobody calls is not reached");
});

test("what a test file reaches is measured again only when a file that it loads has changed", async () => {
  const file = `${folder}/fee.ts`;
  writeFileSync(join(root, file), "export const fee = () => 3;\n");
  const passing = `${folder}/fee.test.ts`;
  const head = `import assert from "node:assert/strict"; import { test } from "node:test"; import { fee } from "./fee.ts";`;
  writeFileSync(join(root, passing), `${head} test("there is a fee", () => assert.ok(fee()));`);
  const measured = await measureReach(passing, `planted-${process.pid}`);
  const again = await measureReach(passing, `planted-${process.pid}`);
  assert.equal(again.ms, measured.ms, "no second run");
  assert.ok(again.reaches(file, "export const fee = () => ".length));

  writeFileSync(join(root, file), "export const fee = () => 0;\n");
  await assert.rejects(measureReach(passing, `planted-${process.pid}`), /there is a fee/);
});
