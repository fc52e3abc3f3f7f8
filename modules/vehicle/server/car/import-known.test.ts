import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthority } from "@ops/authority/server";
import { AuthorityTestApp, failuresOf, importing, testSettings } from "@ops/authority/server/testing";
import { startOfDay } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { vehicleModule } from "../index.ts";
import { allocate } from "../published/holds.ts";
import type { NewCar } from "../register/register-car.ts";
import { carRow, type GivenCar, givenCar } from "../testing-cars.ts";
import { type CarCells, cellsOf, givenCarCells } from "./testing-import.ts";

const app = declareTestApp(new AuthorityTestApp([vehicleModule], createAuthority(testSettings), { background: true }));
const { check, run } = importing(app, contract.carImport);
const codes = ["vehicle:car:import", "vehicle:car:create", "vehicle:car:list"];

/** Makes a row that repeats what the register has about a known car, except for these values. */
const rowOf = async ({ vin, config }: GivenCar, values: CarCells = {}) =>
  cellsOf(await givenCarCells(app, { vin, configCode: config.configCode, optionCodes: "OP-ADS", ...values }));

const notUpdated = (fields: string) => `车辆已建档，仅更新位置和里程；${fields}未更新`;

test("vehicle section 8: a row that differs from a known car is not skipped: it names the cells that change nothing", async () => {
  const client = await app.signIn({ permissions: codes });
  await app.rows(
    `insert into car_market_type values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, 'K-TYPE', '已知', null, 1, 'ENABLED',
       true, '{SALE}')`,
    [newId()],
  );
  const built = { buildState: "BUILT", motorNos: ["K-M1", "K-M2"], batteryNo: "K-B1" } as const;
  const released = { buildState: "RELEASED", releasedAt: startOfDay("2026-10-02"), engineNo: "K-E1" } as const;
  const cases: [Partial<NewCar>, CarCells, string | null][] = [
    [built, {}, null],
    [{}, { motorNo: "K-M9" }, notUpdated("电机号")],
    [{ ...built, motorNos: ["K-M3", "K-M4"], batteryNo: "K-B2" }, { motorNo: "K-M4", batteryNo: "K-B2" }, null],
    [{ buildState: "BUILT" }, { releasedOn: "2026-10-02", engineNo: "K-E9" }, notUpdated("放行日期、发动机号")],
    [released, { releasedOn: "2026-10-02", engineNo: "K-E1" }, null],
    [{ ...released, engineNo: "K-E2" }, { releasedOn: "2026-10-03" }, notUpdated("放行日期")],
    [{}, { batteryNo: "K-B9", plantCode: "PLANT-BJ" }, notUpdated("工厂、电池号")],
    [{}, { producedOn: "2026-09-30", stockKind: "展车" }, notUpdated("下线日期、现车类型")],
    [{}, { marketType: "K-TYPE" }, notUpdated("市场类型")],
  ];
  const rows = [];
  for (const [told, values] of cases) rows.push(await rowOf(await givenCar(app, told), values));
  const { data, msg } = await check(client, rows);
  assert.equal(msg, "");
  assert.deepEqual(
    data.warnings.map(({ line, problem }) => [line, problem]),
    cases.flatMap(([, , warning], n) => (warning ? [[n + 2, warning]] : [])),
  );
  assert.partialDeepStrictEqual(data, { skipped: 3, problems: [] });
});

test("vehicle section 8: the differences from a known car stand in the file of notes, and its row in the register stays", async () => {
  const client = await app.signIn({ permissions: codes });
  const [car, held, moved] = [
    await givenCar(app, { buildState: "BUILT" }),
    await givenCar(app, { batteryNo: "K-B7" }),
    await givenCar(app),
  ];
  await app.arrange((tx) => allocate(tx, { carId: held.id, orderId: newId(), orderNo: "O", orgIds: [] }));
  const before = [await carRow(app, car), await carRow(app, held)];
  const rows = [
    await rowOf(car, { releasedOn: "2026-10-02" }),
    await rowOf(held, { batteryNo: "K-B8" }),
    await rowOf(moved, { batteryNo: "K-B6", placeKind: "仓库", placeCode: "WH-CZ", mileageKm: 7 }),
  ];
  for (const successCount of [3, 3]) {
    const { task } = await run(client, rows);
    assert.partialDeepStrictEqual(task, { status: "SUCCESS", successCount, failCount: 0 });
    assert.deepEqual(
      (await failuresOf(app, client, task.id)).map((cells) => cells.at(-1)),
      [
        `提醒：${notUpdated("放行日期")}`,
        "提醒：车辆已被占用，仅更新位置；电池号未更新",
        `提醒：${notUpdated("电池号")}`,
      ],
    );
  }
  assert.deepEqual([await carRow(app, car), await carRow(app, held)], before);
  assert.partialDeepStrictEqual(await carRow(app, moved), {
    placeId: "WH-CZ",
    mileageKm: 7,
    batteryNo: null,
    eventNo: 3,
  });
});
