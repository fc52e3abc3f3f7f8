import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, givenCar, newVin } from "../testing-cars.ts";
import { intakeOf, type PushedEvent } from "./testing-intake.ts";

const app = testApp();
const { event, push, keptAs } = intakeOf(app, "p");
const clerk = () => app.signIn({ permissions: ["vehicle:intake:view", "vehicle:intake:replay"] });
const AGAIN = ["ignored", "重复的事件"];
const DIFFERS = ["failed", "同一事件号内容不一致"];

/** Counts how many messages each transaction has written last. */
async function partsOf(events: readonly PushedEvent[]): Promise<number[]> {
  const rows = await app.rows<{ count: number }>(
    "select count(*)::int as count from car_intake where event_id = any($1) group by xmin order by 1 desc",
    [events.map(({ eventId }) => eventId)],
  );
  return rows.map(({ count }) => count);
}

test("VE-R10 the same again is ignored; another type, car, instant or content under its number is refused and kept beside it", async () => {
  const [person, looker] = [await clerk(), await app.signIn({ permissions: ["vehicle:intake:view"] })];
  const [car, other] = [await givenCar(app), await givenCar(app)];
  const told = event(car.vin, "siteMoved", { placeKind: "WAREHOUSE", siteCode: "WH-CZ" });
  assert.deepEqual(await push(told), [["applied", null]]);
  assert.deepEqual(await push(told, { ...told, vin: ` ${car.vin.toLowerCase()} ` }), [AGAIN, AGAIN]);
  const others = [
    { ...told, vin: other.vin },
    { ...told, type: "partsChanged" },
    { ...told, occurredAt: event(car.vin, "released", {}, { seconds: 3_600 }).occurredAt },
    { ...told, payload: { ...told.payload, siteCode: "WH-BJ" } },
  ];
  assert.deepEqual(await push(...others), [DIFFERS, DIFFERS, DIFFERS, DIFFERS]);
  const { id, state, tries } = await keptAs(told);
  assert.deepEqual([state, tries], ["APPLIED", 1]);
  const { data } = await person.call(contract.getCarIntake, { params: { id } });
  assert.deepEqual([data.conflictCount, data.conflicts.length, data.payload], [4, 4, told.payload]);
  assert.partialDeepStrictEqual(data.conflicts, [
    { type: "siteMoved", vin: other.vin, payload: told.payload },
    { type: "partsChanged", vin: car.vin },
    { type: "siteMoved" },
    { payload: { siteCode: "WH-BJ" } },
  ]);
  const heard = ({ user }: typeof person) =>
    app.rows("select title, content from notice where user_id = $1", [user.id]);
  const content = `事件${told.eventId}（${car.vin}）以不同内容再次收到，请核对。`;
  assert.deepEqual(await heard(person), [{ title: "同一事件号内容不一致", content }], "one of the same matter");
  assert.deepEqual(await heard(looker), []);
  assert.deepEqual(
    (await carEvents(app, other)).map(({ type }) => type),
    ["registered"],
  );
  const cloud = event(car.vin, "activated", {}, { eventId: told.eventId });
  assert.deepEqual(await push(cloud), [["applied", null]], "a number of the cars is none of the factory");
});

test("VE-R10 up to twenty other contents under one number are kept", async () => {
  const car = await givenCar(app);
  const told = event(car.vin, "mileage", { mileageKm: 1 });
  const others = Array.from({ length: 19 }, (_, n) => ({ ...told, payload: { mileageKm: n + 2 } }));
  const conflicts = async () =>
    (
      await app.rows<{ n: number }>("select jsonb_array_length(conflicts) as n from car_intake where event_id = $1", [
        told.eventId,
      ])
    )[0]?.n;
  await push(told, ...others);
  assert.equal(await conflicts(), 19);
  const more = { ...told, payload: { mileageKm: 99 } };
  assert.deepEqual(await push(more, more), [DIFFERS, DIFFERS]);
  assert.equal(await conflicts(), 20);
});

test("VE-R10 messages of registered cars are applied twenty at a time, and those of one car in one transaction", async () => {
  const config = await givenConfig(app);
  const cars = [];
  for (let n = 0; n < 21; n++) cars.push(await givenCar(app, { config }));
  const [first, ...rest] = cars;
  assert.ok(first);
  const single = cars.map(({ vin }) => event(vin, "activated"));
  await push(...single);
  assert.deepEqual(await partsOf(single), [20, 1]);
  const several = [
    ...rest.slice(0, 19).map(({ vin }) => event(vin, "mileage", { mileageKm: 1 })),
    ...[3, 2, 1].map((n) =>
      event(first.vin, "siteMoved", { placeKind: "PLANT", siteCode: "PLANT-CZ" }, { seconds: 60 + n }),
    ),
  ];
  await push(...several);
  assert.deepEqual(await partsOf(several), [22]);
  const [pushed] = await app.rows<{ summary: string; bizType: string }>(
    "select summary, biz_type from audit_log where action_name = '接入车辆事件' and summary like '22个事件%'",
  );
  assert.deepEqual(pushed, { summary: "22个事件，应用22个", bizType: "carIntake" });
});

