import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, wireTime } from "@ops/platform/contract";
import {
  countKickByOrg,
  getLoginFailures,
  kickByOrg,
  kickSession,
  kickUser,
  listLoginLogs,
  listSessions,
  userInfo,
} from "../../contract/index.ts";
import { givenMember, givenOrganization, type TestClient, testApp } from "../testing.ts";
import { loginsOf } from "./login-log/login-lines.ts";
import { openSession } from "./open.ts";

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

test("authority 5.1 a line of the list in full; what is over, idle or still to be taken over is not there", () =>
  app.holdTime(async () => {
    const me = await app.signIn({ permissions });
    const person = await app.signIn({ userName: "在线女士" });
    const later = (ms: number) => new Date(app.now().getTime() + ms);
    for (const change of ["idle_expires_at", "absolute_expires_at"]) {
      const { sessionId, user } = await app.signIn();
      const listed = async () => (await me.call(listSessions, { query: { userId: user.id } })).data.total;
      await app.rows(`update session set ${change} = $2 where id = $1`, [sessionId, later(1)]);
      assert.equal(await listed(), 1);
      await app.rows(`update session set ${change} = $2 where id = $1`, [sessionId, later(0)]);
      assert.equal(await listed(), 0, change);
    }
    const unused = await givenMember(app);
    const pending = { loginKind: "TRANSFER", restricted: false, pending: true } as const;
    await app.arrange((tx) => openSession(tx, { userId: unused.id, organizationIds: [], ...pending }));
    const gone = await app.signIn();
    await me.call(kickSession, { params: { id: gone.sessionId } });
    for (const { id } of [unused, gone.user]) {
      assert.deepEqual((await me.call(listSessions, { query: { userId: id } })).data.list, []);
    }

    const today = dayOf(app.now());
    const others = [dayOf(later(-86_400_000)), dayOf(later(86_400_000))];
    const find = async (query: object) =>
      (await me.call(listSessions, { query })).data.list.filter(({ userId }) => userId === person.user.id);
    const [found] = await find({ keyword: "在线女" });
    const time = wireTime(app.now());
    assert.deepEqual(found, {
      id: person.sessionId,
      userId: person.user.id,
      userName: "在线女士",
      staffNo: person.user.staffNo,
      organizationName: found?.organizationName,
      loginKindName: "密码登录",
      deviceName: "未知浏览器 / 未知系统",
      ip: "",
      ipRegion: "未知",
      createdAt: time,
      lastSeenAt: time,
      isCurrent: false,
    });
    assert.match(found.organizationName ?? "", /^门店/);
    assert.deepEqual(await find({ keyword: "在线先生" }), []);
    assert.equal((await find({ createdAt: `${today},${today}` })).length, 1);
    for (const day of others) assert.deepEqual(await find({ createdAt: `${day},${day}` }), []);
    await app.rows("update session set active_organization_ids = $2 where id = $1", [
      person.sessionId,
      [me.user.id, person.user.id],
    ]);
    assert.equal((await find({}))[0]?.organizationName, "全部组织(合并视图)");
  }));

test("platform 3 a kick ends the session, is logged twice and never hits the own one or an administrator's", async () => {
  const me = await app.signIn({ permissions });
  const [target, admin] = [await app.signIn(), await app.signIn({ boolAdmin: true })];

  assert.equal((await me.call(kickSession, { params: { id: target.sessionId } })).data, true);
  assert.equal((await target.call(userInfo, {})).msgCode, "SESSION_KICKED");
  assert.partialDeepStrictEqual(await app.auditOf(target.user), [{ actionName: "强制下线", bizType: "appUser" }]);
  const logs = await me.call(listLoginLogs, { query: { userId: target.user.id, result: "KICKED" } });
  assert.deepEqual(
    logs.data.list.map(({ userName, identity, kind, detail }) => [userName, identity, kind, detail]),
    [
      [
        target.user.userName,
        target.user.mobilePhone.replace(/^(...)....(....)$/, "$1****$2"),
        "PASSWORD",
        `由${me.user.userName}强制下线`,
      ],
    ],
  );
  const own = await me.call(kickSession, { params: { id: me.sessionId } });
  assert.deepEqual([own.msgCode, own.msg], ["SESSION_SELF", "不能强制下线自己的当前会话"]);
  assert.equal((await me.call(kickSession, { params: { id: admin.sessionId } })).msg, "无权操作管理员账号");
  const chief = await app.signIn({ boolAdmin: true });
  assert.equal((await chief.call(kickSession, { params: { id: admin.sessionId } })).data, true);
  assert.equal((await me.call(kickSession, { params: { id: target.sessionId } })).msgCode, "COMMON_NOT_FOUND");
});

