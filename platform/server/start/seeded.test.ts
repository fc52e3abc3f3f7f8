import assert from "node:assert/strict";
import { test } from "node:test";
import { systemActor } from "../actor.ts";
import { pastStamp } from "./seeded.ts";

const made = new Date("2025-03-01T02:00:00Z");

test("a record of the past is the system's and was never changed, unless somebody is named", () => {
  const by = systemActor.userId;
  assert.deepEqual(pastStamp(made), { version: 1, createdAt: made, createdBy: by, updatedAt: made, updatedBy: by });
  const changed = new Date("2025-03-05T02:00:00Z");
  const own = { version: 1, createdAt: made, createdBy: "tea", updatedAt: changed, updatedBy: "tea" };
  assert.deepEqual(pastStamp(made, "tea", changed), own);
});
