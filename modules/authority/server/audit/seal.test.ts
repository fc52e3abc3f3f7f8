import assert from "node:assert/strict";
import { test } from "node:test";
import { auditBroken, listNotices } from "@ops/platform/contract";
import { recordKinds } from "@ops/platform/server";
import { editUser, listAuditLogs } from "../../contract/index.ts";
import { givenMember, testApp } from "../testing.ts";

const app = testApp();

test("PF-R98 5.6 the search shows how each entry stands: 待封存, 已封存, 校验失败", async () => {
  const auditor = await app.signIn({ permissions: ["authority:audit:list", "authority:user:edit"] });
  const target = await givenMember(app, { staffNo: "FC0001" });
  const body = { userName: "改名", staffNo: "FC0001", email: null, remark: "封存", version: 1 };
  await auditor.call(editUser, { params: { id: target.id }, body });
  const seal = async () => (await auditor.call(listAuditLogs, { query: { record: target.id } })).data.list[0]?.seal;
  assert.equal(await seal(), "OPEN");
  await app.rows(`insert into audit_seal (no, from_seq, to_seq, row_count, absent, late, merkle_root, prev_seal_hash,
      seal_hash, sealed_at)
    select 1, 1, max(seq), count(*), '{}', '{}', sha256(''), sha256(''), sha256(''), now() from audit_log`);
  assert.equal(await seal(), "SEALED");
  await app.rows("insert into audit_seal_fault values (1, '日志内容被改动', now())");
  assert.equal(await seal(), "BROKEN");
});

test("PF-R98 日志校验失败 reaches the administrators and those who read the log, once, and nobody else", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const auditor = await app.signIn({ permissions: ["authority:audit:list"] });
  const stranger = await app.signIn({ permissions: ["authority:user:list"] });
  for (let night = 0; night < 2; night++) {
    await app.arrange((tx) => tx.publish(auditBroken, { no: 7, fault: "日志内容被改动" }));
    await app.node.events.deliverAll();
  }
  const noticesOf = async (client: typeof admin) => (await client.call(listNotices, { query: {} })).data.list;
  for (const client of [admin, auditor]) {
    const [notice, ...more] = await noticesOf(client);
    assert.partialDeepStrictEqual(notice, {
      title: "日志校验失败",
      level: "ERROR",
      content: "第7段操作日志与封存时不一致：日志内容被改动，请立即核查。",
    });
    assert.deepEqual(more, []);
  }
  assert.deepEqual(await noticesOf(stranger), []);
});

test("PF-R99 every endpoint that answers a record with a log names a table that tells who may read it, by the same code", () => {
  const kinds = new Map(recordKinds().map(({ bizType, read }) => [bizType, read]));
  const details = app.node.access.endpoints().flatMap((one) => ("record" in one && one.record ? [one] : []));
  assert.ok(details.length >= 5);
  for (const { record = "", permission, path } of details) assert.equal(kinds.get(record), permission, path);
});
