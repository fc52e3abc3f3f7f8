import assert from "node:assert/strict";
import { test } from "node:test";
import { kickByOrg, kickSession, listLoginLogs, listSessions, userInfo } from "../../contract/index.ts";
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
