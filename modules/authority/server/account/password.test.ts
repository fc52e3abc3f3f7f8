import assert from "node:assert/strict";
import { test } from "node:test";
import { listDictEntries } from "@ops/platform/contract";
import {
  isWellFormedPassword,
  logout,
  menuUserList,
  modifyPassword,
  mySessions,
  userInfo,
  userOrganization,
} from "../../contract/index.ts";
import { passwordMaxAgeDays } from "../params.ts";
import { encrypted, type GivenUser, givenMember, setParam, TEST_PASSWORD, testApp } from "../testing.ts";

const app = testApp();
const FORMAT = "密码必须是8-16位英文字母、数字、字符组合，且字符仅包含@$!%*#_~?&^";

async function change(token: string, from: string, to: string, headers: Record<string, string> = {}) {
  const body = { password: encrypted(from), newPassword: encrypted(to) };
  const { msg, msgCode, success, data } = await app.call(modifyPassword, { body }, { token, headers });
  assert.equal(data ?? false, success);
  return { msg, msgCode, success };
}

async function tokenOf(user: GivenUser, password = TEST_PASSWORD): Promise<string> {
  const answer = await app.login({ mobilePhone: user.mobilePhone, password });
  assert.equal(answer.success, true, answer.msg);
  return answer.data.accessToken;
}

test("PF-R33 old and new password are required", async () => {
  const token = await tokenOf(await givenMember(app));
  const send = async (body: { password: string; newPassword: string }) =>
    (await app.call(modifyPassword, { body }, { token })).msg;

  assert.equal(await send({ password: "", newPassword: "x" }), "请输入旧密码！");
  assert.equal(await send({ password: "x", newPassword: "" }), "请输入新密码！");
});

test("PF-R34 the server repeats the check of the format", async () => {
  const bad = [
    "12345678",
    "abcdefgh",
    "@$!%*#_~",
    "abc1234",
    "abc-12345",
    "abc 12345",
    "a1234567890123456",
    "密码abc123",
  ];
  const good = ["abc12345", "abcdefg!", "1234567@"];
  assert.deepEqual(bad.filter(isWellFormedPassword), []);
  assert.deepEqual(good.filter(isWellFormedPassword), good);

  const token = await tokenOf(await givenMember(app));
  for (const password of bad) {
    const answer = await change(token, TEST_PASSWORD, password);
    assert.deepEqual(answer, { success: false, msgCode: "PWD_FORMAT", msg: FORMAT }, password);
  }
  for (const password of good) {
    const user = await givenMember(app);
    assert.equal((await change(await tokenOf(user), TEST_PASSWORD, password)).success, true, password);
  }
});

test("PF-R34 an unreadable new password is refused as badly formed, without a fault", async () => {
  const token = await tokenOf(await givenMember(app));
  const body = { password: encrypted(TEST_PASSWORD), newPassword: "?" };
  assert.equal((await app.call(modifyPassword, { body }, { token })).msgCode, "PWD_FORMAT");
});

test("PF-R34 the new password must differ from the old one", async () => {
  const token = await tokenOf(await givenMember(app));
  const answer = await change(token, TEST_PASSWORD, TEST_PASSWORD);
  assert.deepEqual(answer, { success: false, msgCode: "PWD_SAME", msg: "新密码不能与旧密码一致！" });
});

test("PF-R35 a wrong old password is told and counts like one at sign-in", async () => {
  const user = await givenMember(app);
  const token = await tokenOf(user);
  const other = { "x-forwarded-for": "198.51.100.1" };
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await change(token, "wrong-1", "Changed@2026", other));

  assert.deepEqual(answers[0], { success: false, msgCode: "OLD_PWD_WRONG", msg: "旧密码错误" });
  assert.equal(answers[3]?.msg, "旧密码错误");
  assert.equal(answers[4]?.msg, "密码错误次数过多，请15分钟后再试，或使用统一登录");
  assert.equal((await app.login({ mobilePhone: user.mobilePhone })).msgCode, "LOGIN_LOCKED");
  assert.equal((await change(token, TEST_PASSWORD, "Changed@2026", other)).msgCode, "LOGIN_LOCKED");
});

test("PF-R35 a known device counts apart, one of somebody else does not; a success forgets the failures", async () => {
  const [user, other] = [await givenMember(app), await givenMember(app)];
  const cookieOf = async ({ mobilePhone }: GivenUser) =>
    (await app.login({ mobilePhone })).headers.getSetCookie().join().split(";")[0] ?? "";
  const [own, foreign] = [await cookieOf(user), await cookieOf(other)];
  const token = await tokenOf(user);
  const failTimes = async (times: number, cookie: string) => {
    const texts = [];
    for (let n = 0; n < times; n++) texts.push((await change(token, "wrong-1", "Changed@2026", { cookie })).msgCode);
    return texts;
  };
  const locked = [...Array(4).fill("OLD_PWD_WRONG"), "LOGIN_LOCKED"];
  assert.deepEqual(await failTimes(5, own), locked);
  assert.deepEqual(await failTimes(4, foreign), locked.slice(0, 4));
  assert.equal((await change(token, TEST_PASSWORD, "Changed@2026", { cookie: foreign })).success, true);
  const guards = await app.rows("select subject_kind as kind from login_guard where subject like $1", [
    `%${user.mobilePhone}`,
  ]);
  assert.deepEqual(guards, [{ kind: "DEVICE" }]);
});

