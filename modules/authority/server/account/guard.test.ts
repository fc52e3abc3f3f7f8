import assert from "node:assert/strict";
import { test } from "node:test";
import { listNotices } from "@ops/platform/contract";
import { listSessions } from "../../contract/index.ts";
import { ipFailures, trustedNetworks } from "../params.ts";
import { givenMember, setParam, testApp } from "../testing.ts";

const app = testApp();
const wrong = { password: "wrong-1" };
let lastIp = 0;
/** Each test comes from its own address, so that the limits per address stay out of the way. */
const newIp = () => `198.51.100.${++lastIp}`;
const from = (ip: string, cookie?: string) => ({
  headers: { "x-forwarded-for": ip, ...(cookie ? { cookie } : {}) },
});

async function failTimes(mobilePhone: string, times: number, ip: string): Promise<string[]> {
  const texts: string[] = [];
  for (let n = 0; n < times; n++) texts.push((await app.login({ mobilePhone, ...wrong }, from(ip))).msg);
  return texts;
}

const lockedFor = (minutes: number) => `密码错误次数过多，请${minutes}分钟后再试，或使用统一登录`;
const fiveFailures = [
  "手机号或密码错误",
  "手机号或密码错误",
  "手机号或密码错误，还可尝试2次",
  "手机号或密码错误，还可尝试1次",
  lockedFor(15),
];

test("PF-R20 five failures in 15 minutes lock the number for 15 minutes, even for the right password", async () => {
  const user = await givenMember(app);
  const ip = newIp();

  assert.deepEqual(await failTimes(user.mobilePhone, 5, ip), fiveFailures);
  const { msg, msgCode } = await app.login({ mobilePhone: user.mobilePhone }, from(ip));
  assert.deepEqual([msg, msgCode], [lockedFor(15), "LOGIN_LOCKED"]);
  app.passTime(14.5 * 60);
  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(ip))).msg, lockedFor(1));
  app.passTime(60);
  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(ip))).success, true);
});

test("PF-R20 each next lock doubles up to 60 minutes; success or 12 hours without failure forget", async () => {
  const user = await givenMember(app);
  const lockedMinutes: string[] = [];
  for (const minutes of [15, 30, 60, 60]) {
    lockedMinutes.push((await failTimes(user.mobilePhone, 5, newIp())).at(-1) ?? "");
    app.passTime(minutes * 60 + 1);
  }
  assert.deepEqual(lockedMinutes, [15, 30, 60, 60].map(lockedFor));

  app.passTime(12 * 3600);
  assert.equal((await failTimes(user.mobilePhone, 5, newIp())).at(-1), lockedFor(15));
  app.passTime(15 * 60 + 1);
  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(newIp()))).success, true);
  assert.equal((await failTimes(user.mobilePhone, 5, newIp())).at(-1), lockedFor(15));
});

test("PF-R20 failures further apart than 15 minutes never lock", async () => {
  const user = await givenMember(app);
  const ip = newIp();
  for (let round = 0; round < 3; round++) {
    await failTimes(user.mobilePhone, 3, ip);
    app.passTime(15 * 60 + 1);
  }
  assert.deepEqual(await failTimes(user.mobilePhone, 1, ip), ["手机号或密码错误"]);
});

test("PF-R21 a number without an account locks alike, in the same words, and no password is looked at", async () => {
  const { hasher } = app.authority.context;
  const unknown = "13900009999";
  const ip = newIp();

  assert.deepEqual(await failTimes(unknown, 5, ip), fiveFailures);
  const before = hasher.computations;
  assert.deepEqual(await failTimes(unknown, 1, ip), [lockedFor(15)]);
  assert.equal(hasher.computations, before);
});

test("PF-R20 a hundred guesses at the same time get no more than five tries", async () => {
  const user = await givenMember(app);
  const { hasher } = app.authority.context;
  const before = hasher.computations;
  const guesses = Array.from({ length: 100 }, (_, n) => ({ mobilePhone: user.mobilePhone, password: `guess-${n}` }));

  const answers = await Promise.all(guesses.map((guess) => app.login(guess, from("198.51.100.250"))));

  assert.equal(hasher.computations - before, 5);
  assert.equal(answers.filter((answer) => answer.success).length, 0);
  assert.ok(answers.every((answer) => answer.status === 200));
});

