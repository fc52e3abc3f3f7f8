import assert from "node:assert/strict";
import { test } from "node:test";
import { listNotices } from "@ops/platform/contract";
import { listSessions } from "../../contract/index.ts";
import { ipDistinctNumbers, ipFailures, trustedNetworks } from "../params.ts";
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

test("PF-R20 five failures in 15 minutes lock the number for 15 minutes, even for the right password", () =>
  app.holdTime(async () => {
    const user = await givenMember(app);
    const ip = newIp();

    assert.deepEqual(await failTimes(user.mobilePhone, 5, ip), fiveFailures);
    const { msg, msgCode } = await app.login({ mobilePhone: user.mobilePhone }, from(ip));
    assert.deepEqual([msg, msgCode], [lockedFor(15), "LOGIN_LOCKED"]);
    app.passTime(14.5 * 60);
    assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(ip))).msg, lockedFor(1));
    app.passTime(60);
    assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(ip))).success, true);
    const log = await app.rows("select result, count(*)::int from login_log where user_id = $1 group by 1 order by 1", [
      user.id,
    ]);
    assert.deepEqual(log, [
      { result: "BAD_CREDENTIAL", count: 5 },
      { result: "LOCKED", count: 2 },
      { result: "SUCCESS", count: 1 },
    ]);
  }));

test("PF-R20 a success forgets the failures of its own number alone", async () => {
  const [user, other] = [await givenMember(app), await givenMember(app)];
  await failTimes(user.mobilePhone, 4, newIp());
  await failTimes(other.mobilePhone, 4, newIp());
  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(newIp()))).success, true);
  assert.deepEqual(await failTimes(user.mobilePhone, 5, newIp()), fiveFailures);
  assert.deepEqual(await failTimes(other.mobilePhone, 1, newIp()), [lockedFor(15)]);
});

test("PF-R20 failures count for 15 minutes from the first one, to the second", () =>
  app.holdTime(async () => {
    const [late, inTime] = [await givenMember(app), await givenMember(app)];
    await failTimes(late.mobilePhone, 3, newIp());
    await failTimes(inTime.mobilePhone, 4, newIp());
    app.passTime(10 * 60);
    assert.deepEqual(await failTimes(late.mobilePhone, 1, newIp()), ["手机号或密码错误，还可尝试1次"]);
    app.passTime(5 * 60 - 1);
    assert.deepEqual(await failTimes(inTime.mobilePhone, 1, newIp()), [lockedFor(15)]);
    app.passTime(1);
    assert.deepEqual(await failTimes(late.mobilePhone, 5, newIp()), fiveFailures);
    app.passTime(15 * 60 - 0.001);
    assert.equal((await app.login({ mobilePhone: late.mobilePhone }, from(newIp()))).msg, lockedFor(1));
    app.passTime(0.001);
    assert.equal((await app.login({ mobilePhone: late.mobilePhone }, from(newIp()))).success, true);
  }));

test("PF-R20 the length of the next lock is forgotten 12 hours after the last failure, to the second", () =>
  app.holdTime(async () => {
    const { mobilePhone } = await givenMember(app);
    const locks = [];
    for (const seconds of [0, 12 * 3600 - 1, 12 * 3600]) {
      app.passTime(seconds);
      locks.push((await failTimes(mobilePhone, 5, newIp())).at(-1));
    }
    assert.deepEqual(locks, [15, 30, 15].map(lockedFor));
  }));

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

  assert.deepEqual(await failTimes(first.mobilePhone, 4, ip), fiveFailures.slice(0, 4));
  assert.deepEqual(await failTimes(second.mobilePhone, 4, ip), fiveFailures.slice(0, 4));
  const blocked = await app.login({ mobilePhone: third.mobilePhone }, from(ip));
  assert.deepEqual([blocked.msgCode, blocked.msg], ["TOO_MANY_ATTEMPTS", "操作过于频繁，请稍后再试"]);
  assert.equal((await app.login({ mobilePhone: third.mobilePhone }, from(newIp()))).success, true);
  app.passTime(601);
  assert.equal((await app.login({ mobilePhone: third.mobilePhone }, from(ip))).success, true);

  const log = await app.rows(`select user_id as "userId", kind, detail from login_log where result = 'BLOCKED'
    order by occurred_at, id`);
  assert.deepEqual(log, [
    { userId: second.id, kind: "PASSWORD", detail: "登录失败过多，IP已临时封禁" },
    { userId: third.id, kind: "PASSWORD", detail: null },
  ]);
  const { list } = (await watcher.call(listNotices, { query: {} })).data;
  assert.deepEqual(
    list.map(({ category, title, content }) => [category, title, content]),
    [["WARNING", "登录来源已被临时封禁", "来自198.51.*.*的登录失败过多，已封禁10分钟，请留意是否有人在尝试密码。"]],
  );
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
  await setParam(app, ipDistinctNumbers, "2");
  assert.equal(await spray("203.0.113.5", 20), "BAD_CREDENTIAL", "the numbers of one network");
  assert.equal(await spray("203.0.113.6", 21), "TOO_MANY_ATTEMPTS");
  await setParam(app, ipDistinctNumbers, "10");
});

