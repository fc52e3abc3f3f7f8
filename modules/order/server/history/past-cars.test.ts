import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, importing } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import { newId } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import { storeModule } from "@ops/store/server";
import { allocate, unallocate, vehicleModule } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { orderModule } from "../index.ts";
import { type Cells, cellsOf, historyRowsOf } from "./testing-rows.ts";

const modules = [vehicleModule, partnerModule, storeModule, orderModule];
const app = declareTestApp(new AuthorityTestApp(modules, undefined, { background: true }));
const excel = importing(app, contract.historyImport);
const permissions = ["order:order:import", "order:order:create", "order:order:view", "store:store:list"];
const hq = () => app.signIn({ permissions: [...permissions, "store:store:view"] });

const { givenKnownCar, givenRow } = historyRowsOf(app);
const time = (shanghai: string) => new Date(`${shanghai}+08:00`);

async function orderIdOf({ orderNo }: Cells): Promise<string> {
  const [order] = await app.rows<{ id: string }>("select id from sales_order where order_no = $1", [orderNo]);
  assert.ok(order);
  return order.id;
}

test("order 8 a row whose car was in other hands after its lock, or cannot be taken or handed over, is refused by the check", async () => {
  const client = await hq();
  const had = async (giveBack: string, isInspected = true) => {
    const car = await givenKnownCar();
    const orderId = newId();
    const at = (text: string) => time(`${text}T00:00:00`);
    await app.arrange(async (tx) => {
      await allocate(tx, { carId: car.id, orderId, orderNo: `SO${car.vin}`, orgIds: [], at: at("2026-02-01") });
      await unallocate(tx, { carId: car.id, orderId, reason: "SWAPPED", at: at(giveBack) });
    });
    if (isInspected) await app.rows("update car set hold_state = 'FREE' where id = $1", [car.id]);
    return car;
  };
  const [after, waiting] = [await had("2026-03-04"), await had("2026-03-02", false)];
  const built = await givenKnownCar();
  await app.rows("update car set build_order_no = 'SO9' where id = $1", [built.id]);
  const unreleased = await givenKnownCar();
  await app.rows("update car set build_state = 'BUILT' where id = $1", [unreleased.id]);
  const unsure = { source: "导入", lockedAt: null };
  const held = "车辆在锁单时间之后才由上一占用退回，请核对VIN与锁单时间";
  const cases: [Cells, string][] = [
    [await givenRow({}, after), held],
    [await givenRow(unsure, after), held],
    [await givenRow({ state: "已到店", deliveredAt: null }, after), held],
    [await givenRow({}, waiting), "车辆当前状态为【退回待检】，不能执行【配单】"],
    [await givenRow({}, built), "该车为订单SO9生产"],
    [await givenRow({}, unreleased), "车辆当前状态为【已下线】，不能执行【交付】"],
  ];
  assert.deepEqual(
    await excel.problems(
      client,
      cases.map(([row]) => cellsOf(row)),
    ),
    cases.map(([, problem], at) => `${at + 2} ${problem}`),
  );
});

test("order 8 a row whose car was given back before its lock passes the check and is written", async () => {
  const client = await hq();
  const car = await givenKnownCar();
  const orderId = newId();
  await app.arrange(async (tx) => {
    const at = time("2026-02-01T00:00:00");
    await allocate(tx, { carId: car.id, orderId, orderNo: `SO${car.vin}`, orgIds: [], at });
    await unallocate(tx, { carId: car.id, orderId, reason: "SWAPPED", at: time("2026-03-03T00:00:00") });
  });
  await app.rows("update car set hold_state = 'FREE' where id = $1", [car.id]);
  const { task } = await excel.run(client, [cellsOf(await givenRow({}, car))]);
  assert.equal(task.status, "SUCCESS");
});

test("order 8 with 覆盖 the car of a known number is refused by the check, too, if it was in other hands after the lock", async () => {
  const client = await hq();
  const car = await givenKnownCar();
  const row = await givenRow({ deliveredAt: null, state: "已到店" }, car);
  assert.equal((await excel.run(client, [cellsOf(row)])).task.status, "SUCCESS");
  const orderId = await orderIdOf(row);
  await app.rows("update sales_order set car_id = null, vin = null where id = $1", [orderId]);
  await app.arrange((tx) => unallocate(tx, { carId: car.id, orderId, reason: "MISTAKEN" }));
  await app.rows("update car set hold_state = 'FREE' where id = $1", [car.id]);
  assert.deepEqual(await excel.problems(client, [cellsOf(row)], ["overwrite"]), [
    "2 车辆在锁单时间之后才由上一占用退回，请核对VIN与锁单时间",
  ]);
});
