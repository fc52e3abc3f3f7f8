import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Kysely, sql } from "kysely";
import { createLog } from "../log.ts";
import { platformModule } from "../platform-module.ts";
import { probeApp, probeModule } from "../start/probe.ts";
import { migrationFolders } from "../start/start.ts";
import { runShaped } from "./connection/statement.ts";
import { connectionOptions, errorCode, openDatabase, ownerAddress } from "./database.ts";
import { migrate } from "./migrate.ts";

const app = probeApp();

test("section 12: migrations run once, in order, each whole or not at all; a changed or an unknown one stops the start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "extra-migrations-"));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const known = migrationFolders([platformModule, probeModule]);
  const run = () => migrate(app.address, [...known, { module: "extra", folder }]);
  write("0002-b.sql", "insert into extra_a values (2)");
  write("0001-a.sql", "create table extra_a (n int)");
  write("notes.txt", "no migration");
  assert.deepEqual(await run(), ["extra/0001-a.sql", "extra/0002-b.sql"]);
  assert.deepEqual(await run(), []);
  write("0003-c.sql", "create table extra_c (n int); select 1 / 0");
  await assert.rejects(run(), { message: "the migration extra/0003-c.sql failed: division by zero" });
  const there = () =>
    app.rows("select to_regclass('extra_a') is not null as a, to_regclass('extra_c') is not null as c");
  assert.deepEqual(await there(), [{ a: true, c: false }]);
  write("0003-c.sql", "create table extra_c (n int)");
  assert.deepEqual([await run(), await there()], [["extra/0003-c.sql"], [{ a: true, c: true }]]);
  write("0001-a.sql", "create table extra_a (n bigint)");
  await assert.rejects(run(), { message: "the migration extra/0001-a.sql was changed after it had run" });
  await assert.rejects(migrate(app.address, known), {
    message: /^the database is newer than this program: it has the migration extra\/000\d-\w\.sql$/,
  });
  rmSync(folder, { recursive: true });
});

test("section 13: each way to the database has its limits; those that read cannot write", async () => {
  const { writer, reader, aside, notes, longReader, writerPool, readerPool } = app.node.database;
  const told = async (database: Kysely<unknown>) => {
    const { rows } = await sql<Record<string, string>>`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('default_transaction_read_only') as "readOnly", current_setting('timezone') as zone`.execute(
      database,
    );
    return rows[0];
  };
  const usual = { statement: "15s", lock: "8s", idle: "30s", readOnly: "off", zone: "UTC" };
  for (const database of [writer, aside, notes]) assert.deepEqual(await told(database), usual);
  assert.deepEqual(await told(reader), { ...usual, readOnly: "on" });
  assert.deepEqual(await told(longReader), { ...usual, readOnly: "on", statement: "2min", idle: "2min" });
  assert.deepEqual([writerPool.options.max, readerPool.options.max], [6, 6]);
  const small = openDatabase(app.address, { poolSize: 1, log: createLog("silent") });
  assert.deepEqual([small.writerPool.options.max, small.writerPool.options.connectionTimeoutMillis], [2, 5_000]);
  await small.close();
});

test("section 12: the role of the migrations is another one where the operator says so", () => {
  const socket = { host: "/run", port: 1, user: "app", database: "d" };
  assert.equal(ownerAddress(socket), null);
  assert.deepEqual(ownerAddress({ ...socket, owner: "owner" }), { ...socket, owner: "owner", user: "owner" });
  assert.equal(ownerAddress({ url: "postgres://a" }), null);
  assert.deepEqual(ownerAddress({ url: "postgres://a", ownerUrl: "postgres://b" }), { url: "postgres://b" });
  assert.deepEqual(connectionOptions({ url: "postgres://a" }), { connectionString: "postgres://a" });
  assert.deepEqual(connectionOptions(socket), socket);
  const odd = [{ code: 7 }, { code: "x" }, {}, null, undefined, "text"].map(errorCode);
  assert.deepEqual(odd, ["7", "x", "unknown", "unknown", "unknown", "unknown"]);
});

test("section 13: a statement is made once for its shape; values that are not those of its text are refused", async () => {
  const { writer } = app.node.database;
  let made = 0;
  const ask = (shape: string, values: readonly unknown[], bound = values) =>
    runShaped<{ sum: number }>(writer, { shape, values }, () => {
      made++;
      const [a, b] = bound;
      return { compile: () => sql`select ${a}::int + ${b}::int as sum`.compile(writer) };
    });
  assert.deepEqual([await ask("sum", [1, 2]), await ask("sum", [3, 4]), made], [[{ sum: 3 }], [{ sum: 7 }], 1]);
  const message = "the values of the statement odd are not those of its text";
  await assert.rejects(ask("odd", [1, 2], [2, 1]), { message });
  await assert.rejects(ask("odd", [1], [1, 1]), { message });
  await assert.rejects(ask("odd", [1, 1, 1], [1, 1]), { message });
});
