import assert from "node:assert/strict";
import { test } from "node:test";
import { sendSmsCode, smsLogin } from "../../contract/index.ts";
import { trustedNetworks } from "../params.ts";
import { CAPTCHA_ANSWER, givenMember, givenUser, setParam } from "../testing.ts";
import { ssoTestApp } from "./testing.ts";

const app = ssoTestApp();
const INVALID = ["SMS_CODE_INVALID", "短信验证码错误或已失效"];
interface Answered {
  status: number;
  success: boolean;
  msg: string;
  msgCode: string;
  data: unknown;
}
const seen = ({ status, success, msg, msgCode, data }: Answered) => ({ status, success, msg, msgCode, data });
const unknownPhone = (n: number) => `1880000${String(n).padStart(4, "0")}`;

test("PF-R48 the code has six digits and only a keyed hash of it is stored with the request", async () => {
  const user = await givenMember(app);

  const code = await app.browser().receiveCode(user.mobilePhone);

  assert.match(code, /^\d{6}$/);
  const [row] = await app.rows<{ row: string }>("select c::text as row from sms_code c where mobile_phone = $1", [
    user.mobilePhone,
  ]);
  assert.ok(!row?.row.includes(code));
  const [message] = await app.messagesTo(user.mobilePhone);
  assert.equal(message?.text, `【营销运营管理平台】您的登录验证码为${code}，5分钟内有效，请勿泄露给他人。`);
});

test("PF-R48 the answer says when to ask again, and the log whose phone it was, masked", async () => {
  const phone = unknownPhone(9);
  assert.deepEqual((await app.browser().askForCode(phone)).data, { resendAfterSeconds: 60 });
  const [{ id } = { id: "" }] = await app.rows<{ id: string }>("select id from sms_code where mobile_phone = $1", [
    phone,
  ]);
  assert.partialDeepStrictEqual(await app.auditOf({ id }), [{ bizType: "smsCode", summary: "188****0009" }]);
});

test("PF-R48 an unknown phone: same answers all along, no message", async () => {
  const user = await givenMember(app);
  const walk = async (phone: string) => {
    const browser = app.browser();
    const answers: Answered[] = [await browser.askForCode(phone), await browser.askForCode(phone)];
    await app.runSmsJob(phone);
    for (let n = 0; n < 6; n++) answers.push(await browser.smsLogin(phone, "000000"));
    return answers.map(seen);
  };

  assert.deepEqual(await walk(unknownPhone(1)), await walk(user.mobilePhone));
  assert.deepEqual(await app.messagesTo(unknownPhone(1)), []);
  assert.equal((await app.messagesTo(user.mobilePhone)).length, 1);
});

test("PF-R48 the request does the same work for every phone: the account is looked for by the job", async () => {
  const user = await givenMember(app);
  const work = async (phone: string) => {
    await app.browser().askForCode(phone);
    const counted = await app.rows<{ codes: number; jobs: number; messages: number }>(
      `select (select count(*) from sms_code where mobile_phone = $1) as codes,
        (select count(*) from pgboss.job j join sms_code c on c.id::text = j.data->>'smsCodeId' where c.mobile_phone = $1) as jobs,
        (select count(*) from sms_outbox where mobile_phone = $1) as messages`,
      [phone],
    );
    return counted[0];
  };

  assert.deepEqual(await work(unknownPhone(2)), { codes: 1, jobs: 1, messages: 0 });
  assert.deepEqual(await work(user.mobilePhone), { codes: 1, jobs: 1, messages: 0 });
});

test("PF-R48 a code is good for 5 minutes and for one use", () =>
  app.holdTime(async () => {
    const user = await givenMember(app);
    const browser = app.browser();

    const late = await browser.receiveCode(user.mobilePhone);
    app.passTime(300);
    const expired = await browser.smsLogin(user.mobilePhone, late);
    const code = await browser.receiveCode(user.mobilePhone);
    app.passTime(299.999);
    const first = await browser.smsLogin(user.mobilePhone, code);
    const again = await browser.smsLogin(user.mobilePhone, code);

    assert.deepEqual([expired.msgCode, expired.msg], INVALID);
    assert.equal(first.success, true);
    assert.deepEqual([again.msgCode, again.msg], INVALID);
    const log = await app.rows<{ kind: string; result: string }>(
      "select kind, result from login_log where ip = $1 order by occurred_at, id",
      [browser.ip],
    );
    assert.deepEqual(
      log.map(({ kind, result }) => `${kind} ${result}`),
      ["SMS BAD_CREDENTIAL", "SMS SUCCESS", "SMS BAD_CREDENTIAL"],
    );
  }));

