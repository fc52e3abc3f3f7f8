import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { sql } from "kysely";
import { type Actor, type DataScope, systemActor } from "../actor.ts";
import { databaseOf, type RecordRow } from "../db/record/table.ts";
import { createLog } from "../log.ts";
import { defineModule } from "../module.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp } from "../start/probe.ts";
import { runSchedule } from "../testing-schedules.ts";
import { countStages, stageCounter } from "./stage-counter.ts";

interface DealColumns extends RecordRow {
  storeId: string | null;
  deliveryStoreId: string | null;
  dealState: string;
  way: string | null;
  deletedAt: Date | null;
}
const { table } = databaseOf<{ deal: DealColumns }>();
const deals = table("deal", {
  entity: "单",
  scope: (scope) =>
    sql<boolean>`(${scope.selfId}::uuid = created_by or ${scope.organizations ? sql`store_id in (${scope.organizations})` : sql`false`})`,
  softDelete: true,
  labels: {},
});
const byStage = stageCounter("sales.stage", deals, {
  org: "storeId",
  second: "deliveryStoreId",
  state: "dealState",
  part: "way",
});
const bySimple = stageCounter("sales.simple", deals, { org: "storeId", state: "dealState" });

const migration = `create table deal (
  id uuid primary key, version int not null, created_at timestamptz not null, created_by uuid not null,
  updated_at timestamptz not null, updated_by uuid not null, deleted_at timestamptz,
  store_id uuid, delivery_store_id uuid, deal_state text not null, way text);
insert into deal values (gen_random_uuid(), 1, now(), gen_random_uuid(), now(), gen_random_uuid(), null, '00000000-0000-7000-8000-000000000001', null, 'OLD', null);
select keep_stages('sales.stage', 'deal', 'store_id', 'delivery_store_id', 'deal_state', 'way', 'deleted_at is null');
select keep_stages('sales.simple', 'deal', 'store_id', null, 'deal_state', null, 'deleted_at is null');`;
const migrations = mkdtempSync(join(tmpdir(), "deal-migrations-"));
writeFileSync(join(migrations, "0001-deal.sql"), migration);

const errors: { counter: string; differences: number }[] = [];
const log = createLog("error", { write: (line) => void errors.push(JSON.parse(line)) });
const app = probeApp({
  log,
  modules: [defineModule({ name: "sales", migrations, stageCounters: [byStage, bySimple] })],
});

const [north, south] = [newId(), newId()];
const someone = newId();
const within = (selfId: string | null, ...ids: string[]): DataScope => ({
  all: false,
  organizations: sql`select unnest(${ids}::uuid[])`,
  selfId,
});
const of = (...ids: string[]) => within(null, ...ids);
const reading = (scope: DataScope, more: Partial<Actor> = {}): Actor => ({
  ...systemActor,
  scopeOf: () => scope,
  ...more,
});
const counted = async (actor: Actor = systemActor, counter = byStage) => {
  const stages = await app.arrange((tx) => countStages({ ...tx, actor }, counter));
  return Object.fromEntries(stages.map(({ state, part, count }) => [part ? `${state} ${part}` : state, count]));
};

async function give(
  count: number,
  {
    store = north as string | null,
    second = null as string | null,
    state = "NEW",
    way = "A" as string | null,
    by = newId(),
  } = {},
) {
  await app.rows(
    `insert into deal select gen_random_uuid(), 1, now(), $6, now(), $6, null, $2, $3, $4, $5 from generate_series(1, $1::int)`,
    [count, store, second, state, way, by],
  );
}

test("PF-R126 what was there is counted when the counter comes, and every way of writing is followed", async () => {
  assert.deepEqual(await counted(), { OLD: 1 });
  await give(3);
  await give(2, { way: null });
  assert.deepEqual(await counted(), { OLD: 1, "NEW A": 3, NEW: 2 });
  await app.rows("update deal set deal_state = 'PAID' where way = 'A'");
  assert.deepEqual(await counted(), { OLD: 1, "PAID A": 3, NEW: 2 });
  await app.rows("update deal set deleted_at = now() where way is null and deal_state = 'NEW'");
  assert.deepEqual(await counted(), { OLD: 1, "PAID A": 3 });
  assert.deepEqual(await counted(systemActor, bySimple), { OLD: 1, PAID: 3 });
  await app.rows("delete from deal where deal_state in ('OLD', 'PAID')");
  assert.deepEqual(await counted(), {});
  await assert.rejects(
    app.arrange(async (tx) => {
      await sql`update deal set deleted_at = null`.execute(tx.kysely);
      throw new Error("refused");
    }),
  );
  assert.deepEqual(await counted(), {}, "what is rolled back was never counted");
});

