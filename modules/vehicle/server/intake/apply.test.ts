import assert from "node:assert/strict";
import { test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { defineModule, type Tx } from "@ops/platform/server";
import { lockCar } from "../car-record/lock-car.ts";
import { lockWaitMs } from "../car-record/params.ts";
import { vehicleModule } from "../index.ts";
import { placePort } from "../place/resolver.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, givenCar, newVin } from "../testing-cars.ts";
import { applyIntake, applyIntakes, applyWaiting, type InTransaction } from "./apply.ts";
import { forgetBodies, warnOfWaiting } from "./jobs.ts";
import { intakeOf } from "./testing-intake.ts";

let isBroken = true;
const byCode = async () => {
  if (isBroken) throw new Error("the yard does not answer");
  return { id: "P", name: "新港", orgId: null, cityCode: null, lng: null, lat: null };
};
const app = testApp(defineModule({ name: "portProbe", gives: [placePort.of({ kind: "PORT", byId: byCode, byCode })] }));
const { event, push, keptAs } = intakeOf(app, "a");
const inTransaction: InTransaction = (act) => app.arrange(act);
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const MINUTE_MS = 60_000;

async function runSchedule(name: string): Promise<void> {
  const found = vehicleModule.schedules?.find((one) => one.name === name);
  assert.ok(found, name);
  await found.run({ step: inTransaction });
}

/** Keeps the car locked while `act` runs, for longer than any call waits. */
async function whileLocked<T>({ id }: { id: string }, act: () => Promise<T>): Promise<T> {
  const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const working = run(async (tx) => {
    await lockCar(tx, id);
    held.resolve();
    await done.promise;
  });
  await held.promise;
  try {
    return await act();
  } finally {
    done.resolve();
    await working;
  }
}

test("vehicle section 8: a message for a busy car is tried again after 1, 5 and 30 minutes, then a person has to look", async () => {
  const car = await givenCar(app);
  await setParam(app, lockWaitMs, "100");
  await app.holdTime(async () => {
    const told = event(car.vin, "mileage", { mileageKm: 5 });
    const busy = "车辆正被他人操作，请稍后重试";
    const pauses = [1, 5, 30];
    await whileLocked(car, async () => {
      assert.deepEqual(await push(told), [["waiting", busy]]);
      for (const [at, pause] of pauses.entries()) {
        const { id, state, reason, tries, nextTryAt } = await keptAs(told);
        const nextTry = nextTryAt && (nextTryAt.getTime() - app.now().getTime()) / MINUTE_MS;
        assert.deepEqual([state, reason, tries, nextTry], ["PENDING", busy, at + 1, pause]);
        await applyIntake(inTransaction, id);
      }
      assert.partialDeepStrictEqual(await keptAs(told), { state: "FAILED", reason: busy, tries: 4, nextTryAt: null });
    });
    const { id } = await keptAs(told);
    assert.deepEqual(await applyIntake(inTransaction, id), { id, state: "APPLIED", reason: null });
    assert.deepEqual(await applyIntake(inTransaction, id), { id, state: "APPLIED", reason: null });
    assert.partialDeepStrictEqual(await keptAs(told), { state: "APPLIED", reason: null, tries: 5, nextTryAt: null });
  });
  await setParam(app, lockWaitMs, "2000");
  assert.equal((await carEvents(app, car)).length, 2);
});

test("vehicle section 8: due messages are tried again, refused ones are not, and an internal fault does not blame the sender", async () => {
  const car = await givenCar(app);
  const moved = event(car.vin, "siteMoved", { placeKind: "PORT", siteCode: "P" });
  const wrong = event(car.vin, "siteMoved", { placeKind: "PLANT", siteCode: "WH-CZ" });
  assert.deepEqual(await push(moved, wrong), [
    ["waiting", "系统繁忙，稍后重试"],
    ["failed", "位置类型不符：常州中心库是仓库，不是工厂"],
  ]);
  isBroken = false;
  await runSchedule("vehicle.intakeRetry");
  assert.equal((await keptAs(moved)).state, "PENDING", "not due yet");
  const dueIn = (seconds: number) =>
    app.rows("update car_intake set next_try_at = $2 where event_id = $1", [
      moved.eventId,
      new Date(app.now().getTime() + seconds * 1_000),
    ]);
  await dueIn(-15);
  await runSchedule("vehicle.intakeRetry");
  assert.equal((await keptAs(moved)).state, "PENDING", "somebody may be at it just now");
  await dueIn(-25);
  await runSchedule("vehicle.intakeRetry");
  assert.partialDeepStrictEqual(await keptAs(moved), { state: "APPLIED", tries: 2 });
  assert.partialDeepStrictEqual(await keptAs(wrong), { state: "FAILED", tries: 1, nextTryAt: null });
  assert.equal((await carRow(app, car)).placeName, "新港");
});

test("VE-R10 messages that waited for a car are applied in the order of their time; messages for other cars keep waiting", async () => {
  const [vin, lost] = [newVin(), newVin()];
  const early = [
    event(vin, "siteMoved", { placeKind: "WAREHOUSE", siteCode: "WH-BJ" }, { seconds: 10 }),
    event(vin, "released", {}, { seconds: 40 }),
    event(vin, "siteMoved", { placeKind: "WAREHOUSE", siteCode: "WH-CZ" }, { seconds: 20 }),
  ];
  const other = event(lost, "released");
  await push(...early, other);
  const car = await givenCar(app, { vin, buildState: "PLANNED" });
  await applyWaiting(inTransaction, vin);
  const types = (await carEvents(app, car)).map(({ type, applied }) => [type, applied]);
  assert.deepEqual(types, [
    ["registered", true],
    ["produced", true],
    ["released", true],
    ["placed", true],
    ["placed", true],
  ]);
  assert.equal((await carRow(app, car)).placeId, "WH-BJ");
  for (const told of early) assert.partialDeepStrictEqual(await keptAs(told), { state: "APPLIED", tries: 2 });
  assert.partialDeepStrictEqual(await keptAs(other), { state: "WAITING", tries: 1, reason: "车辆未建档" });
  const second = event(lost, "blocked", { reason: "乙" }, { seconds: 30, eventId: "same-2" });
  const first = { ...second, eventId: "same-1", payload: { reason: "甲" } };
  await push(second, first);
  const found = await givenCar(app, { vin: lost });
  await runSchedule("vehicle.intakeWaitingHourly");
  const reasons = await app.rows("select reason from car_block where car_id = $1 and ended_at is null", [found.id]);
  assert.deepEqual(reasons, [{ reason: "乙" }], "of the same instant the greater number holds");
  assert.deepEqual(
    (await carEvents(app, found)).filter(({ type }) => type === "blocked").map(({ note, applied }) => [note, applied]),
    [
      ["甲", true],
      ["乙", true],
    ],
  );
});

test("VE-R10 several messages are applied together; finished ones are not applied again, and without a car each waits", async () => {
  const [car, vin] = [await givenCar(app), newVin()];
  const [done, open] = [event(car.vin, "activated"), event(car.vin, "partsChanged", { batteryNo: "B-3" })];
  await push(done, open);
  await app.rows("update car_intake set state = 'WAITING' where event_id = $1", [open.eventId]);
  const [first, second] = [await keptAs(done), await keptAs(open)];
  assert.deepEqual(await applyIntakes(inTransaction, [first.id, second.id]), [
    { id: second.id, state: "IGNORED", reason: "重复的事件" },
    { id: first.id, state: "APPLIED", reason: null },
  ]);
  assert.deepEqual([(await keptAs(done)).tries, (await keptAs(open)).tries], [1, 2]);
  const early = event(vin, "activated");
  await push(early);
  const { id } = await keptAs(early);
  assert.deepEqual(await applyIntakes(inTransaction, [id]), [{ id, state: "WAITING", reason: "车辆未建档" }]);
});

test("VE-R12 a car enters by a 物料号 alone; with neither configuration nor 物料号 what is told of it waits", async () => {
  const { id } = await givenConfig(app);
  await app.rows("insert into car_sale_code values ('BUILT-1', $1, 'EX-W01', 'IN-B02', '{OP-ADS}')", [id]);
  const [built, unknown] = [newVin(), newVin()];
  const parts = { motorNos: ["M-88"], engineNo: "E-88", batteryNo: "B-88" };
  assert.deepEqual(
    await push(
      event(built, "produced", { saleCode: " built-1", plantCode: "PLANT-CZ", ...parts }, { seconds: 90_000 }),
      event(unknown, "produced", { producedOn: "2026-10-01" }),
    ),
    [
      ["applied", null],
      ["waiting", "车辆未建档"],
    ],
  );
  const [row] = await app.rows<{ id: string }>("select id from car where vin = $1", [built]);
  assert.ok(row);
  const { producedOn, ...car } = await carRow(app, row);
  assert.partialDeepStrictEqual(car, {
    carConfigId: id,
    optionCodes: ["OP-ADS"],
    extColor: "EX-W01",
    buildState: "BUILT",
    stockKind: "NORMAL",
    ...parts,
  });
  const [day] = await app.rows<{ day: string }>(
    "select to_char(($1::timestamptz - interval '90000 seconds') at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day",
    [app.now()],
  );
  assert.equal(producedOn, day?.day, "the day of the message");
});

test("vehicle section 8: somebody hears once of what has waited for more than 72 hours, whoever may replay it", async () => {
  const [lost, young] = [newVin(), newVin()];
  const [late, fresh] = [event(lost, "activated"), event(young, "activated")];
  await push(late, fresh);
  const person = await app.signIn({ permissions: ["vehicle:intake:view", "vehicle:intake:replay"] });
  const looker = await app.signIn({ permissions: ["vehicle:intake:view"] });
  await app.rows("update car_intake set warned_at = now() where state = 'WAITING' and not vin = any($1)", [
    [lost, young],
  ]);
  const receivedAgo = ({ eventId }: { eventId: string }, hours: number) =>
    app.rows("update car_intake set received_at = $2 where event_id = $1", [
      eventId,
      new Date(app.now().getTime() - hours * 3_600_000),
    ]);
  const heard = ({ user }: typeof person) =>
    app.rows("select title, content, level, route from notice where user_id = $1", [user.id]);
  await receivedAgo(fresh, 71.9);
  await receivedAgo(late, 71.9);
  await run(warnOfWaiting);
  assert.deepEqual(await heard(person), []);
  await receivedAgo(late, 72.1);
  await run(warnOfWaiting);
  await run(warnOfWaiting);
  assert.deepEqual(await heard(person), [
    {
      title: "车辆未建档，事件待处理",
      content: `1个事件等待建档已超过72小时，如${lost}。`,
      level: "WARN",
      route: "/RightCenter/CarConfigMaintain?tab=intakes",
    },
  ]);
  assert.deepEqual(await heard(looker), []);
});

test("vehicle section 2.4: bodies are kept for 180 days, and those of what is still open for good", async () => {
  const car = await givenCar(app);
  const told = ["old", "young", "open"].map((name) =>
    event(car.vin, "mileage", { mileageKm: 9 }, { eventId: `body-${name}` }),
  );
  await push(...told);
  const set = (name: string, days: number, state: string) =>
    app.rows("update car_intake set state = $3, conflicts = '[1]', received_at = $2 where event_id = $1", [
      `body-${name}`,
      new Date(app.now().getTime() - days * 86_400_000),
      state,
    ]);
  await set("old", 180.1, "APPLIED");
  await set("young", 179.9, "APPLIED");
  await set("open", 400, "FAILED");
  await run(forgetBodies);
  const rows = await app.rows(
    "select event_id, payload, conflicts from car_intake where event_id like 'body-%' order by event_id",
  );
  const kept = { payload: { mileageKm: 9 }, conflicts: [1] };
  assert.deepEqual(rows, [
    { eventId: "body-old", payload: {}, conflicts: [] },
    { eventId: "body-open", ...kept },
    { eventId: "body-young", ...kept },
  ]);
  await set("old", 400, "IGNORED");
  await app.rows(`update car_intake set payload = '{"mileageKm": 9}' where event_id = 'body-old'`);
  await run(forgetBodies);
  const [ignored] = await app.rows("select payload from car_intake where event_id = 'body-old'");
  assert.deepEqual(ignored, { payload: {} });
});
