import assert from "node:assert/strict";
import { test } from "node:test";
import { headsPerHour } from "./heads.ts";

const members = [
  { userId: "a", families: ["SALES" as const] },
  { userId: "b", families: ["SALES" as const, "DELIVERY" as const] },
  { userId: "c", families: ["DELIVERY" as const] },
];
const shift = (userId: string, from: string, until: string, day = "2026-11-17") => ({
  userId,
  day,
  kind: "SHIFT" as const,
  shiftCode: "A" as const,
  windows: [{ from, until }],
});
const open = Array.from({ length: 7 }, (_, at) => (at === 1 ? [{ from: "10:30", until: "13:00" }] : []));
const shown = (days: Parameters<typeof headsPerHour>[0]["days"], family: "SALES" | "DELIVERY", at = 1) =>
  headsPerHour({ monday: "2026-11-16", days, open }, members, { family, at }).map(
    ({ hour, isOpen, heads }) => `${hour} ${isOpen ? "open" : "shut"} ${heads}`,
  );

test("store 5.1 the heads of a family are counted for each hour in which the store is open or somebody works", () => {
  const days = [
    shift("a", "10:30", "12:00"),
    shift("b", "09:00", "13:30"),
    shift("c", "10:00", "12:00"),
    { ...shift("b", "10:00", "20:00"), kind: "LEAVE" as const },
    shift("a", "08:00", "22:00", "2026-11-18"),
  ];
  assert.deepEqual(
    shown(days, "SALES"),
    ["9 shut 1", "10 open 2", "11 open 2", "12 open 1", "13 shut 1"],
    "who begins when the store opens is there, who ends at noon is not there at noon",
  );
  assert.deepEqual(shown(days, "DELIVERY").slice(0, 3), ["9 shut 1", "10 open 2", "11 open 2"]);
  assert.deepEqual(shown(days, "SALES", 2).at(0), "8 shut 1", "another day has its own hours");
  assert.deepEqual(shown([], "SALES"), ["10 open 0", "11 open 0", "12 open 0"]);
  assert.deepEqual(shown([], "SALES", 0), [], "a day without hours and without shifts has none");
});
