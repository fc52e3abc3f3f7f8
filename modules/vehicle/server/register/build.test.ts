import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import { carProduced, carReleased } from "../../contract/index.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { clearBuildOrder } from "../published/holds.ts";
import { recordMileage } from "../published/readings.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, type GivenCar, givenCar, newVin, refused } from "../testing-cars.ts";
import { type Parts, tellAssigned, tellParts, tellProduced, tellReleased } from "./build-car.ts";
import type { NewCar } from "./register-car.ts";
import { registerCar, registerCars } from "./register-cars.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000);
const step = (minutes: number) => ({ source: "MES", at: minutesAgo(minutes), eventId: newId() }) as const;
const OLDER = { applied: false, reason: "已有更新的信息" };
const APPLIED = { applied: true, reason: null };

const locked = <T>({ id }: GivenCar, act: (tx: Tx, car: Awaited<ReturnType<typeof lockCar>>) => Promise<T>) =>
  run(async (tx) => act(tx, await lockCar(tx, id)));
const ended = ({ applied, reason }: { applied: boolean; reason: string | null }) => ({ applied, reason });

test("vehicle section 3.2: the production of a car brings facts that were unknown, and changes no known ones", async () => {
  const bare = { buildState: "PLANNED", plantCode: null, producedOn: null } as const;
  const car = await givenCar(app, bare);
  const produce = async (more: object = {}, minutes = 30) =>
    ended(
      await locked(car, (tx, row) => tellProduced(tx, row, { ...step(minutes), producedOn: "2026-10-05", ...more })),
    );
  const told = { plantCode: "PLANT-BJ", buildOrderNo: "O-31", motorNos: ["M-301"], batteryNo: "B-301" };
  assert.deepEqual(await produce(told), APPLIED);
  const built = { producedOn: "2026-10-05", plantCode: "PLANT-BJ", buildOrderNo: "O-31", stockKind: "ORDER" } as const;
  const parts = { motorNos: ["M-301"], batteryNo: "B-301", engineNo: null };
  assert.partialDeepStrictEqual(await carRow(app, car), { buildState: "BUILT", ...built, ...parts });
  assert.deepEqual(await produce({ producedOn: "2026-10-09" }), OLDER);
  assert.deepEqual(await produce({ plantCode: "PLANT-CZ", buildOrderNo: "O-99" }), OLDER);
  assert.deepEqual(await produce({ motorNos: ["M-300"] }, 40), OLDER);
  assert.partialDeepStrictEqual(await carRow(app, car), { buildState: "BUILT", ...built, ...parts });
  assert.deepEqual(await produce({ engineNo: "E-301" }, 40), APPLIED);
  assert.deepEqual(await produce({ motorNos: ["M-302"] }, 20), APPLIED);
  assert.partialDeepStrictEqual(await carRow(app, car), { engineNo: "E-301", motorNos: ["M-302"] });
  await run((tx) => clearBuildOrder(tx, { orderNo: "O-31", reason: "退订" }));
  assert.deepEqual(await produce({ buildOrderNo: "O-31" }, 1), OLDER, "what order has cleared does not come back");
  const heard = (await app.published(carProduced)).filter(({ carId }) => carId === car.id);
  assert.deepEqual(
    heard.map(({ buildOrderNo }) => buildOrderNo),
    ["O-31", "O-31", "O-31"],
  );
  const [last] = (await carEvents(app, car)).slice(-1);
  assert.partialDeepStrictEqual(last, { type: "produced", applied: false, after: { producedOn: "2026-10-05" } });
});

test("vehicle section 3.2: a late report of the production keeps the released state, and brings day and plant", async () => {
  const car = await givenCar(app, { plantCode: null, producedOn: null });
  const told = { ...step(5), producedOn: "2026-10-05", plantCode: "PLANT-CZ" };
  assert.deepEqual(ended(await locked(car, (tx, row) => tellProduced(tx, row, told))), APPLIED);
  assert.partialDeepStrictEqual(await carRow(app, car), {
    buildState: "RELEASED",
    producedOn: "2026-10-05",
    plantCode: "PLANT-CZ",
  });
});

