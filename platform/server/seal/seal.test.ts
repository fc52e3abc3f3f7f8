import assert from "node:assert/strict";
import { test } from "node:test";
import { auditBroken } from "@ops/platform/contract";
import pg from "pg";
import { connectionOptions } from "../db/database.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp } from "../start/probe.ts";
import { merkleRoot } from "./merkle.ts";
import { sealAudit } from "./seal.ts";
import { sealStates } from "./state.ts";
import { verifyAudit } from "./verify.ts";

const app = probeApp();
const work = { step: <T>(act: Parameters<typeof app.arrange<T>>[0]) => app.arrange(act) };

const INSERT = `insert into audit_log (id, occurred_at, actor_id, actor_name, actor_org_id, ip, module, biz_type, biz_id, action,
  action_name, source, result, trace_id)
  select gen_random_uuid(), now(), gen_random_uuid(), '甲', '', '', 'seal', 'x', n::text, 'a', 'a', 'WEB', 'SUCCESS', ''
  from generate_series(1, $1::int) n returning seq`;

async function write(count: number): Promise<number[]> {
  return (await app.rows<{ seq: number }>(INSERT, [count])).map(({ seq }) => Number(seq));
}

/** Changes the log past the triggers, like a person with access to the database. */
async function tamper(query: string, values: unknown[] = []): Promise<void> {
  for (const table of ["audit_log", "audit_seal"]) {
    await app.rowsAsOwner(`alter table ${table} disable trigger ${table}_append_only`);
  }
  await app.rowsAsOwner(query, values);
  for (const table of ["audit_log", "audit_seal"]) {
    await app.rowsAsOwner(`alter table ${table} enable trigger ${table}_append_only`);
  }
}

/** Lists what the check finds since the last run. */
async function faults(): Promise<string[]> {
  await app.rows("delete from audit_seal_fault");
  await verifyAudit(work);
  const rows = await app.rows<{ fault: string }>("select fault from audit_seal_fault order by seal_no");
  return rows.map(({ fault }) => fault);
}

const stateOf = async (seq: number) => (await app.arrange((tx) => sealStates(tx, [seq]))).get(seq);
const seals = () =>
  app.rows<{ no: number; rowCount: number }>('select no, row_count as "rowCount" from audit_seal order by no');

/** Runs a change, lists what the check finds, and restores the log from a copy. */
async function foundAfter(query: string, values: unknown[] = []): Promise<string[]> {
  await app.rows("create table kept_log as table audit_log");
  await app.rows("create table kept_seal as table audit_seal");
  await tamper(query, values);
  const found = await faults();
  await tamper("delete from audit_log");
  await app.rows("insert into audit_log select * from kept_log");
  await tamper("delete from audit_seal");
  await app.rows("insert into audit_seal select * from kept_seal");
  await app.rows("drop table kept_log, kept_seal");
  assert.deepEqual(await faults(), [], "put back, everything is well again");
  return found;
}

test("PF-R98 what was written is sealed into a chain, and an untouched log passes the check", async () => {
  const [first = 0] = await write(5);
  assert.equal(await stateOf(first), "OPEN");
  await sealAudit(work);
  assert.equal(await stateOf(first), "SEALED");
  await write(7);
  await sealAudit(work);
  const made = (await seals()).length;
  await sealAudit(work);
  assert.equal((await seals()).length, made, "nothing new, no seal");
  assert.deepEqual(await faults(), []);
});

test("PF-R98 logs and seals cannot be changed or deleted through the product's own connection", async () => {
  const [seq] = await write(1);
  await sealAudit(work);
  for (const query of [
    `update audit_log set actor_name = '乙' where seq = ${seq}`,
    `delete from audit_log where seq = ${seq}`,
    "update audit_seal set row_count = 0",
    "delete from audit_seal",
  ]) {
    await assert.rejects(app.rows(query), /permission denied/, query);
    await assert.rejects(app.rowsAsOwner(query), /append-only/, query);
  }
});

