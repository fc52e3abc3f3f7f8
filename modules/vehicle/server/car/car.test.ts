import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization, setParam, type TestClient } from "@ops/authority/server/testing";
import type { BodyInputOf } from "@ops/platform/contract";
import { newId, systemActor, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { lookupsPerHour } from "../car-record/params.ts";
import { deliver } from "../published/delivery.ts";
import { allocate, takeForLock, unallocate } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, givenPhoto, newVin, refused } from "../testing-cars.ts";
import { carActing } from "./acting.ts";
import { RIGHTS_ACCOUNT } from "./rights-account.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const keeper = (...actions: string[]) =>
  app.signIn({ permissions: ["list", "view", ...actions].map((action) => `vehicle:car:${action}`) });

async function givenReturned(): Promise<GivenCar> {
  const car = await givenCar(app);
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O1", orgIds: [] }));
  await run((tx) => unallocate(tx, { carId: car.id, orderId, reason: "CANCELLED" }));
  return car;
}

async function givenDelivered(): Promise<GivenCar> {
  const car = await givenCar(app);
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O1", orgIds: [] }));
  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId: newId(), at: app.now(), mileageKm: 5 }));
  return car;
}

const versionOf = async (car: GivenCar) => (await carRow(app, car)).version;
const specOf = ({ config }: GivenCar, extColor = "EX-W01") => ({
  carConfigId: config.id,
  optionCodes: ["OP-ADS"],
  extColor,
  intColor: "IN-B02",
});

test("VE-R1 a car is registered by hand, and the refusal of a wrong VIN names its fault", async () => {
  const person = await keeper("create");
  const { id: carConfigId } = await givenConfig(app);
  const body: BodyInputOf<typeof contract.createCar> = {
    vin: newVin(),
    carConfigId,
    optionCodes: [],
    extColor: "EX-W01",
    intColor: "IN-B02",
    plantCode: "PLANT-CZ",
    producedOn: "2026-10-01",
    stockKind: "NORMAL",
  };
  const made = await person.call(contract.createCar, { body });
  assert.partialDeepStrictEqual(made.data, { vin: body.vin, whereabouts: "FREE", buildState: "BUILT" });
  assert.partialDeepStrictEqual(await app.auditOf(made.data), [{ actionName: "新建车辆档案" }]);
  const wrong = await person.call(contract.createCar, { body: { ...body, vin: "L0Z7E4A2OSA000125" } });
  assert.deepEqual([wrong.msgCode, wrong.msg], ["VEHICLE_VIN_FORMAT", "VIN格式不正确：含非法字符O（第9位）"]);
  const other = await person.call(contract.createCar, { body: { ...body, intColor: "IN-W02" } });
  assert.deepEqual([other.msgCode, other.msg], ["VEHICLE_VIN_DUP", "车架号已存在，内饰不一致"]);
});

test("VE-R3 a mistyped VIN is taken off and registered anew; both rows point at each other", async () => {
  const person = await keeper("create", "off");
  const wrong = await givenCar(app, { motorNos: ["M-7"] });
  const version = await versionOf(wrong);
  const body = { kind: "MISTYPED", reason: "末位录错", version } as const;
  await person.call(contract.takeCarOff, { params: { id: wrong.id }, body });
  const right = await person.call(contract.createCar, {
    body: {
      ...specOf(wrong),
      vin: newVin(),
      motorNos: ["M-7"],
      plantCode: "PLANT-CZ",
      producedOn: "2026-10-01",
      stockKind: "NORMAL",
      replacesCarId: wrong.id,
    },
  });
  assert.ok(right.success, right.msg);
  assert.equal(right.data.linkedVin, wrong.vin);
  const before = await person.call(contract.getCar, { params: { vin: wrong.vin } });
  assert.deepEqual([before.data.linkedVin, before.data.whereabouts], [right.data.vin, "OFF"]);
  const back = { reason: "误注销", version: before.data.version };
  const restored = await person.call(contract.restoreCar, { params: { id: wrong.id }, body: back });
  assert.equal(restored.msg, `电机号已属于${right.data.vin}`);
});

