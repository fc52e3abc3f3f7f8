import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { menuUserList, userInfo } from "../../contract/index.ts";
import { sessionMax, sessionPolicy } from "../params.ts";
import { givenMember, setParam, testApp } from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { livingSessions } from "./living.ts";

const app = testApp();
const expired = "您的账号登录超时或已在其他地方登录，若不是本人操作，请注意账号安全！";

async function statusOf(token: string): Promise<string> {
  const { status, msgCode, msg } = await app.call(userInfo, {}, { token });
  if (status === 401) assert.equal(msg, expired);
  return `${status} ${msgCode}`.trim();
}

test("PF-R26 an unknown application id is refused", async () => {
  const { token } = await app.signIn();
  const { status, msgCode, msg } = await app.call(userInfo, {}, { token, headers: { applicationid: "2" } });
  assert.deepEqual([status, msgCode, msg], [200, "APP_ID_INVALID", "应用标识无效"]);
});

test("PF-R26 without, with a made-up and with an oversized token: HTTP 401", async () => {
  assert.equal((await app.call(userInfo, {})).status, 401);
  for (const token of ["x", "x".repeat(4000), "' or 1=1 --", "Bearer "])
    assert.match(await statusOf(token), /^401 /, token);
});

test("PF-R32 the sessions of a deleted account answer nothing", async () => {
  const { token, user } = await app.signIn();
  await app.rows("update app_user set deleted_at = now() where id = $1", [user.id]);
  assert.equal(await statusOf(token), "401 SESSION_UNKNOWN");
});

test("PF-R17 the cookie alone signs nobody in", async () => {
  const { token } = await app.signIn();
  const cookies = ["token", "authorization", "session-token"].map((name) => `${name}=${token}`).join("; ");
  assert.equal((await app.call(userInfo, {}, { headers: { cookie: cookies } })).status, 401);
});

test("PF-R27 only the SHA-256 of a token is stored", async () => {
  const { token, sessionId } = await app.signIn();
  const [row] = await app.rows<{ same: boolean }>(
    "select token_hash = sha256($2::bytea) as same from session where id = $1",
    [sessionId, Buffer.from(token)],
  );
  assert.equal(row?.same, true);
});

test("PF-R27 a session ends after 120 idle minutes; every call moves the limit", async () => {
  const { token } = await app.signIn();

  app.passTime(119 * 60);
  assert.equal(await statusOf(token), "200");
  app.passTime(119 * 60);
  assert.equal(await statusOf(token), "200");
  app.passTime(121 * 60);
  assert.equal(await statusOf(token), "401 SESSION_IDLE");
});

test("PF-R27 both limits and the sign of life are exact to the millisecond", () =>
  app.holdTime(async () => {
    const idle = await app.signIn();
    app.passTime(7_200 - 0.001);
    assert.equal(await statusOf(idle.token), "200");
    app.passTime(7_200);
    assert.equal(await statusOf(idle.token), "401 SESSION_IDLE");

    const busy = await app.signIn();
    for (let hour = 0; hour < 11; hour++) {
      app.passTime(3_600);
      assert.equal(await statusOf(busy.token), "200");
    }
    app.passTime(3_600 - 0.001);
    assert.equal(await statusOf(busy.token), "200");
    app.passTime(0.001);
    assert.equal(await statusOf(busy.token), "401 SESSION_ABSOLUTE");

    const [seen, other] = [await app.signIn(), await app.signIn()];
    const signs = async () =>
      (
        await app.rows<{ seen: Date; active: Date | null }>(
          `select last_seen_at as seen, last_active_at as active from session join app_user u on u.id = user_id
           where session.id = any($1) order by session.id`,
          [[seen.sessionId, other.sessionId]],
        )
      ).map((row) => [row.seen.getTime(), row.active?.getTime() ?? null]);
    const begun = app.now().getTime();
    const minutesOf = async () => (await signs()).map((row) => row.map((at) => at && (at - begun) / 60_000));
    app.passTime(60 - 0.001);
    await statusOf(seen.token);
    assert.deepEqual(await minutesOf(), [
      [0, null],
      [0, null],
    ]);
    app.passTime(0.001);
    await statusOf(seen.token);
    assert.deepEqual(await minutesOf(), [
      [1, 1],
      [0, null],
    ]);
    app.passTime(59 * 60);
    await statusOf(seen.token);
    assert.deepEqual(await minutesOf(), [
      [60, 1],
      [0, null],
    ]);
    app.passTime(60);
    await statusOf(seen.token);
    assert.deepEqual(await minutesOf(), [
      [61, 61],
      [0, null],
    ]);
  }));