test("PF-R48 five wrong tries kill the code, also when they come together", async () => {
  const user = await givenMember(app);
  const browser = app.browser();
  const code = await browser.receiveCode(user.mobilePhone);
  const wrong = code === "000000" ? "111111" : "000000";

  const answers = await Promise.all(Array.from({ length: 5 }, () => browser.smsLogin(user.mobilePhone, wrong)));
  const right = await browser.smsLogin(user.mobilePhone, code);

  assert.deepEqual(new Set(answers.map((answer) => answer.msgCode)), new Set(["SMS_CODE_INVALID"]));
  assert.deepEqual([right.msgCode, right.msg], INVALID);
  const [row] = await app.rows("select status, attempts from sms_code where mobile_phone = $1", [user.mobilePhone]);
  assert.deepEqual(row, { status: "KILLED", attempts: 5 });
});

test("PF-R48 four wrong tries leave the code alive; a right one used twice at once has one winner", async () => {
  const user = await givenMember(app);
  const browser = app.browser();
  const code = await browser.receiveCode(user.mobilePhone);
  const wrong = code === "000000" ? "111111" : "000000";
  for (let n = 0; n < 4; n++) await browser.smsLogin(user.mobilePhone, wrong);

  const answers = await Promise.all([1, 2, 3].map(() => app.browser().smsLogin(user.mobilePhone, code)));

  assert.deepEqual(answers.map((answer) => answer.success).toSorted(), [false, false, true]);
});

test("PF-R48 again after 60 seconds, with the seconds left; the newer code supersedes the older", () =>
  app.holdTime(async () => {
    const [user, neighbour] = [await givenMember(app), await givenMember(app)];
    const browser = app.browser();
    const other = await browser.receiveCode(neighbour.mobilePhone);
    const first = await browser.receiveCode(user.mobilePhone);
    await app.rows(
      `insert into sms_code (id, mobile_phone, scene, created_at, expires_at, status, ip)
       values (gen_random_uuid(), $1, 'CONFIRM', $2, $3, 'SENT', '')`,
      [user.mobilePhone, new Date(app.now().getTime() - 60_000), new Date(app.now().getTime() + 600_000)],
    );

    const waits = [];
    for (const seconds of [0, 20, 39.999]) {
      app.passTime(seconds);
      waits.push((await browser.askForCode(user.mobilePhone)).msg);
    }
    assert.deepEqual(waits, ["请60秒后再获取", "请40秒后再获取", "请1秒后再获取"]);
    app.passTime(0.001);
    const second = await browser.receiveCode(user.mobilePhone);
    const codes = await app.rows(
      "select scene, status from sms_code where mobile_phone = $1 order by scene, created_at",
      [user.mobilePhone],
    );
    assert.deepEqual(codes, [
      { scene: "CONFIRM", status: "SENT" },
      { scene: "LOGIN", status: "SUPERSEDED" },
      { scene: "LOGIN", status: "SENT" },
    ]);
    if (first !== second) assert.equal((await browser.smsLogin(user.mobilePhone, first)).success, false);
    assert.equal((await browser.smsLogin(user.mobilePhone, second)).success, true);
    assert.equal((await browser.smsLogin(neighbour.mobilePhone, other)).success, true);
  }));

test("PF-R48 an hour and a day count to the second; a refusal does not count", () =>
  app.holdTime(async () => {
    const user = await givenMember(app);
    const ask = async (seconds: number) => {
      app.passTime(seconds);
      return (await app.browser().askForCode(user.mobilePhone)).msgCode;
    };
    const asked = [];
    for (const seconds of [0, 60, 60, 60, 60, 3_600 - 240 - 0.001, 0.001]) asked.push(await ask(seconds));
    assert.deepEqual(asked, ["", "", "", "", "", "SMS_TOO_FREQUENT", ""]);
    const dayOld = [];
    for (const seconds of [3_600, 3_600, 3_600, 3_600, 86_400 - 5 * 3_600 - 0.001, 0.001])
      dayOld.push(await ask(seconds));
    assert.deepEqual(dayOld, ["", "", "", "", "SMS_TOO_FREQUENT", ""]);
  }));

test("PF-R48 parallel requests of one phone get one code", async () => {
  const user = await givenMember(app);

  const answers = await Promise.all(Array.from({ length: 6 }, () => app.browser().askForCode(user.mobilePhone)));

  assert.equal(answers.filter((answer) => answer.success).length, 1);
  assert.equal(answers.filter((answer) => answer.msgCode === "SMS_WAIT").length, 5);
});

