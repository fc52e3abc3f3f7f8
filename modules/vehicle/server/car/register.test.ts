import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestClient } from "@ops/authority/server/testing";
import { myTodos } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { isMileageWatched, isThinned, registerMileageWatch } from "../car-record/mileage-watch.ts";
import { carParams } from "../car-record/params.ts";
import { changeOwner, deliver } from "../published/delivery.ts";
import { allocate, releaseLock, takeForLock } from "../published/holds.ts";
import { setMarketType } from "../published/market-type.ts";
import { reportPlace } from "../published/places.ts";
import { setStockKind } from "../published/readings.ts";
import { testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar } from "../testing-cars.ts";
import { verifyCars } from "./verify.ts";
import { carsInHand } from "./work.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const DAY_MS = 86_400_000;

test("vehicle section 4: the parameters of the register begin as the rules say, and have their limits", () => {
  const declared = Object.fromEntries(carParams.map(({ key, initial, rule }) => [key, [initial, rule]]));
  const effects = "锁定 或 锁定+交付 或 锁定+发运+交付";
  assert.deepEqual(declared, {
    "vehicle.vinCheck": ["STRICT", "STRICT 或 WARN"],
    "vehicle.lockWaitMs": [2_000, "100 至 30000 的整数"],
    "vehicle.futureMinutes": [5, "0 至 1440 的整数"],
    "vehicle.etaMovedMinutes": [30, "0 至 1440 的整数"],
    "vehicle.marketTypeByStock": ["TEST_DRIVE=USED", declared["vehicle.marketTypeByStock"]?.[1]],
    "vehicle.intake.waitingHours": [72, "1 至 2160 的整数"],
    "vehicle.intake.keepDays": [180, "7 至 3650 的整数"],
    "vehicle.lookupsPerHour": [60, "1 至 10000 的整数"],
    "vehicle.longTransitDays": [30, "1 至 365 的整数"],
    "vehicle.unboundHours": [24, "1 至 2160 的整数"],
    "vehicle.mileage.thinning": ["DAILY", "DAILY 或 ALL"],
    "vehicle.newCarKm": [100, "0 至 100000 的整数"],
    "vehicle.block.QUALITY": ["锁定+发运+交付", effects],
    "vehicle.block.LEGAL": ["锁定+发运+交付", effects],
    "vehicle.block.RECALL": ["锁定+交付", effects],
    "vehicle.block.STOCKTAKE": ["锁定", effects],
    "vehicle.block.TRANSFER": ["锁定", effects],
    "vehicle.block.OTHER": ["锁定", effects],
  });
});

test("vehicle section 13: a second reading of a day is dropped only if the car reported the first, and it is neither lower, older nor in the future", async () => {
  const car = await givenCar(app);
  await app.holdTime(async () => {
    const noon = new Date("2026-10-20T04:00:00Z");
    const row = await carRow(app, car);
    const clock = (source: "CLOUD" | "ORDER") => ({ mileage: { at: noon.toISOString(), source, eventId: "e" } });
    const read = { ...row, mileageKm: 10, mileageAt: noon, clocks: clock("CLOUD") };
    const later = (ms: number) => new Date(noon.getTime() + ms);
    const isSpare = (known: typeof row, mileageKm: number, at: Date) =>
      run(async (tx) => isThinned(tx, known, { mileageKm, at }));
    assert.equal(await isSpare(read, 11, later(1)), true);
    assert.equal(await isSpare(read, 10, noon), true);
    assert.equal(await isSpare(read, 9, later(1)), false);
    assert.equal(await isSpare(read, 11, later(-1)), false);
    assert.equal(await isSpare(read, 11, later(12 * 3_600_000)), false, "the next day in Shanghai");
    assert.equal(await isSpare({ ...read, clocks: clock("ORDER") }, 11, later(1)), false);
    assert.equal(await isSpare({ ...read, clocks: {} }, 11, later(1)), false);
    assert.equal(await isSpare({ ...read, mileageAt: null }, 11, later(1)), false);
    const now = app.now();
    const justNow = { ...read, mileageAt: new Date(now.getTime() - 1), clocks: clock("CLOUD") };
    assert.equal(await isSpare(justNow, 11, new Date(now.getTime() + 1)), false);
    assert.equal(await isSpare({ ...justNow, mileageAt: now }, 11, now), true);
  });
  const asked: string[] = [];
  const reading = { carId: car.id, mileageKm: 5 };
  const watched = () => run((tx) => isMileageWatched(tx, reading));
  const takeBack = [false, true].map((answer) =>
    registerMileageWatch(async (_tx, { carId }) => {
      asked.push(carId);
      return answer;
    }),
  );
  assert.equal(await watched(), true);
  assert.deepEqual(asked, [car.id, car.id]);
  takeBack[1]?.();
  assert.equal(await watched(), false);
  takeBack[0]?.();
  assert.equal(await watched(), false);
  assert.equal(asked.length, 3, "nobody is asked any more");
});

