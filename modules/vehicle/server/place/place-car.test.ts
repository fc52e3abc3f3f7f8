import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { newId, type Tx } from "@ops/platform/server";
import type { CarSource, PlaceKind } from "../../contract/index.ts";
import { block } from "../published/blocks.ts";
import { deliver } from "../published/delivery.ts";
import { allocate, unallocate } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, refused } from "../testing-cars.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000);

interface Told {
  readonly kind: PlaceKind;
  readonly placeId: string;
  readonly minutes: number;
  readonly source?: CarSource;
  readonly expectAt?: Date;
}
const move = async (car: GivenCar, { minutes, source = "LOGISTICS", ...told }: Told) =>
  (await run((tx) => reportPlace(tx, { ...told, carIds: [car.id], at: minutesAgo(minutes), source }))).get(car.id)
    ?.applied;
const lastOf = async (car: GivenCar) => (await carEvents(app, car)).at(-1);

test("vehicle section 3.3: only logistics puts a car on the road and takes it off; what others say meanwhile is history", async () => {
  const car = await givenCar(app);
  const onTheRoad = { kind: "TRANSIT", placeId: "G1" } as const;
  const ignored = { applied: false, ignoreReason: "车辆运输中，位置由物流更新" };
  for (const source of ["MES", "IMPORT", "CONSOLE"] as const) {
    assert.equal(await move(car, { ...onTheRoad, minutes: 60, source }), false);
    assert.partialDeepStrictEqual(await lastOf(car), { type: "placed", source, ...ignored });
  }
  const expectAt = new Date(app.now().getTime() + 3_600_000);
  assert.equal(await move(car, { ...onTheRoad, minutes: 60, expectAt }), true);
  const { expectAt: expected, placeName, placeId } = await carRow(app, car);
  assert.deepEqual([expected, placeName, placeId], [expectAt, null, "G1"]);
  assert.equal(await move(car, { kind: "WAREHOUSE", placeId: "WH-CZ", minutes: 50, source: "CONSOLE" }), false);
  assert.partialDeepStrictEqual(await lastOf(car), {
    ...ignored,
    after: { placeKind: "WAREHOUSE", placeId: "WH-CZ", placeName: "常州中心库" },
  });
  await run((tx) =>
    block(tx, { carIds: [car.id], kind: "QUALITY", reason: "漆面", source: "CONSOLE", at: minutesAgo(45) }),
  );
  assert.equal(await move(car, { kind: "TRANSIT", placeId: "G2", minutes: 40 }), true, "from truck to truck");
  assert.equal((await carRow(app, car)).expectAt, null);
  assert.equal(await move(car, { kind: "WAREHOUSE", placeId: "WH-BJ", minutes: 30, expectAt }), true);
  assert.partialDeepStrictEqual(await carRow(app, car), { placeName: "北京中心库", expectAt: null });
  assert.equal(await move(car, { kind: "TRANSIT", placeId: "G3", minutes: 20 }), false, "漆面 stops 发运");
  assert.notEqual((await carRow(app, car)).placeKind, "TRANSIT");
});

test("VE-R10 a report of the factory while a car was on the road counts once the earlier arrival is known", async () => {
  const [car, late, same, other] = [await givenCar(app), await givenCar(app), await givenCar(app), await givenCar(app)];
  for (const one of [car, late, same, other]) {
    await move(one, { kind: "TRANSIT", placeId: "G", minutes: 90 });
    await move(one, { kind: "WAREHOUSE", placeId: "WH-CD", minutes: 50, source: "MES" });
    await move(one, { kind: "WAREHOUSE", placeId: "WH-BJ", minutes: 40, source: "MES" });
    await move(one, { kind: "PLANT", placeId: "PLANT-CZ", minutes: 45, source: "MES" });
  }
  assert.equal(await move(car, { kind: "WAREHOUSE", placeId: "WH-GZ", minutes: 60 }), true);
  assert.partialDeepStrictEqual(await carRow(app, car), {
    placeId: "WH-BJ",
    placeName: "北京中心库",
    whereabouts: "FREE",
  });
  const log = (await carEvents(app, car))
    .slice(-2)
    .map(({ type, via, source, applied }) => [type, via, source, applied]);
  assert.deepEqual(log, [
    ["placed", "DIRECT", "LOGISTICS", true],
    ["placed", "INFERRED", "MES", true],
  ]);
  const { placeAt, inStockAt } = await carRow(app, car);
  const ago = (at: Date | null) => at && Math.round((app.now().getTime() - at.getTime()) / 60_000);
  assert.deepEqual([ago(placeAt), ago(inStockAt)], [40, 60]);
  assert.equal(await move(late, { kind: "WAREHOUSE", placeId: "WH-GZ", minutes: 30 }), true);
  assert.partialDeepStrictEqual(await carRow(app, late), { placeId: "WH-GZ" });
  assert.equal((await carRow(app, other)).placeKind, "TRANSIT");
  const [told] = await app.rows<{ at: Date }>(
    "select max(occurred_at) as at from car_event where car_id = $1 and source = 'MES' and type = 'placed'",
    [same.id],
  );
  assert.ok(told);
  const arrival = { carIds: [same.id], kind: "WAREHOUSE", placeId: "WH-GZ", at: told.at, source: "LOGISTICS" } as const;
  await run((tx) => reportPlace(tx, arrival));
  assert.equal((await carRow(app, same)).placeId, "WH-GZ", "of the same instant logistics is believed");
});

