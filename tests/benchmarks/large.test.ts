import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cars } from "../../benchmarks/large/cars/set.ts";
import type { LargeKind } from "../../benchmarks/large/kind.ts";
import { orders } from "../../benchmarks/large/orders/set.ts";
import { partners } from "../../benchmarks/large/partners/set.ts";
import { type LargePostgres, openPostgres } from "../../benchmarks/large/postgres.ts";
import { largeReport } from "../../benchmarks/large/report.ts";
import { measureLarge } from "../../benchmarks/large/run.ts";
import { stores } from "../../benchmarks/large/stores/set.ts";
import { testFolder } from "../../platform/server/db/test-folder.ts";

let postgres: LargePostgres;

before(async () => {
  postgres = await openPostgres(testFolder("benchmarks"));
});
after(() => postgres?.stop());

/** Runs all parts of a benchmark, each once and with few rows. */
async function report<Size, Known>(kind: LargeKind<Size, Known>): Promise<string> {
  return largeReport(kind, await measureLarge(kind, { postgres, rows: kind.rows / 1_000, isSmall: true }));
}

test("the benchmark of the partners works from end to end at a small size", async () => {
  const shown = await report(partners);
  assert.match(shown, /Large: 100 partners, 2,000 staff, /);
  assert.match(shown, /\| staff counted by state \| [\d.]+ → [\d.]+ \|/);
});

test("the benchmark of the register of cars works from end to end at a small size", async () => {
  const shown = await report(cars);
  assert.match(shown, /Large: 2,000 cars, 60,000 events, /);
  assert.match(shown, /\| cars, unfiltered \| [\d.]+ → [\d.]+ \|/);
  assert.match(shown, /\| flash sale: 100 takes of 10 cars, one holder each \|/);
});

test("the benchmark of the stores works from end to end at a small size", async () => {
  const shown = await report(stores);
  assert.match(shown, /Large: 20 stores, 300 people and 1,000 past ones, /);
  assert.match(shown, /\| region manager: trainings \| [\d.]+ → [\d.]+ \|/);
  assert.match(shown, /\| import of 50 people, checked and written \|/);
});

test("the benchmark of the orders works from end to end at a small size", async () => {
  const shown = await report(orders);
  assert.match(shown, /Large: 5,000 orders of 4,500 customers, /);
  assert.match(shown, /\| the bar of stages \| [\d.]+ → [\d.]+ \|/);
  assert.match(shown, /\| an order placed: p95 \|/);
});
