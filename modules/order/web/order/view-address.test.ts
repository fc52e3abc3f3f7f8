import assert from "node:assert/strict";
import { test } from "node:test";
import { searchWithView, viewIn } from "./view-address.ts";

test("order 5 the address names the view beside whatever else is in it", () => {
  assert.equal(searchWithView("?tab=orders", "PAST"), "?tab=orders&view=PAST");
  assert.equal(searchWithView("?view=PAST&id=1", "NEAR"), "?view=NEAR&id=1");
  assert.equal(searchWithView("?view=PAST", ""), "");
  assert.deepEqual([viewIn("?tab=orders&view=MINE"), viewIn("")], ["MINE", ""]);
});
