import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { makeAuditMonths } from "../audit/write.ts";
import { connectionOptions, type DatabaseAddress, errorCode } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { connectOwner } from "../db/record/fill-large.ts";
import { platformModule } from "../platform-module.ts";
import { probeApp } from "../start/probe.ts";
import { migrationFolders } from "../start/start.ts";
import { createTestDatabase } from "../testing.ts";
import { dropOldMonths } from "./drop.ts";
import { sealAudit } from "./seal.ts";
import { verifyAudit } from "./verify.ts";

const app = probeApp();
const work = { step: <T>(act: Parameters<typeof app.arrange<T>>[0]) => app.arrange(act) };
const NOT_ALLOWED = "42501";
const PARTS = "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass";
const INSERT = `insert into audit_log (id, occurred_at, actor_id, actor_name, actor_org_id, ip, module, biz_type, biz_id, action,
  action_name, source, result, trace_id)
  select gen_random_uuid(), $1::timestamptz, gen_random_uuid(), '甲', '', '', 'owner', 'x', n::text, 'a', 'a', 'WEB', 'SUCCESS', ''
  from generate_series(1, 3) n`;

/** How a statement is refused as the role that serves calls; empty when it is done. */
async function refusalOf(statement: string): Promise<string> {
  try {
    await app.rows(statement);
    return "";
  } catch (error) {
    return errorCode(error);
  }
}

test("PF-R98 the role that serves calls can neither change nor empty nor take away the log, its months and its seals", async () => {
  await app.rows(INSERT, [app.now()]);
  await sealAudit(work);
  const parts = (await app.rows<{ name: string }>(PARTS)).map(({ name }) => name);
  assert.ok(parts.length >= 4);
  let cases = 0;
  for (const table of ["audit_log", "audit_seal", ...parts]) {
    const column = table === "audit_seal" ? "row_count" : "seq";
    const statements = [
      `update ${table} set ${column} = 1`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger user`,
      `alter table ${table} add column more int`,
      `alter table ${table} rename to gone`,
      `alter table ${table} owner to current_user`,
      `drop trigger ${table === "audit_seal" ? table : "audit_log"}_no_truncate on ${table}`,
      `create trigger silent before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
      `create rule silent as on insert to ${table} do instead nothing`,
      `drop table ${table} cascade`,
    ];
    for (const statement of statements) {
      assert.equal(await refusalOf(statement), NOT_ALLOWED, statement);
      cases++;
    }
  }
  assert.ok(cases >= 60);
});

test("PF-R98 the role that serves calls cannot do so indirectly either: by functions, numbers, schema, database, roles, or months that are too young", async () => {
  const [part] = await app.rows<{ name: string }>(`${PARTS} and inhrelid::regclass::text <> 'audit_log_rest'`);
  const month = `${part?.name.slice(-7).replace("_", "-")}-01`;
  const statements = [
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
    "create or replace function drop_audit_month(first date) returns void language sql as ''",
    "drop function refuse_change() cascade",
    "select setval('audit_log_seq', 1)",
    "alter sequence audit_log_seq restart",
    `alter table audit_log detach partition ${part?.name}`,
    `select drop_audit_month('${month}')`,
    "drop schema public cascade",
    "alter schema public rename to gone",
    "create database more",
    "set role app_owner",
    "set session_replication_role = replica",
    "alter role app createdb",
    "update audit_keep set months = 6",
    "drop table audit_keep",
    "drop table schema_migration",
    "create trigger mine before insert on schema_migration for each row execute function refuse_change()",
  ];
  for (const statement of statements) assert.equal(await refusalOf(statement), NOT_ALLOWED, statement);
});

test("PF-R98 the role that serves calls can write, seal and check the log, make its months and drop old ones", async () => {
  const longAgo = new Date(app.now().getTime() - 40 * 31 * 86_400_000);
  await app.arrange((tx) => makeAuditMonths(tx, longAgo));
  const made = (await app.rows<{ name: string }>(PARTS)).length;
  assert.ok(made > 40);
  const [oldest] = await app.rows<{ name: string }>(`${PARTS} order by 1 limit 1`);
  assert.equal(await refusalOf(`truncate ${oldest?.name}`), NOT_ALLOWED, "months that are made later are guarded, too");
  await app.rows(INSERT, [longAgo]);
  await sealAudit(work);
  await verifyAudit(work);
  assert.deepEqual(await app.rows("select * from audit_seal_fault"), []);
  await dropOldMonths(work);
  assert.ok((await app.rows(PARTS)).length < made);
});

/**
 * Functions that the owner's functions and the start call without a schema, with arguments that the database must
 * convert.
 */
const STAND_INS = [
  "to_char(date, text) returns text",
  "date_trunc(text, date) returns timestamp",
  "has_schema_privilege(text, text, text) returns boolean",
  "has_database_privilege(text, name, text) returns boolean",
  "has_table_privilege(text, oid, text) returns boolean",
  "has_sequence_privilege(text, oid, text) returns boolean",
  "format(text, text) returns text",
  "format(text, text, text) returns text",
  "format(text, name, text) returns text",
  "format(text, regclass, text) returns text",
  "format(text, text, date, date) returns text",
];

