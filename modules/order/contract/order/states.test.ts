import assert from "node:assert/strict";
import { test } from "node:test";
import { isLive, isOwed, orderStates } from "./states.ts";

test("OR-R3 what is open of a price is owed until the order is cancelled or closed, also of one that is handed over", () => {
  const states = orderStates.schema.options;
  assert.deepEqual(
    states.filter((state) => !isOwed(state)),
    ["CANCELLED", "CLOSED"],
  );
  assert.deepEqual(
    states.filter((state) => !isLive(state)),
    ["DELIVERED", "CANCELLED", "CLOSED"],
  );
});