test("VE-R12 a VIN that is given again to a known car brings its order, once", async () => {
  const car = await givenCar(app);
  const assign = async (more: { buildOrderNo?: string } = {}) =>
    ended(await locked(car, (tx, row) => tellAssigned(tx, row, { ...step(5), ...more })));
  const known = { applied: false, reason: "车辆已建档" };
  assert.deepEqual(await assign(), known);
  assert.deepEqual(await assign({ buildOrderNo: "O-41" }), APPLIED);
  assert.deepEqual(await assign({ buildOrderNo: "O-42" }), known);
  assert.partialDeepStrictEqual(await carRow(app, car), { buildOrderNo: "O-41", stockKind: "ORDER" });
});

test("vehicle section 3.2: a release infers the build if it was not reported, happens once, and needs an engine number for a car with an engine", async () => {
  const hybrid = await givenConfig(app);
  await app.rows("update car_config set energy_type = 'EREV' where id = $1", [hybrid.id]);
  const car = await givenCar(app, { config: hybrid, buildState: "PLANNED" });
  const release = (of: GivenCar, more: Parts = {}, minutes = 9) =>
    locked(of, (tx, row) => tellReleased(tx, row, { ...step(minutes), ...more }));
  await assert.rejects(release(car), refused("VEHICLE_ENGINE_MISSING", "增程和插混车放行前须有发动机号"));
  assert.equal((await carEvents(app, car)).length, 1, "nothing of it is kept");
  assert.deepEqual(ended(await release(car, { engineNo: "E-51" })), APPLIED);
  assert.deepEqual(
    (await carEvents(app, car)).map(({ type, via }) => [type, via]),
    [
      ["registered", "DIRECT"],
      ["produced", "INFERRED"],
      ["released", "DIRECT"],
    ],
  );
  const { releasedAt, engineNo, buildState } = await carRow(app, car);
  assert.deepEqual([engineNo, buildState, releasedAt !== null], ["E-51", "RELEASED", true]);
  assert.deepEqual(ended(await release(car, { motorNos: ["M-51"] }, 1)), OLDER);
  assert.deepEqual((await carRow(app, car)).motorNos, []);
  assert.deepEqual((await carRow(app, car)).releasedAt, releasedAt);
  assert.equal((await app.published(carReleased)).filter(({ carId }) => carId === car.id).length, 1);
  const known = await givenCar(app, { config: hybrid, buildState: "BUILT", engineNo: "E-52" });
  assert.deepEqual(ended(await release(known)), APPLIED);
  assert.equal((await carEvents(app, known)).length, 2);
});

test("VE-R10 the latest report of each part wins, independently of the other parts", async () => {
  const car = await givenCar(app);
  const change = async (parts: Parts, minutes: number) =>
    ended(await locked(car, (tx, row) => tellParts(tx, row, { ...step(minutes), ...parts })));
  assert.deepEqual(await change({}, 9), OLDER);
  assert.deepEqual(await change({ motorNos: [] }, 9), OLDER);
  assert.deepEqual(await change({ motorNos: ["M-61", "M-62"], batteryNo: "B-61" }, 9), APPLIED);
  assert.deepEqual(await change({ batteryNo: "B-60" }, 10), OLDER);
  assert.deepEqual(await change({ batteryNo: "B-60", engineNo: "E-60" }, 10), APPLIED);
  assert.partialDeepStrictEqual(await carRow(app, car), {
    batteryNo: "B-61",
    engineNo: "E-60",
    motorNos: ["M-61", "M-62"],
  });
  const partsKept = () =>
    app.rows("select part, part_no from car_part_no where car_id = $1 order by part, part_no", [car.id]);
  assert.deepEqual(await partsKept(), [
    { part: "BATTERY", partNo: "B-61" },
    { part: "ENGINE", partNo: "E-60" },
    { part: "MOTOR", partNo: "M-61" },
    { part: "MOTOR", partNo: "M-62" },
  ]);
  assert.deepEqual(await change({ motorNos: ["M-63"] }, 2), APPLIED);
  assert.deepEqual(
    (await partsKept()).map((row) => Reflect.get(row ?? {}, "partNo")),
    ["B-61", "E-60", "M-63"],
  );
  const other = await givenCar(app, { motorNos: ["M-61"], engineNo: "E-65" });
  const taken = refused("VEHICLE_PART_DUP", `发动机号已属于${other.vin}`);
  await assert.rejects(change({ engineNo: "E-65" }, 1), taken);
  await assert.rejects(change({ batteryNo: "B-66", engineNo: "E-65" }, 1), taken);
  assert.equal((await carRow(app, car)).batteryNo, "B-61");
});