test("PF-R27 a session ends after 12 hours however busy it was", async () => {
  const { token } = await app.signIn();
  for (let hour = 0; hour < 11; hour++) {
    app.passTime(3600);
    assert.equal(await statusOf(token), "200");
  }
  app.passTime(3601);
  assert.equal(await statusOf(token), "401 SESSION_ABSOLUTE");
});

test("PF-R27 the last sign of life is written at most once a minute", async () => {
  const { token, sessionId } = await app.signIn();
  const seen = () => app.rows("select last_seen_at from session where id = $1", [sessionId]);
  const before = await seen();
  app.passTime(30);
  await statusOf(token);
  assert.deepEqual(await seen(), before);
  app.passTime(31);
  await statusOf(token);
  assert.notDeepEqual(await seen(), before);
});

test("AU-R9 when somebody was last active is written at most once an hour", async () => {
  const { token, user } = await app.signIn();
  const active = () => app.rows("select last_active_at from app_user where id = $1", [user.id]);
  app.passTime(61);
  await statusOf(token);
  const before = await active();
  assert.notDeepEqual(before, [{ last_active_at: null }]);
  app.passTime(3_500);
  await statusOf(token);
  assert.deepEqual(await active(), before);
  app.passTime(101);
  await statusOf(token);
  assert.notDeepEqual(await active(), before);
});