test("PF-R126 a reader counts what lies in scope, by either organisation, and once where both do", async () => {
  await app.rows("delete from deal");
  await give(1, { store: north });
  await give(2, { store: north, second: south });
  await give(4, { store: south });
  await give(8, { store: newId(), by: someone });
  for (const when of ["as written", "after the counts were brought up to date"]) {
    assert.deepEqual(await counted(), { "NEW A": 15 }, when);
    assert.deepEqual(await counted(reading(of(north))), { "NEW A": 3 }, when);
    assert.deepEqual(await counted(reading(of(south))), { "NEW A": 6 }, when);
    assert.deepEqual(await counted(reading(of(north, south))), { "NEW A": 7 }, when);
    assert.deepEqual(await counted(reading({ all: false, organizations: null, selfId: null })), {}, when);
    const seen = { seenBy: reading(of(south)) };
    assert.deepEqual(await counted(reading(of(north), seen)), { "NEW A": 2 }, `${when}: through somebody's eyes`);
    const own = reading({ all: false, organizations: null, selfId: someone });
    assert.deepEqual(await counted(own), { "NEW A": 8 }, `${when}: own records`);
    await give(1, { store: newId(), by: someone, state: "GONE" });
    await app.rows("update deal set deleted_at = now() where deal_state = 'GONE'");
    assert.deepEqual(await counted(own), { "NEW A": 8 }, `${when}: own records that are not deleted`);
    await runSchedule(app, "platform.stagesFold");
    assert.deepEqual(await app.rows("select 1 from stage_delta"), []);
  }
});

test("PF-R126 who sees organisations and own records counts both, and nothing twice; by one column and by a pair", async () => {
  await app.rows("delete from deal");
  await give(1, { store: north, by: someone });
  await give(2, { store: north, second: south });
  await give(4, { store: south, second: north, by: someone });
  await give(8, { store: newId(), by: someone });
  await give(16, { store: null, by: someone, way: null });
  await give(32, { store: newId() });
  const both = reading(within(someone, north));
  for (const when of ["as written", "after the counts were brought up to date"]) {
    assert.deepEqual(await counted(both), { NEW: 16, "NEW A": 15 }, when);
    assert.deepEqual(await counted(both, bySimple), { NEW: 31 }, when);
    const seen = { seenBy: reading(within(someone, south)) };
    assert.deepEqual(await counted(reading(of(north), seen)), { "NEW A": 1 }, `${when}: through somebody's eyes`);
    await runSchedule(app, "platform.stagesFold");
  }
});

test("PF-R126 the night finds what was written past the counters, says so and mends it; else it is silent", async () => {
  await app.rows("delete from deal");
  await give(5);
  await runSchedule(app, "platform.stagesFold");
  await give(1, { way: "B" });
  await runSchedule(app, "platform.stagesMend");
  assert.deepEqual(errors, []);
  await app.rows("alter table deal disable trigger user");
  await give(2, { way: "C" });
  await app.rows("update deal set deal_state = 'LOST' where way = 'B'");
  await app.rows("alter table deal enable trigger user");
  await app.rows("update stage_total set n = n + 7 where counter = 'sales.simple' and state = 'NEW'");
  await runSchedule(app, "platform.stagesMend");
  assert.deepEqual(await counted(), { "NEW A": 5, "NEW C": 2, "LOST B": 1 });
  assert.deepEqual(await counted(systemActor, bySimple), { NEW: 7, LOST: 1 });
  assert.deepEqual(
    errors.map(({ counter, differences }) => [counter, differences]),
    [
      ["sales.stage", 3],
      ["sales.simple", 3],
    ],
  );
  await runSchedule(app, "platform.stagesFold");
  assert.deepEqual(await counted(), { "NEW A": 5, "NEW C": 2, "LOST B": 1 });
});

test("PF-R126 a single wrong count is reported, also one for a state without records", async () => {
  errors.length = 0;
  await app.rows("delete from deal");
  await runSchedule(app, "platform.stagesFold");
  await app.rows("insert into stage_total (counter, state, part, n) values ('sales.simple', 'GHOST', '', 4)");
  assert.deepEqual(await counted(systemActor, bySimple), { GHOST: 4 });
  await runSchedule(app, "platform.stagesMend");
  assert.deepEqual(await counted(systemActor, bySimple), {});
  assert.deepEqual(
    errors.map(({ counter, differences }) => [counter, differences]),
    [["sales.simple", 1]],
  );
});

test("PF-R126 writers of one organisation and state do not wait for each other", async () => {
  await app.rows("delete from deal");
  await give(1);
  await runSchedule(app, "platform.stagesFold");
  await app.arrange(async (tx) => {
    await sql`update deal set deal_state = 'PAID'`.execute(tx.kysely);
    await give(2); // on another connection, while the first has not committed
    assert.deepEqual(await counted(), { "NEW A": 3 });
  });
  assert.deepEqual(await counted(), { "NEW A": 2, "PAID A": 1 });
});
