import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { listNotices } from "@ops/platform/contract";
import { hmac, newId, sha256 } from "@ops/platform/server";
import {
  disableUser,
  listSessions,
  modifyPassword,
  portalApps,
  portalLogout,
  portalSession,
  resumePortal,
  smsOutbox,
  ssoLogout,
  userInfo,
} from "../../contract/index.ts";
import { encrypted, givenMember, TEST_PASSWORD } from "../testing.ts";
import { backchannelJob } from "./backchannel.ts";
import { ssoCleanUp } from "./clean-up.ts";
import { OWN_MACHINE, ssoTestApp } from "./testing.ts";

const app = ssoTestApp();

/** Makes somebody who works in the console and came from the portal. */
async function givenAtWork() {
  const user = await givenMember(app);
  const browser = app.browser();
  await browser.signInByStaffNo(user.staffNo);
  const first = await app.call(userInfo, {}, { token: await browser.handover() });
  const token = first.headers.get("session-token") ?? "";
  return { user, browser, token };
}
const resume = (browser: ReturnType<typeof app.browser>, authorization: string) =>
  browser.call(resumePortal, { body: { authorization } });
const endReasons = (user: { id: string }) =>
  app.rows("select status, end_reason from session where user_id = $1 order by created_at", [user.id]);

test("PF-R43 sso/logout ends the console session and answers a value for the portal", async () => {
  const { user, token } = await givenAtWork();

  const { data } = await app.call(ssoLogout, {}, { token });

  assert.match(data.accessToken, /^[\w-]{43}$/);
  assert.equal((await app.call(userInfo, {}, { token })).status, 401);
  assert.deepEqual(await endReasons(user), [{ status: "ENDED", endReason: "SSO_LOGOUT" }]);
  const [session] = await app.rows<{ id: string }>("select id from session where user_id = $1", [user.id]);
  assert.partialDeepStrictEqual(await app.auditOf({ id: session?.id ?? "" }), [{ bizType: "session" }]);
});

test("PF-R36 a new password ends the portal session as well: it opens nothing more", async () => {
  const { browser, token } = await givenAtWork();
  const body = { password: encrypted(TEST_PASSWORD), newPassword: encrypted("Neues#Wort7") };

  assert.equal((await app.call(modifyPassword, { body }, { token })).success, true);

  assert.equal((await browser.call(portalApps, {})).status, 401);
  assert.equal((await browser.openConsole()).success, false);
});

test("PF-R51 the value resumes the portal session, even in a browser that lost its cookie, once and within 60 s", async () => {
  const { user, browser, token } = await givenAtWork();
  const { data } = await app.call(ssoLogout, {}, { token });
  const bare = app.browser(browser.ip);

  const invented = await resume(app.browser("10.250.7.7"), "x".repeat(43));
  assert.equal(invented.msgCode, "TICKET_INVALID");
  const strange = await app.rows(`select user_id as "userId", kind, detail from login_log where ip = '10.250.7.7'`);
  assert.deepEqual(strange, [{ userId: null, kind: "PORTAL", detail: "票据不存在" }]);
  const resumed = await resume(bare, data.accessToken);
  const again = await resume(bare, data.accessToken);

  assert.deepEqual(resumed.data, { userName: user.userName });
  assert.equal((await bare.call(portalApps, {})).data.length, 1);
  assert.deepEqual([again.status, again.msgCode], [200, "TICKET_INVALID"]);

  const second = await app.call(userInfo, {}, { token: await bare.handover() });
  const late = await app.call(ssoLogout, {}, { token: second.headers.get("session-token") ?? "" });
  app.passTime(60);
  assert.equal((await resume(bare, late.data.accessToken)).msgCode, "TICKET_INVALID");
  const log = await app.rows<{ kind: string; result: string; detail: string }>(
    "select kind, result, detail from login_log where user_id = $1 and kind = 'PORTAL' order by occurred_at, id",
    [user.id],
  );
  assert.deepEqual(log, [
    { kind: "PORTAL", result: "SUCCESS", detail: "返回门户" },
    { kind: "PORTAL", result: "TICKET_INVALID", detail: "票据已使用" },
    { kind: "PORTAL", result: "TICKET_INVALID", detail: "票据已过期或与应用不符" },
  ]);
  const [portal] = await app.rows<{ id: string }>("select id from sso_session where user_id = $1", [user.id]);
  assert.equal(
    (await app.auditOf({ id: portal?.id ?? "" })).filter(({ bizType }) => bizType === "ssoSession").length,
    1,
  );
});

