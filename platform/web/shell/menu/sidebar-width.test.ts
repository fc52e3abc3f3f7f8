import assert from "node:assert/strict";
import { test } from "node:test";
import { foldByHand, foldForWidth } from "./sidebar-width.ts";

const open = { collapsed: false, collapsedByHand: false };

test("PF-R72 collapses at a width of 1200 or less and opens again above", () => {
  assert.equal(foldForWidth(open, 1201).collapsed, false);
  assert.equal(foldForWidth(open, 1200).collapsed, true);
  assert.equal(foldForWidth(foldForWidth(open, 900), 1400).collapsed, false);
});

test("PF-R72 stays collapsed above 1200 when the user collapsed it by hand", () => {
  const byHand = foldByHand(open, 1400);
  assert.deepEqual(byHand, { collapsed: true, collapsedByHand: true });
  assert.equal(foldForWidth(foldForWidth(byHand, 1000), 1400).collapsed, true);
});

test("PF-R72 a narrow window can be opened by hand without being remembered", () => {
  const narrow = foldForWidth(open, 1000);
  assert.deepEqual(foldByHand(narrow, 1000), open);
});
