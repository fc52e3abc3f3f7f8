import assert from "node:assert/strict";
import { test } from "node:test";
import { imageCode } from "../../contract/index.ts";
import { captchaPerIpPerMinute, trustedNetworks } from "../params.ts";
import { CAPTCHA_ANSWER, givenMember, setParam, testApp } from "../testing.ts";
import { darkenColours } from "./captcha-image.ts";

const app = testApp();
const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });

test("PF-R10 the image is a real PNG in Base64 with a code id", async () => {
  const { data, success } = await app.call(imageCode, {});

  assert.equal(success, true);
  const image = Buffer.from(data.img, "base64");
  assert.deepEqual([...image.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.deepEqual([image.readUInt32BE(16), image.readUInt32BE(20)], [120, 40], "as wide and as high as its place");
  assert.match(data.codeId, /^[\w-]{12}\.[0-9a-z]{6}\.[\w-]{11}~[\w-]{22}$/);
});

test("PF-R10 every colour of the image is darkened to half its light, but for the ground", () => {
  const drawn = '<rect fill="#f5f5f5"/><path stroke="#ffa003"/><path fill="#0102FE"/>';
  assert.equal(darkenColours(drawn), '<rect fill="#f5f5f5"/><path stroke="#7f5001"/><path fill="#00017f"/>');
});

test("PF-R18 an image that was given out can be answered for 120 seconds and no longer", () =>
  app.holdTime(async () => {
    app.passTime(1 - (app.now().getTime() % 1000) / 1000); // codes count whole seconds
    const user = await givenMember(app);
    const codes = [(await app.call(imageCode, {})).data.codeId, (await app.call(imageCode, {})).data.codeId];
    const answers: string[] = [];
    for (const [at, codeId] of codes.entries()) {
      app.passTime(at === 0 ? 119.999 : 0.001);
      answers.push((await app.login({ mobilePhone: user.mobilePhone, codeId })).msgCode);
    }
    assert.deepEqual(answers, ["", "CAPTCHA_EXPIRED"]);
  }));

test("PF-R18 the answer is taken whatever its case", async () => {
  const user = await givenMember(app);
  const answer = await app.login({ mobilePhone: user.mobilePhone, codeId: app.codeId("AB3D"), verifyCode: "ab3d" });

  assert.equal(answer.success, true);
});

test("PF-R18 a wrong code is refused, used up, and no password failure", async () => {
  const user = await givenMember(app);
  const codeId = app.codeId("AB3D");

  const wrong = await app.login({ mobilePhone: user.mobilePhone, codeId, verifyCode: "ZZZZ" });
  const again = await app.login({ mobilePhone: user.mobilePhone, codeId, verifyCode: "AB3D" });

  assert.deepEqual([wrong.status, wrong.msgCode, wrong.msg], [200, "CAPTCHA_WRONG", "验证码错误"]);
  assert.deepEqual([again.msgCode, again.msg], ["CAPTCHA_EXPIRED", "验证码已失效，请刷新后重试"]);
  assert.deepEqual(await app.rows("select * from login_guard where subject = $1", [user.mobilePhone]), []);
  const log = await app.rows("select result from login_log where user_id = $1 order by occurred_at, id", [user.id]);
  assert.deepEqual(log, [{ result: "BAD_CAPTCHA" }, { result: "BAD_CAPTCHA" }]);
});

test("PF-R18 a code is used up by a success, too", async () => {
  const user = await givenMember(app);
  const codeId = app.codeId("AB3D");
  const login = { mobilePhone: user.mobilePhone, codeId, verifyCode: "AB3D" };

  assert.equal((await app.login(login)).success, true);
  assert.equal((await app.login(login)).msgCode, "CAPTCHA_EXPIRED");
});

test("PF-R18 of many attempts with one code at the same time a single one counts", async () => {
  const user = await givenMember(app);
  const login = { mobilePhone: user.mobilePhone, codeId: app.codeId("AB3D"), verifyCode: "AB3D" };

  const answers = await Promise.all(Array.from({ length: 10 }, () => app.login(login)));

  assert.equal(answers.filter((answer) => answer.success).length, 1);
  assert.equal(answers.filter((answer) => answer.msgCode === "CAPTCHA_EXPIRED").length, 9);
});

test("PF-R18 a code lives for 120 seconds; made-up and damaged ones never did", async () => {
  const user = await givenMember(app);
  const codeId = app.codeId("AB3D", -1);
  const damaged = app.codeId("AB3D").replace(/^./, (first) => (first === "A" ? "B" : "A"));

  for (const bad of [codeId, damaged, "", "x", "a.b.c~d", "0".repeat(64)]) {
    const answer = await app.login({ mobilePhone: user.mobilePhone, codeId: bad, verifyCode: CAPTCHA_ANSWER });
    assert.equal(answer.msgCode, "CAPTCHA_EXPIRED", bad);
  }
});

test("PF-R19 codes that were never given or are over are refused beyond the allowance, and no longer logged", async () => {
  await setParam(app, captchaPerIpPerMinute, "10");
  app.passTime(60 - app.now().getSeconds()); // the minute has just begun
  const user = await givenMember(app);
  const stale = { mobilePhone: user.mobilePhone, codeId: app.codeId("AB3D", -1) };

  const answers = [];
  for (let n = 0; n < 14; n++) answers.push((await app.login(stale, from(`2001:db8:7:7::${n}`))).status);

  assert.deepEqual(answers, [...Array(10).fill(200), ...Array(4).fill(429)]);
  assert.equal((await app.rows("select from login_log where user_id = $1", [user.id])).length, 10);
  assert.equal((await app.login({ mobilePhone: user.mobilePhone }, from("2001:db8:7:7::99"))).success, true);
});

test("PF-R19 an address gets its number of images a minute, then HTTP 429; trusted networks ten times as many", () =>
  app.holdTime(async () => {
    app.passTime(60 - (app.now().getTime() % 60_000) / 1000); // the minute has just begun
    await setParam(app, captchaPerIpPerMinute, "10");
    await setParam(app, trustedNetworks, "203.0.113.0/24, 10.0.0.0/8");
    const ask = (ip: string, times: number) =>
      Promise.all(Array.from({ length: times }, () => app.call(imageCode, {}, from(ip))));

    const stranger = await ask("198.51.100.7", 12);
    const colleague = await ask("203.0.113.9", 12);

    const refused = stranger.filter((answer) => answer.status === 429);
    assert.deepEqual([refused.length, refused[0]?.msg], [2, "操作过于频繁，请稍后再试"]);
    assert.equal(colleague.filter((answer) => answer.status !== 200).length, 0);
    app.passTime(59);
    assert.equal((await ask("198.51.100.7", 1))[0]?.status, 429);
    app.passTime(1);
    assert.equal((await ask("198.51.100.7", 1))[0]?.status, 200);
  }));
