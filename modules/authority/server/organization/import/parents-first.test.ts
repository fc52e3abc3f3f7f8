import assert from "node:assert/strict";
import { test } from "node:test";
import { parentsFirst } from "./parents-first.ts";

/** Makes rows from `code<parent` in the order of the file, beginning at line 2. */
function arranged(...typed: string[]) {
  const rows = typed.map((text, n) => {
    const [code = "", parentCode = ""] = text.split("<");
    return { line: n + 2, values: { ...(code ? { code } : {}), parentCode } };
  });
  const { rows: ordered, problems } = parentsFirst(rows);
  return [ordered.map(({ line }) => line), Object.fromEntries(problems)];
}

test("authority section 8: parents come before what stands below them, else rows stay as in the file", () => {
  assert.deepEqual(arranged("A<TOP", "B<TOP", "C<TOP"), [[2, 3, 4], {}]);
  assert.deepEqual(arranged("D<C", "C<B", "B<A", "A<TOP"), [[5, 4, 3, 2], {}]);
  assert.deepEqual(arranged("A<TOP", "B<A", "C<B", "X<TOP", "Y<C"), [[2, 3, 4, 5, 6], {}]);
  assert.deepEqual(arranged("C<B", "B<A", "D<B", "A<TOP", "E<D"), [[5, 3, 2, 4, 6], {}]);
});

test("authority section 8: rows without a code are nobody's parent, also not of one another", () => {
  assert.deepEqual(arranged("<", "<", "A<", "<A"), [[2, 3, 4, 5], {}]);
});

test("authority section 8: whoever stands above itself is told so, what only hangs below a circle is not", () => {
  const cycle = "形成循环上级";
  assert.deepEqual(arranged("A<A"), [[2], { 2: cycle }]);
  assert.deepEqual(arranged("A<B", "B<A", "C<A")[1], { 2: cycle, 3: cycle });
  assert.deepEqual(arranged("C<A", "A<B", "B<A", "D<C")[1], { 3: cycle, 4: cycle });
  assert.deepEqual(arranged("A<C", "B<A", "C<B", "X<TOP")[1], { 2: cycle, 3: cycle, 4: cycle });
});
