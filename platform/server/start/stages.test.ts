import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Stages } from "./stages.ts";

test("a stage lasts from the end of the one before, the first from the begin of the process", async () => {
  const stages = new Stages();
  stages.end("code");
  const code = performance.now();
  await sleep(20);
  stages.end("database");
  const took = stages.milliseconds;
  assert.deepEqual(Object.keys(took), ["code", "database"]);
  assert.ok(Math.abs((took["code"] ?? 0) - code) < 20);
  assert.ok((took["database"] ?? 0) >= 19 && (took["database"] ?? 0) < code);
});
