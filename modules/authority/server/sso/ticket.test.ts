import assert from "node:assert/strict";
import { test } from "node:test";
import { listNotices } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { listSessions, openApp, portalApps, ssoLogout, ticketLogin, userInfo } from "../../contract/index.ts";
import { type GivenUser, givenMember } from "../testing.ts";
import { registerConsole, requireClient } from "./clients.ts";
import { findPortalSession } from "./portal/portal-session.ts";
import { type PortalBrowser, ssoTestApp, testSsoSettings } from "./testing.ts";
import { issueTicket } from "./ticket.ts";

const app = ssoTestApp();
const INVALID = ["TICKET_INVALID", "登录凭证无效或已过期，请重新登录"];
const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });

async function givenSignedIn(by: "SMS" | "STAFF_NO" = "STAFF_NO", wishes: Parameters<typeof givenMember>[1] = {}) {
  const user = await givenMember(app, wishes);
  const browser = app.browser();
  const signedIn = by === "SMS" ? browser.signInBySms(user.mobilePhone) : browser.signInByStaffNo(user.staffNo);
  assert.equal((await signedIn).success, true);
  return { user, browser };
}

/** Issues a ticket like the one that another application would get. */
async function givenTicket(user: GivenUser): Promise<string> {
  const [row] = await app.rows<{ id: string }>("select id from sso_session where user_id = $1 and status = 'ACTIVE'", [
    user.id,
  ]);
  return app.arrange(async (tx) => {
    const session = await findPortalSession(tx, row?.id ?? "");
    assert.ok(session);
    return issueTicket(tx, session, await requireClient(tx, "ops-console"));
  });
}

const redeem = (ticket: string, options = {}, clientId = "ops-console", applicationId: string | number = 1) =>
  app.call(ticketLogin, { body: { applicationId, clientId, ticket } }, options);
const logOf = (user: GivenUser) =>
  app.rows<{ kind: string; result: string; detail: string | null; traceId: string }>(
    "select kind, result, detail, trace_id from login_log where user_id = $1 order by occurred_at, id",
    [user.id],
  );

test("PF-R45 ticketLogin answers a login response whose token works", async () => {
  const { user } = await givenSignedIn();
  app.passTime(60);

  const { data, success } = await redeem(await givenTicket(user));

  assert.equal(success, true);
  assert.partialDeepStrictEqual((await app.auditOf(user)).at(-1), { bizType: "appUser", summary: user.userName });
  const [account] = await app.rows<{ ago: number }>(
    "select extract(epoch from $2::timestamptz - last_login_at)::int as ago from app_user where id = $1",
    [user.id, app.now()],
  );
  assert.ok((account?.ago ?? 60) < 50, "a sign-in like any other");
  assert.equal(data.changePwdStatus, false);
  const info = await app.call(userInfo, {}, { token: data.accessToken });
  assert.equal(info.data[0]?.id, user.id);
  const [session] = await app.rows("select login_kind, status from session where user_id = $1", [user.id]);
  assert.deepEqual(session, { loginKind: "TICKET", status: "ACTIVE" });
});

test("3.3 a ticket redeemed twice: the first session stays, the second try is refused and logged", async () => {
  const { user } = await givenSignedIn();
  const ticket = await givenTicket(user);

  const first = await redeem(ticket, from("10.7.0.1"));
  const second = await redeem(ticket, from("10.7.0.1"));

  assert.deepEqual([second.status, second.msgCode, second.msg], [200, ...INVALID]);
  assert.equal((await app.call(userInfo, {}, { token: first.data.accessToken })).status, 200);
  assert.deepEqual((await logOf(user)).at(-1)?.detail, "票据已使用");
});

test("3.3 of ten redemptions at once one wins", async () => {
  const { user } = await givenSignedIn();
  const ticket = await givenTicket(user);

  const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(ticket)));

  assert.equal(answers.filter((answer) => answer.success).length, 1);
  assert.equal(answers.filter((answer) => answer.msgCode === "TICKET_INVALID").length, 9);
  assert.deepEqual(await app.rows("select count(*) from session where user_id = $1", [user.id]), [{ count: 1 }]);
});