test("VE-R10 the messages of an unknown car are applied in the order of their instants, then of their numbers", async () => {
  const { configCode } = await givenConfig(app);
  const spec = { configCode, extColor: "EX-W01", intColor: "IN-B02" };
  const ends = async (
    assigned: { seconds: number; eventId: string },
    released: { seconds: number; eventId: string },
  ) => {
    const vin = newVin();
    const told = [event(vin, "released", {}, released), event(vin, "vinAssigned", spec, assigned)];
    const answers = await push(...told);
    for (const one of told) assert.equal((await keptAs(one)).state, "APPLIED");
    return answers.map(([end]) => end);
  };
  const both = (eventId: string, seconds = 60) => ({ seconds, eventId });
  await app.holdTime(async () => {
    assert.deepEqual(await ends(both("o-1", 90), both("o-0", 80)), ["applied", "applied"]);
    assert.deepEqual(await ends(both("o-2", 70), both("o-3", 80)), ["waiting", "applied"]);
    assert.deepEqual(await ends(both("o-4"), both("o-5")), ["applied", "applied"]);
    assert.deepEqual(await ends(both("o-7"), both("o-6")), ["waiting", "applied"]);
  });
});

test("vehicle section 5.1: messages are listed by state, kind, car and day, with how many are open", async () => {
  const person = await clerk();
  const [car, lost] = [await givenCar(app), newVin()];
  const [applied, waiting] = [event(car.vin, "activated"), event(lost, "released")];
  const failed = event(car.vin, "mileage", { mileageKm: -1 });
  await push(applied, waiting, failed);
  await app.rows("update car_intake set received_at = now() - interval '3 days' where event_id = $1", [failed.eventId]);
  const names = new Map([
    [applied.eventId, "applied"],
    [waiting.eventId, "waiting"],
    [failed.eventId, "failed"],
  ]);
  const list = async (query: Record<string, string>) =>
    (await person.call(contract.listCarIntakes, { query: { pageSize: "100", ...query } })).data;
  const found = async (query: Record<string, string>) =>
    (await list(query)).list.flatMap(({ eventId }) => names.get(eventId) ?? []).sort();
  assert.deepEqual(await found({}), ["applied", "failed", "waiting"]);
  assert.deepEqual(await found({ state: "WAITING" }), ["waiting"]);
  assert.deepEqual(await found({ type: "mileage" }), ["failed"]);
  assert.deepEqual(await found({ vin: car.vin.toLowerCase() }), ["applied", "failed"]);
  const [today] = await app.rows<{ day: string }>(
    "select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day",
  );
  assert.deepEqual(await found({ receivedAt: `${today?.day},${today?.day}` }), ["applied", "waiting"]);
  const open = await app.rows<{ state: string; count: number }>(
    "select state, count(*)::int as count from car_intake where state in ('PENDING', 'WAITING', 'FAILED') group by state",
  );
  assert.deepEqual((await list({})).counts, Object.fromEntries(open.map(({ state, count }) => [state, count])));
  const [shown] = (await list({ vin: lost })).list;
  assert.ok(shown);
  assert.partialDeepStrictEqual(shown, {
    source: "MES",
    type: "released",
    state: "WAITING",
    reason: "车辆未建档",
    tries: 1,
    unknownSaleCode: null,
    conflictCount: 0,
  });
});

test("VE-R10 replayed messages are answered one by one, and nothing happens if one of them is unknown or finished", async () => {
  const person = await clerk();
  const vins = [newVin(), newVin()];
  const waiting = vins.map((vin, n) => event(vin, "activated", {}, { seconds: 50 - n }));
  const other = event(vins[1] ?? "", "released");
  await push(...waiting, other);
  const [car] = await Promise.all(vins.slice(0, 1).map((vin) => givenCar(app, { vin })));
  const [first, second] = [await keptAs(waiting[0] ?? { eventId: "" }), await keptAs(waiting[1] ?? { eventId: "" })];
  const replay = (...ids: string[]) => person.call(contract.replayCarIntakes, { body: { ids } });
  assert.equal((await replay(first.id, newId())).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await keptAs(waiting[0] ?? { eventId: "" })).state, "WAITING");
  const missing = await person.call(contract.replayCarIntake, { params: { id: newId() } });
  assert.equal(missing.msgCode, "COMMON_NOT_FOUND");
  assert.deepEqual((await replay(second.id, first.id)).data, [
    { id: first.id, end: "applied", reason: null },
    { id: second.id, end: "waiting", reason: "车辆未建档" },
  ]);
  const [log] = await app.rows(
    "select biz_type, biz_id, biz_no, summary from audit_log where action_name = '批量重放车辆事件' and summary <> ''",
  );
  assert.deepEqual(log, {
    bizType: "carIntake",
    bizId: first.id,
    bizNo: waiting[0]?.eventId,
    summary: "重放2个，应用1个",
  });
  assert.ok(car && (await carRow(app, car)).activatedAt);
  assert.equal((await keptAs(other)).tries, 1, "what nobody replayed is not tried");
});
