import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "@ops/platform/contract";
import { makeAuditMonths } from "../audit/write.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp } from "../start/probe.ts";
import { db } from "../tables.ts";
import { dropOldMonths } from "./drop.ts";
import { sealHash } from "./merkle.ts";
import { sealAudit } from "./seal.ts";
import { verifyAudit } from "./verify.ts";

const app = probeApp();
const work = { step: <T>(act: Parameters<typeof app.arrange<T>>[0]) => app.arrange(act) };

/** Finds a day in the middle of the month, so many months ago. */
function monthsAgo(months: number): Date {
  const now = app.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15));
}
const partOf = (months: number) => `audit_log_${monthsAgo(months).toISOString().slice(0, 7).replace("-", "_")}`;

async function write(occurredAt: Date, count: number): Promise<void> {
  await app.rows(
    `insert into audit_log (id, occurred_at, actor_id, actor_name, actor_org_id, ip, module, biz_type, biz_id, action,
       action_name, source, result, trace_id)
     select gen_random_uuid(), $1::timestamptz, gen_random_uuid(), '甲', '', '', 'drop', 'x', n::text, 'a', 'a', 'WEB', 'SUCCESS', ''
     from generate_series(1, $2::int) n`,
    [occurredAt, count],
  );
}

async function faults(): Promise<string[]> {
  await app.rows("delete from audit_seal_fault");
  await verifyAudit(work);
  return (await app.rows<{ fault: string }>("select fault from audit_seal_fault order by seal_no")).map(
    (row) => row.fault,
  );
}

const parts = async () =>
  (
    await app.rows<{ part: string }>(
      "select inhrelid::regclass::text as part from pg_inherits where inhparent = 'audit_log'::regclass",
    )
  ).map(({ part }) => part);
const dropped = () =>
  app.rows<{ no: number }>(
    "select no from audit_seal s where exists (select 1 from audit_seal d where d.dropped @> s.no) order by 1",
  );

/** Changes the log past the triggers, like a person with access to the database. */
async function tamper(table: "audit_log" | "audit_seal", query: string, values: unknown[] = []): Promise<void> {
  await app.rowsAsOwner(`alter table ${table} disable trigger ${table}_append_only`);
  await app.rowsAsOwner(query, values);
  await app.rowsAsOwner(`alter table ${table} enable trigger ${table}_append_only`);
}

async function keep(months: number): Promise<void> {
  const token = app.admit("admin", { userId: newId(), organizationId: newId(), permissions: ["platform:param:edit"] });
  const { data } = await app.call(contract.listParams, {}, { token });
  const param = data.find(({ key }) => key === "audit.keepMonths");
  assert.equal(param?.initial, "36");
  const body = { value: String(months), version: param?.version ?? 0 };
  await app.call(contract.editParam, { params: { key: "audit.keepMonths" }, body }, { token });
  await app.node.params.load(app.node.database.reader);
}

test("PF-R98 months older than audit.keepMonths are dropped, what shared a seal with them is sealed anew, and the check goes on", async () => {
  await app.arrange((tx) => makeAuditMonths(tx, monthsAgo(10)));
  await write(monthsAgo(9), 30);
  await sealAudit(work); // a seal of the old month alone
  await write(monthsAgo(9), 5);
  await write(monthsAgo(7), 4);
  await sealAudit(work); // one that two old months share
  await write(monthsAgo(7), 3);
  await write(monthsAgo(1), 6);
  await sealAudit(work); // one shared with a month that stays
  await write(monthsAgo(0), 2);
  await sealAudit(work);
  assert.deepEqual(await faults(), []);

  await dropOldMonths(work);
  assert.equal((await dropped()).length, 0, "36 months are kept by default");

  await keep(8);
  await dropOldMonths(work);
  assert.equal((await dropped()).length, 0, "the owner of the log wants 36 months kept, whatever the parameter says");

  await app.rowsAsOwner("update audit_keep set months = 6");
  await dropOldMonths(work);
  assert.ok(!(await parts()).includes(partOf(9)) && !(await parts()).includes(partOf(10)));
  assert.ok((await parts()).includes(partOf(7)));
  assert.deepEqual(await faults(), []);

  await keep(6);
  await dropOldMonths(work);
  assert.ok(!(await parts()).includes(partOf(7)) && (await parts()).includes(partOf(6)));
  assert.deepEqual(await faults(), []);
  const told = await app.rows<{ month: string; summary: string }>(
    "select biz_no as month, summary from audit_log where action_name = '清理过期日志' order by seq",
  );
  assert.deepEqual(
    told.map(({ month }) => month),
    [10, 9, 8, 7].map((n) => monthsAgo(n).toISOString().slice(0, 7)),
  );
  assert.match(told[1]?.summary ?? "", /的操作日志已超过保留期，共35条$/);
  const again = (await dropped()).length;
  await dropOldMonths(work);
  assert.equal((await dropped()).length, again, "told twice, nothing more goes");
});