test("PF-R35 none of the last five passwords may be used again", async () => {
  const user = await givenMember(app);
  let present = TEST_PASSWORD;
  for (const password of ["Second@2026", "Third@2026", "Fourth@2026", "Fifth@2026"]) {
    assert.equal((await change(await tokenOf(user, present), present, password)).success, true);
    present = password;
  }
  const token = await tokenOf(user, present);
  const reused = { success: false, msgCode: "PWD_REUSED", msg: "不能使用最近5次用过的密码" };
  for (let n = 0; n < 6; n++) assert.deepEqual(await change(token, present, TEST_PASSWORD), reused, "and never locks");

  const somebody = await tokenOf(await givenMember(app));
  assert.equal((await change(somebody, TEST_PASSWORD, "Fourth@2026")).success, true, "of the own ones");
  assert.equal((await change(token, present, "Sixth@2026")).success, true);
  const last = await tokenOf(user, "Sixth@2026");
  assert.equal((await change(last, "Sixth@2026", TEST_PASSWORD)).success, true, "the sixth last is free again");
});

test("PF-R35 well-known passwords and those with the phone or staff number are too simple", async () => {
  const user = await givenMember(app, { mobilePhone: "13512345678", staffNo: "AX0042" });
  const token = await tokenOf(user);
  for (const weak of [
    "Password123",
    "qwerty123",
    "1qaz2wsx",
    "a13512345678",
    "my-AX0042!".replace("-", "_"),
    "woaini520",
    "qwer1234",
    "1234abcd",
    "Qwer@1234",
    "1234qwer",
    "Asdf!2026",
    "123qweasd",
    "abcd@1234",
    "Aa123456",
    "zxcvbnm123",
  ]) {
    const answer = await change(token, TEST_PASSWORD, weak);
    assert.deepEqual(answer, { success: false, msgCode: "PWD_WEAK", msg: "密码过于简单，请更换" }, weak);
  }
});

test("PF-R36 a changed password ends every session of the account and leaves no trace of itself", async () => {
  const user = await givenMember(app);
  const token = await tokenOf(user);

  assert.equal((await change(token, TEST_PASSWORD, "Changed@2026")).success, true);

  const refused = await app.call(userInfo, {}, { token });
  assert.deepEqual([refused.status, refused.msgCode], [401, "SESSION_PWD_CHANGED"]);
  assert.match((await app.login({ mobilePhone: user.mobilePhone })).msg, /^手机号或密码错误/);
  await tokenOf(user, "Changed@2026");
  const audit = (await app.auditOf(user)).find((row) => row.actionName === "修改密码");
  assert.deepEqual(
    audit?.diffs.map(({ label, before, after }) => [label, before, after]),
    [["密码", "******", "******"]],
  );
});

test("PF-R36 of two changes at the same time one wins", async () => {
  const user = await givenMember(app);
  const token = await tokenOf(user);

  const answers = await Promise.all(
    ["First@2026", "Second@2026"].map((password) => change(token, TEST_PASSWORD, password)),
  );

  assert.equal(answers.filter((answer) => answer.success).length, 1);
});

test("PF-R37 with an initial password only user info, menu, logout and the change itself answer", async () => {
  const user = await givenMember(app, { mustChangePwd: true });
  const login = await app.login({ mobilePhone: user.mobilePhone });
  const token = login.data.accessToken;

  assert.equal(login.data.changePwdStatus, true);
  for (const refused of [userOrganization, mySessions]) {
    const { status, msg, msgCode } = await app.call(refused, {}, { token });
    assert.deepEqual([status, msg, msgCode], [200, "请先修改初始密码", "PWD_CHANGE_REQUIRED"]);
  }
  assert.equal((await app.call(listDictEntries, { query: { codes: "a" } }, { token })).msgCode, "PWD_CHANGE_REQUIRED");
  assert.equal((await app.call(menuUserList, {}, { token })).success, true);
  const info = (await app.call(userInfo, {}, { token })).data[0];
  assert.deepEqual(
    [info?.changePwdStatus, info?.changePwdReason],
    [true, "您当前使用的是初始密码，为保障账号安全，请先修改密码！"],
  );
  assert.equal((await change(token, TEST_PASSWORD, "Changed@2026")).success, true);

  const again = await app.login({ mobilePhone: user.mobilePhone, password: "Changed@2026" });
  assert.equal(again.data.changePwdStatus, false);
  assert.equal((await app.call(userOrganization, {}, { token: again.data.accessToken })).success, true);
});

test("PF-R37 a restricted session can sign out", async () => {
  const user = await givenMember(app, { mustChangePwd: true });
  const token = await tokenOf(user);
  assert.equal((await app.call(logout, {}, { token })).data, true);
  assert.equal((await app.call(userInfo, {}, { token })).status, 401);
});

test("PF-R38 a password that has become too old has to be changed; 0 switches the rule off", () =>
  app.holdTime(async () => {
    const pwdUpdatedAt = new Date(app.now().getTime() - 90 * 86_400_000);
    const user = await givenMember(app, { pwdUpdatedAt });
    const due = async () => {
      const { data } = await app.login({ mobilePhone: user.mobilePhone });
      const info = (await app.call(userInfo, {}, { token: data.accessToken })).data[0];
      return [data.changePwdStatus, info?.changePwdStatus, info?.changePwdReason];
    };
    assert.deepEqual(await due(), [false, false, ""]);
    await setParam(app, passwordMaxAgeDays, "90");
    assert.deepEqual(await due(), [false, false, ""], "on the last day");
    app.passTime(0.001);
    assert.deepEqual(await due(), [true, true, "您的密码已超过90天未修改，请修改密码！"]);
    await setParam(app, passwordMaxAgeDays, "0");
  }));
