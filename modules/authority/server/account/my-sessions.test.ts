import assert from "node:assert/strict";
import { test } from "node:test";
import { endMySession, forgetMyDevice, logout, mySessions, userInfo } from "../../contract/index.ts";
import { sessionPolicy } from "../params.ts";
import { openSession } from "../session/open.ts";
import { givenMember, setParam, testApp } from "../testing.ts";

const app = testApp();

test("PF-R42 logout ends the session, and the log says so", async () => {
  const { call, sessionId, user } = await app.signIn();

  assert.equal((await call(logout, {})).data, true);

  const refused = await call(userInfo, {});
  assert.deepEqual([refused.status, refused.msgCode], [401, "SESSION_LOGOUT"]);
  const log = `select user_id as "userId", identity_masked as identity, kind, result from login_log where session_id = $1`;
  const identity = user.mobilePhone.replace(/^(...)....(....)$/, "$1****$2");
  assert.deepEqual(await app.rows(log, [sessionId]), [
    { userId: user.id, identity, kind: "PASSWORD", result: "LOGOUT" },
  ]);
  assert.deepEqual(await app.rows("select id from live_event where session_id = $1", [sessionId]), []);
  assert.partialDeepStrictEqual(await app.auditOf({ id: sessionId }), [
    { actionName: "退出登录", actorName: user.userName },
  ]);
});

test("PF-R31 shows present and past sign-ins of 30 days, and the trusted devices", async () => {
  await app.login({ mobilePhone: (await givenMember(app)).mobilePhone }); // somebody else
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
  assert.equal(answer.data.sessions.length, 2);
  assert.deepEqual(
    answer.data.trustedDevices.map(({ deviceName }) => deviceName),
    ["未知浏览器 / 未知系统", "Firefox 128 / Windows 10"],
  );
});

test("PF-R31 a sign-in is shown for 30 days and no longer, at most a hundred of them", () =>
  app.holdTime(async () => {
    const { user } = await app.signIn();
    const past = async (days: number, reason = "LOGOUT") => {
      const { sessionId } = await app.clientOf(user, []);
      await app.rows(
        "update session set created_at = $2, status = 'ENDED', end_reason = $3, ended_at = $2 where id = $1",
        [sessionId, new Date(app.now().getTime() - days * 86_400_000), reason],
      );
      return sessionId;
    };
    const [old, older] = [await past(29.9), await past(29.99)];
    await past(30);
    await past(1, "ORG_SWITCH"); // goes on as its successor
    const unused = {
      userId: user.id,
      organizationIds: [],
      loginKind: "TRANSFER",
      restricted: false,
      pending: true,
    } as const;
    await app.arrange((tx) => openSession(tx, unused));
    const here = await app.clientOf(user, []);
    await app.rows("delete from session where user_id = $1 and end_reason = 'REPLACED'", [user.id]);
    const shown = async () => (await here.call(mySessions, {})).data.sessions.map(({ id }) => id);
    assert.deepEqual(await shown(), [here.sessionId, old, older]);

    await app.rows(
      `insert into session (id, token_hash, user_id, active_organization_ids, login_kind, restricted, os, browser, device_name,
        ip, ip_region, created_at, last_seen_at, idle_expires_at, absolute_expires_at, status)
       select gen_random_uuid(), sha256(n::text::bytea), user_id, active_organization_ids, login_kind, restricted, os, browser,
        device_name, ip, ip_region, created_at - n * interval '1 minute', last_seen_at, idle_expires_at, absolute_expires_at,
        status from session, generate_series(1, 100) n where id = $1`,
      [here.sessionId],
    );
    assert.equal((await shown()).length, 100);
  }));

test("PF-R31 ends a session on another device, never the own or a foreign one", async () => {
  await setParam(app, sessionPolicy, "MULTI");
  const user = await givenMember(app);
  const there = (await app.login({ mobilePhone: user.mobilePhone })).data.accessToken;
  const here = (await app.login({ mobilePhone: user.mobilePhone })).data.accessToken;
  await setParam(app, sessionPolicy, "SINGLE");
  const { sessions } = (await app.call(mySessions, {}, { token: here })).data;
  const idOf = (isCurrent: boolean) => sessions.find((one) => one.isCurrent === isCurrent)?.id ?? "";
  const stranger = await app.signIn();
  const end = async (id: string) => {
    const { data, msg } = await app.call(endMySession, { params: { id } }, { token: here });
    return data ? "" : msg;
  };

  assert.equal(await end(stranger.sessionId), "数据不存在或已被删除");
  assert.equal(await end(idOf(true)), "不能强制下线自己的当前会话");
  assert.equal(await end(idOf(false)), "");

  assert.partialDeepStrictEqual(await app.auditOf({ id: idOf(false) }), [{ bizType: "session", result: "SUCCESS" }]);
  assert.equal((await app.call(userInfo, {}, { token: there })).msgCode, "SESSION_REMOTE_LOGOUT");
  assert.equal((await app.call(userInfo, {}, { token: here })).status, 200);
  assert.equal((await stranger.call(userInfo, {})).status, 200);
  assert.equal(await end(idOf(false)), "数据不存在或已被删除");
});

test("PF-R31 a forgotten device is a stranger again; foreign ones cannot be forgotten", async () => {
  const user = await givenMember(app);
  const signIn = async () => (await app.login({ mobilePhone: user.mobilePhone })).data.accessToken;
  await signIn();
  app.passTime(1);
  const token = await signIn();
  const devices = async () => (await app.call(mySessions, {}, { token })).data.trustedDevices;
  const [device, other] = await devices();
  assert.ok(device && other);
  const forget = async (by: string) => {
    const { data, msgCode } = await app.call(forgetMyDevice, { params: { id: device.id } }, { token: by });
    return data ? "" : msgCode;
  };

  assert.equal(await forget((await app.signIn()).token), "COMMON_NOT_FOUND");
  assert.equal(await forget(token), "");
  assert.deepEqual(await devices(), [other]);
  assert.partialDeepStrictEqual(await app.auditOf(device), [
    { bizType: "trustedDevice", summary: device.deviceName, result: "SUCCESS" },
  ]);
});
