import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { deliver } from "../published/delivery.ts";
import { allocate } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { recordMileage } from "../published/readings.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, givenPhoto, newVin, refused } from "../testing-cars.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const ACTS = [
  "list",
  "view",
  "create",
  "edit",
  "correctSpec",
  "movePlace",
  "mileage",
  "mileageFix",
  "marketType",
  "off",
];
const keeper = () =>
  app.signIn({ permissions: [...ACTS, "block", "stockKind", "takeBack"].map((act) => `vehicle:car:${act}`) });
const versionOf = async (car: GivenCar) => (await carRow(app, car)).version;

/** Finds the log entries with this reason: the act and the record. */
const loggedWith = (reason: string) =>
  app.rows<{ actionName: string; bizId: string }>(
    "select action_name, biz_id from audit_log where reason = $1 order by occurred_at, id",
    [reason],
  );

test("PF-R97 whoever moves, corrects, takes off or brings back a car gives a reason that its log keeps", async () => {
  const person = await keeper();
  const car = await givenCar(app);
  const params = { id: car.id };
  const told = async (reason: string, actionName: string) => {
    assert.deepEqual(await loggedWith(reason), [{ actionName, bizId: car.id }]);
    return (await carEvents(app, car)).at(-1);
  };
  const place = { placeKind: "WAREHOUSE" as const, placeCode: "WH-CZ", reason: "移位缘由" };
  await person.call(contract.moveCar, { params, body: { ...place, version: await versionOf(car) } });
  assert.partialDeepStrictEqual(await told("移位缘由", "更正车辆位置"), { type: "placed" });
  const fix = { mileageKm: 3, reason: "里程缘由", version: await versionOf(car) };
  await person.call(contract.fixCarMileage, { params, body: fix });
  assert.partialDeepStrictEqual(await told("里程缘由", "更正里程"), { type: "mileage" });
  const spec = { carConfigId: car.config.id, optionCodes: ["OP-ADS"], extColor: "EX-B01", intColor: "IN-B02" };
  const body = { ...spec, reason: "配置缘由", version: await versionOf(car) };
  assert.equal((await person.call(contract.correctCarSpec, { params, body })).msg, "");
  assert.partialDeepStrictEqual(await told("配置缘由", "更正车辆配置"), { type: "specCorrected" });
  const typeId = newId();
  await app.rows(
    `insert into car_market_type values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, 'R-TYPE', '缘由类型', null, 1, 'ENABLED',
       true, '{SALE}')`,
    [typeId],
  );
  const type = { marketTypeId: typeId, reason: "类型缘由", version: await versionOf(car) };
  assert.equal((await person.call(contract.changeCarMarketType, { params, body: type })).msg, "");
  assert.partialDeepStrictEqual(await told("类型缘由", "修改车辆市场类型"), { type: "marketTypeChanged" });
  const off = { kind: "SCRAPPED" as const, reason: "注销缘由", version: await versionOf(car) };
  assert.equal((await person.call(contract.takeCarOff, { params, body: off })).msg, "");
  assert.partialDeepStrictEqual(await told("注销缘由", "注销车辆"), { type: "off" });
  const back = { reason: "恢复缘由", version: await versionOf(car) };
  assert.equal((await person.call(contract.restoreCar, { params, body: back })).msg, "");
  assert.partialDeepStrictEqual(await told("恢复缘由", "恢复车辆"), { type: "restored" });
});

test("PF-R97 VE-R11 the log of a batch of blocks, releases or stock kinds has the reason, the number of cars and how many succeeded", async () => {
  const person = await keeper();
  const [one, two] = [await givenCar(app), await givenCar(app)];
  const vins = [one.vin, two.vin, newVin()];
  const summaryOf = async (reason: string) =>
    app.rows("select summary from audit_log where reason = $1 and summary like '%完成%'", [reason]);
  const stop = { vins, kind: "QUALITY" as const, reason: "停控缘由" };
  const { data } = await person.call(contract.blockCars, { body: stop });
  assert.deepEqual(
    data.map(({ vin, done }) => [vin, done]),
    vins.map((vin, at) => [vin, at < 2]),
  );
  assert.deepEqual(await summaryOf("停控缘由"), [{ summary: "3辆，完成2辆" }]);
  await person.call(contract.unblockCars, { body: { vins: [one.vin], kind: "QUALITY", reason: "解控缘由" } });
  assert.deepEqual(await summaryOf("解控缘由"), [{ summary: "1辆，完成1辆" }]);
  await person.call(contract.setCarsStockKind, {
    body: { vins: [one.vin], stockKind: "TEST_DRIVE", reason: "分类缘由" },
  });
  assert.ok((await loggedWith("分类缘由")).length > 0);
});

test("PF-R97 VE-R8 a car taken back keeps why, and has neither owner, plate nor place", async () => {
  const person = await keeper();
  const car = await givenCar(app);
  const orderId = newId();
  await run((tx) => allocate(tx, { carId: car.id, orderId, orderNo: "O1", orgIds: [] }));
  await run((tx) => deliver(tx, { carId: car.id, orderId, ownerId: newId(), at: app.now(), mileageKm: 5 }));
  const body = { reason: "回购缘由", fileIds: [await givenPhoto(app, person.user)], version: await versionOf(car) };
  assert.equal((await person.call(contract.takeBackCar, { params: { id: car.id }, body })).msg, "");
  assert.equal((await loggedWith("回购缘由")).length, 1);
  assert.partialDeepStrictEqual(await carRow(app, car), {
    holdState: "RETURNED",
    ownerId: null,
    plateNo: null,
    placeKind: "UNKNOWN",
    placeId: null,
    placeName: null,
  });
});