test("PF-R28 a new sign-in ends the one before; both pages know it, the old one with place and device", async () => {
  const user = await givenMember(app);
  const first = (await app.login({ mobilePhone: user.mobilePhone })).data.accessToken;
  assert.equal(await statusOf(first), "200");

  const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36";
  const headers = { "user-agent": browser, "x-forwarded-for": "10.2.3.4" };
  const second = (await app.login({ mobilePhone: user.mobilePhone }, { headers })).data.accessToken;

  assert.equal(await statusOf(first), "401 SESSION_REPLACED");
  assert.equal(await statusOf(second), "200");
  const sessions = await app.rows<{ id: string; endReason: string | null; replacedById: string | null }>(
    "select id, end_reason, replaced_by_id from session where user_id = $1 order by created_at, id",
    [user.id],
  );
  assert.deepEqual(
    sessions.map((session) => session.endReason),
    ["REPLACED", null],
  );
  assert.equal(sessions[0]?.replacedById, sessions[1]?.id);
  const told = await app.rows<{ payload: { type: string; reason: string; newLogin: string } }>(
    "select payload from live_event where session_id = $1",
    [sessions[0]?.id],
  );
  assert.partialDeepStrictEqual(told, [{ payload: { type: "session.revoked", reason: "REPLACED" } }]);
  assert.match(told[0]?.payload.newLogin ?? "", /^内网 · Chrome 126\/Windows 10 · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test("PF-R28 MULTI keeps the newest three sessions and ends the oldest", async () => {
  await setParam(app, sessionPolicy, "MULTI");
  await setParam(app, sessionMax, "3");
  const user = await givenMember(app);
  const tokens: string[] = [];
  for (let n = 0; n < 4; n++) {
    tokens.push((await app.login({ mobilePhone: user.mobilePhone })).data.accessToken);
    app.passTime(1);
  }
  const statuses = await Promise.all(tokens.map(statusOf));
  await setParam(app, sessionPolicy, "SINGLE");

  assert.deepEqual(statuses, ["401 SESSION_REPLACED", "200", "200", "200"]);
});

test("PF-R28 under MULTI, sign-ins at the same time leave no more than the limit", async () => {
  await setParam(app, sessionPolicy, "MULTI");
  await setParam(app, sessionMax, "2");
  const user = await givenMember(app);
  await Promise.all(Array.from({ length: 4 }, () => app.login({ mobilePhone: user.mobilePhone })));
  const active = await app.rows("select id from session where user_id = $1 and status = 'ACTIVE'", [user.id]);
  await setParam(app, sessionPolicy, "SINGLE");

  assert.equal(active.length, 2);
});

test("PF-R30 a missing permission never ends the session", async () => {
  const client = await app.signIn({ permissions: [] });
  const { listUsers } = await import("../../contract/index.ts");
  const refused = await client.call(listUsers, { query: {} });

  assert.deepEqual(
    [refused.status, refused.msgCode, refused.msg],
    [200, "COMMON_FORBIDDEN", "您没有该操作的权限，请联系管理员！"],
  );
  assert.equal((await client.call(menuUserList, {})).success, true);
});

test("3.2 a session of an account that is disabled, asleep, gone or out of date no longer answers", async () => {
  const cases: [change: string, answer: string][] = [
    ["status = 'DISABLED'", "401 SESSION_DISABLED"],
    ["status = 'DORMANT'", "401 SESSION_DORMANT"],
    ["status = 'LEFT'", "401 SESSION_LEFT"],
    ["valid_until = '2025-01-01'", "401 SESSION_EXPIRED"],
  ];
  for (const [change, answer] of cases) {
    const { token, user } = await app.signIn();
    await app.rows(`update app_user set ${change} where id = $1`, [user.id]);
    assert.equal(await statusOf(token), answer);
  }
  const { token, user } = await app.signIn();
  await app.rows("update app_user set valid_until = $2, status = 'PENDING' where id = $1", [user.id, dayOf(app.now())]);
  assert.equal(await statusOf(token), "200", "on its last day");
});

test("PF-R64 the token of before a switch reads for less than ten seconds; no other ended session does", () =>
  app.holdTime(async () => {
    const statuses = [];
    for (const [reason, seconds] of [
      ["ORG_SWITCH", 9.999],
      ["ORG_SWITCH", 10],
      ["LOGOUT", 0],
    ] as const) {
      const { token, sessionId } = await app.signIn();
      await app.rows("update session set status = 'ENDED', end_reason = $2, ended_at = $3 where id = $1", [
        sessionId,
        reason,
        app.now(),
      ]);
      app.passTime(seconds);
      statuses.push(await statusOf(token));
    }
    assert.deepEqual(statuses, ["200", "401 SESSION_ORG_SWITCH", "401 SESSION_LOGOUT"]);
  }));

test("PF-R101 sessions that still answer: not over, not idle, of an account that is good until today or longer", () =>
  app.holdTime(async () => {
    const later = (ms: number) => new Date(app.now().getTime() + ms);
    const dayOff = (days: number) => dayOf(later(days * 86_400_000));
    const cases: [change: string, value: unknown, living: boolean][] = [
      ["idle_expires_at = $2", later(1), true],
      ["idle_expires_at = $2", later(0), false],
      ["absolute_expires_at = $2", later(1), true],
      ["absolute_expires_at = $2", later(0), false],
      ["status = 'ENDED', end_reason = 'LOGOUT', ended_at = $2", later(0), false],
      ["status = 'PENDING', pending_until = $2", later(1000), false],
    ];
    const accounts: [change: string, value: unknown, living: boolean][] = [
      ["status = $2", "PENDING", true],
      ["status = $2", "DISABLED", false],
      ["deleted_at = $2", later(0), false],
      ["valid_until = $2", dayOff(0), true],
      ["valid_until = $2", dayOff(-1), false],
    ];
    const ids: string[] = [];
    const expected: string[] = [];
    for (const [at, [change, value, living]] of [...cases, ...accounts].entries()) {
      const { sessionId, user } = await app.signIn();
      const isAccount = at >= cases.length;
      const [table, id] = isAccount ? ["app_user", user.id] : ["session", sessionId];
      await app.rows(`update ${table} set ${change} where id = $1`, [id, value]);
      ids.push(sessionId);
      if (living) expected.push(sessionId);
    }
    const notAsked = await app.signIn();
    assert.deepEqual([...(await app.arrange((tx) => livingSessions(tx, ids)))].toSorted(), expected.toSorted());
    assert.equal(await statusOf(notAsked.token), "200");
  }));

test("3.2 the sweeper ends what has run out and leaves the rest", () =>
  app.holdTime(async () => {
    const later = (ms: number) => new Date(app.now().getTime() + ms);
    const cases: [change: string, status: string, reason: string | null][] = [
      ["idle_expires_at = $2", "ENDED", "IDLE"],
      ["absolute_expires_at = $2, idle_expires_at = $2", "ENDED", "ABSOLUTE"],
      ["absolute_expires_at = $2", "ENDED", "ABSOLUTE"],
      ["status = 'PENDING', pending_until = $2", "ENDED", "UNUSED"],
      ["pending_until = $2", "ACTIVE", null],
      ["status = 'ENDED', end_reason = 'LOGOUT', ended_at = $2, idle_expires_at = $2", "ENDED", "LOGOUT"],
    ];
    for (const isDue of [true, false]) {
      const sessions = [];
      for (const [change, status, reason] of cases) {
        const { sessionId, token } = await app.signIn();
        await app.rows(`update session set ${change} where id = $1`, [sessionId, later(isDue ? 0 : 1)]);
        sessions.push({ sessionId, token, status, reason, change });
      }
      await runSchedule(app, "authority.sessionSweeper");
      for (const { sessionId, status, reason, change } of sessions) {
        const [row] = await app.rows<{ status: string; reason: string | null }>(
          "select status, end_reason as reason from session where id = $1",
          [sessionId],
        );
        const stays = { status: /status = '(\w+)'/.exec(change)?.[1] ?? "ACTIVE", reason: null };
        const expected = isDue || reason === "LOGOUT" ? { status, reason } : stays;
        assert.deepEqual(row, expected, `${change} ${isDue}`);
      }
    }
  }));