test("VE-R3 the refusal of a known VIN names everything that differs, and options only if everything else is equal", async () => {
  const [car, other] = [await givenCar(app), await givenConfig(app)];
  const told = { vin: car.vin, carConfigId: car.config.id, source: "IMPORT" } as const;
  const spec = { optionCodes: ["OP-ADS"], extColor: "EX-W01", intColor: "IN-B02" };
  const register = (more: Partial<NewCar>) => run((tx) => registerCar(tx, { ...told, ...spec, ...more }));
  const dup = (fields: string) => refused("VEHICLE_VIN_DUP", `车架号已存在，${fields}不一致`);
  await assert.rejects(register({ extColor: "EX-B01", intColor: "IN-W02" }), dup("外观、内饰"));
  await assert.rejects(register({ carConfigId: other.id, extColor: "EX-B01" }), dup("配置、外观"));
  await assert.rejects(register({ carConfigId: other.id }), dup("配置"));
  await assert.rejects(register({ optionCodes: [], intColor: "IN-W02" }), dup("内饰"));
  await assert.rejects(register({ optionCodes: [] }), dup("选装"));
  const list = (more: Partial<NewCar>) => run((tx) => registerCars(tx, [{ ...told, ...spec, ...more }]));
  await assert.rejects(list({ extColor: "EX-B01" }), dup("外观"));
  assert.deepEqual(await list({}), [{ carId: car.id, created: false }]);
});

test("VE-R3 several cars are refused together where two have one part, and a replaced one is linked", async () => {
  const config = await givenConfig(app);
  const spec = {
    carConfigId: config.id,
    optionCodes: [],
    extColor: "EX-W01",
    intColor: "IN-B02",
    source: "IMPORT",
  } as const;
  const [first, second, third] = [newVin(), newVin(), newVin()];
  const twice = [
    { ...spec, vin: first, motorNos: ["M-91"], batteryNo: "B-91" },
    { ...spec, vin: second, motorNos: ["M-92"], batteryNo: "B-91" },
  ];
  await assert.rejects(
    run((tx) => registerCars(tx, twice)),
    refused("VEHICLE_PART_DUP", `电池号已属于${first}`),
  );
  assert.deepEqual(await app.rows("select from car where vin = any($1)", [[first, second]]), []);
  const wrong = await givenCar(app, { batteryNo: "B-92" });
  const taken = refused("VEHICLE_PART_DUP", `电池号已属于${wrong.vin}`);
  await assert.rejects(
    run((tx) =>
      registerCars(tx, [
        { ...spec, vin: first },
        { ...spec, vin: second, batteryNo: "B-92" },
      ]),
    ),
    taken,
  );
  await app.rows("update car set hold_state = 'OFF' where id = $1", [wrong.id]);
  const [made] = await run((tx) => registerCars(tx, [{ ...spec, vin: third, replacesCarId: wrong.id }]));
  assert.equal((await carRow(app, wrong)).linkedCarId, made?.carId);
  assert.equal((await carRow(app, { id: made?.carId ?? "" })).linkedCarId, wrong.id);
  assert.equal((await carEvents(app, wrong)).at(-1)?.note, "错录，已重新建档");
  await assert.rejects(
    run((tx) => registerCars(tx, [{ ...spec, vin: first, replacesCarId: made?.carId ?? "" }])),
    { msgCode: "COMMON_PARAM" },
  );
});

