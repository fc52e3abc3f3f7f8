import assert from "node:assert/strict";
import { test } from "node:test";
import { lastDays } from "./last-days.ts";

test("presets: today is the day in Shanghai, also where the PC still has yesterday", () => {
  const early = new Date("2026-03-01T00:30:00+08:00");
  assert.deepEqual(lastDays(1, early), ["2026-03-01", "2026-03-01"]);
  assert.deepEqual(lastDays(7, early), ["2026-02-23", "2026-03-01"]);
});