test("VE-R17 the specification is free while nobody holds the car; a lock refuses a correction, an order needs headquarters", async () => {
  const person = await keeper("edit", "correctSpec");
  const car = await givenCar(app);
  const edit = async (extColor: string) =>
    person.call(contract.editCar, {
      params: { id: car.id },
      body: { ...specOf(car, extColor), version: await versionOf(car) },
    });
  const correct = async (body: object = {}) =>
    person.call(contract.correctCarSpec, {
      params: { id: car.id },
      body: { ...specOf(car), reason: "喷漆更正", version: await versionOf(car), ...body },
    });
  assert.partialDeepStrictEqual((await edit("EX-B01")).data, {
    extColor: { colorName: "曜石黑" },
    flags: ["SPEC_ODD"],
  });
  const lock = { carId: car.id, lockId: newId(), lockNo: "L1", orgIds: [] };
  const { token } = await run((tx) => takeForLock(tx, lock));
  const locked = "车辆当前状态为【已锁定】，不能执行【更正配置】";
  assert.deepEqual([(await edit("EX-W01")).msg, (await correct()).msg], [locked, locked]);
  const orderId = newId();
  await run((tx) =>
    allocate(tx, { carId: car.id, orderId, orderNo: "O", orgIds: [], fromLock: { lockId: lock.lockId, token } }),
  );
  assert.equal((await edit("EX-W01")).msg, "车辆当前状态为【已配单】，不能执行【更正配置】");
  assert.partialDeepStrictEqual((await correct()).data, { extColor: { colorName: "珍珠白" }, flags: [] });
  assert.ok((await app.published(contract.carSpecCorrected)).some(({ carId }) => carId === car.id));
  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId: newId(), at: app.now(), mileageKm: 1 }));
  assert.equal((await correct({ optionCodes: [] })).msg, "车辆当前状态为【已交付】，不能执行【更正配置】");
  assert.ok((await correct({ extColor: "EX-B01", batteryNo: "B-9" })).success);
  const last = (await carEvents(app, car)).at(-1);
  assert.partialDeepStrictEqual(last, { type: "specCorrected", after: { extColor: "EX-B01", batteryNo: "B-9" } });
});

test("VE-R10 a person moves a car, but not on the road and not to an unknown place", async () => {
  const person = await keeper("movePlace");
  const car = await givenCar(app);
  const move = async (placeCode: string) =>
    person.call(contract.moveCar, {
      params: { id: car.id },
      body: { placeKind: "WAREHOUSE", placeCode, reason: "盘点发现", version: await versionOf(car) },
    });
  assert.equal((await move("NOWHERE")).msg, "位置编码不存在");
  const port = await move("PORT-SH");
  assert.deepEqual([port.msgCode, port.msg], ["VEHICLE_PLACE_KIND", "位置类型不符：上海港是港口，不是仓库"]);
  assert.partialDeepStrictEqual((await move("WH-CZ")).data, { placeName: "常州中心库", stockDays: 0 });
  await run((tx) =>
    reportPlace(tx, { carIds: [car.id], kind: "TRANSIT", placeId: "G", at: app.now(), source: "LOGISTICS" }),
  );
  const refused = await move("WH-BJ");
  assert.deepEqual([refused.msgCode, refused.msg], ["VEHICLE_IN_TRANSIT", "车辆运输中，位置由物流更新"]);
  const stays = await person.call(contract.listCarStays, { params: { vin: car.vin } });
  assert.partialDeepStrictEqual(stays.data, [{ placeKind: "TRANSIT", until: null }, { placeName: "常州中心库" }]);
});

test("VE-R13 VE-R14 mileage and plate by hand, a lower number only with its own right and a reason", async () => {
  const person = await keeper("mileage", "mileageFix", "plate");
  const car = await givenDelivered();
  const params = { id: car.id };
  const read = async (mileageKm: number) =>
    person.call(contract.recordCarMileage, { params, body: { mileageKm, version: await versionOf(car) } });
  assert.equal((await read(90)).data.mileageKm, 90);
  assert.equal((await read(80)).msg, "里程不能小于已记录里程90");
  const body = { mileageKm: 80, reason: "换表", version: await versionOf(car) };
  assert.equal((await person.call(contract.fixCarMileage, { params, body })).data.mileageKm, 80);
  const plate = { plateNo: "浙a·12345", version: await versionOf(car) };
  assert.equal((await person.call(contract.recordCarPlate, { params, body: plate })).data.plateNo, "浙A12345");
});