test("authority 5.1 a whole organisation is signed out, but for the one who does it", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const store = await givenOrganization(app, { parent: organization });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const people = [await app.signIn({ organization }), await app.signIn({ organization: store })];
  const body = { organizationId: organization.id, withChildren: true, reason: "演练" };
  const administrator = await app.signIn({ organization });
  await app.rows("update app_user set bool_admin = true where id = $1", [administrator.user.id]);
  const elsewhere = await app.signIn();

  assert.deepEqual((await me.call(kickByOrg, { body: { ...body, organizationId: store.id } })).data, { ended: 1 });
  assert.deepEqual((await me.call(kickByOrg, { body })).data, { ended: 1 });
  assert.partialDeepStrictEqual(await app.auditOf(organization), [
    { actionName: "强制下线组织", bizType: "organization", reason: "演练", summary: "下线1个会话" },
  ]);
  for (const { call } of [me, administrator, elsewhere]) assert.equal((await call(userInfo, {})).status, 200);
  const chief = await app.signIn({ boolAdmin: true });
  assert.deepEqual((await chief.call(kickByOrg, { body })).data, { ended: 2 }, "an administrator reaches both");
  for (const person of people) assert.equal((await person.call(userInfo, {})).msgCode, "SESSION_KICKED");
});

test("authority 5.1 before a whole organisation is signed out, exactly those are counted whom it hits", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const store = await givenOrganization(app, { parent: organization });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  for (const place of [organization, organization, store, store, store]) await app.signIn({ organization: place });
  const administrator = await app.signIn({ organization });
  await app.rows("update app_user set bool_admin = true where id = $1", [administrator.user.id]);
  await app.signIn();
  const chief = await app.signIn({ boolAdmin: true });
  const count = async (client: TestClient, { id: organizationId }: { id: string }, withChildren: boolean) => {
    const query = { organizationId, withChildren: String(withChildren) };
    const answer = await client.call(countKickByOrg, { query });
    assert.equal(answer.msg, "");
    return answer.data.sessions;
  };
  assert.deepEqual([await count(me, organization, false), await count(me, organization, true)], [2, 5]);
  assert.deepEqual([await count(chief, organization, false), await count(chief, organization, true)], [4, 7]);
  assert.equal(await count(await app.signIn({ permissions, scope: "ORG_TREE" }), store, true), 0, "beyond the reach");
  const kick = async (client: TestClient, withChildren: boolean) => {
    const body = { organizationId: organization.id, withChildren, reason: "演练" };
    return (await client.call(kickByOrg, { body })).data.ended;
  };
  assert.equal(await kick(me, false), 2);
  assert.equal(await count(me, organization, true), 3);
  assert.equal(await kick(me, true), 3);
  assert.equal(await count(chief, organization, true), 2);
  assert.equal(await kick(chief, true), 2);
  assert.equal(await count(chief, organization, true), 0);
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
  assert.deepEqual(await results({ userId: user.id, result: "SUCCESS" }), [["日志先生", "SUCCESS"]]);
  assert.deepEqual(await results({ userId: user.id, keyword: "13512340000" }), []);
  assert.equal((await results({ keyword: "日志", kind: "PASSWORD" })).length, 2);
  assert.deepEqual(await results({ keyword: "日志", kind: "SMS" }), []);
  assert.ok((await results({})).some(([name, result]) => name === null && result === "BAD_CREDENTIAL"));
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

/** Adds lines to the login log for a person, or for nobody. */
async function givenLog(userId: string | null, result: string, times: readonly string[], kind = "PASSWORD") {
  for (const time of times) {
    await app.rows(
      `insert into login_log (id, occurred_at, identity_masked, user_id, kind, result, ip, ip_region, device, trace_id)
       values (gen_random_uuid(), $2, '', $1, $3, $4, '', '', $5, '')`,
      [userId, new Date(`${time}+08:00`), kind, result, time],
    );
  }
}

test("authority 5.1 sign-ins of a span of days begin with its first and end with its last moment", async () => {
  const organization = await givenOrganization(app);
  const me = await app.signIn({ permissions, scope: "ORG", organization });
  const { user } = await app.signIn({ organization });
  const inside = ["2021-03-02T00:00:00", "2021-03-03T23:59:59"];
  await givenLog(user.id, "SUCCESS", ["2021-03-01T23:59:59", ...inside, "2021-03-04T00:00:00"]);
  const query = { occurredAt: "2021-03-02,2021-03-03" };
  const { list, total } = (await me.call(listLoginLogs, { query })).data;
  assert.deepEqual([list.map(({ device }) => device), total], [inside.toReversed(), 2]);
});

test("authority 5.1 the sign-ins of one account, page by page, for the module that keeps it", async () => {
  const [{ user }, { user: other }] = [await app.signIn(), await app.signIn()];
  const times = ["2021-07-01T08:00:00", "2021-07-02T08:00:00", "2021-07-03T08:00:00"];
  await givenLog(user.id, "SUCCESS", times);
  await givenLog(other.id, "SUCCESS", times);
  const page = async (pageNo: number, of: string | null = user.id) => {
    const { list, total } = await app.arrange((tx) => loginsOf(tx, of, { pageNo, pageSize: 2 }));
    return [total, ...list.map(({ device, userName }) => `${userName} ${device}`)];
  };
  assert.deepEqual(await page(1), [3, `${user.userName} ${times[2]}`, `${user.userName} ${times[1]}`]);
  assert.deepEqual(await page(2), [3, `${user.userName} ${times[0]}`]);
  assert.deepEqual(await page(1, null), [0]);
});

test("authority 5.1 failures by the hour of the day count what the list of sign-ins shows", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const wide = await app.signIn({ permissions });
  const [own, other] = [await app.signIn({ organization, userName: "失败女士" }), await app.signIn()];
  await givenLog(own.user.id, "BAD_CREDENTIAL", ["2021-05-01T00:00:00", "2021-05-31T09:30:00", "2021-05-31T23:59:59"]);
  await givenLog(own.user.id, "LOCKED", ["2021-05-02T09:00:00"], "STAFF_NO");
  await givenLog(own.user.id, "LOCKED", ["2021-04-30T23:59:59", "2021-06-01T00:00:00"]);
  for (const fine of ["SUCCESS", "LOGOUT", "KICKED", "REPLACED"]) {
    await givenLog(own.user.id, fine, ["2021-05-02T10:00:00"]);
  }
  await givenLog(other.user.id, "BAD_CREDENTIAL", ["2021-05-02T11:00:00"]);
  await givenLog(null, "BAD_CREDENTIAL", ["2021-05-02T12:00:00"]);
  const hoursOf = async (query: object, by = me) => {
    const { from, until, hours } = (await by.call(getLoginFailures, { query })).data;
    assert.equal(hours.length, 24);
    return [from, until, ...hours.flatMap((count, hour) => (count > 0 ? [`${hour}: ${count}`] : []))];
  };
  const may = ["2021-05-01", "2021-05-31"];
  const occurredAt = may.join();
  assert.deepEqual(await hoursOf({ occurredAt }), [...may, "0: 1", "9: 2", "23: 1"]);
  assert.deepEqual(await hoursOf({ occurredAt: "2021-04-01,2021-05-31" }), [...may, "0: 1", "9: 2", "23: 1"]);
  assert.deepEqual(await hoursOf({ occurredAt: "2021-05-31,2021-05-31" }), [may[1], may[1], "9: 1", "23: 1"]);
  assert.deepEqual(await hoursOf({ occurredAt, kind: "STAFF_NO" }), [...may, "9: 1"]);
  assert.deepEqual(await hoursOf({ occurredAt }, wide), [...may, "0: 1", "9: 2", "11: 1", "12: 1", "23: 1"]);
  assert.deepEqual(await hoursOf({ occurredAt, userId: other.user.id }, wide), [...may, "11: 1"]);
  assert.deepEqual(await hoursOf({ occurredAt, keyword: "失败女" }, wide), [...may, "0: 1", "9: 2", "23: 1"]);
});

test("authority 5.1 without a span the failures of seven days are counted, and none of days to come", async () => {
  const me = await app.signIn({ permissions });
  const { user } = await app.signIn();
  const dayOff = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));
  await givenLog(
    user.id,
    "LOCKED",
    [-7, -6, 0, 1].map((days) => `${dayOff(days)}T08:00:00`),
  );
  const query = { userId: user.id };
  const { data } = await me.call(getLoginFailures, { query });
  assert.deepEqual([data.from, data.until, data.hours[8]], [dayOff(-6), dayOff(0), 2]);
  const ahead = await me.call(getLoginFailures, { query: { ...query, occurredAt: `${dayOff(-1)},${dayOff(3)}` } });
  assert.deepEqual([ahead.data.from, ahead.data.until, ahead.data.hours[8]], [dayOff(-1), dayOff(0), 1]);
});
