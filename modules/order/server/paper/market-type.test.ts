import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import { carRow, givenCar } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { bindBuilt } from "../car/bind.ts";
import { matchCar } from "../car/published.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { givenChoice, givenInvoice, givenLockedOrder, newCustomer, testApp } from "../testing.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const seller = () => app.signIn({ permissions: ["create", "edit", "view"].map((act) => `order:order:${act}`) });

/** A market type of this code; one that is there already stays. */
async function givenType(typeCode: string, typeName: string, status = "ENABLED"): Promise<string> {
  const [known] = await app.rows<{ id: string }>("select id from car_market_type where type_code = $1", [typeCode]);
  if (known) return known.id;
  const id = newId();
  await app.rows(
    `insert into car_market_type (id, created_at, created_by, updated_at, updated_by, type_code, type_name, sort, status,
       rights_allowed, usable_for) values ($1, now(), $1, now(), $1, $2, $3, 1, $4, true, '{SALE}')`,
    [id, typeCode, typeName, status],
  );
  return id;
}

const sameCar = ({ carConfigId }: { carConfigId: string | null }, wishes: object = {}) => {
  const config = { id: carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  return givenCar(app, { config, ...wishes });
};

test("order 2 an order is sold as 国内零售 unless another market type is named, and its car follows", async () => {
  const retail = await givenType("RETAIL", "国内零售");
  const fleet = await givenType("FLEET", "大客户");
  const client = await seller();
  const { id: storeId } = await givenStore(app);
  const body = { storeId, ...(await givenChoice(app)) };
  const usual = await client.call(contract.createOrder, { body: { ...body, customer: newCustomer() } });
  assert.deepEqual([usual.data.marketTypeId, usual.data.marketTypeName], [retail, "国内零售"]);
  const named = await client.call(contract.createOrder, {
    body: { ...body, customer: newCustomer(), marketTypeId: fleet },
  });
  assert.equal(named.data.marketTypeName, "大客户");
  const order = await givenLockedOrder(app);
  const car = await sameCar(order);
  await app.arrange((tx) => matchCar(tx, { orderId: order.id, carId: car.id }));
  assert.equal((await carRow(app, car)).marketTypeId, retail);
});

test("order 2 what the stock kind of a car proposes goes before the usual type, and what somebody chose before both", async () => {
  const [used, fleet] = [await givenType("USED", "官方二手"), await givenType("FLEET", "大客户")];
  for (const [marketTypeId, expected] of [
    [null, used],
    [fleet, fleet],
  ] as const) {
    const order = await givenLockedOrder(app, { marketTypeId });
    const car = await sameCar(order, { stockKind: "TEST_DRIVE" });
    await app.arrange((tx) => matchCar(tx, { orderId: order.id, carId: car.id }));
    const [row] = await app.rows<{ id: string }>("select market_type_id as id from sales_order where id = $1", [
      order.id,
    ]);
    assert.deepEqual([(await carRow(app, car)).marketTypeId, row?.id], [expected, expected]);
  }
});

test("order 2 the car that was built for an order gives it its market type, also to one that has none", async () => {
  const [retail, used] = [await givenType("RETAIL", "国内零售"), await givenType("USED", "官方二手")];
  for (const [stockKind, expected] of [
    ["NORMAL", retail],
    ["TEST_DRIVE", used],
  ] as const) {
    const order = await givenLockedOrder(app);
    await app.rows("update sales_order set market_type_id = null where id = $1", [order.id]);
    const car = await sameCar(order, { stockKind, buildOrderNo: order.orderNo });
    await app.arrange(async (tx) => bindBuilt(tx, await lockOrderRow(tx, order.id), car.id));
    const [row] = await app.rows<{ id: string }>("select market_type_id as id from sales_order where id = $1", [
      order.id,
    ]);
    assert.deepEqual([(await carRow(app, car)).marketTypeId, row?.id], [expected, expected]);
  }
});

test("order 2 the market type changes until 开票, on the car as well; what is left out stays", async () => {
  const [fleet, staff] = [await givenType("FLEET", "大客户"), await givenType("STAFF", "员工购车")];
  const off = await givenType("OLD", "旧类型", "DISABLED");
  const order = await givenLockedOrder(app);
  const car = await sameCar(order);
  await app.arrange((tx) => matchCar(tx, { orderId: order.id, carId: car.id }));
  const client = await seller();
  const { data: shown } = await client.call(contract.getOrder, { params: { id: order.id } });
  const { seriesId, carConfigId, optionCodes, extColor, intColor, deliveryStoreId } = shown;
  const choice = { seriesId, carConfigId, optionCodes, extColor, intColor, deliveryStoreId };
  const edit = (version: number, more: object) =>
    client.call(contract.editOrder, { params: { id: order.id }, body: { ...choice, ...more, version } });
  const { data } = await edit(shown.version, { marketTypeId: fleet });
  assert.deepEqual([data.marketTypeId, (await carRow(app, car)).marketTypeId], [fleet, fleet]);
  assert.deepEqual(refusal(await edit(data.version, { marketTypeId: off })), [
    "VEHICLE_MARKET_TYPE_UNKNOWN",
    "市场类型不存在",
  ]);
  const kept = await edit(data.version, { remark: "周末联系" });
  assert.equal(kept.data.marketTypeId, fleet);
  await givenInvoice(app, order);
  assert.deepEqual(refusal(await edit(kept.data.version, { marketTypeId: staff })), [
    "ORDER_INVOICE_ISSUED",
    "已开票，请先红冲发票",
  ]);
  assert.equal(
    (await edit(kept.data.version, { marketTypeId: fleet, remark: "改备注" })).msg,
    "",
    "the same is no change",
  );
});
