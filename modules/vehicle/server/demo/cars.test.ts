import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyCars } from "../car/verify.ts";
import { testApp } from "../testing.ts";
import { loadVehicleDemo } from "./load.ts";

const app = testApp();

test("vehicle 11 the demo register has its cars, and its rows are what their logs say", async () => {
  await app.arrange(loadVehicleDemo);
  const [counted] = await app.rows<Record<string, number>>(
    `select count(*)::int as cars, count(*) filter (where whereabouts = 'DELIVERED')::int as delivered,
       count(*) filter (where whereabouts = 'TRANSIT')::int as transit, count(*) filter (where whereabouts = 'OFF')::int as off,
       count(*) filter (where whereabouts = 'PLANNED')::int as planned,
       count(*) filter (where whereabouts = 'RETURNED')::int as returned,
       count(*) filter (where open_blocks > 0)::int as blocked, count(*) filter (where worst_damage is not null)::int as damaged,
       count(*) filter (where 'CHECK_ODD' = any (flags))::int as odd,
       count(*) filter (where build_order_no is not null)::int as unbound from car`,
  );
  assert.deepEqual(counted, {
    cars: 1600,
    delivered: 600,
    transit: 120,
    off: 12,
    planned: 10,
    returned: 30,
    blocked: 40,
    damaged: 25,
    odd: 3,
    unbound: 8,
  });
  const [events] = await app.rows<{ all: number; ignored: number }>(
    `select count(*)::int as all, count(*) filter (where not applied)::int as ignored from car_event`,
  );
  assert.ok(events && events.all > 20_000 && events.all < 30_000, `${events?.all} events`);
  assert.equal(events.ignored, 60);
  assert.deepEqual(await app.arrange((tx) => verifyCars(tx, { latest: 5_000 })), []);
  const sold = await app.rows<{ code: string; count: number }>(
    `select t.type_code as code, count(*)::int as count from car c join car_market_type t on t.id = c.market_type_id
     group by 1 order by 2 desc`,
  );
  assert.equal(sold[0]?.code, "RETAIL");
  assert.deepEqual(
    new Set(sold.map(({ code }) => code)),
    new Set(["RETAIL", "FLEET", "STAFF", "TESTDRIVE", "SHOWCAR"]),
  );
  const [times] = await app.rows<{ months: number }>(
    "select jsonb_array_length(value) as months from car_statistics where part = 'LEAD_TIMES'",
  );
  assert.ok(times && times.months > 0); // the statistics include the cars as soon as the demo is loaded
});