test("3.3 a ticket lives for 60 seconds; invented ones never did, and take no other", () =>
  app.holdTime(async () => {
    const { user } = await givenSignedIn();
    const [inTime, ticket] = [await givenTicket(user), await givenTicket(user)];

    const invented = await redeem("x".repeat(43), from("10.7.9.9"));
    app.passTime(59.999);
    assert.equal((await redeem(inTime)).success, true);
    app.passTime(0.001);
    const late = await redeem(ticket);

    assert.deepEqual([late.msgCode, late.msg], INVALID);
    assert.deepEqual([invented.msgCode, invented.msg], INVALID);
    assert.deepEqual((await logOf(user)).at(-1)?.detail, "票据已过期或与应用不符");
    const strange = await app.rows(
      `select user_id as "userId", kind, result, detail from login_log where ip = '10.7.9.9'`,
    );
    assert.deepEqual(strange, [{ userId: null, kind: "TICKET", result: "TICKET_INVALID", detail: "票据不存在" }]);
  }));

test("PF-R47 only applications that are switched on are shown and opened, in their order; the console registers once", async () => {
  const { browser } = await givenSignedIn();
  const given = (clientId: string, wishes: { applicationId?: string; status?: string; sort?: number } = {}) =>
    app.rows(
      `insert into sso_client (id, created_at, created_by, updated_at, updated_by, client_id, application_id, name, transfer_url,
         sort, status) values ($1, now(), $1, now(), $1, $2, $3, $2, 'http://other.test/in', $4, $5)`,
      [newId(), clientId, wishes.applicationId ?? "9", wishes.sort ?? 0, wishes.status ?? "ENABLED"],
    );
  await given("z-last", { sort: 2 });
  await given("y-first", { sort: -1 });
  await given("x-closed", { status: "DISABLED" });
  await given("w-old-console", { applicationId: "1" });
  const stored = () =>
    app.rows<{ id: string; updatedAt: Date }>(
      `select client_id as id, name, transfer_url as url, status, updated_at as "updatedAt" from sso_client order by client_id`,
    );
  const register = (name: string, path = "Transfer") => {
    const transferUrl = `http://console.test/#/${path}`;
    const console = { ...testSsoSettings.console, name, transferUrl };
    return app.arrange((tx) => registerConsole(tx, { ...testSsoSettings, console }));
  };
  await register("运营后台");
  const before = await stored();
  assert.deepEqual(
    before.map(({ updatedAt: _, ...row }) => row),
    [
      { id: "ops-console", name: "运营后台", url: "http://console.test/#/Transfer", status: "ENABLED" },
      { id: "w-old-console", name: "w-old-console", url: "http://other.test/in", status: "DISABLED" },
      { id: "x-closed", name: "x-closed", url: "http://other.test/in", status: "DISABLED" },
      { id: "y-first", name: "y-first", url: "http://other.test/in", status: "ENABLED" },
      { id: "z-last", name: "z-last", url: "http://other.test/in", status: "ENABLED" },
    ],
  );
  const shown = (await browser.call(portalApps, {})).data;
  assert.deepEqual(
    shown.map(({ clientId }) => clientId),
    ["y-first", "ops-console", "z-last"],
  );
  assert.equal((await browser.call(openApp, { body: { clientId: "x-closed" } })).msgCode, "CLIENT_INVALID");
  await register("运营后台");
  assert.deepEqual(await stored(), before, "told twice, it changes nothing");
  await register("新后台");
  assert.partialDeepStrictEqual(await stored(), [{ name: "新后台", url: "http://console.test/#/Transfer" }]);
  await register("新后台", "In");
  assert.partialDeepStrictEqual(await stored(), [{ name: "新后台", url: "http://console.test/#/In" }]);
  await register("运营后台");
  await app.rows("delete from sso_client where client_id <> 'ops-console'");
});

