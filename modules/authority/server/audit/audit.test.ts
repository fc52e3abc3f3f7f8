import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallInput, listRecordLogs } from "@ops/platform/contract";
import { disableUser, editUser, listAuditLogs } from "../../contract/index.ts";
import { givenMember, givenOrganization, testApp } from "../testing.ts";

const app = testApp();
type Query = NonNullable<CallInput<typeof listAuditLogs>["query"]>;

let made: ReturnType<typeof makeHistory> | undefined;
const someHistory = () => {
  made ??= makeHistory();
  return made;
};

async function makeHistory() {
  const organization = await givenOrganization(app, { name: "审计门店" });
  const editor = await app.signIn({
    permissions: ["authority:user:edit", "authority:user:disable"],
    userName: "改动者甲",
    organization,
  });
  const target = await givenMember(app, { userName: "被改者", staffNo: "AU0001" });
  const body = { userName: "被改者", staffNo: "AU0001", email: null, remark: "转岗", version: 1 };
  await editor.call(editUser, { params: { id: target.id }, body });
  await editor.call(disableUser, { params: { id: target.id }, body: { reason: "离岗", version: 2 } });
  return { editor, target };
}

test("PF-R97 5.6 the global search finds by module, person, organisation, action, record, result and time, newest first", async () => {
  const { editor, target } = await someHistory();
  const auditor = await app.signIn({ permissions: ["authority:audit:list"] });
  const find = async (query: Query) => (await auditor.call(listAuditLogs, { query })).data.list;

  const [newest, older] = await find({ record: target.id });
  assert.partialDeepStrictEqual(newest, {
    actionName: "停用账号",
    actorName: "改动者甲",
    organizationNames: ["审计门店"],
    module: "authority",
    bizTypeName: "账号",
    bizNo: "AU0001",
    reason: "离岗",
    result: "SUCCESS",
  });
  assert.equal(older?.actionName, "编辑用户");
  assert.deepEqual(
    older?.diffs.map(({ label, before, after }) => [label, before, after]),
    [["备注", null, "转岗"]],
  );
  const today = newest?.occurredAt.slice(0, 10) ?? "";
  const hits: Query[] = [
    { module: "authority", actor: "动者" },
    { actor: editor.user.mobilePhone },
    { actor: editor.user.staffNo },
    { organization: "审计" },
    { actor: "改动者甲", action: "停用" },
    { record: "AU0001" },
    { bizType: "appUser", bizId: target.id },
    { record: "AU0001", occurredAt: `${today},${today}` },
    { record: "AU0001", result: "SUCCESS" },
  ];
  for (const query of hits) assert.equal((await find(query))[0]?.id, newest?.id, JSON.stringify(query));
  const misses: Query[] = [
    { module: "clue", record: "AU0001" },
    { actor: "没有这个人" },
    { organization: "没有这个组织" },
    { record: "AU0001", action: "登录" },
    { record: "AU000" },
    { record: "AU0001", occurredAt: "2020-01-01,2020-01-31" },
    { record: "AU0001", result: "REFUSED" },
  ];
  for (const query of misses) assert.deepEqual(await find(query), [], JSON.stringify(query));
});

test("PF-R97 addresses in the log are masked, and the log is closed to those without its code", async () => {
  await someHistory();
  const auditor = await app.signIn({ permissions: ["authority:audit:list"] });
  const { data } = await auditor.call(listAuditLogs, { query: { record: "AU0001" } });
  assert.match(data.list[0]?.ip ?? "", /\*/);
  const stranger = await app.signIn({ permissions: ["authority:user:list"] });
  assert.equal((await stranger.call(listAuditLogs, { query: {} })).msgCode, "COMMON_FORBIDDEN");
});

test("PF-R105 the log shows what was done in the organisations of the reader's scope, and one's own doings", async () => {
  const { editor } = await someHistory();
  const [home] = await app.rows<{ id: string }>("select organization_id as id from membership where user_id = $1", [
    editor.user.id,
  ]);
  assert.ok(home);
  const near = await app.signIn({ permissions: ["authority:audit:list"], scope: "ORG", organization: home });
  const far = await app.signIn({ permissions: ["authority:audit:list"], scope: "ORG" });
  const own = await app.signIn({ permissions: ["authority:audit:list"], scope: "SELF" });
  const seen = async (client: typeof near) =>
    (await client.call(listAuditLogs, { query: { actor: editor.user.staffNo } })).data.total;
  assert.deepEqual([await seen(near), await seen(far), await seen(own)], [2, 0, 0]);
});

