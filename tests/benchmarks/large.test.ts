import assert from "node:assert/strict";
import { test } from "node:test";
import { runBenchmark } from "./run-benchmark.ts";

test("the benchmark of the partners works from end to end at a small size", async () => {
  const shown = await runBenchmark("--small", "--large=partners");
  assert.match(shown, /Large: 100 partners, 2,000 staff, /);
  assert.match(shown, /\| staff counted by state \| [\d.]+ → [\d.]+ \|/);
});

test("the benchmark of the register of cars works from end to end at a small size", async () => {
  const shown = await runBenchmark("--small", "--large=cars");
  assert.match(shown, /Large: 2,000 cars, 60,000 events, /);
  assert.match(shown, /\| cars, unfiltered \| [\d.]+ → [\d.]+ \|/);
  assert.match(shown, /\| flash sale: 100 takes of 10 cars, one holder each \|/);
});

test("the benchmark of the stores works from end to end at a small size", async () => {
  const shown = await runBenchmark("--small", "--large=stores");
  assert.match(shown, /Large: 20 stores, 300 people and 1,000 past ones, /);
  assert.match(shown, /\| region manager: trainings \| [\d.]+ → [\d.]+ \|/);
  assert.match(shown, /\| import of 50 people, checked and written \|/);
});

test("the benchmark of the orders works from end to end at a small size", async () => {
  const shown = await runBenchmark("--small", "--large=orders");
  assert.match(shown, /Large: 5,000 orders of 4,500 customers, /);
  assert.match(shown, /\| the bar of stages \| [\d.]+ → [\d.]+ \|/);
  assert.match(shown, /\| an order placed: p95 \|/);
});
