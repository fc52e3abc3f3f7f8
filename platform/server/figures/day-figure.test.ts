import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf, rebuildFigures } from "@ops/platform/contract";
import { sql } from "kysely";
import { type DataScope, systemActor } from "../actor.ts";
import { defineModule } from "../module.ts";
import { platformModule } from "../platform-module.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp, probeModule } from "../start/probe.ts";
import { runSchedule } from "../testing-schedules.ts";
import { type DayFigure, figuresDue, readFigure, rebuildFigure } from "./day-figure.ts";

const made: DayFigure = {
  metric: "probe.made",
  label: "新增样本",
  permission: "probe:probe:list",
  query: (day) => sql`select org_id, level as dim, 1 as value from probe
    where created_at >= ${`${day}T00:00:00+08:00`}::timestamptz and created_at < ${`${day}T00:00:00+08:00`}::timestamptz + interval '1 day'`,
};
const [north, south] = [newId(), newId()];
/** Stands before the other, and can be broken. */
const fragile: DayFigure = {
  metric: "probe.fragile",
  label: "易错样本",
  permission: "probe:probe:list",
  query: () => sql`select ${north}::uuid as org_id, '' as dim, 1 / ${isBroken ? 0 : 1}::int as value`,
};
let isBroken = false;
const app = probeApp({ modules: [probeModule, defineModule({ name: "figures", dayFigures: [fragile, made] })] });
const today = () => dayOf(app.now());

async function give(day: string, level: string, orgId = north, count = 1) {
  await app.rows(
    `insert into probe (id, version, created_at, created_by, updated_at, updated_by, org_id, owner_id, name, phone, level)
     select gen_random_uuid(), 1, ($2 || 'T23:59:59+08:00')::timestamptz, $4, now(), $4, $4, $4, 'x', '1', $3
     from generate_series(1, $1::int)`,
    [count, day, level, orgId],
  );
}
const of = (...ids: string[]): DataScope => ({
  all: false,
  organizations: sql`select unnest(${ids}::uuid[])`,
  selfId: null,
});
const read = (from: string, to: string, actor = systemActor) =>
  app.arrange(async (tx) =>
    (await readFigure({ ...tx, actor }, made, { from, to })).map(({ day, dim, value }) => `${day} ${dim} ${value}`),
  );

test("PF-R127 a day is rebuilt by its query, with the same result however often, and follows what was corrected", async () => {
  const day = "2026-01-31";
  await give(day, "A", north, 2);
  await give(day, "A", south);
  await give(day, "B");
  await give("2026-02-01", "A");
  const rebuild = () => app.arrange((tx) => rebuildFigure(tx, made, day));
  await rebuild();
  const all = ["2026-01-31 A 3", "2026-01-31 B 1"];
  assert.deepEqual(await read(day, "2026-02-01"), all, "the day after is another figure");
  await rebuild();
  assert.deepEqual(await read(day, day), all);
  await app.rows("delete from probe where level = 'B'");
  await Promise.all([rebuild(), rebuild()]);
  assert.deepEqual(await read(day, day), ["2026-01-31 A 3"]);
});

test("PF-R127 figures are read in the scope of their permission, from the first day to the last", async () => {
  for (const day of ["2026-03-01", "2026-03-02", "2026-03-03"]) {
    await give(day, "A", north);
    await give(day, "A", south, 2);
    await app.arrange((tx) => rebuildFigure(tx, made, day));
  }
  const scoped = (scope: DataScope) => ({ ...systemActor, scopeOf: () => scope });
  const days = ["2026-03-01", "2026-03-02"] as const;
  assert.deepEqual(await read(...days), ["2026-03-01 A 3", "2026-03-02 A 3"]);
  assert.deepEqual(await read(...days, scoped(of(north))), ["2026-03-01 A 1", "2026-03-02 A 1"]);
  assert.deepEqual(await read(...days, scoped({ all: false, organizations: null, selfId: newId() })), []);
  assert.deepEqual(await read(...days, { ...scoped(of(north, south)), seenBy: scoped(of(south)) }), [
    "2026-03-01 A 2",
    "2026-03-02 A 2",
  ]);
  assert.deepEqual(await read(...days, { ...systemActor, can: (code) => code !== made.permission }), []);
});

test("PF-R127 today is brought up to date by day, and the three days before it in the night", async () => {
  for (const ago of [0, 1, 3, 4]) await give(addDays(today(), -ago), `前${ago}`);
  const seen = async () => (await read(addDays(today(), -9), today())).map((line) => line.split(" ")[1]);
  await runSchedule(app, "platform.figuresToday");
  assert.deepEqual(await seen(), ["前0"]);
  await runSchedule(app, "platform.figuresNightly");
  assert.deepEqual(await seen(), ["前3", "前1", "前0"]);
});

test("PF-R127 a figure that cannot be counted is told as a failure, after all others were counted", async () => {
  await give(today(), "破例");
  await app.rows("delete from day_figure");
  isBroken = true;
  await assert.rejects(runSchedule(app, "platform.figuresToday"), { code: "22012" });
  isBroken = false;
  const kept = await app.rows<{ metric: string }>("select distinct metric from day_figure");
  assert.deepEqual(kept, [{ metric: made.metric }]);
  assert.ok((await read(today(), today())).some((line) => line.includes("破例")));
});

test("PF-R127 an operator has one day counted again, which the log tells; others may not", async () => {
  const [operator, reader] = ["retry", "list"].map((may) => {
    const permissions = [`platform:job:${may}`];
    return app.admit(`figures-${may}`, { userId: newId(), organizationId: newId(), permissions });
  });
  const ask = (token = "") => app.call(rebuildFigures, { body: { day: "2026-05-01" } }, { token });
  await give("2026-05-01", "补录", north, 4);
  assert.equal((await ask(reader)).msgCode, "COMMON_FORBIDDEN");
  assert.equal((await ask(operator)).msg, "");
  await figuresDue.run({ step: (act) => app.arrange(act) }, { day: "2026-05-01" });
  assert.deepEqual(await read("2026-05-01", "2026-05-01"), ["2026-05-01 补录 4"]);
  const [logged] = await app.rows("select summary from audit_log where action_name = '重算单日指标'");
  assert.deepEqual(logged, { summary: "2026-05-01" });
});

test("PF-R126 PF-R127 changes are counted every minute and compared at 03:30, days every 15 minutes and at 01:20", () => {
  const times = new Map(platformModule.schedules?.map(({ name, at }) => [name, at]));
  assert.deepEqual(times.get("platform.stagesFold"), { everySeconds: 60 });
  assert.equal(times.get("platform.stagesMend"), "30 3 * * *");
  assert.deepEqual(times.get("platform.figuresToday"), { everySeconds: 900 });
  assert.equal(times.get("platform.figuresNightly"), "20 1 * * *");
});
