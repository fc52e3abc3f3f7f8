import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  clusterPoints,
  isOnMap,
  MAP_HEIGHT,
  MAP_WIDTH,
  placeOnMap,
  viewAround,
  viewInto,
  wholeView,
} from "./place-points.ts";

const point = (key: string, lng: number, lat: number) => ({ key, title: key, lng, lat });
const shanghai = point("上海", 121.47, 31.23);
const suzhou = point("苏州", 120.62, 31.32);
const urumqi = point("乌鲁木齐", 87.62, 43.83);

test("PF-R130 places stand where they lie: north above, east on the right, the country on the drawing", () => {
  const [east, west] = [placeOnMap(shanghai, wholeView), placeOnMap(urumqi, wholeView)];
  assert.ok(east.x > west.x && east.y > west.y);
  for (const { lng, lat } of [urumqi, shanghai, point("漠河", 122.5, 53.5), point("三沙", 112.3, 17.2)]) {
    assert.ok(isOnMap(placeOnMap({ lng, lat }, wholeView)));
  }
  assert.deepEqual(placeOnMap({ lng: 104.5, lat: 35.75 }, wholeView), { x: MAP_WIDTH / 2, y: MAP_HEIGHT / 2 });
  assert.equal(isOnMap(placeOnMap({ lng: 139.7, lat: 35.7 }, viewAround([shanghai]))), false);
});

test("PF-R130 points that would cover each other are one cluster; nearer by, they come apart", () => {
  const far = clusterPoints([shanghai, suzhou, urumqi], wholeView, 24);
  assert.deepEqual(
    far.map(({ points }) => points.map(({ key }) => key)),
    [["上海", "苏州"], ["乌鲁木齐"]],
  );
  assert.deepEqual(
    clusterPoints([shanghai, suzhou, urumqi], viewAround([shanghai, suzhou]), 24).map(({ points }) => points.length),
    [1, 1],
    "what lies outside is left out",
  );
  const anywhere = fc.record({
    lng: fc.double({ min: 74, max: 135, noNaN: true }),
    lat: fc.double({ min: 18, max: 53, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(anywhere, { maxLength: 60 }), (places) => {
      const points = places.map(({ lng, lat }, at) => point(String(at), lng, lat));
      const joined = clusterPoints(points, wholeView, 24).flatMap((cluster) => cluster.points.map(({ key }) => key));
      assert.deepEqual(joined.sort(), points.map(({ key }) => key).sort());
    }),
  );
});

test("PF-R130 a view around points holds them all, and a single one keeps its surroundings", () => {
  const view = viewAround([shanghai, suzhou]);
  for (const one of [shanghai, suzhou]) assert.ok(isOnMap(placeOnMap(one, view)));
  assert.deepEqual(viewAround([{ lng: 110, lat: 30 }]), { west: 109.99, east: 110.01, south: 29.99, north: 30.01 });
});

test("PF-R130 two points of one town come apart at the next click; those at one place have no view, they are listed", () => {
  const [mall, street] = [point("商场店", 121.47, 31.23), point("临街店", 121.472, 31.231)];
  const view = viewInto([mall, street], 24);
  assert.ok(view);
  assert.deepEqual(
    clusterPoints([mall, street, suzhou], view, 24).map(({ points }) => points.length),
    [1, 1],
  );
  assert.equal(viewInto([mall, point("同楼店", 121.47, 31.23)], 24), null);
  assert.ok(viewInto([mall, point("同楼店", 121.47, 31.23), street], 24), "the third leaves the two");
});