test("PF-R23 thirty failures block an address for 10 minutes, for every number", async () => {
  const users = [await givenMember(app), await givenMember(app), await givenMember(app)];
  const watcher = await app.signIn({ permissions: [listSessions.permission] });
  const [first, second, third] = users;
  assert.ok(first && second && third);
  await setParam(app, ipFailures, "8");
  const ip = newIp();

  await failTimes(first.mobilePhone, 4, ip);
  await failTimes(second.mobilePhone, 4, ip);
  const blocked = await app.login({ mobilePhone: third.mobilePhone }, from(ip));
  assert.deepEqual([blocked.msgCode, blocked.msg], ["TOO_MANY_ATTEMPTS", "操作过于频繁，请稍后再试"]);
  assert.equal((await app.login({ mobilePhone: third.mobilePhone }, from(newIp()))).success, true);
  app.passTime(601);
  assert.equal((await app.login({ mobilePhone: third.mobilePhone }, from(ip))).success, true);

  const log = await app.rows("select result, detail from login_log where result = 'BLOCKED' order by occurred_at");
  assert.deepEqual(log, [
    { result: "BLOCKED", detail: "登录失败过多，IP已临时封禁" },
    { result: "BLOCKED", detail: null },
  ]);
  const [notice] = (await watcher.call(listNotices, { query: {} })).data.list;
  assert.deepEqual([notice?.category, notice?.title], ["WARNING", "登录来源已被临时封禁"]);
  await setParam(app, ipFailures, "30");
});

test("PF-R23 failures on more than ten numbers block an address; a trusted network bears ten times as many", async () => {
  await setParam(app, trustedNetworks, "203.0.113.0/24");
  const spray = async (ip: string, numbers: number) => {
    for (let n = 0; n < numbers; n++) {
      await app.login({ mobilePhone: `1370000${String(1000 + n)}`, password: "wrong-1" }, from(ip));
    }
    return (await app.login({ mobilePhone: "13700009999", ...wrong }, from(ip))).msgCode;
  };

  assert.equal(await spray(newIp(), 10), "BAD_CREDENTIAL", "ten numbers are borne");
  assert.equal(await spray(newIp(), 11), "TOO_MANY_ATTEMPTS");
  assert.equal(await spray("203.0.113.5", 11), "BAD_CREDENTIAL");
});

test("PF-R24 a stranger's failures never lock the owner out of a known device, which has its own counter", async () => {
  const user = await givenMember(app);
  const home = newIp();
  const cookie = cookieOf((await app.login({ mobilePhone: user.mobilePhone }, from(home))).headers);

  await failTimes(user.mobilePhone, 5, newIp());
  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(home))).msgCode, "LOGIN_LOCKED");
  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(home, cookie))).success, true);

  const own: string[] = [];
  for (let n = 0; n < 6; n++)
    own.push((await app.login({ mobilePhone: user.mobilePhone, ...wrong }, from(home, cookie))).msg);
  assert.deepEqual(own, [...fiveFailures, lockedFor(15)]);
});

test("PF-R24 a forged device cookie, or one of another account, opens nothing", async () => {
  const user = await givenMember(app);
  const other = await givenMember(app);
  const cookie = cookieOf((await app.login({ mobilePhone: other.mobilePhone }, from(newIp()))).headers);
  await failTimes(user.mobilePhone, 5, newIp());

  for (const forged of [cookie, cookie.replace(/.$/, "x"), "ops-device=a.b", "ops-device=", "ops-device=.."]) {
    assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(newIp(), forged))).msgCode, "LOGIN_LOCKED");
  }
});

test("PF-R23 a known device is neither counted nor blocked", async () => {
  const user = await givenMember(app);
  const ip = newIp();
  const cookie = cookieOf((await app.login({ mobilePhone: user.mobilePhone }, from(ip))).headers);
  for (let n = 0; n < 12; n++) {
    await app.login({ mobilePhone: `1360000${String(1000 + n)}`, ...wrong }, from(ip));
  }

  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(ip))).msgCode, "TOO_MANY_ATTEMPTS");
  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(ip, cookie))).success, true);
});

function cookieOf(headers: Headers): string {
  const cookie = headers.getSetCookie().find((one) => one.startsWith("ops-device="));
  assert.match(cookie ?? "", /; HttpOnly/);
  return cookie?.split(";")[0] ?? "";
}
