import assert from "node:assert/strict";
import { test } from "node:test";
import {
  forgetLists,
  pageToFallBackTo,
  presetList,
  recallList,
  rememberList,
  selectRows,
  watchLists,
} from "./list-memory.ts";

test("PF-R7 a list remembers filters and page by its path", () => {
  rememberList("/a", { filters: { status: "A" }, pageNo: 3 });
  assert.partialDeepStrictEqual(recallList("/a"), { filters: { status: "A" }, pageNo: 3 });
  assert.deepEqual(recallList("/b").filters, {});
});

test("PF-R7 organisation switch and logout forget every list and tell those that are open", () => {
  let told = 0;
  const stop = watchLists(() => told++);
  rememberList("/a", { pageNo: 2 });
  forgetLists();
  stop();
  forgetLists();
  assert.equal(told, 2);
  assert.equal(recallList("/a").pageNo, 1);
});

test("PF-R7 a key figure opens its list with the filter behind it, from page 1", () => {
  rememberList("/a", { filters: { status: "A" }, pageNo: 3 });
  presetList("/a", { overdue: "1" });
  assert.partialDeepStrictEqual(recallList("/a"), { filters: { overdue: "1" }, pageNo: 1 });
});

test("PF-R86 after the last row of the last page has gone, the list falls back", () => {
  assert.equal(pageToFallBackTo({ rows: 0, total: 20, pageNo: 3, pageSize: 10 }), 2);
  assert.equal(pageToFallBackTo({ rows: 0, total: 10, pageNo: 2, pageSize: 10 }), 1);
  assert.equal(pageToFallBackTo({ rows: 0, total: 0, pageNo: 1, pageSize: 10 }), null);
  assert.equal(pageToFallBackTo({ rows: 5, total: 25, pageNo: 3, pageSize: 10 }), null);
});

test("PF-R7 selection survives paging", () => {
  const [a, b, c] = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const first = selectRows([], [a, b], ["a"]);
  const second = selectRows(first, [c], ["a", "c"]);
  assert.deepEqual(second, [a, c]);
  assert.deepEqual(selectRows(second, [a, b], ["c"]), [c]);
});

test("PF-R7 a selected row that was refreshed is handed over in its new version", () => {
  assert.deepEqual(selectRows([{ id: "a", version: 1 }], [{ id: "a", version: 2 }], ["a"]), [{ id: "a", version: 2 }]);
});
