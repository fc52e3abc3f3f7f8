import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogChanged } from "../events.ts";
import { pushCarEvents } from "../intake/calls.ts";
import { blockCars } from "./acts.ts";
import { listCars } from "./calls.ts";
import { plateOf } from "./plate.ts";
import { EVENT_MOST_ROWS } from "./sheet.ts";
import { type BuildState, type HoldState, type PlaceKind, whereaboutsOf } from "./states.ts";

test("vehicle section 3.4: 去向 is the first word that fits", () => {
  const wordOf = (holdState: HoldState, buildState: BuildState, placeKind: PlaceKind, openBlocks = 0) =>
    whereaboutsOf({ holdState, buildState, placeKind, openBlocks });
  for (const last of ["OFF", "DELIVERED", "RETURNED"] as const) {
    assert.equal(wordOf(last, "PLANNED", "TRANSIT", 1), last);
    assert.equal(wordOf(last, "RELEASED", "STORE"), last);
  }
  for (const holdState of ["FREE", "LOCKED", "ALLOCATED"] as const) {
    assert.equal(wordOf(holdState, "PLANNED", "TRANSIT", 1), "PLANNED");
    assert.equal(wordOf(holdState, "BUILT", "TRANSIT", 1), "TRANSIT");
  }
  assert.equal(wordOf("ALLOCATED", "RELEASED", "STORE", 1), "AT_STORE");
  assert.equal(wordOf("ALLOCATED", "BUILT", "WAREHOUSE", 1), "ALLOCATED");
  assert.equal(wordOf("LOCKED", "RELEASED", "STORE", 1), "LOCKED");
  assert.equal(wordOf("FREE", "RELEASED", "STORE", 1), "BLOCKED");
  assert.equal(wordOf("FREE", "BUILT", "STORE"), "FREE");
});

test("VE-R14 a plate has two characters and five or six after them, in whatever way it is typed", () => {
  assert.deepEqual([" 沪a·12345 ", "京A•D12345", "粤ｂ１２３４５"].map(plateOf), ["沪A12345", "京AD12345", "粤B12345"]);
  for (const wrong of ["", "沪A1234", "沪A1234567", "沪112345", "A112345", "沪AI2345", "沪AO2345"]) {
    assert.throws(() => plateOf(wrong), { msgCode: "VEHICLE_PLATE_FORMAT" }, wrong);
  }
});

test("vehicle section 15: news of one configuration are in its order, all others in one; a sheet has 200,000 events", () => {
  assert.deepEqual(
    [["a"], ["a", "b"], []].map((configIds) => catalogChanged.key({ configIds })),
    ["a", "all", "all"],
  );
  assert.equal(EVENT_MOST_ROWS, 200_000);
});

test("vehicle section 6: 500 cars are stopped at once, 200 are asked for at once, and a message has 8,000 characters", () => {
  const vins = (count: number) => Array.from({ length: count }, (_, n) => `V${n}`);
  const stop = (count: number) =>
    blockCars.body.safeParse({ vins: vins(count), kind: "OTHER", reason: "停" }).error?.issues[0]?.message ?? "";
  assert.equal(stop(500), "");
  assert.notEqual(stop(501), "");
  const ask = (count: number) =>
    listCars.query.safeParse({ vins: vins(count).join(",") }).error?.issues[0]?.message ?? "";
  assert.deepEqual([ask(200), ask(201)], ["", "一次最多查询200个VIN"]);
  const tell = (characters: number) => {
    const payload = { text: "x".repeat(characters - JSON.stringify({ text: "" }).length) };
    const told = { eventId: "e", type: "released", vin: "V", occurredAt: "2026-11-01 00:00:00", payload };
    return pushCarEvents.body.safeParse({ events: [told] }).error?.issues[0]?.message ?? "";
  };
  assert.deepEqual([tell(8_000), tell(8_001)], ["", "事件内容过长"]);
});