test("VE-R2 a car has the specification of its 物料号, except for values named beside it; items that are not offered are flagged", async () => {
  const config = await givenConfig(app);
  await app.rows("insert into car_sale_code values ('SPEC-1', $1, 'EX-W01', 'IN-B02', '{OP-ADS}')", [config.id]);
  const register = async (more: Partial<NewCar>) => {
    const { carId } = await run((tx) => registerCar(tx, { vin: newVin(), source: "MES", ...more }));
    const { extColor, intColor, optionCodes, flags, carConfigId } = await carRow(app, { id: carId });
    assert.equal(carConfigId, config.id);
    return [extColor, intColor, optionCodes, flags];
  };
  assert.deepEqual(await register({ saleCode: " spec-1 " }), ["EX-W01", "IN-B02", ["OP-ADS"], []]);
  const odd = ["SPEC_ODD"];
  assert.deepEqual(await register({ saleCode: "SPEC-1", extColor: "EX-B01" }), ["EX-B01", "IN-B02", ["OP-ADS"], odd]);
  assert.deepEqual(await register({ saleCode: "SPEC-1", intColor: "IN-W02" }), ["EX-W01", "IN-W02", ["OP-ADS"], odd]);
  assert.deepEqual(await register({ saleCode: "SPEC-1", optionCodes: [] }), ["EX-W01", "IN-B02", [], []]);
  const options = ["OP-SEAT", "OP-ADS", "OP-SEAT"];
  const sorted = ["OP-ADS", "OP-SEAT"];
  assert.deepEqual(await register({ saleCode: "SPEC-1", optionCodes: options }), ["EX-W01", "IN-B02", sorted, odd]);
  const colors = { extColor: "EX-W01", intColor: "IN-B02" };
  assert.deepEqual(await register({ configCode: config.configCode.toLowerCase(), ...colors }), [
    "EX-W01",
    "IN-B02",
    [],
    [],
  ]);
  const blocked = await givenConfig(app);
  await app.rows("update car_offer set mode = 'BLOCKED' where car_config_id = $1 and item_code = 'OP-ADS'", [
    blocked.id,
  ]);
  assert.deepEqual((await carRow(app, await givenCar(app, { config: blocked }))).flags, odd);
  assert.deepEqual((await carRow(app, await givenCar(app, { config: blocked, optionCodes: [] }))).flags, []);
  const unknown = refused("VEHICLE_CFG_UNKNOWN", "配置编码或物料号不存在");
  for (const told of [
    { saleCode: "SPEC-9" },
    { configCode: config.configCode, extColor: "EX-W01" },
    { configCode: config.configCode, intColor: "IN-B02" },
    colors,
  ]) {
    await assert.rejects(register(told), unknown, JSON.stringify(told));
  }
});

test("VE-R10 a time five minutes ahead is accepted, a later one is refused as future; each number counts once per car and source", async () => {
  const [car, other] = [await givenCar(app), await givenCar(app)];
  await app.holdTime(async () => {
    const read = (of: GivenCar, mileageKm: number, ms: number, source: "CLOUD" | "ORDER" = "CLOUD") =>
      run((tx) => {
        const at = new Date(app.now().getTime() + ms);
        return recordMileage(tx, { carId: of.id, mileageKm, at, source, eventId: `r-${mileageKm}` });
      });
    await assert.rejects(read(car, 9, 300_001), refused("VEHICLE_EVENT_FUTURE", "事件时间晚于当前时间"));
    assert.equal(await read(car, 9, 300_000), true);
    assert.equal(await read(other, 9, -1), true, "the same number of another car");
    assert.equal(await read(car, 9, 300_000, "ORDER"), true, "and of another source");
    const before = (await carEvents(app, car)).length;
    assert.equal(await read(car, 9, 300_000), false);
    assert.equal((await carEvents(app, car)).length, before, "and leaves no line");
    assert.equal(await read(car, 8, -1_000), false);
    assert.deepEqual([(await carRow(app, car)).eventNo, (await carRow(app, other)).eventNo], [before + 1, 2]);
  });
});
