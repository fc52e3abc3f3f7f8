import assert from "node:assert/strict";
import { test } from "node:test";
import { budgetLines } from "../../scripts/suite/budgets.ts";

const ended = (name: string, ms: number, indent = "") =>
  `${indent}ok 1 - ${name}\n${indent}  ---\n${indent}  duration_ms: ${ms}\n${indent}  type: 'test'\n${indent}  ...\n`;
const file = (path: string, ms: number, tests: number) =>
  `# Subtest: ${path}\n${ended("PF-R1 a rule", 5, "    ").repeat(tests)}${ended(path, ms)}`;

test("PF-R135 each module's rules, promises and journeys are told with their time, the longest first", () => {
  const promises = `# calls by module: {"partner":30,"vehicle":10}\n${file("/x/tests/contract/e.test.ts", 45_000, 1)}# calls by module: {"vehicle":40}\n${file("/x/tests/contract/f.test.ts", 75_000, 2)}${file("/x/tests/contract/no-calls.test.ts", 9_000, 1)}`;
  const rules = `${file("/x/modules/partner/server/a.test.ts", 75_000, 2)}${promises}${file("/x/platform/server/b.test.ts", 6_000, 1)}`;
  const faults = file("/x/modules/partner/server/c.test.ts", 20_000, 1) + file("/x/tests/faults/d.test.ts", 2_000, 3);
  const spec = (title: string, duration: number) => ({ title, tests: [{ results: [{ duration }] }] });
  const specs = [
    spec("PT-R3 a draft", 190_000),
    spec("OR-R1 twice", 8_000),
    spec("PF-R5 pages", 6_000),
    spec("a day", 10_000),
  ];
  const pages = JSON.stringify({ suites: [{ specs: specs.slice(0, 3), suites: [{ specs: specs.slice(3) }] }] });
  assert.deepEqual(budgetLines({ rules, faults, pages }), [
    "partner: 151 s of 150 ✖: rules 45 s (3), promises 11 s (30 calls), journeys 95 s (1)",
    "vehicle: 29 s of 150 ✔: rules 0 s (0), promises 29 s (50 calls), journeys 0 s (0)",
    "house: 10 s: rules 5 s (4), promises 0 s (0 calls), journeys 5 s (1)",
    "platform: 5 s: rules 2 s (1), promises 0 s (0 calls), journeys 3 s (1)",
    "order: 4 s of 150 ✔: rules 0 s (0), promises 0 s (0 calls), journeys 4 s (1)",
  ]);
  assert.deepEqual(budgetLines({ rules: null, faults: null, pages: null }), []);
});
