import assert from "node:assert/strict";
import { test } from "node:test";
import { endMySession, forgetMyDevice, logout, mySessions, userInfo } from "../../contract/index.ts";
import { sessionPolicy } from "../params.ts";
import { givenMember, setParam, testApp } from "../testing.ts";

const app = testApp();

test("PF-R42 logout ends the session, and the log says so", async () => {
  const { call, sessionId, user } = await app.signIn();

  assert.equal((await call(logout, {})).data, true);

  const refused = await call(userInfo, {});
  assert.deepEqual([refused.status, refused.msgCode], [401, "SESSION_LOGOUT"]);
  assert.deepEqual(await app.rows("select result from login_log where session_id = $1", [sessionId]), [
    { result: "LOGOUT" },
  ]);
  assert.deepEqual(await app.rows("select id from live_event where session_id = $1", [sessionId]), []);
  assert.partialDeepStrictEqual(await app.auditOf({ id: sessionId }), [
    { actionName: "退出登录", actorName: user.userName },
  ]);
});

test("PF-R31 shows present and past sign-ins of 30 days, and the trusted devices", async () => {
  const user = await givenMember(app);
  const headers = { "user-agent": "Firefox/128 Windows NT 10.0", "x-forwarded-for": "10.2.3.4" };
  await app.login({ mobilePhone: user.mobilePhone }, { headers });
  app.passTime(60);
  const { data } = await app.login({ mobilePhone: user.mobilePhone });

  const answer = await app.call(mySessions, {}, { token: data.accessToken });

  assert.partialDeepStrictEqual(answer.data.sessions, [
    { isCurrent: true, status: "ACTIVE", endReasonName: "", loginKindName: "密码登录", endedAt: null },
    {
      isCurrent: false,
      status: "ENDED",
      endReasonName: "在其他地方登录",
      deviceName: "Firefox 128 / Windows 10",
      ip: "10.2.*.*",
      ipRegion: "内网",
    },
  ]);
  assert.equal(answer.data.trustedDevices.length, 2);
});

test("PF-R31 a sign-in is shown for 30 days and no longer", async () => {
  const client = await app.signIn();
  const past = async (days: number) => {
    const { sessionId } = await app.clientOf(client.user, []);
    await app.rows(
      "update session set created_at = $2, status = 'ENDED', end_reason = 'LOGOUT', ended_at = $2 where id = $1",
      [sessionId, new Date(app.now().getTime() - days * 86_400_000)],
    );
    return sessionId;
  };
  const [shown, gone] = [await past(29.9), await past(30.1)];
  const here = await app.clientOf(client.user, []);
  const ids = (await here.call(mySessions, {})).data.sessions.map(({ id }) => id);
  assert.deepEqual([ids.includes(shown), ids.includes(gone)], [true, false]);
});

test("PF-R31 ends a session on another device, never the own or a foreign one", async () => {
  await setParam(app, sessionPolicy, "MULTI");
  const user = await givenMember(app);
  const there = (await app.login({ mobilePhone: user.mobilePhone })).data.accessToken;
  const here = (await app.login({ mobilePhone: user.mobilePhone })).data.accessToken;
  await setParam(app, sessionPolicy, "SINGLE");
  const { sessions } = (await app.call(mySessions, {}, { token: here })).data;
  const idOf = (isCurrent: boolean) => sessions.find((one) => one.isCurrent === isCurrent)?.id ?? "";
  const stranger = await app.signIn();
  const end = async (id: string) => (await app.call(endMySession, { params: { id } }, { token: here })).msg;

  assert.equal(await end(stranger.sessionId), "数据不存在或已被删除");
  assert.equal(await end(idOf(true)), "不能强制下线自己的当前会话");
  assert.equal(await end(idOf(false)), "");

  assert.equal((await app.call(userInfo, {}, { token: there })).msgCode, "SESSION_REMOTE_LOGOUT");
  assert.equal((await app.call(userInfo, {}, { token: here })).status, 200);
  assert.equal((await stranger.call(userInfo, {})).status, 200);
  assert.equal(await end(idOf(false)), "数据不存在或已被删除");
});

test("PF-R31 a forgotten device is a stranger again; foreign ones cannot be forgotten", async () => {
  const user = await givenMember(app);
  const login = await app.login({ mobilePhone: user.mobilePhone });
  const token = login.data.accessToken;
  const [device] = (await app.call(mySessions, {}, { token })).data.trustedDevices;
  const forget = async (by: string) =>
    (await app.call(forgetMyDevice, { params: { id: device?.id ?? "" } }, { token: by })).msgCode;

  assert.equal(await forget((await app.signIn()).token), "COMMON_NOT_FOUND");
  assert.equal(await forget(token), "");
  assert.deepEqual((await app.call(mySessions, {}, { token })).data.trustedDevices, []);
});