test("PF-R48 5 per hour and 10 per day and phone", async () => {
  const user = await givenMember(app);
  const ask = async () => {
    app.passTime(61);
    const { msg, msgCode } = await app.browser().askForCode(user.mobilePhone);
    return msgCode === "SMS_TOO_FREQUENT" ? msg : msgCode;
  };
  const TOO_FREQUENT = "短信发送过于频繁，请稍后再试";

  const hour = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()];
  app.passTime(3600);
  const nextHour = [await ask(), await ask(), await ask(), await ask(), await ask()];
  app.passTime(3600);
  const eleventh = await ask();
  app.passTime(22 * 3600);

  assert.deepEqual(hour, ["", "", "", "", "", TOO_FREQUENT]);
  assert.deepEqual(nextHour, ["", "", "", "", ""]);
  assert.equal(eleventh, TOO_FREQUENT);
  assert.equal(await ask(), "");
});

test("PF-R48 20 per hour and address, ten times that in a trusted network", () =>
  app.holdTime(async () => {
    const browser = app.browser("172.20.1.1");
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => browser.askForCode(unknownPhone(100 + n))));

    assert.equal(answers.filter((answer) => answer.success).length, 20);
    assert.equal(answers.filter((answer) => answer.msgCode === "SMS_TOO_FREQUENT").length, 5);
    assert.equal((await app.browser("172.21.1.1").askForCode(unknownPhone(149))).success, true);
    const codes = [];
    for (const seconds of [3_600 - 0.001, 0.001]) {
      app.passTime(seconds);
      codes.push((await browser.askForCode(unknownPhone(148))).msgCode);
    }
    assert.deepEqual(codes, ["SMS_TOO_FREQUENT", ""]);
    for (let n = 0; n < 19; n++) await browser.askForCode(unknownPhone(170 + n));
    await setParam(app, trustedNetworks, "172.20.0.0/16");
    assert.equal((await browser.askForCode(unknownPhone(150))).success, true);
    await setParam(app, trustedNetworks, "");
    assert.equal((await browser.askForCode(unknownPhone(151))).msgCode, "SMS_TOO_FREQUENT");
  }));

test("PF-R48 SMS failures never count towards the password lock, nor the reverse", async () => {
  const user = await givenMember(app);
  const browser = app.browser();
  const code = await browser.receiveCode(user.mobilePhone);
  for (let n = 0; n < 5; n++) await app.login({ mobilePhone: user.mobilePhone, password: "Wrong@2025" });

  assert.equal((await app.login({ mobilePhone: user.mobilePhone })).msgCode, "LOGIN_LOCKED");
  assert.equal((await browser.smsLogin(user.mobilePhone, code)).success, true);

  const other = await givenMember(app);
  await browser.receiveCode(other.mobilePhone);
  for (let n = 0; n < 6; n++) await browser.smsLogin(other.mobilePhone, "000000");
  assert.equal((await app.login({ mobilePhone: other.mobilePhone })).success, true);
});

test("PF-R48 guesses on many phones from one address are stopped", async () => {
  const browser = app.browser("10.99.0.1");
  const codes: string[] = [];
  for (let n = 0; n < 31; n++) codes.push((await browser.smsLogin(unknownPhone(200 + n), "123456")).msgCode);

  assert.deepEqual(new Set(codes.slice(0, 30)), new Set(["SMS_CODE_INVALID"]));
  assert.equal(codes[30], "TOO_MANY_ATTEMPTS");
  assert.equal((await app.browser("10.99.0.2").smsLogin(unknownPhone(250), "123456")).msgCode, "SMS_CODE_INVALID");
  app.passTime(600);
  assert.equal((await browser.smsLogin(unknownPhone(251), "123456")).msgCode, "SMS_CODE_INVALID");
  const log = await app.rows("select kind, count(*)::int from login_log where result = 'BLOCKED' group by 1");
  assert.deepEqual(log, [{ kind: "SMS", count: 1 }]);
});

test("PF-R48 what was typed is checked", async () => {
  const browser = app.browser();
  const captcha = { verifyCode: CAPTCHA_ANSWER, codeId: "x" };
  const text = async (body: { mobilePhone: string }) =>
    (await browser.call(sendSmsCode, { body: { ...body, ...captcha } })).msg;

  assert.equal(await text({ mobilePhone: "" }), "请输入手机号！");
  assert.equal(await text({ mobilePhone: "123" }), "手机号格式不正确");
  const wrong = { body: { mobilePhone: "13800000001", smsCode: "12345" } };
  assert.equal((await browser.call(smsLogin, wrong)).msg, "短信验证码格式不正确");
});

test("PF-R25 somebody who has left gets the answer of a disabled account, after a right code", async () => {
  const user = await givenUser(app, { status: "LEFT" });

  assert.equal((await app.browser().signInBySms(user.mobilePhone)).msg, "账号已停用，请联系管理员");
});
