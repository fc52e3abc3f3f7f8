import assert from "node:assert/strict";
import { test } from "node:test";
import { kmBetween } from "./distance.ts";

test("PF-R133 kilometres along the great circle", () => {
  const [beijing, shanghai] = [
    { lng: 116.41, lat: 39.9 },
    { lng: 121.47, lat: 31.23 },
  ];
  assert.equal(Math.round(kmBetween(beijing, shanghai)), 1_067);
  assert.equal(kmBetween(beijing, shanghai), kmBetween(shanghai, beijing));
  assert.equal(kmBetween(beijing, beijing), 0);
  assert.equal(Math.round(kmBetween({ lng: 0, lat: 0 }, { lng: 180, lat: 0 })), 20_015, "the other side of the earth");
  assert.equal(Math.round(kmBetween({ lng: 0, lat: 0 }, { lng: 0, lat: 1 })), 111);
});
