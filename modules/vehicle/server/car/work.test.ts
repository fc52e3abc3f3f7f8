import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { mergeOrganization, previewMerge } from "@ops/authority/contract";
import { AuthorityTestApp, givenOrganization } from "@ops/authority/server/testing";
import { defineModule, newId } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import { listCars } from "../../contract/index.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { vehicleModule } from "../index.ts";
import { type KnownPlace, placePort } from "../place/resolver.ts";
import { mergeInto } from "../place/testing-merge.ts";
import { takeForLock } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { registerCars } from "../register/register-cars.ts";
import { givenConfig } from "../testing.ts";
import { carRow, givenCar, newVin } from "../testing-cars.ts";
import { verifyCars } from "./verify.ts";

/** The yards of a module above. */
const yards = new Map<string, KnownPlace>();
const findYard = async (_tx: unknown, id: string) => yards.get(id) ?? null;
const yardModule = defineModule({
  name: "yardProbe",
  gives: [placePort.of({ kind: "WAREHOUSE", byId: findYard, byCode: findYard })],
});
const app = declareTestApp(new AuthorityTestApp([vehicleModule, yardModule], undefined, { background: true }));

async function givenHold({ id }: { id: string }, organizationIds: readonly string[], isOver = false) {
  const [holdId, refId] = [newId(), newId()];
  await app.rows(
    `with held as (
       insert into car_hold (id, car_id, seq, kind, ref_id, ref_no, org_ids, started_at)
       values ($1, $2, 1, $5, $3, 'DD1', $4, now()))
     update car set hold_id = $1, hold_seq = 1, hold_org_ids = $4, hold_state = $6, owner_id = $7 where id = $2`,
    [
      holdId,
      id,
      refId,
      organizationIds,
      isOver ? "OWNER" : "ORDER",
      isOver ? "DELIVERED" : "ALLOCATED",
      isOver ? refId : null,
    ],
  );
  return holdId;
}

test("AU-R42 cars that stand in an organisation or are held by it go to the one that it is merged into", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [source, target, other] = [
    await givenOrganization(app, { type: "DEPT" }),
    await givenOrganization(app, { type: "DEPT" }),
    await givenOrganization(app, { type: "DEPT" }),
  ];
  const [standing, held, delivered, foreign] = [
    await givenCar(app),
    await givenCar(app),
    await givenCar(app),
    await givenCar(app),
  ];
  await app.rows("update car set place_org_id = $1 where id = $2", [source.id, standing.id]);
  const holdId = await givenHold(held, [source.id, target.id, other.id]);
  await givenHold(delivered, [source.id], true);
  await app.rows("update car set place_org_id = $1 where id = $2", [other.id, foreign.id]);
  const reader = await app.signIn({ permissions: ["vehicle:car:list"], scope: "ORG", organization: target });
  const seen = async () => (await reader.call(listCars, { query: {} })).data.list.map(({ id }) => id).toSorted();
  assert.deepEqual(await seen(), [held.id]);

  const asked = { params: { id: source.id }, body: { targetOrgId: target.id } };
  const { impact, impactToken } = (await admin.call(previewMerge, asked)).data;
  assert.deepEqual(impact.work, [{ kind: "vehicle.cars", label: "在管车辆", count: 2 }]);
  const body = { sourceOrgId: source.id, targetOrgId: target.id, plannedAt: null, reason: "合并", impactToken };
  const { data, msg } = await admin.call(mergeOrganization, { body });
  assert.equal(msg, "");
  for (let tries = 0; tries < 300; tries++) {
    const [row] = await app.rows<{ status: string }>("select status from org_change where id = $1", [data.id]);
    if (row?.status === "DONE") break;
    await sleep(100);
  }

  assert.deepEqual(await seen(), [standing.id, held.id, delivered.id].toSorted());
  assert.equal((await carRow(app, standing)).version, 2);
  assert.equal((await carRow(app, foreign)).version, 1);
  const [hold] = await app.rows<{ orgIds: string[] }>(`select org_ids as "orgIds" from car_hold where id = $1`, [
    holdId,
  ]);
  assert.deepEqual(hold?.orgIds.toSorted(), [target.id, other.id].toSorted());
});

