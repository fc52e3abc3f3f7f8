import assert from "node:assert/strict";
import { test } from "node:test";
import { probeApp } from "../../start/probe.ts";
import { connectOwner, fillBare, fillMonths, largeId } from "./fill-large.ts";

const app = probeApp();

test("section 13: a large set fills month by month, evenly over the time, and what a month has already stays", async () => {
  const client = await connectOwner(app.address);
  try {
    await client.query("create table many (n int, at timestamptz not null) partition by range (at)");
    await client.query("create index many_at on many (at)");
    await client.query("create table many_2026_01 partition of many for values from ('2026-01-01') to ('2026-02-01')");
    await client.query("insert into many values (-1, '2026-01-20')");
    const [since, until] = [new Date("2025-12-17T00:00:00Z"), new Date("2026-02-15T00:00:00Z")];
    const filled: unknown[] = [];
    await fillMonths(
      client,
      { table: "many", rows: 120, since, until },
      async ({ part, first, count, from, until }) => {
        filled.push([part, first, count, from.toISOString().slice(0, 10), until.toISOString().slice(0, 10)]);
        await client.query(`insert into ${part} select n, $1 from generate_series($2::int, $3::int) n`, [
          from,
          first,
          first + count - 1,
        ]);
      },
    );
    assert.deepEqual(filled, [
      ["many_2025_12", 0, 30, "2025-12-17", "2026-01-01"],
      ["many_2026_01", 30, 62, "2026-01-01", "2026-02-01"],
      ["many_2026_02", 92, 28, "2026-02-01", "2026-02-15"],
    ]);
    const { rows } = await client.query("select count(*)::int, min(n), max(n) from many");
    assert.deepEqual(rows, [{ count: 121, min: -1, max: 119 }]);
    const parts = await client.query(
      "select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'many'::regclass order by 1",
    );
    assert.deepEqual(
      parts.rows.map(({ relname }) => relname),
      ["many_2025_12", "many_2026_01", "many_2026_02"],
    );
    const left = await client.query("select from pg_class where relname like 'many%before'");
    assert.equal(left.rowCount, 0);
    const indexes = await client.query("select from pg_indexes where tablename like 'many\\_20%'");
    assert.equal(indexes.rowCount, 3, "each month has the index of the table");
    await assert.rejects(client.query("insert into many values (1, '2026-03-01')"), /no partition/);
  } finally {
    await client.end();
  }
});

test("section 13: a table fills without its indexes and triggers, and has them again afterwards", async () => {
  const client = await connectOwner(app.address);
  try {
    await client.query("create table bare (id int primary key, name text)");
    await client.query("create index bare_name on bare (name)");
    await client.query(
      "create function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'guarded'; end $$",
    );
    await client.query("create trigger guard before insert on bare for each row execute function refuse_all()");
    const indexes = async () =>
      (await client.query("select indexname from pg_indexes where tablename = 'bare' order by 1")).rows.map(
        ({ indexname }) => indexname,
      );
    await fillBare(client, "bare", async () => {
      assert.deepEqual(await indexes(), ["bare_pkey"]);
      await client.query("insert into bare values (1, '甲')");
    });
    assert.deepEqual(await indexes(), ["bare_name", "bare_pkey"]);
    await assert.rejects(client.query("insert into bare values (2, '乙')"), /guarded/);
    const other = await connectOwner(app.address);
    assert.equal((await other.query("select from bare")).rowCount, 1, "it was committed");
    await other.end();
    const ids = await client.query(`select ${largeId("a0001", "255")} as id`);
    assert.deepEqual(ids.rows, [{ id: "019a0001-0000-7000-8000-0000000000ff" }]);
    assert.deepEqual((await client.query("show statement_timeout")).rows, [{ statement_timeout: "0" }]);
  } finally {
    await client.end();
  }
});
