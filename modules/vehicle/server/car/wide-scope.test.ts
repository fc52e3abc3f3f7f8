import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { reportPlace, takeForLock } from "../index.ts";
import { givenCar, testApp } from "../testing.ts";

const app = testApp();
const STORES = 60;

test("vehicle section 7: somebody with many organisations sees the same cars as somebody with few, and no other", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const stores = [];
  for (let n = 0; n < STORES; n++) stores.push(await givenOrganization(app, { parent: region }));
  const outside = await givenOrganization(app);
  const manager = await app.signIn({ permissions: ["vehicle:car:list"], scope: "ORG_TREE", organization: region });

  const held = async (...orgs: { id: string }[]) => {
    const car = await givenCar(app);
    const orgIds = orgs.map(({ id }) => id);
    await app.arrange((tx) => takeForLock(tx, { carId: car.id, lockId: newId(), lockNo: "L1", orgIds }));
    return car.vin;
  };
  const standing = async ({ id: placeId }: { id: string }) => {
    const car = await givenCar(app);
    const report = { carIds: [car.id], kind: "STORE", placeId, at: app.now(), source: "LOGISTICS" } as const;
    await app.arrange((tx) => reportPlace(tx, report));
    return car.vin;
  };
  const [first = outside, second = outside, third = outside] = stores;
  const ofThird = await held(outside, third);
  const others = [await standing(first), await held(second), await held(outside, outside, outside, first)];
  const seen = [ofThird, ...others].sort();
  await standing(outside);
  await held(outside, outside);
  await givenCar(app);

  const { data } = await manager.call(contract.listCars, { query: {} });
  assert.deepEqual(data.list.map(({ vin }) => vin).sort(), seen);
  assert.equal(data.total, seen.length);
  const counts = await manager.call(contract.countCars, { query: {} });
  assert.equal(
    counts.data.reduce((sum, { count }) => sum + count, 0),
    seen.length,
  );
  const { id } = third;
  const clerk = await app.signIn({ permissions: ["vehicle:car:list"], scope: "ORG_TREE", organization: { id } });
  const few = await clerk.call(contract.listCars, { query: {} });
  assert.deepEqual(
    few.data.list.map(({ vin }) => vin),
    [ofThird],
  );
});
