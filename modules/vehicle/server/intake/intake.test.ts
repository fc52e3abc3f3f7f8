import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AuthorityTestApp, givenClient, signedCall } from "@ops/authority/server/testing";
import { wireTime } from "@ops/platform/contract";
import {
  type CarIntake,
  getCarIntake,
  listCarIntakes,
  pushCarEvents,
  replayCarIntake,
  replayCarIntakes,
} from "../../contract/index.ts";
import { vehicleModule } from "../index.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, givenCar, newVin } from "../testing-cars.ts";
import { forgetBodies, warnOfWaiting } from "./jobs.ts";

const app = testApp();
const secondNode = new AuthorityTestApp([vehicleModule]);
before(() => secondNode.start(app));
after(() => secondNode.stop());

let pushed = 0;
const secondsAgo = (seconds: number) => wireTime(new Date(app.now().getTime() - seconds * 1000));
const event = (vin: string, type: string, payload: Record<string, unknown> = {}, seconds = 60) => ({
  eventId: `e-${++pushed}`,
  type,
  vin,
  occurredAt: secondsAgo(seconds),
  payload: JSON.parse(JSON.stringify(payload)),
});
type Pushed = ReturnType<typeof event>;

async function factory() {
  const keys = await givenClient(app, await app.signIn({ boolAdmin: true }), [pushCarEvents]);
  const push = async (...events: Pushed[]) => {
    const answer = await signedCall(app, keys, pushCarEvents, { body: { events } });
    assert.equal(answer.status, 200, answer.msg);
    return answer.data.map(({ end, reason }: { end: string; reason: string | null }) => [end, reason]);
  };
  return { keys, push };
}

const clerk = () => app.signIn({ permissions: ["vehicle:intake:view", "vehicle:intake:replay"] });

async function intakeOf(eventId: string): Promise<CarIntake & { id: string }> {
  const [row] = await app.rows<CarIntake>("select * from car_intake where event_id = $1", [eventId]);
  assert.ok(row);
  return row;
}

async function carOf(vin: string) {
  const [row] = await app.rows<{ id: string }>("select id from car where vin = $1", [vin]);
  assert.ok(row, vin);
  return carRow(app, row);
}

test("VE-R10 events of the factory come signed, and an unsigned call writes nothing", async () => {
  const { keys, push } = await factory();
  const { configCode } = await givenConfig(app);
  const vin = newVin();
  const assigned = event(vin, "vinAssigned", { configCode, extColor: "EX-W01", intColor: "IN-B02" });
  const bad = await signedCall(app, { ...keys, sk: "x".repeat(40) }, pushCarEvents, { body: { events: [assigned] } });
  assert.deepEqual([bad.status, bad.msg], [401, "签名错误"]);
  assert.deepEqual(await app.rows("select from car_intake where event_id = $1", [assigned.eventId]), []);
  assert.deepEqual(await push(assigned), [["applied", null]]);
  assert.partialDeepStrictEqual(await carOf(vin), { buildState: "PLANNED", whereabouts: "PLANNED" });
});

test("VE-R10 the same event three times over two nodes is applied once; another body under its number is kept and refused", async () => {
  const { keys } = await factory();
  const car = await givenCar(app);
  const moved = event(car.vin, "siteMoved", { placeKind: "WAREHOUSE", siteCode: "WH-CZ" });
  const body = { events: [moved] };
  const nodes = [app, secondNode, app];
  const answers = await Promise.all(nodes.map((node) => signedCall(node, keys, pushCarEvents, { body })));
  const ends = answers.map(({ data }) => data[0].end);
  assert.deepEqual(ends.toSorted(), ["applied", "ignored", "ignored"]);
  assert.equal((await carEvents(app, car)).filter(({ type }) => type === "placed").length, 1);
  const other = { ...moved, payload: { placeKind: "WAREHOUSE", siteCode: "WH-BJ" } };
  const refused = await signedCall(app, keys, pushCarEvents, { body: { events: [other] } });
  assert.partialDeepStrictEqual(refused.data, [{ end: "failed", reason: "同一事件号内容不一致" }]);
  const { id } = await intakeOf(moved.eventId);
  assert.ok((await app.rows("select from notice where title = '同一事件号内容不一致'")).length > 0);
  const { data } = await (await clerk()).call(getCarIntake, { params: { id } });
  assert.partialDeepStrictEqual(data, { payload: moved.payload, conflicts: [{ payload: other.payload }] });
});