test("12 a ticket with another clientId or applicationId is refused and stays good for its own client", async () => {
  const { user } = await givenSignedIn();
  const id = newId();
  await app.rows(
    `insert into sso_client (id, created_at, created_by, updated_at, updated_by, client_id, application_id, name, transfer_url, sort)
     values ($1, now(), $1, now(), $1, 'other-app', '9', '其他应用', 'http://other.test/in', 1)`,
    [id],
  );
  const ticket = await givenTicket(user);

  const other = await redeem(ticket, {}, "other-app", "9");
  const unknown = await redeem(ticket, {}, "nobody");
  const wrongApplication = await redeem(ticket, {}, "ops-console", "9");
  await app.rows("delete from sso_client where id = $1", [id]);

  assert.deepEqual([other.msgCode, other.msg], INVALID);
  assert.deepEqual([unknown.msgCode, unknown.msg], ["CLIENT_INVALID", "客户端标识无效"]);
  assert.deepEqual([wrongApplication.msgCode, wrongApplication.msg], INVALID);
  assert.equal((await redeem(ticket)).success, true);
});

test("PF-R59 a ticket seen again from another address is logged 票据重复使用 and told to the watchers", async () => {
  const watcher = await app.signIn({ permissions: [listSessions.permission] });
  const { user } = await givenSignedIn();
  const ticket = await givenTicket(user);
  await redeem(ticket, from("10.8.0.1"));

  const replay = await redeem(ticket, from("10.8.0.2"));

  assert.deepEqual([replay.msgCode, replay.msg], INVALID);
  const last = (await logOf(user)).at(-1);
  assert.deepEqual([last?.kind, last?.result, last?.detail], ["TICKET", "TICKET_INVALID", "票据重复使用"]);
  const { list } = (await watcher.call(listNotices, { query: {} })).data;
  assert.deepEqual(
    list.map(({ title, level, content }) => [title, level, content]),
    [["票据重复使用", "ERROR", "一次性登录票据在另一地址（10.8.*.*）被再次使用，已拒绝，请留意是否泄露。"]],
  );
});