test("VE-R17 with an order the whole specification may be corrected; of a car that is off nothing", async () => {
  const person = await keeper();
  const car = await givenCar(app);
  await run((tx) => allocate(tx, { carId: car.id, orderId: newId(), orderNo: "O", orgIds: [] }));
  const correct = async (changes: object) => {
    const spec = { carConfigId: car.config.id, optionCodes: ["OP-ADS"], extColor: "EX-W01", intColor: "IN-B02" };
    const body = { ...spec, reason: "更正", version: await versionOf(car), ...changes };
    return person.call(contract.correctCarSpec, { params: { id: car.id }, body });
  };
  assert.equal((await correct({ optionCodes: [] })).msg, "");
  assert.deepEqual((await carRow(app, car)).optionCodes, []);
  const off = await givenCar(app);
  const gone = { kind: "LOST" as const, reason: "丢失", version: await versionOf(off) };
  await person.call(contract.takeCarOff, { params: { id: off.id }, body: gone });
  const spec = { carConfigId: off.config.id, optionCodes: ["OP-ADS"], extColor: "EX-W01", intColor: "IN-B02" };
  const late = { ...spec, reason: "更正", version: await versionOf(off) };
  const refusedNow = await person.call(contract.correctCarSpec, { params: { id: off.id }, body: late });
  assert.equal(refusedNow.msg, "车辆当前状态为【已注销】，不能执行【更正配置】");
});

test("VE-R10 a late report of a store counts from the first day on which the car stood there", async () => {
  const car = await givenCar(app);
  const [store] = await app.rows<{ id: string }>("select id from organization where type = 'STORE' limit 1");
  const at = (days: number) => new Date(app.now().getTime() - days * 86_400_000);
  const told = (placeId: string, kind: "STORE" | "WAREHOUSE", days: number) =>
    run((tx) => reportPlace(tx, { carIds: [car.id], kind, placeId, at: at(days), source: "LOGISTICS" }));
  const days = async () => {
    const { inStockAt, atStoreAt } = await carRow(app, car);
    const ago = (one: Date | null) => one && Math.round((app.now().getTime() - one.getTime()) / 86_400_000);
    return [ago(inStockAt), ago(atStoreAt)];
  };
  await told("WH-CZ", "WAREHOUSE", 5);
  assert.deepEqual(await days(), [5, null]);
  assert.ok(store);
  await told(store.id, "STORE", 3);
  assert.deepEqual(await days(), [5, 3]);
  await told(store.id, "STORE", 4);
  assert.deepEqual(await days(), [5, 4], "an older report moves the first day, not the place");
  await told(store.id, "STORE", 2);
  assert.deepEqual(await days(), [5, 4]);
  await told("WH-CZ", "WAREHOUSE", 9);
  assert.deepEqual(await days(), [9, 4]);
  assert.equal((await carRow(app, car)).placeKind, "STORE");
});

test("VE-R13 an older reading fits between its neighbours, and no odometer shows more than two million", async () => {
  const car = await givenCar(app);
  const read = (mileageKm: number, days: number) =>
    run((tx) =>
      recordMileage(tx, {
        carId: car.id,
        mileageKm,
        at: new Date(app.now().getTime() - days * 86_400_000),
        source: "CONSOLE",
        eventId: newId(),
      }),
    );
  assert.equal(await read(100, 10), true);
  assert.equal(await read(200, 2), true);
  assert.equal(await read(100, 5), false, "history, as low as what came before");
  assert.equal(await read(200, 4), false, "history, as high as what came after");
  const odd = refused("VEHICLE_KM_ODD", contract.carErrors.kmOdd().message);
  await assert.rejects(read(99, 6), odd);
  await assert.rejects(read(201, 6), odd);
  await assert.rejects(read(101, 11), odd);
  assert.equal((await carRow(app, car)).mileageKm, 200);
  const range = refused("VEHICLE_KM_RANGE", contract.carErrors.kmRange().message);
  for (const wrong of [-1, 2_000_001, 1.5]) await assert.rejects(read(wrong, 0), range);
  assert.equal(await read(2_000_000, 0), true);
  const fresh = await givenCar(app);
  assert.equal(
    await run((tx) => recordMileage(tx, { carId: fresh.id, mileageKm: 0, at: app.now(), source: "MES" })),
    true,
  );
});

test("VE-R16 an edit of a series that is in use is refused only where it would end it", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const config = await givenConfig(app);
  await givenCar(app, { config });
  const { data: all } = await admin.call(contract.listSeries, {});
  const series = all.find(({ id }) => id === config.seriesId);
  assert.ok(series);
  const { seriesName, aliases, sort, version } = series;
  const edit = (changes: object, at: number) =>
    admin.call(contract.editSeries, {
      params: { id: series.id },
      body: { seriesName, aliases, sort, status: "ENABLED", version: at, ...changes },
    });
  const renamed = await edit({ seriesName: `${seriesName}新` }, version);
  assert.partialDeepStrictEqual(renamed.data, { seriesName: `${seriesName}新`, version: version + 1 });
  await app.rows("update car_series set status = 'DISABLED' where id = $1", [series.id]);
  assert.equal((await edit({ status: "DISABLED", sort: 9 }, version + 1)).msg, "", "what has ended is edited as it is");
});