test("VE-R8 a returned car is inspected with photos: free again, or stopped for its quality", async () => {
  const person = await keeper("inspect");
  const inspect = async (car: GivenCar, result: "PASS" | "FAIL", fileIds: string[]) =>
    person.call(contract.inspectCar, {
      params: { id: car.id },
      body: { result, stockKind: "NORMAL", text: "外观检查", fileIds, version: await versionOf(car) },
    });
  const photo = () => givenPhoto(app, person.user);
  const good = await givenReturned();
  assert.equal((await inspect(good, "PASS", [])).msg, "请上传至少一张照片");
  assert.partialDeepStrictEqual((await inspect(good, "PASS", [await photo()])).data, {
    holdState: "FREE",
    stockKind: "NORMAL",
    whereabouts: "FREE",
  });
  assert.equal((await inspect(good, "PASS", [await photo()])).msg, "车辆当前状态为【空闲】，不能执行【复检】");
  const bad = await givenReturned();
  const failed = await inspect(bad, "FAIL", [await photo()]);
  assert.partialDeepStrictEqual(failed.data, { holdState: "RETURNED", blocks: [{ kind: "QUALITY" }] });
  assert.ok((await app.published(contract.carInspected)).some(({ carId }) => carId === good.id));
});

test("VE-R8 退车回购 takes a car from its owner, 注销 ends it, and a car on a truck can only be lost", async () => {
  const person = await keeper("takeBack", "off");
  const car = await givenDelivered();
  const fileIds = [await givenPhoto(app, person.user)];
  const body = { reason: "质量问题", fileIds, version: await versionOf(car) };
  const taken = await person.call(contract.takeBackCar, { params: { id: car.id }, body });
  assert.partialDeepStrictEqual(taken.data, { holdState: "RETURNED", stockKind: "BUYBACK", holder: null, ownerSeq: 1 });
  const moving = await givenCar(app);
  await run((tx) =>
    reportPlace(tx, { carIds: [moving.id], kind: "TRANSIT", placeId: "G", at: app.now(), source: "LOGISTICS" }),
  );
  const off = async (kind: "SCRAPPED" | "LOST") =>
    person.call(contract.takeCarOff, {
      params: { id: moving.id },
      body: { kind, reason: "事故", version: await versionOf(moving) },
    });
  assert.equal((await off("SCRAPPED")).msg, "车辆当前状态为【运输中】，不能执行【注销】");
  assert.equal((await off("LOST")).data.whereabouts, "OFF");
});

test("VE-R16 a car with open rights is not taken back; what else points at it does not stop that", async () => {
  const orders = { entity: "car", label: "订单", countOf: async () => 5 };
  const rights = { entity: "car", label: "权益账户", kind: RIGHTS_ACCOUNT, countOf: async () => 2 };
  const car = await givenDelivered();
  const { user } = await keeper("takeBack");
  const body = { reason: "x", fileIds: [await givenPhoto(app, user)], version: await versionOf(car) };
  await assert.rejects(
    run((tx) => carActing.act({ ...tx, usages: [orders, rights] }, "takeBack", car.id, body)),
    refused("VEHICLE_RIGHTS_OPEN", "车辆仍有2个权益账户，不能执行【退车回购】"),
  );
  const systemFile = { ...body, fileIds: [await givenPhoto(app, { id: systemActor.userId })] };
  const taken = await run((tx) => carActing.act({ ...tx, usages: [orders] }, "takeBack", car.id, systemFile));
  assert.equal(taken.holdState, "RETURNED");
});

test("VE-R11 40 cars are stopped at once; unknown ones are named and stop nothing", async () => {
  const person = await keeper("block");
  const config = await givenConfig(app);
  const cars = await Promise.all(Array.from({ length: 38 }, () => givenCar(app, { config })));
  const vins = [...cars.map(({ vin }) => vin.toLowerCase()), newVin(), newVin()];
  const body = { vins, kind: "QUALITY", reason: "批次漆面" } as const;
  const blocked = await person.call(contract.blockCars, { body });
  const done = blocked.data.filter((end) => end.done);
  const reasons = blocked.data.filter((end) => !end.done).map(({ reason }) => reason);
  assert.deepEqual([done.length, reasons], [38, ["车辆未建档", "车辆未建档"]]);
  const again = await person.call(contract.blockCars, { body: { ...body, vins: vins.slice(0, 1) } });
  assert.equal(again.data[0]?.reason, "已有同类管控");
  const list = await person.call(contract.listCars, { query: { isBlocked: "true", carConfigId: config.id } });
  assert.equal(list.data.total, 38);
  const freed = await person.call(contract.unblockCars, { body: { ...body, vins: vins.slice(0, 38), reason: "返工" } });
  assert.ok(freed.data.every((end) => end.done));
  const none = await person.call(contract.unblockCars, { body: { ...body, vins: vins.slice(0, 1) } });
  assert.equal(none.data[0]?.reason, "没有该类管控");
});