test("vehicle section 15: each act publishes exactly what it changed", async () => {
  const car = await givenCar(app);
  const news = async () =>
    (await app.rows<{ name: string }>("select name from event_outbox where key = $1 order by id", [car.id])).map(
      ({ name }) => name,
    );
  const heard = async (act: () => Promise<unknown>) => {
    const { length } = await news();
    await act();
    return (await news()).slice(length);
  };
  const at = () => app.now();
  const move = (kind: "WAREHOUSE" | "PLANT", placeId: string) => () =>
    run((tx) => reportPlace(tx, { carIds: [car.id], kind, placeId, at: at(), source: "LOGISTICS" }));
  const [place, holder, type] = [
    contract.carPlaceChanged,
    contract.carHolderChanged,
    contract.carMarketTypeChanged,
  ].map(({ name }) => name);
  assert.deepEqual(await heard(move("WAREHOUSE", "WH-CZ")), [place]);
  assert.deepEqual(await heard(move("WAREHOUSE", "WH-BJ")), [place], "another warehouse");
  assert.deepEqual(await heard(move("WAREHOUSE", "WH-BJ")), [], "the same again");
  const lock = { carId: car.id, lockId: newId(), lockNo: "L", orgIds: [] };
  assert.deepEqual(await heard(() => run((tx) => takeForLock(tx, lock))), [holder]);
  assert.deepEqual(await heard(() => run((tx) => releaseLock(tx, { ...lock, token: 1, reason: "到期" }))), [holder]);
  assert.deepEqual(
    await heard(() =>
      run((tx) => setStockKind(tx, { carId: car.id, kind: "DISPLAY", reason: "x", source: "CONSOLE" })),
    ),
    [],
  );
  const orderId = newId();
  const marketTypeId = newId();
  await app.rows(
    `insert into car_market_type values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, 'NEWS', '消息', null, 1, 'ENABLED', true,
       '{SALE}')`,
    [marketTypeId],
  );
  assert.deepEqual(await heard(() => run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O", orgIds: [] }))), [
    holder,
  ]);
  assert.deepEqual(
    await heard(() => run((tx) => setMarketType(tx, { carId: car.id, orderId, marketTypeId, reason: "x" }))),
    [type],
  );
  const [first, second] = [newId(), newId()];
  assert.deepEqual(
    await heard(() => run((tx) => deliver(tx, { carId: car.id, orderId, ownerId: first, at: at(), mileageKm: 7 }))),
    [contract.carMileage.name, holder, place],
  );
  assert.deepEqual(
    await heard(() => run((tx) => changeOwner(tx, { carId: car.id, oldOwnerId: first, newOwnerId: second, at: at() }))),
    [holder],
    "the same state, but another hold",
  );
  const [told] = (await app.published(contract.carHolderChanged)).filter(({ carId }) => carId === car.id).slice(-1);
  assert.partialDeepStrictEqual(told, { from: "DELIVERED", to: "DELIVERED", seq: 4, vin: car.vin });
});

test("VE-R18 a car is on the road too long a moment after its days, not at them", async () => {
  await app.holdTime(async () => {
    const [exact, over] = [await givenCar(app), await givenCar(app)];
    const since = (car: GivenCar, ms: number) =>
      app.rows("update car set place_kind = 'TRANSIT', whereabouts = 'TRANSIT', place_at = $2 where id = $1", [
        car.id,
        new Date(app.now().getTime() - 30 * DAY_MS - ms),
      ]);
    await since(exact, 0);
    await since(over, 1);
    const faults = await run((tx) => verifyCars(tx, { latest: 5_000 }));
    const told = faults.filter(({ fault }) => fault.startsWith("运输超过"));
    assert.deepEqual(told, [{ vin: over.vin, fault: "运输超过30天" }]);
    const person = await app.signIn({
      permissions: ["vehicle:car:list", "vehicle:car:inspect", "vehicle:intake:replay"],
    });
    const todo = async (who: TestClient, key: string) =>
      (await who.call(myTodos, {})).data.find((one) => one.key === key)?.count ?? 0;
    assert.equal(await todo(person, "vehicle.longTransit"), 1);
    assert.equal(await todo(person, "vehicle.inspect"), 0);
    await app.rows("update car set place_kind = 'STORE' where id = $1", [over.id]);
    await app.rows("update car set hold_state = 'RETURNED', whereabouts = 'RETURNED' where id = $1", [exact.id]);
    const again = await app.signIn({ permissions: ["vehicle:car:list", "vehicle:car:inspect"] });
    assert.deepEqual([await todo(again, "vehicle.longTransit"), await todo(again, "vehicle.inspect")], [0, 1]);
  });
});

test("AU-R42 cars are the work of organisations only: a person has none", async () => {
  const car = await givenCar(app);
  const id = newId();
  await app.rows("update car set place_org_id = $2 where id = $1", [car.id, id]);
  const person = { kind: "person", id } as const;
  const organization = { kind: "organization", id } as const;
  const counts = await run(async (tx) => [
    await carsInHand.countOf(tx, person),
    await carsInHand.recordsOf?.(tx, person),
    await carsInHand.countOf(tx, organization),
    await carsInHand.recordsOf?.(tx, organization),
    await carsInHand.handOver(tx, person, organization),
  ]);
  assert.deepEqual(counts, [0, 0, 1, 1, 0]);
  assert.equal((await carRow(app, car)).version, 1);
  assert.equal((await carEvents(app, car)).length, 1);
});