test("PF-R23 an address counts for 10 minutes and is blocked for 10, to the second; its neighbour is not", () =>
  app.holdTime(async () => {
    await setParam(app, ipFailures, "5");
    await setParam(app, ipDistinctNumbers, "4");
    const { mobilePhone } = await givenMember(app);
    const [ip, neighbour] = [newIp(), newIp()];
    const codeFrom = async (place: string) => (await app.login({ mobilePhone }, from(place))).msgCode;
    const spray = async (...numbers: string[]) => {
      for (const number of numbers) await failTimes(`1380000000${number}`, 1, ip);
    };
    await failTimes("13800000000", 1, neighbour);
    await spray("1", "2", "3", "3");
    app.passTime(600);
    await spray("4", "5", "6", "6"); // neither the failures nor the numbers of the first ten minutes count
    assert.equal(await codeFrom(ip), "");
    app.passTime(599);
    await spray("4");
    assert.deepEqual([await codeFrom(ip), await codeFrom(neighbour)], ["TOO_MANY_ATTEMPTS", ""]);
    app.passTime(599.999);
    assert.equal(await codeFrom(ip), "TOO_MANY_ATTEMPTS");
    app.passTime(0.001);
    assert.equal(await codeFrom(ip), "");
    await setParam(app, ipFailures, "30");
    await setParam(app, ipDistinctNumbers, "10");
  }));

test("PF-R23 a number that looks like an address is counted apart from the address", async () => {
  const user = await givenMember(app);
  const ip = newIp();
  await failTimes(user.mobilePhone, 1, ip);
  assert.deepEqual(await failTimes(ip, 5, newIp()), fiveFailures);
  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(ip))).success, true);
  await failTimes(user.mobilePhone, 1, ip);
  assert.deepEqual(
    await app.rows(
      `select subject_kind as kind, fail_count as failures, lock_level as level from login_guard
      where subject = $1 order by subject_kind`,
      [ip],
    ),
    [
      { kind: "IP", failures: 2, level: 0 },
      { kind: "PHONE", failures: 0, level: 1 },
    ],
  );
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
  await app.login({ mobilePhone: user.mobilePhone }, from(newIp())); // has a device, yet not this one
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
  assert.equal((await app.login({ mobilePhone: user.mobilePhone, ...wrong }, from(ip, cookie))).success, false);
  assert.deepEqual(await app.rows("select from login_guard where subject = $1", [ip]), []);
  const unknown = await app.login({ mobilePhone: "13600000999", ...wrong }, from(ip, cookie));
  assert.equal(unknown.msgCode, "BAD_CREDENTIAL");
  for (let n = 0; n < 12; n++) {
    await app.login({ mobilePhone: `1360000${String(1000 + n)}`, ...wrong }, from(ip));
  }

  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(ip))).msgCode, "TOO_MANY_ATTEMPTS");
  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from(ip, cookie))).success, true);
});

function cookieOf(headers: Headers): string {
  const cookie = headers.getSetCookie().find((one) => one.startsWith("ops-device="));
  assert.match(cookie ?? "", /^ops-device=[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
  return cookie?.split(";")[0] ?? "";
}