test("PF-R98 functions that the role that serves calls makes in place of those of the database never run as the owner", async () => {
  await app.rows("create sequence ran_as_owner");
  const body = "begin if current_user <> 'app' then perform nextval('public.ran_as_owner'); end if; return null; end";
  for (const signature of STAND_INS) {
    await app.rows(`create function public.${signature} language plpgsql as $$${body}$$`);
  }
  const longAgo = new Date(app.now().getTime() - 50 * 31 * 86_400_000).toISOString().slice(0, 7);
  const acts = {
    make: () => app.rows(`select make_audit_month('${longAgo}-01')`),
    drop: () => app.rows(`select drop_audit_month('${longAgo}-01')`),
    start: () => migrate(app.address, migrationFolders(app.node.modules)),
  };
  for (const [name, act] of Object.entries(acts)) {
    await act();
    const [trap] = await app.rows<{ hasRun: boolean }>('select is_called as "hasRun" from ran_as_owner');
    assert.deepEqual(trap, { hasRun: false }, name);
  }
  const folder = mkdtempSync(join(tmpdir(), "stand-ins-"));
  writeFileSync(join(folder, "0001-more.sql"), "select 1;");
  const next = [...migrationFolders(app.node.modules), { module: "more", folder }];
  await assert.rejects(migrate(app.address, next), {
    message: /^public\.\w+\(.*\) of the role app stands in for one of PostgreSQL/,
  });
  for (const signature of STAND_INS) await app.rows(`drop function public.${signature.split(" returns")[0]}`);
  rmSync(folder, { recursive: true });
});

test("PF-R98 a month goes only when the owner of the log says so, whatever audit.keepMonths says", async () => {
  const month = (ago: number) => {
    const now = app.now();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 10);
  };
  for (const ago of [35, 36, 37]) await app.rows(`select make_audit_month('${month(ago)}')`);
  for (const ago of [35, 36]) {
    assert.equal(await refusalOf(`select drop_audit_month('${month(ago)}')`), NOT_ALLOWED, `${ago} months ago`);
  }
  assert.equal(await refusalOf(`select drop_audit_month('${month(37)}')`), "");
  await app.rowsAsOwner("update audit_keep set months = 35");
  assert.equal(await refusalOf(`select drop_audit_month('${month(36)}')`), "");
  assert.equal(await refusalOf(`select drop_audit_month('${month(35)}')`), NOT_ALLOWED);
  await assert.rejects(app.rowsAsOwner("update audit_keep set months = 5"), { code: "23514" });
  await assert.rejects(app.rowsAsOwner("insert into audit_keep (months) values (6)"), { code: "23505" });
  await app.rowsAsOwner("update audit_keep set months = 36");
});

const single: { drop(): Promise<void> }[] = [];
after(() => Promise.all(single.map((database) => database.drop())));

/** A database as an installation with one role has it, and the address of that role alone. */
async function givenSingleRole(): Promise<{ address: DatabaseAddress; query: pg.Client["query"] }> {
  const { address, drop } = await createTestDatabase([]);
  assert.ok("owner" in address);
  const owner = await connectOwner(address);
  await owner.query("drop schema public cascade; create schema public authorization app");
  // the only role may create what the schema needs, such as the extension for exclusion constraints
  await owner.query(`grant create on database ${pg.escapeIdentifier(address.database)} to app`);
  await owner.end();
  const { owner: _owner, ...alone } = address;
  await migrate(alone, migrationFolders([platformModule]));
  const client = new pg.Client(connectionOptions(alone));
  await client.connect();
  single.push({
    drop: async () => {
      await client.end();
      await drop();
    },
  });
  return { address, query: client.query.bind(client) };
}

test("PF-R98 with one role for everything, the log and its months still cannot be emptied, changed or thinned out", async () => {
  const { query } = await givenSingleRole();
  await query("select make_audit_month(date_trunc('month', now())::date)");
  await query(INSERT, [new Date()]);
  const { rows } = await query<{ name: string }>(PARTS);
  for (const table of ["audit_log", "audit_seal", ...rows.map(({ name }) => name)]) {
    await assert.rejects(query(`truncate ${table}`), { code: NOT_ALLOWED }, table);
  }
  await assert.rejects(query("delete from audit_log"), { code: NOT_ALLOWED });
  assert.equal((await query("select from audit_log")).rowCount, 3);
});

test("PF-R98 an installation with one role is divided when it gets the second: rows stay, the log changes hands", async () => {
  const { address, query } = await givenSingleRole();
  await query("select make_audit_month(date_trunc('month', now())::date)");
  await query(INSERT, [new Date()]);
  const owner = await connectOwner(address);
  await owner.query("alter schema public owner to pg_database_owner");
  await owner.end();
  for (let start = 0; start < 2; start++)
    assert.deepEqual(await migrate(address, migrationFolders([platformModule])), []);
  assert.equal((await query("select from audit_log")).rowCount, 3);
  await query(INSERT, [new Date()]);
  await assert.rejects(query("alter table audit_log disable trigger user"), { code: NOT_ALLOWED });
  await assert.rejects(query("truncate audit_seal"), { code: NOT_ALLOWED });
  await query("create table mine (id int)");
  await query("drop table notice", []);
});
