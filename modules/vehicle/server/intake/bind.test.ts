import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { givenClient, setParam, signedCall } from "@ops/authority/server/testing";
import { wireTime } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { registerMileageWatch } from "../car-record/mileage-watch.ts";
import { mileageThinning } from "../car-record/params.ts";
import { givenConfig, testApp } from "../testing.ts";
import { carEvents, carRow, givenCar, newVin } from "../testing-cars.ts";
import { replayJob } from "./bind.ts";
import { rollUpIntakes } from "./lag.ts";

const app = testApp();
const near = new Set<string>();
let forget = (): void => undefined;
before(() => {
  forget = registerMileageWatch(async (_tx, { carId }) => near.has(carId));
});
after(() => forget());

let pushed = 0;
const event = (vin: string, type: string, payload: Record<string, string | number>, seconds = 60) => ({
  eventId: `b-${++pushed}`,
  type,
  vin,
  payload,
  occurredAt: wireTime(new Date(app.now().getTime() - seconds * 1000)),
});

async function push(...events: ReturnType<typeof event>[]) {
  const keys = await givenClient(app, await app.signIn({ boolAdmin: true }), [contract.pushCarEvents]);
  const answer = await signedCall(app, keys, contract.pushCarEvents, { body: { events } });
  assert.equal(answer.status, 200, answer.msg);
  return answer.data.map(({ end, reason }: { end: string; reason: string | null }) => [end, reason]);
}

const clerk = () => app.signIn({ permissions: ["vehicle:intake:view", "vehicle:intake:replay"] });
const coming = (vin: string) => event(vin, "vinAssigned", { saleCode: "new-code-9" });

test("VE-R10 an unknown 物料号 is bound where a message failed for it; all such messages are replayed, and those that waited for the cars", async () => {
  const config = await givenConfig(app);
  const [one, two] = [newVin(), newVin()];
  await push(coming(one), coming(two), event(one, "activated", {}, 30));
  const person = await clerk();
  const { data } = await person.call(contract.listCarIntakes, { query: { state: "FAILED", vin: one } });
  assert.equal(data.list[0]?.unknownSaleCode, "NEW-CODE-9");
  const body = { saleCode: "new-code-9", carConfigId: config.id, extColor: "EX-W01", intColor: "IN-B02" };
  const refusal = async (changed: Partial<typeof body>) => {
    const { msgCode, msg } = await person.call(contract.bindSaleCode, { body: { ...body, ...changed } });
    return [msgCode, msg];
  };
  assert.deepEqual(await refusal({ saleCode: "OTHER-CODE" }), [
    "VEHICLE_SALE_CODE_NOT_ASKED",
    "没有等待该物料号的事件",
  ]);
  assert.deepEqual(await refusal({ extColor: "EX-NONE" }), ["VEHICLE_ITEM_UNKNOWN", "选装或颜色EX-NONE不存在或已停用"]);
  const bound = await person.call(contract.bindSaleCode, { body });
  assert.deepEqual([bound.data.replayed.map(({ end }) => end), bound.data.remaining], [["applied", "applied"], 0]);
  const rows = await app.rows<{ activatedAt: Date | null }>(
    "select activated_at from car where vin = any($1) order by vin",
    [[one, two]],
  );
  assert.deepEqual(
    rows.map(({ activatedAt }) => activatedAt !== null),
    [true, false],
  );
  assert.deepEqual(await refusal({}), ["VEHICLE_SALE_CODE_NOT_ASKED", "没有等待该物料号的事件"]);
  const audit = await app.auditOf({ id: config.id });
  assert.ok(audit.some(({ actionName }) => actionName === "绑定物料号"));
});

/** Adds messages that failed because of an unknown 物料号, in the order of their time. No car can have their VINs. */
const givenFailed = (saleCode: string, count: number, more: { reason?: string; state?: string } = {}) =>
  app.rows(
    `insert into car_intake (id, created_at, created_by, updated_at, updated_by, source, event_id, type, vin, payload, occurred_at,
       received_at, state, reason)
     select uuidv7(), now(), uuidv7(), now(), uuidv7(), 'MES', uuidv7()::text, 'vinAssigned', 'BAD' || n, $1, now() + n * interval '1 ms',
       now(), $3, $4 from generate_series(1, $2) n`,
    [{ saleCode }, count, more.state ?? "FAILED", more.reason ?? "配置编码或物料号不存在"],
  );
const stillWaiting = async (saleCode: string) =>
  (
    await app.rows(
      "select from car_intake where payload ->> 'saleCode' = $1 and state = 'FAILED' and reason = '配置编码或物料号不存在'",
      [saleCode],
    )
  ).length;

