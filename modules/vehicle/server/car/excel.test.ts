import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportRow } from "@ops/platform/server";
import { newId, SKIPPED, type Tx } from "@ops/platform/server";
import { allocate } from "../published/holds.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carRow, givenCar, newVin } from "../testing-cars.ts";
import { carBlockImportSource, carImportSource } from "./import.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const call = { options: new Set<string>(), prepared: undefined, taskId: null };

async function rowOf(values: Partial<Record<string, string>> = {}): Promise<ImportRow> {
  const { configCode } = await givenConfig(app);
  const car = { vin: newVin(), configCode, extColor: "EX-W01", intColor: "IN-B02", plantCode: "PLANT-CZ" };
  const told = { ...car, producedOn: "2026-10-01", stockKind: "NORMAL", ...values };
  return { line: 2, values: Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) };
}
const check = (row: ImportRow) => run(async (tx) => (await carImportSource.check(tx, [row], call)).get(row.line));
const apply = (row: ImportRow) => run(async (tx) => carImportSource.applyAll?.(tx, [row], call));

test("vehicle section 8: a row of the car import enters the register, and the same again changes nothing", async () => {
  const row = await rowOf({ releasedOn: "2026-10-02", placeKind: "WAREHOUSE", placeCode: "WH-CZ", mileageKm: "3" });
  assert.equal(await check(row), undefined);
  await apply(row);
  const [car] = await app.rows<{ id: string }>("select id from car where vin = $1", [row.values["vin"]]);
  assert.ok(car);
  assert.partialDeepStrictEqual(await carRow(app, car), { buildState: "RELEASED", placeId: "WH-CZ", mileageKm: 3 });
  assert.equal(await check(row), SKIPPED);
});

test("vehicle section 8: a row says what is wrong with it", async () => {
  assert.match(String(await check(await rowOf({ vin: "L0Z7E4A24TA000152" }))), /^车架号校验位错误，应为/);
  assert.equal(await check(await rowOf({ vin: "LOZ" })), "VIN格式不正确：含非法字符O（第2位）");
  assert.equal(await check(await rowOf({ configCode: "NO-SUCH" })), "配置编码或物料号不存在");
  assert.equal(await check(await rowOf({ producedOn: "2999-01-01" })), "下线日期晚于今天");
  assert.equal(await check(await rowOf({ placeKind: "STORE", placeCode: "X" })), "位置编码不存在");
  await givenCar(app, { motorNos: ["M-9"] });
  await assert.rejects(async () => apply(await rowOf({ motorNo: "M-9" })), /电机号已属于/);
});

test("vehicle section 8: of a car that is held only the place changes", async () => {
  const car = await givenCar(app);
  await run((tx) => allocate(tx, { carId: car.id, orderId: newId(), orderNo: "O", orgIds: [] }));
  const moved = { vin: car.vin, configCode: car.config.configCode, placeKind: "WAREHOUSE", placeCode: "WH-BJ" };
  await apply(await rowOf({ ...moved, extColor: "EX-B01" }));
  assert.partialDeepStrictEqual(await carRow(app, car), {
    ...{ extColor: "EX-W01", holdState: "ALLOCATED", placeId: "WH-BJ" },
  });
});

test("vehicle section 8: rows of the block import stop cars", async () => {
  const car = await givenCar(app);
  const row = { line: 2, values: { vin: car.vin, kind: "RECALL", reason: "软件" } };
  const verdict = () => run(async (tx) => (await carBlockImportSource.check(tx, [row], call)).get(2));
  assert.equal(await verdict(), undefined);
  await run(async (tx) => carBlockImportSource.applyAll?.(tx, [row], call));
  assert.equal((await carRow(app, car)).openBlocks, 1);
  assert.equal(await verdict(), "已有同类管控");
  const unknown = { line: 3, values: { vin: newVin(), kind: "RECALL", reason: "软件" } };
  const ends = await run((tx) => carBlockImportSource.check(tx, [unknown], call));
  assert.equal(ends.get(3), "车辆未建档");
});
