import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { givenCar, testApp } from "../testing.ts";

const app = testApp();

test("PF-R85 cars without a mileage come last in both directions, each on one page", async () => {
  for (const mileageKm of [300, null, 100, 200, null]) {
    const { id } = await givenCar(app);
    await app.rows("update car set mileage_km = $2 where id = $1", [id, mileageKm]);
  }
  const reader = await app.signIn({ permissions: ["vehicle:car:list"] });
  const pages = async (sortOrder: "asc" | "desc") => {
    const list: contract.Car[] = [];
    for (const pageNo of [1, 2, 3]) {
      const query = { sortBy: "mileageKm", sortOrder, pageNo, pageSize: 2 } as const;
      list.push(...(await reader.call(contract.listCars, { query })).data.list);
    }
    assert.equal(new Set(list.map(({ id }) => id)).size, 5);
    return list.map(({ mileageKm }) => mileageKm);
  };
  assert.deepEqual(await pages("asc"), [100, 200, 300, null, null]);
  assert.deepEqual(await pages("desc"), [300, 200, 100, null, null]);
});