test("VE-R10 200 messages are replayed at once, the rest in the background as long as some succeed", async () => {
  const config = await givenConfig(app);
  const person = await clerk();
  const vin = newVin();
  await push(event(vin, "vinAssigned", { saleCode: "many-1" }, 3_600));
  await givenFailed(" many-1", 201);
  await givenFailed("MANY-1", 1, { reason: "VIN格式不正确：应为17位" });
  await givenFailed("MANY-1", 1, { state: "WAITING" });
  await givenFailed("MANY-2", 1);
  const body = { saleCode: "MANY-1", carConfigId: config.id, extColor: "EX-W01", intColor: "IN-B02" };
  const { data } = await person.call(contract.bindSaleCode, { body });
  const ends = Map.groupBy(data.replayed, ({ end }) => end);
  assert.deepEqual([ends.get("applied")?.length, ends.get("failed")?.length, data.remaining], [1, 199, 2]);
  assert.equal(data.replayed[0]?.end, "applied", "the earliest first");
  const jobs = await app.rows("select data from pgboss.job where name = 'vehicle.intakeReplay'");
  assert.deepEqual(jobs, [{ data: { saleCode: "MANY-1" } }]);
  const { data: bound } = await (await app.signIn({ boolAdmin: true })).call(contract.getCarConfig, {
    params: { id: config.id },
  });
  assert.deepEqual([bound.saleCodes.length, bound.offers.length, bound.version], [2, 3, 2]);
  assert.deepEqual(
    bound.saleCodes.find(({ saleCode }) => saleCode === "MANY-1"),
    { saleCode: "MANY-1", extColor: "EX-W01", intColor: "IN-B02", optionCodes: null },
  );
  const logs = await app.rows("select biz_type, biz_no, summary from audit_log where summary like '物料号MANY-1%'");
  assert.partialDeepStrictEqual(logs, [{ summary: "物料号MANY-1，重放200个" }]);

  const work = { step: <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act) };
  await replayJob.run(work, { saleCode: "MANY-1" });
  assert.equal(await stillWaiting(" many-1"), 0);
  assert.equal(await stillWaiting("MANY-2"), 1);
  await givenFailed("MANY-1", 201);
  await replayJob.run(work, { saleCode: "MANY-1" });
  assert.equal(await stillWaiting("MANY-1"), 1, "what is refused again and again is left alone");
});

test("vehicle section 5.1: a message names its unknown 物料号 while it failed for it and nobody has it", async () => {
  const { id } = await givenConfig(app);
  const person = await clerk();
  await givenFailed(" shown-1 ", 1);
  await givenFailed("SHOWN-2", 1, { reason: "VIN格式不正确：应为17位" });
  await givenFailed("SHOWN-3", 1, { state: "WAITING" });
  await givenFailed("SHOWN-4", 1);
  await app.rows("insert into car_sale_code values ('SHOWN-4', $1)", [id]);
  const codes = await app.rows<{ id: string; code: string }>(
    "select id, trim(payload ->> 'saleCode') as code from car_intake where payload ->> 'saleCode' ilike '%shown-%' order by 2",
  );
  const named = [];
  for (const { id: intakeId, code } of codes) {
    const { data } = await person.call(contract.getCarIntake, { params: { id: intakeId } });
    named.push([code, data.unknownSaleCode]);
  }
  assert.deepEqual(
    named.toSorted(([a], [b]) => (String(a).toUpperCase() < String(b).toUpperCase() ? -1 : 1)),
    [
      ["shown-1", "SHOWN-1"],
      ["SHOWN-2", null],
      ["SHOWN-3", null],
      ["SHOWN-4", null],
    ],
  );
});

test("vehicle section 9: incoming messages are counted by hour and day with their lag; past hours are counted once, and again after a change", async () => {
  const person = await clerk();
  const [vin, lost] = [newVin(), newVin()];
  await givenCar(app, { vin });
  await push(event(vin, "activated", {}, 120), event(lost, "activated", {}, 20));
  const received =
    "update car_intake set received_at = received_at - interval '3 hours', occurred_at = occurred_at - interval '3 hours'";
  await app.rows(`${received} where vin = any($1)`, [[vin, lost]]);
  const at = Math.floor((app.now().getTime() - 3 * 3_600_000) / 3_600_000) * 3_600_000;
  const point = async () => {
    const { data } = await person.call(contract.listIntakeLag, { query: { span: "HOUR" } });
    assert.equal(data.length, 48);
    return data.find((one) => one.at === wireTime(new Date(at)));
  };
  const counted = await point();
  assert.partialDeepStrictEqual(counted, { received: 2, applied: 1, waiting: 1, failed: 0 });
  assert.ok((counted?.lagP95Seconds ?? 0) > 100 && (counted?.lagP95Seconds ?? 0) < 121);
  await app.arrange(rollUpIntakes);
  assert.ok((await app.rows("select from car_intake_rollup where span = 'HOUR'")).length >= 46);
  assert.deepEqual(await point(), counted);
  await givenCar(app, { vin: lost });
  const waiting = await person.call(contract.listCarIntakes, { query: { vin: lost } });
  await person.call(contract.replayCarIntake, { params: { id: waiting.data.list[0]?.id ?? "" } });
  assert.partialDeepStrictEqual(await point(), { received: 2, applied: 2, waiting: 0 });
  const days = await person.call(contract.listIntakeLag, { query: { span: "DAY" } });
  assert.equal(days.data.length, 30);
});

test("vehicle section 13: of the readings that a car tells in a day one is applied, unless a limit is near", async () => {
  const car = await givenCar(app);
  const read = async (mileageKm: number, seconds: number) =>
    (await push(event(car.vin, "mileage", { mileageKm }, seconds)))[0];
  assert.deepEqual(await read(10, 9), ["applied", null]);
  assert.deepEqual(await read(11, 8), ["ignored", "当日里程已记录"]);
  assert.equal((await carRow(app, car)).mileageKm, 10);
  assert.equal((await carEvents(app, car)).filter(({ type }) => type === "mileage").length, 1, "and leaves no line");
  assert.deepEqual(await read(9, 7), ["failed", "里程不能小于已记录里程10"]);
  near.add(car.id);
  assert.deepEqual(await read(12, 6), ["applied", null]);
  near.delete(car.id);
  assert.deepEqual(await read(13, 5), ["ignored", "当日里程已记录"]);
  await setParam(app, mileageThinning, "ALL");
  assert.deepEqual(await read(14, 4), ["applied", null]);
  assert.equal((await carRow(app, car)).mileageKm, 14);
});