test("PF-R51 a value for the portal is good until the sixtieth second", () =>
  app.holdTime(async () => {
    for (const [seconds, success] of [
      [59.999, true],
      [60, false],
    ] as const) {
      const { browser, token } = await givenAtWork();
      const { data } = await app.call(ssoLogout, {}, { token });
      app.passTime(seconds);
      assert.equal((await resume(browser, data.accessToken)).success, success, `after ${seconds} s`);
    }
  }));

test("PF-R51 when the portal session is over the value is empty", async () => {
  const { browser, token } = await givenAtWork();
  const password = await app.signIn();

  app.passTime(3600);
  await app.call(userInfo, {}, { token });
  app.passTime(3601);
  const { data } = await app.call(ssoLogout, {}, { token });

  assert.equal(data.accessToken, "");
  assert.equal((await browser.call(portalSession, {})).data, null);
  assert.equal((await app.call(ssoLogout, {}, { token: password.token })).status, 401);
  const fresh = await app.signIn();
  assert.equal((await fresh.call(ssoLogout, {})).data.accessToken, "");
});

test("PF-R51 a value of a portal session that was ended meanwhile does not bring it back", async () => {
  const { browser, token } = await givenAtWork();
  const { data } = await app.call(ssoLogout, {}, { token });
  await browser.call(portalLogout, {});

  assert.equal((await resume(browser, data.accessToken)).msgCode, "TICKET_INVALID");
});

test("PF-R59 a portal value seen again from another address is logged 票据重复使用 and told to the watchers", async () => {
  const watcher = await app.signIn({ permissions: [listSessions.permission] });
  const { user, browser, token } = await givenAtWork();
  const { data } = await app.call(ssoLogout, {}, { token });
  await resume(browser, data.accessToken);

  await resume(browser, data.accessToken);
  await resume(app.browser("10.250.0.9"), data.accessToken);

  const log = await app.rows<{ detail: string }>(
    "select detail from login_log where user_id = $1 and result = 'TICKET_INVALID' order by occurred_at, id",
    [user.id],
  );
  assert.deepEqual(
    log.map((row) => row.detail),
    ["票据已使用", "票据重复使用"],
  );
  const { list } = (await watcher.call(listNotices, { query: {} })).data;
  assert.deepEqual(
    list.map(({ title, content }) => [title, content]),
    [["票据重复使用", "一次性登录票据在另一地址（10.250.*.*）被再次使用，已拒绝，请留意是否泄露。"]],
  );
});

test("PF-R52 退出登录 at the portal ends the portal session and every console session from it, with a live event", async () => {
  const neighbour = await givenAtWork();
  const { user, browser, token } = await givenAtWork();
  const [portal] = await app.rows<{ id: string }>("select id from sso_session where user_id = $1", [user.id]);

  const { data, setCookies } = await browser.call(portalLogout, {});

  assert.equal(data, true);
  assert.match(setCookies.join(), /ops-portal=; .*Max-Age=0/);
  assert.equal((await app.call(userInfo, {}, { token })).status, 401);
  assert.equal((await browser.call(portalApps, {})).status, 401);
  assert.deepEqual(await endReasons(user), [{ status: "ENDED", endReason: "SLO" }]);
  const told = await app.rows<{ payload: unknown }>(
    "select payload from live_event where session_id in (select id from session where user_id = $1)",
    [user.id],
  );
  assert.deepEqual(told, [{ payload: { type: "session.revoked", reason: "SLO", newLogin: null } }]);
  const log = await app.rows<{ kind: string; result: string }>(
    "select kind, result from login_log where user_id = $1 order by occurred_at desc, id desc limit 1",
    [user.id],
  );
  assert.deepEqual(log, [{ kind: "PORTAL", result: "LOGOUT" }]);
  assert.partialDeepStrictEqual(await app.auditOf({ id: portal?.id ?? "" }), [{ bizType: "ssoSession" }]);
  assert.equal((await app.call(userInfo, {}, { token: neighbour.token })).status, 200);
  assert.equal((await neighbour.browser.call(portalApps, {})).status, 200);
});

test("PF-R52 a handover value on its way dies with the portal session; a password session stays", async () => {
  const { user, browser } = await givenAtWork();
  const value = await browser.handover();
  const password = (await app.login({ mobilePhone: user.mobilePhone })).data.accessToken;

  await browser.call(portalLogout, {});

  assert.equal((await app.call(userInfo, {}, { token: value })).status, 401);
  assert.equal((await app.call(userInfo, {}, { token: password })).status, 200);
});

