import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import {
  listUsers,
  portalApps,
  portalSession,
  sendSmsCode,
  staffLogin,
  ticketLogin,
  unlockUser,
} from "../../../contract/index.ts";
import { captchaPerIpPerMinute } from "../../params.ts";
import { CAPTCHA_ANSWER, encrypted, givenMember, givenUser, setParam } from "../../testing.ts";
import { ssoTestApp } from "../testing.ts";

const app = ssoTestApp();

test("PF-R46 SMS login opens the portal session", async () => {
  const user = await givenMember(app);
  const browser = app.browser();

  const answer = await browser.signInBySms(user.mobilePhone);

  assert.deepEqual(answer.data, { userName: user.userName });
  assert.deepEqual((await browser.call(portalSession, {})).data, { userName: user.userName });
  assert.partialDeepStrictEqual(await app.auditOf(user), [{ bizType: "appUser", summary: user.userName }]);
  const [session] = await app.rows("select login_method, status from sso_session where user_id = $1", [user.id]);
  assert.deepEqual(session, { loginMethod: "SMS", status: "ACTIVE" });
});

test("PF-R46 staff-number login opens the portal session", async () => {
  const user = await givenMember(app);
  const browser = app.browser();

  const answer = await browser.signInByStaffNo(user.staffNo);

  assert.deepEqual([answer.success, answer.data], [true, { userName: user.userName }]);
  assert.ok(browser.cookies.has("ops-device"), "a known device from now on");
  assert.equal((await app.rows("select from trusted_device where user_id = $1", [user.id])).length, 1);
  assert.deepEqual((await browser.call(portalApps, {})).data, [{ clientId: "ops-console", name: "运营后台" }]);
});

test("PF-R46 a number and a staff number that a deleted account had belong to whoever has them now", async () => {
  const former = await givenMember(app);
  const browser = app.browser();
  const code = await browser.receiveCode(former.mobilePhone);
  await app.rows("update app_user set deleted_at = now() where id = $1", [former.id]);
  assert.equal((await browser.smsLogin(former.mobilePhone, code)).msgCode, "SMS_CODE_INVALID");
  assert.equal((await browser.signInByStaffNo(former.staffNo)).msgCode, "BAD_STAFF_CREDENTIAL");
  app.passTime(60);
  await browser.askForCode(former.mobilePhone);
  const before = (await app.messagesTo(former.mobilePhone)).length;
  await app.runSmsJob(former.mobilePhone);
  assert.equal((await app.messagesTo(former.mobilePhone)).length, before, "nobody owns the number");

  const { mobilePhone, staffNo } = former;
  const heir = await givenMember(app, { mobilePhone, staffNo, userName: "继任者" });
  app.passTime(60);
  assert.deepEqual((await browser.signInBySms(mobilePhone)).data, { userName: "继任者" });
  assert.deepEqual((await app.browser().signInByStaffNo(staffNo)).data, { userName: "继任者" });
  assert.equal((await app.login({ mobilePhone })).success, true);
  const sessions = await app.rows("select user_id as id from session where status = 'ACTIVE' and user_id = any($1)", [
    [former.id, heir.id],
  ]);
  assert.deepEqual(sessions, [{ id: heir.id }]);
});

test("PF-R55 the cookie is HttpOnly and SameSite=Strict; only its hash is stored", async () => {
  const user = await givenMember(app);
  const browser = app.browser();

  const { setCookies } = await browser.signInByStaffNo(user.staffNo);

  const line = setCookies.find((one) => one.startsWith("ops-portal=")) ?? "";
  assert.match(line, /HttpOnly/);
  assert.match(line, /SameSite=Strict/);
  assert.match(line, /Max-Age=43200/);
  const value = browser.cookies.get("ops-portal") ?? "";
  const stored = await app.rows<{ row: string }>("select s::text as row from sso_session s where user_id = $1", [
    user.id,
  ]);
  assert.equal(value.length, 43);
  assert.ok(!JSON.stringify(stored).includes(value));
});

