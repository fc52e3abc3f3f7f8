import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { DEFAULT_PAGE_SIZE, listQuery, MAX_PAGE_SIZE, PAGE_SIZES, pageAfterRemoval, sortable } from "./paging.ts";

test("PF-R85 ten rows a page unless told, sizes 10/20/50/100, a hundred at most", () => {
  assert.deepEqual(listQuery.parse({}), { pageNo: 1, pageSize: 10 });
  assert.deepEqual([DEFAULT_PAGE_SIZE, [...PAGE_SIZES], MAX_PAGE_SIZE], [10, [10, 20, 50, 100], 100]);
  for (const pageSize of PAGE_SIZES) assert.equal(listQuery.parse({ pageSize: `${pageSize}` }).pageSize, pageSize);
});

test("PF-R85 pages count from 1 and are whole numbers; nothing else is a page", () => {
  const bad = ["0", "-1", "1.5", "1e308", "NaN", "Infinity", "abc", "1;drop", "0x", "９", ["1", "2"], {}, null];
  for (const pageNo of bad) assert.equal(listQuery.safeParse({ pageNo }).success, false, JSON.stringify(pageNo));
  for (const pageSize of ["0", "101", "-10", "10.5", "ten"]) {
    assert.equal(listQuery.safeParse({ pageSize }).success, false, pageSize);
  }
});

test("PF-R85 a list is sorted by its declared columns only", () => {
  const query = z.object(sortable("createdAt", "name"));
  assert.equal(query.safeParse({ sortBy: "name", sortOrder: "desc" }).success, true);
  for (const sortBy of ["password", "t1.name", "__proto__", "name desc", "name,id", "1"]) {
    assert.equal(query.safeParse({ sortBy }).success, false, sortBy);
  }
  assert.equal(query.safeParse({ sortBy: "name", sortOrder: "asc; select 1" }).success, false);
});

test("PF-R86 the page to show after rows have gone", () => {
  const vectors = [
    [21, 1, 3, 2],
    [20, 1, 2, 2],
    [11, 1, 2, 1],
    [1, 1, 1, 1],
  ] as const;
  for (const [total, removed, pageNo, then] of vectors) {
    assert.equal(pageAfterRemoval({ total, removed, pageNo, pageSize: 10 }), then, `${total} - ${removed}`);
  }
  assert.equal(pageAfterRemoval({ total: 21, removed: 1, pageNo: 3 }), 2);
});

test("PF-R86 the page after a removal is never below 1, never further than before, and has rows whenever any are left", () => {
  const count = fc.integer({ min: 0, max: 5000 });
  const page = fc.integer({ min: 1, max: 500 });
  fc.assert(
    fc.property(count, count, page, fc.constantFrom(...PAGE_SIZES), (total, gone, pageNo, pageSize) => {
      const removed = Math.min(gone, total);
      const then = pageAfterRemoval({ total, removed, pageNo, pageSize });
      const left = total - removed;
      return then >= 1 && then <= pageNo && (left === 0 || (then - 1) * pageSize < left);
    }),
  );
});