test("PF-R52 the same for an account that is disabled", async () => {
  const { user, browser, token } = await givenAtWork();
  const manager = await app.signIn({ permissions: ["authority:user:disable"] });

  const body = { reason: "离职交接", version: user.version };
  const disabled = await manager.call(disableUser, { params: { id: user.id }, body });

  assert.equal(disabled.success, true, disabled.msg);
  assert.equal((await app.call(userInfo, {}, { token })).status, 401);
  assert.equal((await browser.call(portalApps, {})).status, 401);
  const ended = await app.rows("select end_reason from sso_session where user_id = $1", [user.id]);
  assert.deepEqual(ended, [{ endReason: "DISABLED" }]);
});

const calls: { body: string; signature: string; timestamp: string }[] = [];
let status = 200;
const client = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    calls.push({
      body,
      signature: `${request.headers["x-signature"]}`,
      timestamp: `${request.headers["x-timestamp"]}`,
    });
    response.writeHead(status).end();
  });
});
client.listen(0).unref();
after(() => client.closeAllConnections());

test("PF-R52 other applications hear of it by a signed back-channel call with three tries", async () => {
  const { user, browser } = await givenAtWork();
  const bound = client.address();
  assert.ok(bound !== null && typeof bound === "object");
  const clientId = "partner-app";
  const given = async (name: string, { secret = "", hears = true, isUsed = true, by = user } = {}) => {
    const address = hears ? `http://127.0.0.1:${bound.port}/logout` : null;
    await app.rows(
      `insert into sso_client (id, created_at, created_by, updated_at, updated_by, client_id, application_id, name,
         transfer_url, backchannel_logout_url, secret_hash, sort)
       values ($1, now(), $1, now(), $1, $2, '7', '合作应用', 'http://partner.test/in', $3, $4, 1)`,
      [newId(), name, address, sha256(secret)],
    );
    await app.rows(
      `insert into sso_ticket (id, ticket_hash, sso_session_id, user_id, application_id, client_id, created_at, expires_at,
         used_at, used_ip)
       select $1, $4, id, user_id, '7', $2, now(), now(), $5, $6 from sso_session where user_id = $3`,
      [newId(), name, by.id, sha256(name), isUsed ? app.now() : null, isUsed ? "" : null],
    );
  };
  await given("asks-not", { hears: false });
  await given("never-used", { isUsed: false });
  await given("of-another", { by: (await givenAtWork()).user });
  await given(clientId, { secret: "partner-secret" });

  await browser.call(portalLogout, {});

  const [queued, ...more] = await app.rows<{ data: { clientId: string; ssoSessionId: string }; retryLimit: number }>(
    "select data, retry_limit from pgboss.job where name = 'authority.backchannelLogout'",
  );
  assert.ok(queued);
  assert.deepEqual(more, []);
  assert.deepEqual([queued.data.clientId, queued.retryLimit], [clientId, 2]);
  const run = () => backchannelJob.run({ step: (act) => app.arrange(act) }, queued.data);
  await run();
  const [call] = calls;
  assert.ok(call);
  assert.deepEqual(JSON.parse(call.body), { event: "logout", ...queued.data });
  assert.equal(call.signature, hmac(sha256("partner-secret"), `${call.timestamp}.${call.body}`));
  const quiet = { ...queued.data, clientId: "asks-not" };
  await backchannelJob.run({ step: (act) => app.arrange(act) }, quiet);
  assert.equal(calls.length, 1);
  status = 500;
  await assert.rejects(run(), /answered 500/);
});

test("PF-R53 the developer's outbox shows texts with masked phones", async () => {
  const user = await givenMember(app);
  const code = await app.browser().receiveCode(user.mobilePhone);

  const shown = await app.browser(OWN_MACHINE).call(smsOutbox, {});

  assert.equal(shown.data[0]?.mobilePhone, `${user.mobilePhone.slice(0, 3)}****${user.mobilePhone.slice(-4)}`);
  assert.ok(shown.data[0]?.text.includes(code));
  assert.equal(
    (await app.browser("10.250.1.1").call(smsOutbox, {})).msgCode,
    "COMMON_NOT_FOUND",
    "on the machine only",
  );
  await app.rows(
    `insert into sms_outbox (id, mobile_phone, template_code, params, text, gateway, status, created_at, updated_at)
     select gen_random_uuid(), '13900000000', 'X', '{}', n::text, 'outbox', 'SENT', $1::timestamptz + n * interval '1 s', $1
     from generate_series(1, 51) n`,
    [app.now()],
  );
  assert.deepEqual(
    (await app.browser(OWN_MACHINE).call(smsOutbox, {})).data.map(({ text }) => text),
    Array.from({ length: 50 }, (_, n) => `${51 - n}`),
  );
});