test("VE-R10 a car at its owner is nowhere else, and a car that comes back counts its stock from after its return", async () => {
  const [owned, back] = [await givenCar(app), await givenCar(app)];
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: owned.id, orderId, orderNo: "O", orgIds: [], at: minutesAgo(9) }));
  await run((tx) => deliver(tx, { carId: owned.id, orderId, ownerId: newId(), at: minutesAgo(9), mileageKm: 5 }));
  assert.equal(await move(owned, { kind: "WAREHOUSE", placeId: "WH-CZ", minutes: 1 }), false);
  assert.partialDeepStrictEqual(await lastOf(owned), { applied: false, ignoreReason: "车辆已交付" });
  await app.holdTime(async () => {
    await run((tx) => allocate(tx, { carId: back.id, orderId: owned.id, orderNo: "O", orgIds: [] }));
    await run((tx) => unallocate(tx, { carId: back.id, orderId: owned.id, reason: "MISTAKEN" }));
    assert.equal(
      await move(back, { kind: "STORE", placeId: (await givenOrganization(app, { type: "STORE" })).id, minutes: 0 }),
      true,
    );
    assert.equal((await carRow(app, back)).inStockAt, null, "the moment of its return");
    app.passTime(1);
    assert.equal(await move(back, { kind: "WAREHOUSE", placeId: "WH-CZ", minutes: 0 }), true);
    assert.deepEqual((await carRow(app, back)).inStockAt, app.now());
  });
});

test("VE-R16 a store has the city of its region, its people see the cars there, and an organisation that is no store is unknown", async () => {
  const [car, store, region] = [
    await givenCar(app),
    await givenOrganization(app, { type: "STORE", name: "常州店" }),
    await givenOrganization(app, { type: "REGION" }),
  ];
  const centre = await givenOrganization(app, { type: "DELIVERY", name: "交付中心" });
  await app.rows("update organization set region_code = '320411' where id = $1", [store.id]);
  assert.equal(await move(car, { kind: "STORE", placeId: store.id, minutes: 9 }), true);
  assert.partialDeepStrictEqual(await carRow(app, car), {
    placeId: store.id,
    placeName: "常州店",
    placeOrgId: store.id,
    cityCode: "320400",
    lng: null,
    lat: null,
  });
  assert.equal(await move(car, { kind: "STORE", placeId: centre.id, minutes: 8 }), true);
  assert.partialDeepStrictEqual(await carRow(app, car), { placeName: "交付中心", cityCode: null });
  const unknown = refused("VEHICLE_PLACE_UNKNOWN", "位置编码不存在");
  await assert.rejects(move(car, { kind: "STORE", placeId: region.id, minutes: 7 }), unknown);
  await assert.rejects(move(car, { kind: "WAREHOUSE", placeId: "", minutes: 7 }), unknown);
  await assert.rejects(
    move(car, { kind: "STORE", placeId: "WH-CZ", minutes: 7 }),
    refused("VEHICLE_PLACE_KIND", "位置类型不符：常州中心库是仓库，不是门店"),
  );
  await assert.rejects(
    move(car, { kind: "WAREHOUSE", placeId: store.id, minutes: 7 }),
    unknown,
    "of stores nothing is told",
  );
});