test("VE-R10 many events at once over two nodes: each is applied once, in the order of its car, and a refused one stops no other", async () => {
  const { keys } = await factory();
  const cars = await Promise.all(Array.from({ length: 30 }, () => givenCar(app)));
  const before = await Promise.all(cars.map((car) => carRow(app, car)));
  const events = cars.flatMap(({ vin }, n) => [
    event(vin, "mileage", { mileageKm: n === 3 ? "far" : 100 + n }, 200),
    event(vin, "siteMoved", { placeKind: "PLANT", siteCode: "PLANT-CZ" }, 250),
    event(vin, "siteMoved", { placeKind: "WAREHOUSE", siteCode: "WH-CZ" }, 240),
  ]);
  const all = [...events, event(newVin(), "released")];
  const push = (node: AuthorityTestApp, told: Pushed[]) =>
    signedCall(node, keys, pushCarEvents, { body: { events: told } });
  const answers = await Promise.all([push(app, all), push(secondNode, all.toReversed())]);
  const ends = Map.groupBy(
    answers.flatMap(({ data }) => data),
    ({ eventId }) => eventId,
  );
  for (const { eventId, type, payload } of events) {
    const wanted = type === "mileage" && payload["mileageKm"] === "far" ? "failed" : "applied";
    assert.deepEqual(
      ends
        .get(eventId)
        ?.map(({ end }) => end)
        .sort(),
      [wanted, "ignored"].sort(),
      eventId,
    );
  }
  for (const [n, car] of cars.entries()) {
    const { placeKind, mileageKm, eventNo } = await carRow(app, car);
    const isRefused = n === 3;
    assert.deepEqual([placeKind, mileageKm], ["WAREHOUSE", isRefused ? null : 100 + n]);
    assert.equal(eventNo, (before[n]?.eventNo ?? 0) + (isRefused ? 2 : 3));
    const told = (await carEvents(app, car)).map(({ type, applied }) => [type, applied]).slice(-2);
    assert.deepEqual(
      told,
      isRefused
        ? [
            ["placed", true],
            ["placed", true],
          ]
        : [
            ["placed", true],
            ["mileage", true],
          ],
    );
  }
  const states = await app.rows<{ state: string; tries: number; count: number }>(
    "select state, tries, count(*)::int as count from car_intake where event_id = any($1) group by 1, 2 order by 1",
    [all.map(({ eventId }) => eventId)],
  );
  assert.deepEqual(states, [
    { state: "APPLIED", tries: 1, count: 89 },
    { state: "FAILED", tries: 1, count: 1 },
    { state: "WAITING", tries: 1, count: 1 },
  ]);
});

test("VE-R10 events of an unknown car wait and are applied once it is registered; a skipped step is inferred", async () => {
  const { push } = await factory();
  const { configCode } = await givenConfig(app);
  const vin = newVin();
  const early = [
    event(vin, "released", {}, 30),
    event(vin, "siteMoved", { placeKind: "WAREHOUSE", siteCode: "WH-CZ" }, 20),
  ];
  assert.deepEqual(await push(...early), [
    ["waiting", "车辆未建档"],
    ["waiting", "车辆未建档"],
  ]);
  const assigned = event(vin, "vinAssigned", { configCode, extColor: "EX-W01", intColor: "IN-B02" }, 90);
  assert.deepEqual(await push(assigned), [["applied", null]]);
  const car = await carOf(vin);
  assert.partialDeepStrictEqual(car, { buildState: "RELEASED", placeId: "WH-CZ" });
  const events = await carEvents(app, car);
  assert.deepEqual(
    events.map(({ type, via }) => [type, via]),
    [
      ["registered", "DIRECT"],
      ["produced", "INFERRED"],
      ["released", "DIRECT"],
      ["placed", "DIRECT"],
    ],
  );
  const produced = event(vin, "produced", { producedOn: "2026-09-30", plantCode: "PLANT-CZ" }, 60);
  assert.deepEqual(await push(produced), [["applied", null]]);
  assert.partialDeepStrictEqual(await carOf(vin), { buildState: "RELEASED", producedOn: "2026-09-30" });
  assert.deepEqual(await push(event(vin, "produced", { producedOn: "2026-10-30" }, 50)), [
    ["ignored", "已有更新的信息"],
  ]);
});

test("VE-R12 the order for which a car was built is taken over once", async () => {
  const { push } = await factory();
  const { configCode } = await givenConfig(app);
  const vin = newVin();
  const spec = { configCode, extColor: "EX-W01", intColor: "IN-B02" };
  await push(event(vin, "produced", { ...spec, buildOrderNo: "O-5" }));
  assert.partialDeepStrictEqual(await carOf(vin), { buildOrderNo: "O-5", stockKind: "ORDER", buildState: "BUILT" });
});

