import assert from "node:assert/strict";
import { test } from "node:test";
import { failureLines } from "../../scripts/suite/failures.ts";

const facts = (type: string, error: string) =>
  `    not ok 3 - PF-R1 a rule\n      ---\n      location: 'rooms/one.test.ts:7:1'\n      failureType: '${type}'\n${error}\n      ...\n`;

test("PF-R135 the end of the suite names what failed, where it stands and why, each once", () => {
  const pages = { suites: [{ specs: [], suites: [{ specs: [spec("a day", false), spec("a night", true)] }] }] };
  const lines = failureLines({
    rules:
      facts("testCodeFailure", "      error: 'two is not three'") +
      facts("subtestsFailed", "      error: '1 subtest failed'"),
    faults: facts("testCodeFailure", "      error: |-\n        the first line\n        the second"),
    pages: JSON.stringify(pages),
  });
  const rule = "✖ PF-R1 a rule\n    rooms/one.test.ts:7:1\n    ";
  assert.deepEqual(lines, [`${rule}two is not three`, `${rule}the first line`, "✖ a day\n    day.spec.ts:4"]);
  assert.deepEqual(failureLines({ rules: "    ok 1 - PF-R1 a rule\n", faults: null, pages: null }), []);
});

function spec(title: string, ok: boolean) {
  return { title, ok, file: "day.spec.ts", line: 4 };
}