test("VE-R18 AU-R42 the log of each car has the merge, and still agrees with the row of the car", async () => {
  const [source, target] = [
    await givenOrganization(app, { type: "DEPT", name: "旧店" }),
    await givenOrganization(app, { type: "DEPT", name: "新店" }),
  ];
  const [standing, held] = [await givenCar(app), await givenCar(app)];
  const yard = { id: "YARD", name: "停车场", orgId: source.id, cityCode: null, lng: null, lat: null };
  yards.set(yard.id, yard);
  const report = { carIds: [standing.id], kind: "WAREHOUSE", placeId: yard.id, source: "LOGISTICS" } as const;
  await app.arrange((tx) => reportPlace(tx, { ...report, at: app.now() }));
  const taking = { carId: held.id, lockId: newId(), lockNo: "L1", orgIds: [source.id, target.id] };
  await app.arrange((tx) => takeForLock(tx, taking));
  const found = () => app.arrange((tx) => verifyCars(tx, { latest: 5_000 }));
  const faultsOf = async () => (await found()).filter(({ vin }) => [standing.vin, held.vin].includes(vin));
  assert.deepEqual(await faultsOf(), []);
  await mergeInto(app, source, target);

  assert.deepEqual(await faultsOf(), []);
  const expected = [
    { car: standing, field: "placeOrgId", label: "所在组织", row: { placeOrgId: target.id } },
    { car: held, field: "holdOrgIds", label: "占用组织", row: { holdOrgIds: [target.id] } },
  ];
  for (const { car, field, label, row } of expected) {
    assert.partialDeepStrictEqual(await carRow(app, car), row);
    const [event] = await app.rows(
      "select type, note, after from car_event where car_id = $1 order by no desc limit 1",
      [car.id],
    );
    assert.deepEqual(event, { type: "orgMerged", note: "旧店并入新店", after: row });
    assert.partialDeepStrictEqual((await app.auditOf(car)).at(-1), {
      actionName: "组织合并",
      summary: "旧店并入新店，车辆随之归入",
      diffs: [{ field, label, before: "旧店", after: "新店" }],
    });
  }
});

test("AU-R42 delivered cars are nobody's open work, but they follow the merge all the same", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [source, target] = [
    await givenOrganization(app, { type: "DEPT" }),
    await givenOrganization(app, { type: "DEPT" }),
  ];
  const delivered = await givenCar(app);
  await givenHold(delivered, [source.id], true);
  const asked = { params: { id: source.id }, body: { targetOrgId: target.id } };
  const { impact, impactToken } = (await admin.call(previewMerge, asked)).data;
  assert.deepEqual(impact.work, []);
  const body = { sourceOrgId: source.id, targetOrgId: target.id, plannedAt: null, reason: "合并", impactToken };
  assert.equal((await admin.call(mergeOrganization, { body })).data.status, "RUNNING");
  for (let tries = 0; tries < 300; tries++) {
    const [row] = await app.rows<{ orgIds: string[] }>(`select hold_org_ids as "orgIds" from car where id = $1`, [
      delivered.id,
    ]);
    if (row?.orgIds.includes(target.id)) return;
    await sleep(100);
  }
  assert.fail("the car stayed behind");
});

test("AU-R42 VE-R9 the cars of a merge move in groups: nobody waits for all of them, and a busy car delays only its own group", async () => {
  const [source, target] = [
    await givenOrganization(app, { type: "DEPT" }),
    await givenOrganization(app, { type: "DEPT" }),
  ];
  const { configCode } = await givenConfig(app);
  const spec = { configCode, optionCodes: [], extColor: "EX-W01", intColor: "IN-B02", source: "MES" } as const;
  const entered = await app.arrange((tx) =>
    registerCars(
      tx,
      Array.from({ length: 250 }, () => ({ ...spec, vin: newVin() })),
    ),
  );
  const ids = entered.map(({ carId }) => carId).sort();
  await app.rows("update car set place_org_id = $1 where id = any($2)", [source.id, ids]);
  const moved = async () =>
    (await app.rows("select from car where place_org_id = $1 and id = any($2)", [target.id, ids])).length;

  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const busy = app.arrange(async (tx) => {
    await lockCar(tx, ids.at(-1) ?? "");
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const merging = mergeInto(app, source, target);
  let movedMeanwhile = 0;
  for (let tries = 0; tries < 100 && movedMeanwhile === 0; tries++) {
    await sleep(100);
    movedMeanwhile = await moved();
  }
  released.resolve();
  await busy;
  await merging;
  assert.equal(movedMeanwhile, 200, "the first group, while a car of the second is busy");
  assert.equal(await moved(), 250);
  const groups = await app.rows<{ cars: number }>(
    `select count(*)::int as cars from car_event where type = 'orgMerged' and car_id = any($1)
     group by recorded_at order by recorded_at`,
    [ids],
  );
  assert.deepEqual(
    groups.map(({ cars }) => cars),
    [200, 50],
  );
});