test("PF-R98 a changed row, a deleted row, an added row, swapped, changed and deleted seals are found", async () => {
  const [changed, deleted] = await write(4);
  await sealAudit(work);
  await write(3);
  await sealAudit(work);
  const last = (await seals()).at(-1);
  assert.ok(last);
  assert.deepEqual(await foundAfter("update audit_log set actor_name = '乙' where seq = $1", [changed]), [
    "日志内容被改动",
  ]);
  assert.deepEqual(await foundAfter(`update audit_log set diffs = '[{"field":"a"}]' where seq = $1`, [changed]), [
    "日志内容被改动",
  ]);
  assert.match(
    (await foundAfter("delete from audit_log where seq = $1", [deleted])).join(),
    /^封存时共\d+条，现有\d+条$/,
  );
  const swap = `update audit_log set seq = case seq when $1 then $2 else $1 end where seq in ($1::bigint, $2::bigint)`;
  assert.deepEqual(await foundAfter(swap, [changed, deleted]), ["日志内容被改动"]);

  const chain = "封存记录被改动、删除或调换";
  const columns = "(from_seq, to_seq, row_count, absent, late, merkle_root)";
  const exchange = `update audit_seal a set ${columns} = (select from_seq, to_seq, row_count, absent, late, merkle_root
    from audit_seal b where b.no = case a.no when $1::bigint then $1::bigint - 1 else $1::bigint end)
    where a.no in ($1::bigint, $1::bigint - 1)`;
  assert.deepEqual(await foundAfter(exchange, [last.no]), [chain, chain]);
  assert.deepEqual(await foundAfter("update audit_seal set row_count = row_count - 1 where no = $1", [last.no]), [
    chain,
  ]);
  assert.deepEqual(await foundAfter("delete from audit_seal where no = $1::bigint - 1", [last.no]), [chain]);
});

test("PF-R98 a row whose transaction ends after the seal is awaited and sealed then; a number that never comes is let go", async () => {
  const late = new pg.Client(connectionOptions(app.address));
  const lost = new pg.Client(connectionOptions(app.address));
  for (const client of [late, lost]) {
    await client.connect();
    await client.query("begin");
  }
  const [{ seq }] = (await late.query(INSERT, [1])).rows as [{ seq: number }];
  const [{ seq: gone }] = (await lost.query(INSERT, [1])).rows as [{ seq: number }];
  const [after = 0] = await write(3);
  await sealAudit(work);
  assert.equal(await stateOf(after), "SEALED");
  await late.query("commit");
  await lost.query("rollback");
  assert.equal(await stateOf(Number(seq)), "OPEN");
  assert.deepEqual(await faults(), [], "a late row is no tampering");
  await sealAudit(work);
  assert.equal(await stateOf(Number(seq)), "SEALED");
  assert.deepEqual(await faults(), []);
  assert.deepEqual(await foundAfter("update audit_log set actor_name = '乙' where seq = $1", [seq]), [
    "日志内容被改动",
  ]);

  app.passTime(2 * 86_400);
  await write(1);
  await sealAudit(work);
  const open = await app.rows("select 1 from audit_seal_open where seq = $1", [gone]);
  assert.deepEqual(open, []);
  const forged = INSERT.replace("trace_id)", "trace_id, seq)")
    .replace("'' from", "'' from")
    .replace("'SUCCESS', ''", `'SUCCESS', '', ${gone}`);
  await app.rows(forged, [1]);
  assert.deepEqual(await faults(), ["出现未经封存的日志"]);
  await tamper("delete from audit_log where seq = $1", [gone]);
  for (const client of [late, lost]) await client.end();
});

test("PF-R98 what the check finds is told", async () => {
  const [seq] = await write(1);
  await sealAudit(work);
  const { no } = (await seals()).at(-1) ?? { no: 0 };
  const told = (await app.published(auditBroken)).length;
  await foundAfter("update audit_log set actor_name = '乙' where seq = $1", [seq]);
  assert.deepEqual((await app.published(auditBroken)).slice(told), [{ no: Number(no), fault: "日志内容被改动" }]);
});

test("PF-R98 a Merkle root changes with every leaf, their number and their order", () => {
  const leaves = Array.from({ length: 7 }, () => Buffer.from(newId()));
  const roots = [
    leaves,
    leaves.toReversed(),
    leaves.slice(1),
    [...leaves, ...leaves.slice(-1)],
    [merkleRoot(leaves)],
    [],
  ].map((some) => merkleRoot(some).toString("hex"));
  assert.equal(new Set(roots).size, roots.length);
});

test("PF-R98 two sealers at once make no row twice, and 10,000 rows take less than a second", async () => {
  await sealAudit(work);
  const before = await seals();
  const times: number[] = []; // the machine is shared: the best of three
  for (let round = 0; round < 3; round++) {
    await write(10_000);
    const began = performance.now();
    await sealAudit(work);
    times.push(performance.now() - began);
  }
  assert.ok(Math.min(...times) < 1_000, `${times} ms`);
  await write(500);
  await Promise.all([sealAudit(work), sealAudit(work), sealAudit(work)]);
  const made = (await seals()).slice(before.length);
  assert.equal(
    made.reduce((sum, { rowCount }) => sum + rowCount, 0),
    30_500,
  );
  assert.deepEqual(await faults(), []);
});