test("10 clean-up: each thing at its own time, to the millisecond", () =>
  app.holdTime(async () => {
    const { user, browser, token } = await givenAtWork();
    await app.call(ssoLogout, {}, { token });
    await browser.handover();
    await app.browser().receiveCode(user.mobilePhone);
    const DAY = 86_400_000;
    const ago = (ms: number) => new Date(app.now().getTime() - ms);
    const run = () => ssoCleanUp.run({ step: (act) => app.arrange(act) });
    const facts = {
      sso_ticket: ["expires_at", "user_id", user.id, DAY],
      sso_handover: ["expires_at", "sso_session_id", "", DAY],
      sms_code: ["created_at", "mobile_phone", user.mobilePhone, DAY + 3_600_000],
      sms_outbox: ["created_at", "mobile_phone", user.mobilePhone, 90 * DAY],
    } as const;
    const [portal] = await app.rows<{ id: string }>("select id from sso_session where user_id = $1", [user.id]);
    for (const [table, [time, column, value, kept]] of Object.entries(facts)) {
      const of = value || portal?.id;
      const left = async () => (await app.rows(`select from ${table} where ${column} = $1`, [of])).length > 0;
      assert.equal(await left(), true, table);
      for (const isOver of [false, true]) {
        await app.rows(`update ${table} set ${time} = $2 where ${column} = $1`, [of, ago(isOver ? kept + 1 : kept)]);
        await run();
        assert.equal(await left(), !isOver, `${table} ${isOver}`);
      }
    }
    const statusOf = async () =>
      (
        await app.rows<{ is: string }>("select coalesce(end_reason, status) as is from sso_session where id = $1", [
          portal?.id,
        ])
      )[0]?.is;
    const cases = [
      ["idle_expires_at = $2", -1, "ACTIVE"],
      ["absolute_expires_at = $2", -1, "ACTIVE"],
      ["idle_expires_at = $2", 0, "IDLE"],
      ["absolute_expires_at = $2", 0, "ABSOLUTE"],
      ["ended_at = $2", 30 * DAY, "ABSOLUTE"],
      ["ended_at = $2", 30 * DAY + 1, undefined],
    ] as const;
    const running = `status = 'ACTIVE', end_reason = null, ended_at = null, idle_expires_at = $2, absolute_expires_at = $2`;
    for (const [change, ms, is] of cases) {
      const isRunning = !change.startsWith("ended");
      if (isRunning) await app.rows(`update sso_session set ${running} where id = $1`, [portal?.id, ago(-90 * DAY)]);
      await app.rows(`update sso_session set ${change} where id = $1`, [portal?.id, ago(ms)]);
      await run();
      assert.equal(await statusOf(), is, `${change} ${ms}`);
    }
  }));

test("10 clean-up takes away codes, tickets and portal sessions that have run out", async () => {
  const user = await givenMember(app);
  const browser = app.browser();
  await browser.signInByStaffNo(user.staffNo);
  await browser.handover();
  await browser.askForCode(user.mobilePhone);
  const run = () => ssoCleanUp.run({ step: (act) => app.arrange(act) });
  const left = () =>
    app.rows(
      `select (select count(*) from sso_ticket where user_id = $1) as tickets,
        (select string_agg(status, ',') from sms_code where mobile_phone = $2) as codes,
        (select string_agg(coalesce(end_reason, status), ',') from sso_session where user_id = $1) as sessions`,
      [user.id, user.mobilePhone],
    );

  await run();
  assert.deepEqual(await left(), [{ tickets: 1, codes: "SENT", sessions: "ACTIVE" }]);
  app.passTime(2 * 3600 + 1);
  await run();
  assert.deepEqual(await left(), [{ tickets: 1, codes: "EXPIRED", sessions: "IDLE" }]);
  app.passTime(25 * 3600);
  await run();
  assert.deepEqual(await left(), [{ tickets: 0, codes: null, sessions: "IDLE" }]);
  app.passTime(31 * 86_400);
  await run();
  assert.deepEqual(await left(), [{ tickets: 0, codes: null, sessions: null }]);
});