test("PF-R47 from the portal into the console: ticket, redemption, and the address with the handover value", async () => {
  const { user, browser } = await givenSignedIn();

  const { data } = await browser.openConsole();

  assert.match(data.location, /^http:\/\/console\.test\/#\/Transfer\?authorization=[\w-]{43}$/);
  assert.deepEqual(
    (await logOf(user)).map(({ kind, result }) => `${kind} ${result}`),
    ["STAFF_NO SUCCESS", "TICKET_ISSUE SUCCESS", "TICKET SUCCESS"],
  );
});

test("PF-R47 on request the ticket itself is handed out, in a deep link that the console redeems", async () => {
  const { browser } = await givenSignedIn();

  const { data } = await browser.call(openApp, { body: { clientId: "ops-console", as: "ticket" } });

  assert.equal(data.location, `http://console.test/#/login?ticket=${data.ticket}`);
  assert.equal((await redeem(data.ticket ?? "")).success, true);
  assert.deepEqual([(await redeem(data.ticket ?? "")).msgCode], ["TICKET_INVALID"]);
});

test("PF-R47 a redirect must lie under the registered address", async () => {
  const { browser } = await givenSignedIn();
  const open = (redirect: string) => browser.call(openApp, { body: { clientId: "ops-console", redirect } });

  const good = await open("http://console.test/#/Transfer?from=home");
  const refusals = await Promise.all(
    [
      "http://evil.test/#/Transfer",
      "http://console.test/#/Transfer.evil",
      "http://console.test.evil.org/#/Transfer",
      "http://console.test/#/Transfer@evil",
      "http://console.test/#/Transfer?authorization=mine",
      "http://console.test/#/Transfer?authoriz%61tion=mine",
      "http://console.test/#/Transfer?from=home?authorization=mine",
      "http://console.test/#/Transfer?ticket=mine",
      "javascript:alert(1)",
      "//console.test/#/Transfer",
      "http://console.test/#/Transfer\nx",
    ].map(open),
  );

  assert.match(good.data.location, /^http:\/\/console\.test\/#\/Transfer\?from=home&authorization=[\w-]{43}$/);
  for (const { msgCode, msg } of refusals) assert.deepEqual([msgCode, msg], ["REDIRECT_INVALID", "回调地址未登记"]);
});

test("PF-R47 an unknown application is refused; without a portal session nothing is issued", async () => {
  const { browser } = await givenSignedIn();

  const unknown = await browser.call(openApp, { body: { clientId: "nobody" } });
  const stranger = await app.browser().openConsole();

  assert.equal(unknown.msgCode, "CLIENT_INVALID");
  assert.equal(stranger.status, 401);
});

test("PF-R50 the handover value works once, gives a rotated token, and is dead afterwards", async () => {
  const { browser } = await givenSignedIn();
  const value = await browser.handover();

  const first = await app.call(userInfo, {}, { token: value });
  const rotated = first.headers.get("session-token");
  const again = await app.call(userInfo, {}, { token: value });

  assert.equal(first.status, 200);
  assert.ok(rotated && rotated !== value);
  assert.equal(again.status, 401);
  assert.equal((await app.call(userInfo, {}, { token: rotated })).status, 200);
});

test("PF-R50 a handover value that nobody used within 60 s is dead", async () => {
  const { browser } = await givenSignedIn();
  const value = await browser.handover();

  app.passTime(61);

  assert.equal((await app.call(userInfo, {}, { token: value })).status, 401);
});

test("PF-R55 every step of a sign-on shares one traceId in the login log", async () => {
  const { user, browser } = await givenSignedIn();
  const first = await app.call(userInfo, {}, { token: await browser.handover() });
  const token = first.headers.get("session-token") ?? "";
  await app.call(ssoLogout, {}, { token });

  const log = await logOf(user);

  assert.deepEqual(
    log.map(({ kind, result }) => `${kind} ${result}`),
    ["STAFF_NO SUCCESS", "TICKET_ISSUE SUCCESS", "TICKET SUCCESS", "TRANSFER SUCCESS", "TRANSFER LOGOUT"],
  );
  assert.equal(new Set(log.map((row) => row.traceId)).size, 1);
});

test("PF-R56 status, expiry and memberships are checked again at ticket issue and at redemption", async () => {
  const cases = [
    ["update app_user set status = 'DORMANT' where id = $1", "ACCOUNT_DORMANT"],
    ["update app_user set valid_until = '2020-01-01' where id = $1", "ACCOUNT_EXPIRED"],
    ["update membership set status = 'ENDED' where user_id = $1", "NO_ORGANIZATION"],
  ] as const;
  for (const [change, msgCode] of cases) {
    const { user, browser } = await givenSignedIn();
    const ticket = await givenTicket(user);
    await app.rows(change, [user.id]);

    const issued = await browser.openConsole();
    const redeemed = await redeem(ticket);

    assert.ok(issued.status === 401 || issued.msgCode === msgCode, `${msgCode}: ${issued.status} ${issued.msgCode}`);
    assert.ok([msgCode, "TICKET_INVALID"].includes(redeemed.msgCode), `${msgCode}: ${redeemed.msgCode}`);
    assert.deepEqual(await app.rows("select 1 from session where user_id = $1", [user.id]), []);
  }
});

test("PF-R56 changePwdStatus only when a password was used", async () => {
  const changePwdStatus = async (by: "SMS" | "STAFF_NO") => {
    const { user } = await givenSignedIn(by, { mustChangePwd: true });
    return (await redeem(await givenTicket(user))).data.changePwdStatus;
  };

  assert.equal(await changePwdStatus("STAFF_NO"), true);
  assert.equal(await changePwdStatus("SMS"), false);
});

test("PF-R57 a sign-in by ticket or transfer ends a running password session, and the reverse", async () => {
  const { user, browser } = await givenSignedIn();
  const byPassword = async () => (await app.login({ mobilePhone: user.mobilePhone })).data.accessToken;
  const byTransfer = async (from: PortalBrowser) =>
    (await app.call(userInfo, {}, { token: await from.handover() })).headers.get("session-token") ?? "";
  const statuses = (...tokens: string[]) =>
    Promise.all(tokens.map(async (token) => (await app.call(userInfo, {}, { token })).status));

  const password = await byPassword();
  const transfer = await byTransfer(browser);
  assert.deepEqual(await statuses(password, transfer), [401, 200]);
  const again = await byPassword();
  assert.deepEqual(await statuses(transfer, again), [401, 200]);
  const ticket = (await redeem(await givenTicket(user))).data.accessToken;
  assert.deepEqual(await statuses(again, ticket), [401, 200]);
});