test("VE-R15 the stock kind of many cars is set at once, and a market type is changed with a reason", async () => {
  const person = await keeper("edit", "marketType");
  const [free, gone] = [await givenCar(app), await givenDelivered()];
  const body = { vins: [free.vin, gone.vin], stockKind: "DISPLAY" as const, reason: "布展" };
  const set = await person.call(contract.setCarsStockKind, { body });
  assert.deepEqual(
    set.data.map(({ done, reason }) => [done, reason]),
    [
      [true, null],
      [false, "车辆当前状态为【已交付】，不能执行【修改现车类型】"],
    ],
  );
  const marketTypeId = newId();
  await app.rows(
    `insert into car_market_type (id, version, created_at, created_by, updated_at, updated_by, type_code, type_name,
       rights_allowed, usable_for) values ($1, 1, now(), $1, now(), $1, 'STAFF', '员工购车', false, '{SALE}')`,
    [marketTypeId],
  );
  const changed = await person.call(contract.changeCarMarketType, {
    params: { id: gone.id },
    body: { marketTypeId, reason: "更正", version: await versionOf(gone) },
  });
  assert.equal(changed.data.marketTypeName, "员工购车");
  assert.ok((await app.published(contract.carMarketTypeChanged)).some(({ carId }) => carId === gone.id));
});

test("vehicle section 7: a car is in scope by its place and by its holders; a look-up beyond the scope is counted and logged", async () => {
  const store = await givenOrganization(app, { type: "STORE" });
  const seller = await givenOrganization(app, { type: "STORE" });
  const codes = ["vehicle:car:list", "vehicle:car:view", "vehicle:car:block"];
  const sign = (organization: { id: string }): Promise<TestClient> =>
    app.signIn({ permissions: codes, scope: "ORG", organization });
  const [atStore, atSeller] = [await sign(store), await sign(seller)];
  const car = await givenCar(app);
  const sees = async (person: TestClient) => {
    const list = await person.call(contract.listCars, { query: { vins: car.vin.slice(-8) } });
    const seen = await person.call(contract.getCar, { params: { vin: car.vin } });
    assert.equal(seen.success, list.data.total === 1);
    return seen.success;
  };
  assert.deepEqual([await sees(atStore), await sees(atSeller)], [false, false]);
  await run((tx) =>
    reportPlace(tx, { carIds: [car.id], kind: "STORE", placeId: store.id, at: app.now(), source: "LOGISTICS" }),
  );
  assert.deepEqual([await sees(atStore), await sees(atSeller)], [true, false]);
  const blind = { vins: [car.vin], kind: "OTHER" as const, reason: "x" };
  assert.equal((await atSeller.call(contract.blockCars, { body: blind })).data[0]?.reason, "车辆未建档");
  await run((tx) => allocate(tx, { carId: car.id, orderId: newId(), orderNo: "O", orgIds: [seller.id] }));
  assert.deepEqual([await sees(atStore), await sees(atSeller)], [true, true]);

  await setParam(app, lookupsPerHour, "2");
  const guest = await app.signIn({ permissions: ["vehicle:car:lookup"], scope: "SELF" });
  const look = (vin: string) => guest.call(contract.lookUpCar, { body: { vin } });
  assert.equal((await look(car.vin.slice(-8))).msg, "请输入完整VIN");
  assert.equal((await look(car.vin)).data.vin, car.vin);
  assert.partialDeepStrictEqual((await app.auditOf(car)).at(-1), { actionName: "按VIN查车" });
  assert.equal((await look(newVin())).msg, "车辆未建档");
  await look(car.vin);
  assert.equal((await look(car.vin)).msg, "每小时最多查询2辆车");
});
