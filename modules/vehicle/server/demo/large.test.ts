import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { checkDigitOf, vinFault } from "@ops/platform/contract";
import { loadLargeCars } from "../index.ts";
import { testApp } from "../testing.ts";
import { loadVehicleDemo } from "./load.ts";

const app = testApp();
const CARS = 500;

const guards = `select tgname, tgenabled from pg_trigger where not tgisinternal and tgrelid in
  ('car'::regclass, 'car_hold'::regclass, 'car_event'::regclass) order by tgrelid, tgname`;
const indexes = "select indexdef from pg_indexes where tablename in ('car', 'car_hold', 'car_intake') order by 1";

test("vehicle 13 the large set of cars goes in beside the demo, whole, with every index and guard back", async () => {
  await givenOrganization(app, { type: "STORE" });
  await app.arrange(loadVehicleDemo);
  const before = [await app.rows(guards), await app.rows(indexes)];
  await loadLargeCars(app.node, { configs: 450, cars: CARS, eventsPerCar: 30, intakes: 200 });
  assert.deepEqual([await app.rows(guards), await app.rows(indexes)], before);

  const [counted] = await app.rows(
    `select (select count(*)::int from car where plant_code like 'PLANT-%' and id::text like '01920000-0000-7000-%') as cars,
       (select count(*)::int from car_event where event_id like 'L%') as events,
       (select count(*)::int from car_event_rest) as rest,
       (select count(*)::int from car_config where config_code like 'LG-%') as configs,
       (select count(*)::int from car_intake where event_id like 'LI%') as intakes,
       (select count(*)::int from car c left join car_hold h on h.car_id = c.id and h.ended_at is null
        where c.hold_id is distinct from h.id or (h.id is not null and h.seq <> c.hold_seq)) as "heldOtherwise",
       (select count(*)::int from (select car_id from car_event group by car_id having max(no) <> count(*)) gap) as gaps`,
  );
  const expected = { cars: CARS, events: CARS * 30, rest: 0, configs: 450, intakes: 200, heldOtherwise: 0, gaps: 0 };
  assert.deepEqual(counted, expected);
  for (const { vin } of await app.rows<{ vin: string }>(
    "select vin from car where id::text like '01920000-0000-7000-%'",
  )) {
    assert.deepEqual([vinFault(vin), vin[8]], [null, checkDigitOf(vin)], vin);
  }
});