test("PF-R98 what stays of a shared seal is still guarded, and a change of a link is still found", async () => {
  const [kept] = await app.rows<{ seq: number }>("select min(seq) as seq from audit_log where occurred_at < $1", [
    monthsAgo(0),
  ]);
  await tamper("audit_log", "update audit_log set actor_name = '乙' where seq = $1", [kept?.seq]);
  assert.deepEqual(await faults(), ["日志内容被改动"]);
  await tamper("audit_log", "update audit_log set actor_name = '甲' where seq = $1", [kept?.seq]);
  assert.deepEqual(await faults(), []);

  const [first] = await dropped();
  await tamper("audit_seal", "update audit_seal set row_count = row_count + 1 where no = $1", [first?.no]);
  assert.deepEqual(await faults(), ["封存记录被改动、删除或调换"]);
  await tamper("audit_seal", "update audit_seal set row_count = row_count - 1 where no = $1", [first?.no]);
  assert.deepEqual(await faults(), []);
});

test("PF-R98 nobody hides a change by declaring the seals of the changed rows dropped", async () => {
  await write(monthsAgo(0), 10);
  await sealAudit(work);
  const [last] = await app.rows<{ no: number }>("select max(no) as no from audit_seal");
  const no = Number(last?.no);
  const changed = "update audit_log set actor_name = $1 where seq = (select to_seq from audit_seal where no = $2)";
  await tamper("audit_log", changed, ["乙", no]);
  assert.deepEqual(await faults(), ["日志内容被改动"]);

  await assert.rejects(
    app.rows("insert into audit_seal_dropped values ($1, '2020-01', now())", [no]),
    /does not exist/,
  );
  await tamper("audit_seal", "update audit_seal set dropped = int8multirange(int8range(1, $1)) where no = 1", [no + 1]);
  assert.deepEqual(
    await faults(),
    ["封存记录被改动、删除或调换", "日志内容被改动"],
    "a seal speaks of earlier ones alone",
  );
  await tamper("audit_seal", "update audit_seal set dropped = '{}' where no = 1");
  await app.rows(FORGED);
  assert.deepEqual(await faults(), ["未过期的日志被标为已清理", "封存记录被改动、删除或调换"]);
  await tamper("audit_seal", "update audit_seal set seal_hash = $1 where no = $2", [await rightHash(no + 1), no + 1]);
  assert.deepEqual(await faults(), ["未过期的日志被标为已清理"], "with a hash that fits as well");

  await tamper("audit_seal", "delete from audit_seal where no = $1", [no + 1]);
  await tamper("audit_log", changed, ["甲", no]);
  assert.deepEqual(await faults(), []);
});

/** A seal over nothing, after the last, that calls the last dropped. */
const FORGED = `insert into audit_seal (no, from_seq, to_seq, row_count, absent, late, dropped, merkle_root, prev_seal_hash, seal_hash, sealed_at)
  select no + 1, to_seq + 1, to_seq, 0, '{}', '{}', int8multirange(int8range(no, no, '[]')), sha256('\\x00'), seal_hash,
    sha256('a guess'), sealed_at
  from audit_seal order by no desc limit 1`;

async function rightHash(no: number): Promise<Buffer> {
  return app.arrange(async (tx) =>
    sealHash(await db(tx).selectFrom("auditSeal").selectAll().where("no", "=", no).executeTakeFirstOrThrow()),
  );
}

test("PF-R98 a month that is not sealed yet, or was found broken, stays", async () => {
  await app.arrange((tx) => makeAuditMonths(tx, monthsAgo(11)));
  await write(monthsAgo(11), 3);
  await dropOldMonths(work);
  assert.ok((await parts()).includes(partOf(11)), "not sealed");

  await sealAudit(work);
  await tamper("audit_log", `delete from audit_log where seq = (select max(seq) from ${partOf(11)})`);
  assert.equal((await faults()).length, 1);
  await dropOldMonths(work);
  assert.ok((await parts()).includes(partOf(11)), "broken");
});
