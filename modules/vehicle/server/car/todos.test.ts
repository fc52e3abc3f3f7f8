import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestClient } from "@ops/authority/server/testing";
import { myTodos } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { allocate } from "../published/holds.ts";
import { recordMileage } from "../published/readings.ts";
import { tellProduced } from "../register/build-car.ts";
import { testApp } from "../testing.ts";
import { carRow, givenCar } from "../testing-cars.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const HOUR = 3_600;

/** Signs somebody in. Each step needs a new session, because more hours pass here than a session lasts. */
const signIn = (...actions: string[]) =>
  app.signIn({ permissions: ["list", ...actions].map((action) => `vehicle:car:${action}`) });
const todoOf = async (who: TestClient) =>
  (await who.call(myTodos, {})).data.find(({ key }) => key === "vehicle.unbound");

test("VE-R12 a car built for an order that nobody takes for 24 hours is a todo of whoever sees to the sale, whatever else happens to it", async () => {
  const count = async () => (await todoOf(await signIn("marketType")))?.count ?? 0;
  const [waiting, taken] = [await givenCar(app, { buildOrderNo: "O-1" }), await givenCar(app, { buildOrderNo: "O-2" })];
  const planned = await givenCar(app, { buildOrderNo: "O-3", buildState: "PLANNED" });
  await givenCar(app);
  await run((tx) => allocate(tx, { carId: taken.id, orderId: newId(), orderNo: "O-2", orgIds: [] }));
  app.passTime(23 * HOUR);
  assert.equal(await count(), 0);
  const reading = { carId: waiting.id, mileageKm: 7, source: "CLOUD" } as const;
  await run((tx) => recordMileage(tx, { ...reading, at: app.now() }));
  app.passTime(HOUR);
  assert.deepEqual(await todoOf(await signIn("marketType")), {
    key: "vehicle.unbound",
    title: "按单生产车辆未配单",
    count: 1,
    route: "/RightCenter/CarConfigMaintain?tab=cars",
    preset: { list: "/RightCenter/CarConfigMaintain?tab=cars", filters: { isUnbound: "1" } },
  });
  const reader = await signIn("view");
  assert.equal(await todoOf(reader), undefined, "it is nothing to those who only look");
  const listed = await reader.call(contract.listCars, { query: { isUnbound: "1" } });
  assert.deepEqual(
    listed.data.list.map(({ vin }) => vin),
    [waiting.vin],
  );

  const step = { source: "MES", at: app.now(), producedOn: "2026-10-01" } as const;
  await run(async (tx) => tellProduced(tx, await lockCar(tx, planned.id), step));
  assert.equal((await carRow(app, planned)).buildState, "BUILT");
  app.passTime(23 * HOUR);
  assert.equal(await count(), 1, "a car that is built later has its own day");
  app.passTime(HOUR);
  assert.equal(await count(), 2);
});