test("PF-R55 idle for 2 hours, or 12 hours old: the portal session is over", async () => {
  const user = await givenMember(app);
  const browser = app.browser();
  await browser.signInByStaffNo(user.staffNo);

  for (let hour = 1.5; hour < 12; hour += 1.5) {
    app.passTime(1.5 * 3600);
    assert.equal((await browser.call(portalApps, {})).status, 200, `after ${hour} h`);
  }
  app.passTime(1.5 * 3600);
  assert.equal((await browser.call(portalApps, {})).status, 401);

  await browser.signInByStaffNo(user.staffNo);
  app.passTime(2 * 3600 + 1);
  const idle = await browser.call(portalApps, {});
  assert.deepEqual([idle.status, idle.msgCode], [401, "SESSION_UNKNOWN"]);
  assert.equal((await browser.call(portalSession, {})).data, null);
});

test("PF-R55 both limits and the sign of life of the portal session are exact", () =>
  app.holdTime(async () => {
    const user = await givenMember(app);
    const [browser, other] = [app.browser(), app.browser()];
    await other.signInByStaffNo((await givenMember(app)).staffNo);
    await browser.signInByStaffNo(user.staffNo);
    const statusAfter = async (seconds: number) => {
      app.passTime(seconds);
      return (await browser.call(portalApps, {})).status;
    };
    const begun = app.now().getTime();
    const seen = async () =>
      (
        await app.rows<{ at: Date }>(
          "select last_seen_at as at from sso_session where status = 'ACTIVE' order by last_seen_at",
        )
      )
        .map(({ at }) => (at.getTime() - begun) / 1000)
        .slice(-2);
    const signs = [];
    for (const seconds of [59.999, 0.001]) {
      await statusAfter(seconds);
      signs.push(await seen());
    }
    assert.deepEqual(signs, [
      [0, 0],
      [0, 60],
    ]);
    assert.deepEqual([await statusAfter(7_199.999), await statusAfter(7_200)], [200, 401]);
    await browser.signInByStaffNo(user.staffNo);
    const hours = [];
    for (let hour = 1; hour < 12; hour++) hours.push(await statusAfter(3_600));
    assert.deepEqual(hours, Array(11).fill(200));
    assert.deepEqual([await statusAfter(3_599.999), await statusAfter(0.001)], [200, 401]);
  }));

test("PF-R55 a portal session answers as long as its account may sign in", async () => {
  const today = dayOf(app.now());
  const yesterday = dayOf(new Date(app.now().getTime() - 86_400_000));
  const cases: [change: string, value: string, status: number][] = [
    ["status = $2", "PENDING", 200],
    ["status = $2", "DISABLED", 401],
    ["valid_until = $2", today, 200],
    ["valid_until = $2", yesterday, 401],
    ["deleted_at = $2", today, 401],
  ];
  for (const [change, value, status] of cases) {
    const user = await givenMember(app);
    const browser = app.browser();
    await browser.signInByStaffNo(user.staffNo);
    await app.rows(`update app_user set ${change} where id = $1`, [user.id, value]);
    assert.equal((await browser.call(portalApps, {})).status, status, `${change} ${value}`);
  }
});

test("PF-R20 a number that is typed as a staff number is counted apart from the phone", async () => {
  const user = await givenMember(app);
  const typed = user.mobilePhone;
  for (let n = 0; n < 5; n++) await app.browser().signInByStaffNo(typed, "Wrong@2025");
  assert.equal((await app.browser().signInByStaffNo(typed)).msgCode, "LOGIN_LOCKED");
  await app.login({ mobilePhone: typed, password: "Wrong@2025" });
  assert.equal((await app.login({ mobilePhone: typed })).success, true);
  const guards = `select subject_kind as kind, fail_count as failures, lock_level as level from login_guard where subject = $1`;
  assert.deepEqual(await app.rows(guards, [typed]), [{ kind: "STAFF_NO", failures: 0, level: 1 }]);
});

test("PF-R55 one portal session per account, also when two sign in at once", async () => {
  const user = await givenMember(app);
  const [first, second] = [app.browser(), app.browser()];

  const answers = await Promise.all([first.signInByStaffNo(user.staffNo), second.signInByStaffNo(user.staffNo)]);

  assert.deepEqual(
    answers.map((answer) => answer.success),
    [true, true],
  );
  const statuses = await Promise.all([first.call(portalApps, {}), second.call(portalApps, {})]);
  assert.deepEqual(statuses.map((answer) => answer.status).toSorted(), [200, 401]);
  const ended = await app.rows("select end_reason from sso_session where user_id = $1 and status = 'ENDED'", [user.id]);
  assert.deepEqual(ended, [{ endReason: "REPLACED" }]);
});

