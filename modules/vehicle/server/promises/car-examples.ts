import { example, type ProductApp } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as vehicle from "../../contract/index.ts";
import { allocate, deliver, unallocate } from "../index.ts";
import { givenCar, givenConfig, givenPhoto, newVin } from "../testing.ts";

const spec = { optionCodes: [], extColor: "EX-W01", intColor: "IN-B02" };
const reason = "原因";

async function versionOf(app: ProductApp, id: string): Promise<number> {
  const [row] = await app.rows<{ version: number }>("select version from car where id = $1", [id]);
  return row?.version ?? 1;
}

example(vehicle.pushCarEvents, async (app) => {
  const { vin } = await givenCar(app);
  const occurredAt = "2026-10-02 00:00:00";
  return { input: { body: { events: [{ eventId: newId(), type: "activated", vin, occurredAt, payload: {} }] } } };
});

async function givenIntake(app: ProductApp): Promise<string> {
  const id = newId();
  const { vin } = await givenCar(app);
  await app.rows(
    `insert into car_intake (id, created_at, created_by, updated_at, updated_by, source, event_id, type, vin, payload,
       occurred_at, received_at, state)
     values ($1::uuid, now(), $1, now(), $1, 'CLOUD', $1::text, 'activated', $2, '{}', now(), now(), 'FAILED')`,
    [id, vin],
  );
  return id;
}
example(vehicle.replayCarIntake, async (app) => ({ input: { params: { id: await givenIntake(app) } } }));
example(vehicle.replayCarIntakes, async (app) => ({ input: { body: { ids: [await givenIntake(app)] } } }));
example(vehicle.bindSaleCode, async (app) => {
  const { id: carConfigId } = await givenConfig(app);
  const saleCode = `N${newId().slice(-12).toUpperCase()}`;
  const id = await givenIntake(app);
  await app.rows(
    `update car_intake set source = 'MES', type = 'vinAssigned', reason = '配置编码或物料号不存在',
       payload = jsonb_build_object('saleCode', $2::text) where id = $1`,
    [id, saleCode],
  );
  return { input: { body: { saleCode, carConfigId, extColor: "EX-W01", intColor: "IN-B02" } } };
});

example(vehicle.lookUpCar, async (app) => ({ input: { body: { vin: (await givenCar(app)).vin } } }));
example(vehicle.createCar, async (app) => {
  const { id: carConfigId } = await givenConfig(app);
  const body = { ...spec, vin: newVin(), carConfigId, plantCode: "PLANT-CZ", producedOn: "2026-10-01" };
  return { input: { body: { ...body, stockKind: "NORMAL" as const } } };
});
example(vehicle.editCar, async (app) => {
  const { id, config } = await givenCar(app);
  return { input: { params: { id }, body: { ...spec, carConfigId: config.id, version: 1 } } };
});
example(vehicle.correctCarSpec, async (app) => {
  const { id, config } = await givenCar(app);
  return { input: { params: { id }, body: { ...spec, carConfigId: config.id, reason, version: 1 } } };
});
example(vehicle.moveCar, async (app) => {
  const { id } = await givenCar(app);
  const body = { placeKind: "WAREHOUSE" as const, placeCode: "WH-CZ", reason, version: 1 };
  return { input: { params: { id }, body } };
});
example(vehicle.recordCarMileage, async (app) => ({
  input: { params: { id: (await givenCar(app)).id }, body: { mileageKm: 5, version: 1 } },
}));
example(vehicle.fixCarMileage, async (app) => ({
  input: { params: { id: (await givenCar(app)).id }, body: { mileageKm: 5, reason, version: 1 } },
}));
example(vehicle.recordCarPlate, async (app) => ({
  input: { params: { id: (await givenCar(app)).id }, body: { plateNo: "京A12345", version: 1 } },
}));
example(vehicle.changeCarMarketType, async (app) => {
  const { id } = await givenCar(app);
  const marketTypeId = newId();
  await app.rows(
    `insert into car_market_type values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, right($2, 12), $2, null, 1, 'ENABLED',
       true, '{SALE}')`,
    [marketTypeId, marketTypeId.toUpperCase()],
  );
  return { input: { params: { id }, body: { marketTypeId, reason, version: 1 } } };
});

async function givenOrdered(app: ProductApp): Promise<{ carId: string; orderId: string }> {
  const { id: carId } = await givenCar(app);
  const orderId = newId();
  await app.arrange((tx) => allocate(tx, { carId, orderId, orderNo: "O", orgIds: [] }));
  return { carId, orderId };
}
example(vehicle.inspectCar, async (app) => {
  const { user, token } = await app.signIn({ boolAdmin: true });
  const { carId: id, orderId } = await givenOrdered(app);
  await app.arrange((tx) => unallocate(tx, { carId: id, orderId, reason: "CANCELLED" }));
  const fileIds = [await givenPhoto(app, user)];
  const body = {
    result: "PASS",
    stockKind: "NORMAL",
    text: "合格",
    fileIds,
    version: await versionOf(app, id),
  } as const;
  return { input: { params: { id }, body }, credentials: { authorization: token } };
});
example(vehicle.takeBackCar, async (app) => {
  const { user, token } = await app.signIn({ boolAdmin: true });
  const { carId: id, orderId } = await givenOrdered(app);
  const handOver = { carId: id, orderId, ownerId: newId(), at: app.now(), mileageKm: 1 };
  await app.arrange((tx) => deliver(tx, handOver));
  const body = { reason, fileIds: [await givenPhoto(app, user)], version: await versionOf(app, id) };
  return { input: { params: { id }, body }, credentials: { authorization: token } };
});
example(vehicle.takeCarOff, async (app) => ({
  input: { params: { id: (await givenCar(app)).id }, body: { kind: "SCRAPPED" as const, reason, version: 1 } },
}));
example(vehicle.restoreCar, async (app) => {
  const { id } = await givenCar(app);
  await app.rows("update car set hold_state = 'OFF', whereabouts = 'OFF' where id = $1", [id]);
  return { input: { params: { id }, body: { reason, version: 1 } } };
});

example(vehicle.blockCars, async (app) => ({
  input: { body: { vins: [(await givenCar(app)).vin], kind: "OTHER" as const, reason } },
}));
example(vehicle.unblockCars, async (app) => {
  const { id, vin } = await givenCar(app);
  await app.rows("update car set open_blocks = 1 where id = $1", [id]);
  await app.rows(
    "insert into car_block (id, car_id, kind, reason, from_at, by) values ($1, $2, 'OTHER', '原因', now(), $1)",
    [newId(), id],
  );
  return { input: { body: { vins: [vin], kind: "OTHER" as const, reason } } };
});
example(vehicle.setCarsStockKind, async (app) => ({
  input: { body: { vins: [(await givenCar(app)).vin], stockKind: "DISPLAY" as const, reason } },
}));
