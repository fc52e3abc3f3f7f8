import assert from "node:assert/strict";
import { test } from "node:test";
import { probeApp } from "../start/probe.ts";
import { makeMonths } from "./months.ts";

const app = probeApp();

test("platform 10 a table by month gets its parts from the month asked for to the month after next, side by side", async () => {
  await app.rows("create table probe_event (at date not null) partition by range (at)");
  await app.rows("create table probe_event_other partition of probe_event default");
  const now = app.now();
  const firstIn = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  const make = () => app.arrange((tx) => makeMonths(tx, "probeEvent", firstIn(-2)));
  await Promise.all([make(), make()]);
  const days = [-3, -2, -1, 0, 1, 2, 3].map((months) => firstIn(months).toISOString().slice(0, 10));
  for (const day of days) await app.rows("insert into probe_event values ($1), ($1::date + 27)", [day]);
  const rows = await app.rows<{ part: string; rows: number }>(
    "select tableoid::regclass::text as part, count(*)::int as rows from probe_event group by 1 order by min(at)",
  );
  const partOf = (day = "") => `probe_event_${day.slice(0, 7).replace("-", "_")}`;
  const own = days.slice(1, 6).map((day) => ({ part: partOf(day), rows: 2 }));
  assert.deepEqual(
    rows.toSorted((a, b) => (a.part < b.part ? -1 : 1)),
    [...own, { part: "probe_event_other", rows: 4 }],
  );
});