test("PF-R85 the search pages without overlap and tells when there is more than can be reached", async () => {
  const auditor = await app.signIn({ permissions: ["authority:audit:list"] });
  await app.rows(
    `insert into audit_log (id, occurred_at, actor_id, actor_name, actor_org_id, ip, module, biz_type, biz_id, action,
       action_name, source, result, trace_id)
     select gen_random_uuid(), now(), gen_random_uuid(), '甲', '', '', 'bulk', 'x', n::text, 'a', 'a', 'WEB', 'SUCCESS', ''
     from generate_series(1, 10100) n`,
  );
  const page = async (pageNo: number) =>
    (await auditor.call(listAuditLogs, { query: { module: "bulk", pageNo, pageSize: 100 } })).data;
  const [one, two] = [await page(1), await page(2)];
  assert.deepEqual([one.total, one.totalKind], [10_000, "atLeast"]);
  assert.equal(new Set([...one.list, ...two.list].map(({ id }) => id)).size, 200);
  const beyond = await auditor.call(listAuditLogs, { query: { module: "bulk", pageNo: 101, pageSize: 100 } });
  assert.equal(beyond.msg, "查询结果过多，请缩小查询范围或使用导出");
  await auditor.call(listAuditLogs, { query: { module: "bulk" } });
});

test("PF-R105 pages from among the newest rows of all and pages looked up by place join without a gap", async () => {
  const [mine, theirs] = [await givenOrganization(app), await givenOrganization(app)];
  const reader = await app.signIn({ permissions: ["authority:audit:list"], scope: "ORG", organization: mine });
  // every hundredth row is the reader's: the newest 2,000 rows hold two pages of ten, and the third lies deeper
  await app.rows(
    `insert into audit_log (id, occurred_at, actor_id, actor_name, actor_org_id, ip, module, biz_type, biz_id, action,
       action_name, source, result, trace_id)
     select gen_random_uuid(), now() + n * interval '1 millisecond', gen_random_uuid(), '甲',
       case when n % 100 = 0 then $1 else $2 end, '', 'sparse', 'x', n::text, 'a', 'a', 'WEB', 'SUCCESS', ''
     from generate_series(1, 3000) n`,
    [mine.id, theirs.id],
  );
  const seen: string[] = [];
  for (const pageNo of [1, 2, 3, 4]) {
    const query = { module: "sparse", pageNo, pageSize: 10 };
    const { list, total } = (await reader.call(listAuditLogs, { query })).data;
    assert.equal(total, 30);
    seen.push(...list.map(({ bizId }) => bizId));
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 30 }, (_, n) => String(3000 - n * 100)),
  );
});

test("PF-R99 whoever may see a record sees its log, inside the scope; others do not, and unknown kinds have none", async () => {
  const { editor, target } = await someHistory();
  const params = { bizType: "appUser", bizId: target.id };
  const reader = await app.signIn({ permissions: ["authority:user:view"] });
  const { data } = await reader.call(listRecordLogs, { params, query: {} });
  assert.deepEqual(
    data.list.map(({ actionName }) => actionName),
    ["停用账号", "编辑用户"],
  );
  const found = async (query: { actor?: string; action?: string; occurredAt?: string }) =>
    (await reader.call(listRecordLogs, { params, query })).data.total;
  assert.deepEqual([await found({ action: "停用" }), await found({ actor: editor.user.staffNo })], [1, 2]);
  assert.equal(await found({ occurredAt: "2020-01-01,2020-01-02" }), 0);

  const codeOf = async (client: typeof reader, asked = params) =>
    (await client.call(listRecordLogs, { params: asked, query: {} })).msgCode;
  const far = await app.signIn({ permissions: ["authority:user:view"], scope: "ORG" });
  assert.equal(await codeOf(far), "COMMON_NOT_FOUND");
  assert.equal(await codeOf(await app.signIn()), "COMMON_FORBIDDEN");
  assert.equal(await codeOf(reader, { ...params, bizType: "passwordHistory" }), "COMMON_FORBIDDEN");
  assert.equal(await codeOf(reader, { ...params, bizType: "constructor" }), "COMMON_PARAM");
});
