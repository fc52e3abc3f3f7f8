import assert from "node:assert/strict";
import { test } from "node:test";
import { firstFull, type SeatsTaken, seatsAt, stepsOf } from "./seats.ts";

const taken = (kind: SeatsTaken["kind"], from: string | null, until: string | null, heads = 1): SeatsTaken => {
  return { kind, from, until, heads };
};
const quotas = [
  { from: "2027-03-01", quota: 4 },
  { from: "2027-05-01", quota: 5 },
  { from: "2027-04-01", quota: 3 },
];

test("ST-R8 a quota holds from its day until the next one, in whatever order they are known", () => {
  const quotaOn = (day: string) => seatsAt({ quotas, taken: [] }, day).quota;
  const days = ["2027-02-28", "2027-03-01", "2027-03-31", "2027-04-01", "2027-04-30", "2027-05-01"];
  assert.deepEqual(days.map(quotaOn), [0, 4, 4, 3, 3, 5]);
});

test("ST-R8 a seat is taken on its first and on its last day, by as many as are told", () => {
  const facts = {
    quotas,
    taken: [
      taken("occupied", null, "2027-03-10", 2),
      taken("occupied", "2027-03-08", null),
      taken("reserved", "2027-03-09", "2027-03-11"),
    ],
  };
  const on = (day: string) => {
    const { occupied, reserved, vacancy } = seatsAt(facts, day);
    return [occupied, reserved, vacancy];
  };
  assert.deepEqual(on("2027-03-07"), [2, 0, 2]);
  assert.deepEqual(on("2027-03-08"), [3, 0, 1]);
  assert.deepEqual(on("2027-03-10"), [3, 1, 0]);
  assert.deepEqual(on("2027-03-11"), [1, 1, 2]);
  assert.deepEqual(on("2027-03-12"), [1, 0, 3]);
});

test("ST-R8 the steps begin on each day on which a number changes, the day after a seat is left among them", () => {
  const facts = {
    quotas,
    taken: [
      taken("occupied", null, "2027-03-10"),
      taken("reserved", "2027-03-20", null),
      taken("reserved", null, "2027-03-24"),
      taken("occupied", "2027-03-25", null),
      taken("occupied", null, "2027-03-27"),
      taken("occupied", "2027-03-28", null),
    ],
  };
  const told = (from: string, until: string) =>
    stepsOf(facts, from, until).map((one) => [one.from.slice(5), one.quota, one.occupied, one.reserved].join(" "));
  assert.deepEqual(told("2027-03-02", "2027-03-31"), ["03-02 4 2 1", "03-11 4 1 1", "03-20 4 1 2", "03-25 4 2 1"]);
  assert.deepEqual(told("2027-03-10", "2027-03-11"), ["03-10 4 2 1", "03-11 4 1 1"]);
  assert.deepEqual(told("2027-03-11", "2027-03-19"), ["03-11 4 1 1"]);
  assert.deepEqual(told("2027-03-26", "2027-04-01"), ["03-26 4 2 1", "04-01 3 2 1"]);
});

test("ST-R8 the first full day from a day on is told with its numbers, also one that comes with a lower quota", () => {
  const people = [taken("occupied", null, null, 2), taken("reserved", "2027-04-15", "2027-04-20")];
  assert.deepEqual(firstFull({ quotas, taken: people }, "2027-03-01"), {
    quota: 3,
    occupied: 2,
    reserved: 1,
    vacancy: 0,
  });
  assert.equal(firstFull({ quotas, taken: people }, "2027-04-21"), null);
  assert.equal(
    firstFull({ quotas, taken: people }, "2027-04-20")?.reserved,
    1,
    "the last day of a reservation is full",
  );
  assert.equal(firstFull({ quotas, taken: people }, "2027-02-28")?.quota, 0, "there is no seat before the first quota");
  assert.equal(firstFull({ quotas, taken: [taken("occupied", null, null, 2)] }, "2027-03-01"), null, "one is left");
  const later = [...people, taken("occupied", "2027-06-01", null, 3)];
  assert.equal(firstFull({ quotas, taken: later }, "2027-05-01")?.occupied, 5);
});
