import assert from "node:assert/strict";
import { test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { newId, type Tx } from "@ops/platform/server";
import { carMarketTypeChanged } from "../../contract/index.ts";
import { newCarKm } from "../car-record/params.ts";
import type { NewCar } from "../register/register-car.ts";
import { testApp } from "../testing.ts";
import { carEvents, carRow, givenCar, refused } from "../testing-cars.ts";
import { deliver } from "./delivery.ts";
import { allocate } from "./holds.ts";
import { setMarketType } from "./market-type.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);

async function givenType(typeCode: string, status = "ENABLED"): Promise<string> {
  const id = newId();
  await app.rows(
    `insert into car_market_type (id, version, created_at, created_by, updated_at, updated_by, type_code, type_name,
       rights_allowed, usable_for, status) values ($1, 1, now(), $1, now(), $1, $2, $2, true, '{SALE}', $3)`,
    [id, typeCode, status],
  );
  return id;
}

async function givenAllocated(wishes: Partial<NewCar> = {}) {
  const car = await givenCar(app, wishes);
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O1", orgIds: [] }));
  return { ...car, orderId };
}

test("VE-R15 the order that holds a car changes how it is sold, and nobody else does; after the delivery it stays", async () => {
  const [fleet, closed] = [await givenType("FLEET"), await givenType("CLOSED", "DISABLED")];
  const car = await givenAllocated();
  const change = { carId: car.id, orderId: car.orderId, marketTypeId: fleet, reason: "改为大客户" };
  const set = (wishes: Partial<typeof change> = {}) => run((tx) => setMarketType(tx, { ...change, ...wishes }));
  await assert.rejects(set({ orderId: newId() }), refused("VEHICLE_FENCED", "占用已失效（现由订单O1占用）"));
  await assert.rejects(set({ marketTypeId: closed }), refused("VEHICLE_MARKET_TYPE_UNKNOWN", "市场类型不存在"));
  await set();
  await set(); // the second call changes nothing
  assert.equal((await carRow(app, car)).marketTypeId, fleet);
  const heard = (await app.published(carMarketTypeChanged)).filter(({ carId }) => carId === car.id);
  assert.partialDeepStrictEqual(heard, [{ marketTypeId: fleet }]);
  assert.equal(heard.length, 1);
  assert.partialDeepStrictEqual((await carEvents(app, car)).at(-1), { type: "marketTypeChanged", source: "ORDER" });

  const { orderId } = car;
  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId: newId(), at: app.now(), mileageKm: 1 }));
  await assert.rejects(
    set({ marketTypeId: await givenType("STAFF") }),
    refused("VEHICLE_STATE_ILLEGAL", "车辆当前状态为【已交付】，不能执行【修改市场类型】"),
  );
});

test("VE-R13 a new car that is handed over with more than 100 km is told; a test car and fewer kilometres are not", async () => {
  const handOver = async (mileageKm: number, wishes: Partial<NewCar> = {}) => {
    const { id: carId, orderId } = await givenAllocated(wishes);
    return run((tx) => deliver(tx, { carId, orderId, ownerId: newId(), at: app.now(), mileageKm }));
  };
  const told = await handOver(101);
  assert.deepEqual(told.warnings, ["新车里程101公里，超过100公里"]);
  assert.partialDeepStrictEqual(told.car, { holdState: "DELIVERED", mileageKm: 101, holder: { kind: "OWNER" } });
  assert.deepEqual((await handOver(100)).warnings, []);
  assert.deepEqual((await handOver(3_000, { stockKind: "TEST_DRIVE" })).warnings, []);
  await setParam(app, newCarKm, "50");
  assert.deepEqual((await handOver(51)).warnings, ["新车里程51公里，超过50公里"]);
});
