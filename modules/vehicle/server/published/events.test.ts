import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventType } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type { z } from "zod";
import * as contract from "../../contract/index.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { tellReleased } from "../register/build-car.ts";
import { testApp } from "../testing.ts";
import { carRow, type GivenCar, givenCar } from "../testing-cars.ts";
import { block, unblock } from "./blocks.ts";
import { reportPlace } from "./places.ts";
import { recordActivated, recordMileage } from "./readings.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const at = () => new Date(app.now().getTime() - 60_000);

/** Finds the published events of this type about this car. */
async function heard<P extends z.ZodObject>(event: EventType<P>, { id }: GivenCar): Promise<unknown[]> {
  return (await app.published(event)).filter((told) => told["carId"] === id);
}

/** Makes the fields that all events of a car have. */
const news = async (car: GivenCar, happened: Date) => ({
  carId: car.id,
  vin: car.vin,
  no: (await carRow(app, car)).eventNo,
  at: happened.toISOString(),
});

test("vehicle section 15: others hear once that a car was released, with its number in the log and its instant", async () => {
  const car = await givenCar(app, { buildState: "BUILT" });
  const released = at();
  const release = () => run(async (tx) => tellReleased(tx, await lockCar(tx, car.id), { source: "MES", at: released }));
  await release();
  const told = await news(car, released);
  await release();
  assert.deepEqual(await heard(contract.carReleased, car), [told]);
});

test("vehicle section 15: others hear where a car is, and nothing of a report that is history", async () => {
  const car = await givenCar(app);
  const moved = at();
  const report = { carIds: [car.id], source: "LOGISTICS" } as const;
  await run((tx) => reportPlace(tx, { ...report, kind: "WAREHOUSE", placeId: "WH-CZ", at: moved }));
  const told = { ...(await news(car, moved)), placeKind: "WAREHOUSE", placeId: "WH-CZ" };
  const earlier = new Date(moved.getTime() - 60_000);
  await run((tx) => reportPlace(tx, { ...report, kind: "PORT", placeId: "PORT-SH", at: earlier }));
  assert.deepEqual(await heard(contract.carPlaceChanged, car), [told]);
});

test("vehicle section 15: others hear of a block and of its end", async () => {
  const car = await givenCar(app);
  const [from, until] = [at(), app.now()];
  const blocking = { carIds: [car.id], kind: "QUALITY", reason: "漆面", source: "MES" } as const;
  await run((tx) => block(tx, { ...blocking, at: from }));
  const stopped = await news(car, from);
  assert.deepEqual([await heard(contract.carBlocked, car), await heard(contract.carUnblocked, car)], [[stopped], []]);
  await run((tx) => unblock(tx, { ...blocking, at: until }));
  const freed = await news(car, until);
  assert.deepEqual(
    [await heard(contract.carBlocked, car), await heard(contract.carUnblocked, car)],
    [[stopped], [freed]],
  );
});

test("vehicle section 15: others hear that a car was taken off", async () => {
  const car = await givenCar(app);
  const person = await app.signIn({ permissions: ["vehicle:car:list", "vehicle:car:view", "vehicle:car:off"] });
  const { version } = await carRow(app, car);
  const body = { kind: "SCRAPPED", reason: "事故", version } as const;
  const { msg } = await person.call(contract.takeCarOff, { params: { id: car.id }, body });
  assert.equal(msg, "");
  const { no, carId } = await news(car, app.now());
  assert.partialDeepStrictEqual(await heard(contract.carOff, car), [{ carId, no, vin: car.vin }]);
});

test("vehicle section 15: others hear of the activation and of each kilometre reading that holds", async () => {
  const car = await givenCar(app);
  const [first, second] = [at(), app.now()];
  await run((tx) => recordActivated(tx, { carId: car.id, at: first, source: "CLOUD" }));
  assert.deepEqual(await heard(contract.carActivated, car), [await news(car, first)]);
  const read = (mileageKm: number, instant: Date) =>
    run((tx) => recordMileage(tx, { carId: car.id, mileageKm, at: instant, source: "CLOUD" }));
  await read(500, second);
  const told = { ...(await news(car, second)), mileageKm: 500 };
  await read(400, first);
  assert.deepEqual(await heard(contract.carMileage, car), [told]);
});
