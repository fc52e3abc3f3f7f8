import assert from "node:assert/strict";
import { test } from "node:test";
import {
  getLoginFailures,
  kickByOrg,
  kickSession,
  kickUser,
  listLoginLogs,
  listSessions,
  userInfo,
} from "../../contract/index.ts";
import { givenMember, givenOrganization, testApp } from "../testing.ts";

const app = testApp();
const permissions = ["authority:session:list", "authority:session:kick", "authority:loginLog:list"];

test("authority 5.1 the sessions of the people in scope are listed, with the place of work and a masked address", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const store = await givenOrganization(app, { parent: organization, name: "静安店" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const [inside, outside] = [await app.signIn({ organization: store }), await app.signIn()];

  const { data } = await me.call(listSessions, { query: {} });

  assert.deepEqual(
    data.list.map(({ id, organizationName, isCurrent }) => [id, organizationName, isCurrent]),
    [
      [inside.sessionId, "静安店", false],
      [me.sessionId, organization.name, true],
    ],
  );
  assert.equal(data.total, 2);
  const below = await me.call(listSessions, { query: { organizationId: store.id } });
  assert.deepEqual(
    below.data.list.map(({ userName }) => userName),
    [inside.user.userName],
  );
  assert.equal((await me.call(kickSession, { params: { id: outside.sessionId } })).msgCode, "COMMON_NOT_FOUND");
});

test("platform 3 a kick ends the session, is logged twice and never hits the own one or an administrator's", async () => {
  const me = await app.signIn({ permissions });
  const [target, admin] = [await app.signIn(), await app.signIn({ boolAdmin: true })];

  assert.equal((await me.call(kickSession, { params: { id: target.sessionId } })).data, true);
  assert.equal((await target.call(userInfo, {})).msgCode, "SESSION_KICKED");
  assert.partialDeepStrictEqual(await app.auditOf(target.user), [{ actionName: "强制下线" }]);
  const logs = await me.call(listLoginLogs, { query: { userId: target.user.id, result: "KICKED" } });
  assert.equal(logs.data.list[0]?.detail, `由${me.user.userName}强制下线`);
  const own = await me.call(kickSession, { params: { id: me.sessionId } });
  assert.deepEqual([own.msgCode, own.msg], ["SESSION_SELF", "不能强制下线自己的当前会话"]);
  assert.equal((await me.call(kickSession, { params: { id: admin.sessionId } })).msg, "无权操作管理员账号");
  assert.equal((await me.call(kickSession, { params: { id: target.sessionId } })).msgCode, "COMMON_NOT_FOUND");
});

test("authority 5.1 a whole organisation is signed out, but for the one who does it", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const store = await givenOrganization(app, { parent: organization });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const people = [await app.signIn({ organization }), await app.signIn({ organization: store })];
  const body = { organizationId: organization.id, withChildren: true, reason: "演练" };

  assert.deepEqual((await me.call(kickByOrg, { body })).data, { ended: 2 });
  for (const person of people) assert.equal((await person.call(userInfo, {})).msgCode, "SESSION_KICKED");
  assert.equal((await me.call(listSessions, { query: {} })).data.total, 1);
});

test("authority 5.1 sign-ins are found by name, phone, result and day; unknown numbers are seen by ALL only", async () => {
  const me = await app.signIn({ permissions });
  const local = await app.signIn({ permissions, scope: "ORG_TREE" });
  const user = await givenMember(app, { userName: "日志先生" });
  await app.login({ mobilePhone: user.mobilePhone, password: "Wrong@2025" });
  await app.login({ mobilePhone: user.mobilePhone });
  await app.login({ mobilePhone: "13512340000" });
  const results = async (query: object, by = me) =>
    (await by.call(listLoginLogs, { query })).data.list.map(({ userName, result }) => [userName, result]);

  assert.deepEqual(await results({ keyword: "日志" }), [
    ["日志先生", "SUCCESS"],
    ["日志先生", "BAD_CREDENTIAL"],
  ]);
  assert.equal((await results({ keyword: user.mobilePhone })).length, 2);
  assert.deepEqual(await results({ keyword: "13512340000" }), [[null, "BAD_CREDENTIAL"]]);
  assert.deepEqual(await results({ keyword: "日志", result: "SUCCESS" }), [["日志先生", "SUCCESS"]]);
  assert.deepEqual(await results({ occurredAt: "2020-01-01,2020-01-02" }), []);
  assert.deepEqual(await results({}, local), []);
});

test("PF-R105 sign-ins from among the newest of all and those looked up by person join without a gap", async () => {
  const organization = await givenOrganization(app);
  const reader = await app.signIn({ permissions, scope: "ORG", organization });
  const [{ user: near }, far] = [await app.signIn({ organization }), await givenMember(app)];
  await app.rows(
    `insert into login_log (id, occurred_at, identity_masked, user_id, kind, result, ip, ip_region, device, trace_id)
     select gen_random_uuid(), now() + n * interval '1 millisecond', '', case when n % 100 = 0 then $1 else $2 end::uuid,
       'PASSWORD', 'SUCCESS', '', '', n::text, '' from generate_series(1, 3000) n`,
    [near.id, far.id],
  );
  const seen: string[] = [];
  for (const pageNo of [1, 2, 3, 4]) {
    const { list } = (await reader.call(listLoginLogs, { query: { pageNo, pageSize: 10 } })).data;
    seen.push(...list.map(({ device }) => device));
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 30 }, (_, n) => String(3000 - n * 100)),
  );
});

test("authority 5.1 every session of one person is ended; never the own ones, an administrator's or out of scope", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const target = await app.signIn({ organization });
  const body = { reason: "演练", version: target.user.version };

  assert.deepEqual((await me.call(kickUser, { params: { id: target.user.id }, body })).data, { ended: 1 });
  assert.equal((await target.call(userInfo, {})).msgCode, "SESSION_KICKED");
  assert.partialDeepStrictEqual(await app.auditOf(target.user), [
    { actionName: "强制下线用户", reason: "演练", summary: "下线1个会话" },
  ]);
  const refusal = async ({ user }: { user: { id: string; version: number } }, by = me) => {
    const input = { params: { id: user.id }, body: { reason: "演练", version: user.version } };
    const { msgCode, msg } = await by.call(kickUser, input);
    return [msgCode, msg];
  };
  assert.deepEqual(await refusal(me), ["USER_SELF", "不能操作自己的账号"]);
  assert.equal((await refusal(await app.signIn()))[0], "COMMON_NOT_FOUND");
  const wide = await app.signIn({ permissions });
  assert.equal((await refusal(await app.signIn({ boolAdmin: true }), wide))[1], "无权操作管理员账号");
});

test("authority 5.1 failures by the hour of the day count what the list of sign-ins shows", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const [own, other] = [await app.signIn({ organization }), await app.signIn()];
  for (const { user } of [own, own, other]) {
    await app.login({ mobilePhone: user.mobilePhone, password: "Wrong@2025" });
  }
  const { data } = await me.call(getLoginFailures, { query: {} });
  assert.equal(data.hours.length, 24);
  assert.equal(
    data.hours.reduce((sum, count) => sum + count, 0),
    2,
  );
  const old = await me.call(getLoginFailures, { query: { occurredAt: "2020-01-01,2020-12-31" } });
  assert.deepEqual([old.data.from, old.data.until], ["2020-12-01", "2020-12-31"]);
  assert.deepEqual(new Set(old.data.hours), new Set([0]));
});