test("PF-R55 a portal session is no console session", async () => {
  const user = await givenMember(app);
  const browser = app.browser();
  await browser.signInByStaffNo(user.staffNo);

  const response = await fetch(`${app.origin}/user/v1/userInfo`, {
    headers: { authorization: browser.cookies.get("ops-portal") ?? "", applicationid: "1" },
  });

  assert.equal(response.status, 401);
});

test("PF-R49 a wrong password and an unknown number get the same text and cost one computation each", async () => {
  const user = await givenMember(app);
  const { hasher } = app.authority.context;
  const cost = async (staffNo: string, password: string) => {
    const before = hasher.computations;
    const { msg, msgCode, status, data } = await app.browser().signInByStaffNo(staffNo, password);
    return { msg, msgCode, status, data, computations: hasher.computations - before };
  };

  const wrong = await cost(user.staffNo, "Wrong@2025");
  const unknown = await cost("NOBODY1", "Wrong@2025");

  assert.deepEqual(wrong, unknown);
  assert.deepEqual([wrong.msg, wrong.msgCode, wrong.computations], ["工号或密码错误", "BAD_STAFF_CREDENTIAL", 1]);
});

test("PF-R49 rules 4.3 apply to the staff number: tries left and lock; the phone is locked with it, and nothing tells whose it is", async () => {
  const user = await givenMember(app);
  const texts: string[] = [];
  for (let n = 0; n < 6; n++) texts.push((await app.browser().signInByStaffNo(user.staffNo, "Wrong@2025")).msg);

  assert.deepEqual(texts, [
    "工号或密码错误",
    "工号或密码错误",
    "工号或密码错误，还可尝试2次",
    "工号或密码错误，还可尝试1次",
    "密码错误次数过多，请15分钟后再试，或使用统一登录",
    "密码错误次数过多，请15分钟后再试，或使用统一登录",
  ]);
  const unknown = "13900007777";
  const answers = async (mobilePhone: string, password?: string) => {
    const told: string[] = [];
    for (let n = 0; n < 6; n++) told.push((await app.login({ mobilePhone, ...(password ? { password } : {}) })).msg);
    return told;
  };
  const told = await answers(user.mobilePhone); // the password is right, but it is not checked
  assert.deepEqual(told, await answers(unknown, "Wrong@2025"));
  assert.deepEqual(told[0], "手机号或密码错误");
  const log = await app.rows("select result from login_log where user_id = $1 and kind = 'PASSWORD' order by id", [
    user.id,
  ]);
  assert.deepEqual(
    log,
    Array.from({ length: 6 }, () => ({ result: "LOCKED" })),
  );
});

test("PF-R20 tries by the phone and by the staff number count together, and the texts of one do not tell of the other", async () => {
  const user = await givenMember(app);
  const byPhone = async (password: string) => (await app.login({ mobilePhone: user.mobilePhone, password })).msg;
  for (let n = 0; n < 2; n++) assert.equal(await byPhone("Wrong@2025"), "手机号或密码错误");
  for (let n = 0; n < 2; n++) {
    assert.equal((await app.browser().signInByStaffNo(user.staffNo, "Wrong@2025")).msg, "工号或密码错误");
  }
  assert.equal(await byPhone("Wrong@2025"), "手机号或密码错误，还可尝试2次");
  const locked = await app.browser().signInByStaffNo(user.staffNo);
  assert.equal(locked.msg, "工号或密码错误，还可尝试2次", "five in all: the right password is not looked at");
  const me = await app.signIn({ permissions: ["authority:user:list", "authority:user:unlock"] });
  const { data } = await me.call(listUsers, { query: { isLocked: "true", keyword: user.mobilePhone } });
  assert.deepEqual(
    data.list.map(({ id, lockedUntil }) => [id, lockedUntil !== null]),
    [[user.id, true]],
  );
  const body = { version: 1, reason: "本人来电" };
  assert.equal((await me.call(unlockUser, { params: { id: user.id }, body })).msg, "");
  assert.equal((await app.browser().signInByStaffNo(user.staffNo)).success, true);
});