test("VE-R10 an unknown type, a wrong content, the future and a wrong VIN are failures with their reason", async () => {
  const { push } = await factory();
  const { vin } = await givenCar(app);
  assert.deepEqual(
    await push(
      event(vin, "exploded"),
      event(vin, "constructor"),
      event(vin, "mileage", { mileageKm: -1 }),
      event(vin, "mileage", { mileageKm: 50 }, -400),
      event(vin, "siteMoved", { placeKind: "PLANT", siteCode: "WH-CZ" }),
      event("L0Z7E4A24SA00O125", "vinAssigned", { configCode: "X-1", extColor: "A", intColor: "B" }),
      event("L0Z7E4A2OSA000125", "released"),
      event("L0Z7E4A24SA000152", "mileage", { mileageKm: 5 }),
      event(newVin(), "vinAssigned", { saleCode: "NO-SUCH" }),
      event(vin, "mileage", { mileageKm: 7 }),
    ),
    [
      ["failed", "未知事件类型"],
      ["failed", "未知事件类型"],
      ["failed", "事件内容不正确：mileageKm"],
      ["failed", "事件时间晚于当前时间"],
      ["failed", "位置类型不符：常州中心库是仓库，不是工厂"],
      ["failed", "VIN格式不正确：含非法字符O（第14位）"],
      ["failed", "VIN格式不正确：含非法字符O（第9位）"],
      ["failed", "车架号校验位错误，应为7"],
      ["failed", "配置编码或物料号不存在"],
      ["applied", null],
    ],
  );
});

test("VE-R10 a failed event is replayed after its 物料号 was bound, alone and with others", async () => {
  const { push } = await factory();
  const { id: configId } = await givenConfig(app);
  const vins = [newVin(), newVin(), newVin()];
  const events = vins.map((vin) => event(vin, "vinAssigned", { saleCode: "LATE-CODE-1" }));
  await push(...events);
  const person = await clerk();
  const failed = await person.call(listCarIntakes, { query: { state: "FAILED", vin: vins[0] ?? "" } });
  assert.equal(failed.data.list.length, 1);
  assert.ok((failed.data.counts.FAILED ?? 0) >= 3);
  await app.rows("insert into car_sale_code values ('LATE-CODE-1', $1, 'EX-W01', 'IN-B02', '{}')", [configId]);
  const ids = await Promise.all(events.map(async ({ eventId }) => (await intakeOf(eventId)).id));
  const [first = "", ...rest] = ids;
  assert.partialDeepStrictEqual((await person.call(replayCarIntake, { params: { id: first } })).data, {
    end: "applied",
  });
  const others = await person.call(replayCarIntakes, { body: { ids: rest } });
  assert.deepEqual(
    others.data.map(({ end }) => end),
    ["applied", "applied"],
  );
  assert.partialDeepStrictEqual(await person.call(replayCarIntake, { params: { id: first } }), {
    msgCode: "VEHICLE_STATE_ILLEGAL",
    msg: "事件当前状态为【已应用】，不能执行【重放】",
  });
  for (const vin of vins) assert.equal((await carOf(vin)).extColor, "EX-W01");
});

test("VE-R10 a car registered by hand lets waiting events in, people are notified of long waits, and old bodies are deleted", async () => {
  const { push } = await factory();
  const [vin, lost] = [newVin(), newVin()];
  await push(event(vin, "mileage", { mileageKm: 9 }), event(lost, "activated"));
  const car = await givenCar(app, { vin });
  await app.node.events.deliverAll();
  const jobs = await app.rows("select from pgboss.job where name = 'vehicle.intakeWaiting' and data ->> 'vin' = $1", [
    vin,
  ]);
  assert.equal(jobs.length, 1);
  await app.rows("update car_intake set received_at = received_at - interval '80 hours' where vin = $1", [lost]);
  await app.signIn({ permissions: ["vehicle:intake:replay"] });
  await app.arrange(warnOfWaiting);
  const told = await app.rows("select from notice where title = '车辆未建档，事件待处理'");
  assert.ok(told.length > 0);
  await app.rows(
    "update car_intake set received_at = received_at - interval '200 days', state = 'IGNORED' where vin = $1",
    [lost],
  );
  await app.arrange(forgetBodies);
  assert.equal((await carRow(app, car)).vin, vin);
});