test("PF-R49 empty fields are named", async () => {
  const browser = app.browser();
  const body = { staffNo: "", password: "x", verifyCode: "a", codeId: "b" };

  assert.equal((await browser.call(staffLogin, { body })).msg, "请输入工号！");
  assert.equal(
    (await browser.call(staffLogin, { body: { ...body, staffNo: "A1", password: "" } })).msg,
    "请输入密码！",
  );
  const code = { ...body, staffNo: "A1", verifyCode: "" };
  assert.equal((await browser.call(staffLogin, { body: code })).msg, "请输入验证码！");
});

test("PF-R25 the status of an account is told after a right code or password only", async () => {
  for (const [status, msgCode] of [
    ["DISABLED", "ACCOUNT_DISABLED"],
    ["DORMANT", "ACCOUNT_DORMANT"],
  ] as const) {
    const user = await givenMember(app, { status });
    assert.equal((await app.browser().signInBySms(user.mobilePhone)).msgCode, msgCode);
    assert.equal((await app.browser().signInByStaffNo(user.staffNo)).msgCode, msgCode);
    assert.equal((await app.browser().signInByStaffNo(user.staffNo, "Wrong@2025")).msgCode, "BAD_STAFF_CREDENTIAL");
    const log = await app.rows("select kind, result from login_log where user_id = $1 order by occurred_at, id", [
      user.id,
    ]);
    assert.deepEqual(log.slice(0, 2), [
      { kind: "SMS", result: status },
      { kind: "STAFF_NO", result: status },
    ]);
  }
  const homeless = await givenUser(app);
  assert.equal((await app.browser().signInBySms(homeless.mobilePhone)).msg, "您没有可用的组织，请联系管理员");
});

test("PF-R18 the image code is used up by the first try at the portal, too", async () => {
  const user = await givenMember(app);
  const browser = app.browser();
  const codeId = app.codeId("AB3D");
  const ask = (verifyCode: string) =>
    browser.call(sendSmsCode, { body: { mobilePhone: user.mobilePhone, verifyCode, codeId } });

  assert.equal((await ask("ZZZZ")).msg, "验证码错误");
  assert.equal((await ask(CAPTCHA_ANSWER)).msg, "验证码已失效，请刷新后重试");
  assert.deepEqual(await app.rows("select 1 from sms_code where mobile_phone = $1", [user.mobilePhone]), []);
  const log = await app.rows("select kind, result from login_log where ip = $1", [browser.ip]);
  assert.deepEqual(log, Array(2).fill({ kind: "SMS", result: "BAD_CAPTCHA" }));
});

test("PF-R19 tickets that were never given are refused beyond the allowance of the address, and no longer logged", async () => {
  await setParam(app, captchaPerIpPerMinute, "10");
  app.passTime(60 - app.now().getSeconds()); // moves to the start of a minute
  const body = { applicationId: 1, clientId: "ops-console", ticket: "made-up" };
  const headers = { "x-forwarded-for": "198.51.100.80" };

  const answers = [];
  for (let n = 0; n < 13; n++) answers.push((await app.call(ticketLogin, { body }, { headers })).status);

  assert.deepEqual(answers, [...Array(10).fill(200), ...Array(3).fill(429)]);
  assert.equal((await app.rows("select from login_log where ip = '198.51.100.80'")).length, 10);
});

test("PF-R20 wrong passwords of one account count together, by its phone and by its staff number", async () => {
  const user = await givenMember(app);
  const wrong = "Wrong@2025";
  const byStaffNo = async () => {
    const body = {
      staffNo: user.staffNo,
      password: encrypted(wrong),
      verifyCode: CAPTCHA_ANSWER,
      codeId: app.codeId(),
    };
    return (await app.browser().call(staffLogin, { body })).msg;
  };
  for (let n = 0; n < 3; n++) await app.login({ mobilePhone: user.mobilePhone, password: wrong });
  for (let n = 0; n < 2; n++) assert.equal(await byStaffNo(), "工号或密码错误");
  // the fifth failure has locked the account, so the right password is not checked
  const locked = await app.login({ mobilePhone: user.mobilePhone });
  assert.equal(locked.msg, "手机号或密码错误，还可尝试1次");
});
