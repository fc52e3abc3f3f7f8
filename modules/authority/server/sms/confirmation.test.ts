import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { ssoTestApp, testSsoSettings } from "../sso/testing.ts";
import { testApp } from "../testing.ts";
import { askConfirmation, tryConfirmation } from "./confirmation.ts";

const app = testApp();
/** The same with a provider that takes nothing. */
const answering = { status: 503, got: [] as unknown[] };
const provider = createServer(({ headers }, response) => {
  answering.got.push(headers["idempotency-key"]);
  response.writeHead(answering.status).end();
});
provider.listen(0).unref(); // without a host it listens at once
const bound: AddressInfo | string | null = provider.address();
assert.ok(bound !== null && typeof bound === "object");
const smsGateway = { url: `http://127.0.0.1:${bound.port}/`, secret: "s" };
const refused = {
  test: ssoTestApp({ ...testSsoSettings, smsGateway }),
  production: ssoTestApp({ ...testSsoSettings, appEnv: "production", smsGateway }),
};
let made = 0;
const newPhone = () => `1360000${String(++made).padStart(4, "0")}`;
const about = "bankAccount:1";

const ask = (phone: string) => app.arrange((tx) => askConfirmation(tx, { phone, about }, "更换结算账户"));
const attempt = (phone: string, code: string, of = about) =>
  app.arrange((tx) => tryConfirmation(tx, { phone, about: of, code }));

async function codeSentTo(phone: string): Promise<string> {
  const [message] = await app.rows<{ params: { code: string } }>(
    "select params from sms_outbox where mobile_phone = $1 order by id desc limit 1",
    [phone],
  );
  return message?.params.code ?? "";
}
const another = (code: string) => (code === "000000" ? "000001" : "000000");

test("confirmation: six digits confirm what they were asked for, once and for ten minutes", async () => {
  const phone = newPhone();
  await ask(phone);
  const code = await codeSentTo(phone);
  assert.match(code, /^\d{6}$/);
  assert.equal(await attempt(phone, code, "bankAccount:2"), false);
  assert.equal(await attempt(newPhone(), code), false);
  assert.equal(await attempt(phone, code), true);
  assert.equal(await attempt(phone, code), false);
});

test("confirmation: a code is good for less than ten minutes; its message says what it is for", () =>
  app.holdTime(async () => {
    const [phone, late] = [newPhone(), newPhone()];
    await ask(phone);
    await ask(late);
    const code = await codeSentTo(phone);
    const message = `select template_code as template, params, text, gateway, status, attempts from sms_outbox
      where mobile_phone = $1`;
    assert.deepEqual(await app.rows(message, [phone]), [
      {
        template: "CONFIRM_CODE",
        params: { act: "更换结算账户", code },
        gateway: "outbox",
        status: "QUEUED",
        text: "您正在确认「更换结算账户」，验证码为{code}，10分钟内有效，请勿泄露给他人。",
        attempts: 0,
      },
    ]);
    app.passTime(599.999);
    assert.equal(await attempt(phone, code), true);
    app.passTime(0.001);
    assert.equal(await attempt(late, await codeSentTo(late)), false);
    const states = await app.rows("select status from sms_code where mobile_phone = any($1) order by mobile_phone", [
      [phone, late],
    ]);
    assert.deepEqual(states, [{ status: "USED" }, { status: "EXPIRED" }]);
  }));

test("confirmation: a newer code supersedes the older of the same phone, not one for a sign-in or another phone", () =>
  app.holdTime(async () => {
    const [phone, other] = [newPhone(), newPhone()];
    await ask(other);
    await app.rows(
      `insert into sms_code (id, mobile_phone, scene, created_at, expires_at, status, ip)
       values (gen_random_uuid(), $1, 'LOGIN', $2, $3, 'SENT', '')`,
      [phone, new Date(app.now().getTime() - 60_000), new Date(app.now().getTime() + 600_000)],
    );
    await ask(phone);
    const first = await codeSentTo(phone);
    app.passTime(60);
    await ask(phone);
    const second = await codeSentTo(phone);
    const states = await app.rows("select scene, status from sms_code where mobile_phone = $1 order by created_at", [
      phone,
    ]);
    assert.deepEqual(states, [
      { scene: "LOGIN", status: "SENT" },
      { scene: "CONFIRM", status: "SUPERSEDED" },
      { scene: "CONFIRM", status: "SENT" },
    ]);
    if (first !== second) assert.equal(await attempt(phone, first), false);
    assert.equal(await attempt(phone, second), true);
    assert.equal(await attempt(other, await codeSentTo(other)), true);
  }));

test("confirmation: while the gateway is doubted no code is made", () =>
  app.holdTime(async () => {
    app.passTime(3_600);
    await app.rows(
      `insert into sms_outbox (id, mobile_phone, template_code, params, text, gateway, status, attempts, last_error,
         created_at, updated_at) values (gen_random_uuid(), '1', 'X', '{}', '', 'http', 'QUEUED', 3, 'down', $1, $1)`,
      [app.now()],
    );
    const phone = newPhone();
    await assert.rejects(ask(phone), { message: "短信发送失败，请稍后再试" });
    assert.deepEqual(await app.rows("select from sms_code where mobile_phone = $1", [phone]), []);
    app.passTime(3_600);
  }));

test("confirmation: five wrong tries kill the code; asked again too soon it is refused", async () => {
  const phone = newPhone();
  await ask(phone);
  await assert.rejects(ask(phone), { message: /^请\d+秒后再获取$/ });
  const code = await codeSentTo(phone);
  for (let n = 0; n < 5; n++) assert.equal(await attempt(phone, another(code)), false);
  assert.equal(await attempt(phone, code), false);
});

test("confirmation: a message leaves once, however often somebody looks for it", async () => {
  const phone = newPhone();
  await ask(phone);
  await app.node.outside.callAll();
  await app.node.outside.callAll();
  const told = await app.rows("select status, attempts from sms_outbox where mobile_phone = $1", [phone]);
  assert.deepEqual(told, [{ status: "SENT", attempts: 1 }]);
});

for (const appEnv of ["test", "production"] as const) {
  test(`PF-R53 a message that the gateway did not take is tried again after 5, 30 and 120 s, then given up (${appEnv})`, async () => {
    const app = refused[appEnv];
    await app.holdTime(async () => {
      const phone = newPhone();
      await app.arrange((tx) => askConfirmation(tx, { phone, about }, "更换结算账户"));
      const [{ id } = { id: "" }] = await app.rows<{ id: string }>(
        "select id from sms_outbox where mobile_phone = $1",
        [phone],
      );
      const rounds = [];
      for (let n = 0; n < 5; n++) {
        await app.rows("update outside_call set due_at = $1 where due_at is not null", [app.now()]);
        await app.node.outside.callAll();
        const [call] = await app.rows<{ delay: number | null }>(
          "select extract(epoch from due_at - $2)::int as delay from outside_call where key = $1",
          [id, app.now()],
        );
        const [row] = await app.rows<{ status: string; attempts: number; error: string; hasCode: boolean }>(
          `select status, attempts, last_error as error, params->>'code' is not null as "hasCode" from sms_outbox where id = $1`,
          [id],
        );
        rounds.push([row?.status, row?.attempts, call?.delay, row?.hasCode]);
        assert.equal(row?.error, "短信网关返回 503");
      }
      const kept = appEnv === "test";
      assert.deepEqual(rounds, [
        ["QUEUED", 1, 5, true],
        ["QUEUED", 2, 30, true],
        ["QUEUED", 3, 120, true],
        ["FAILED", 4, null, kept],
        ["FAILED", 4, null, kept],
      ]);
    });
  });
}

test("PF-R53 a message of which the gateway told nothing is shown once more, but not with a code that was replaced", () =>
  refused.test.holdTime(async () => {
    const app = refused.test;
    const phone = newPhone();
    const look = async () => {
      answering.got.length = 0;
      await app.rows("update outside_call set due_at = $1 where due_at is not null", [app.now()]);
      await app.node.outside.callAll();
      return [...answering.got];
    };
    const idsOfMessages = async () => {
      const rows = await app.rows<{ id: string }>(
        "select id from sms_outbox where mobile_phone = $1 order by created_at",
        [phone],
      );
      return rows.map(({ id }) => id);
    };
    app.passTime(3_600); // the gateway is not doubted any more for what it refused before
    answering.status = 500;
    await app.arrange((tx) => askConfirmation(tx, { phone, about }, "更换结算账户"));
    const [first] = await idsOfMessages();
    assert.deepEqual([await look(), await look()], [[first], [first]]);
    app.passTime(60);
    await app.arrange((tx) => askConfirmation(tx, { phone, about }, "更换结算账户"));
    const [, second] = await idsOfMessages();
    assert.deepEqual(await look(), [second]);
    const [sent] = await app.rows<{ code: string }>("select params ->> 'code' as code from sms_outbox where id = $1", [
      second,
    ]);
    const typed = { phone, about, code: sent?.code ?? "" };
    assert.equal(await app.arrange((tx) => tryConfirmation(tx, typed)), true);
    assert.deepEqual(await look(), [second], "whoever has used the code has got the message");
    answering.status = 503;
  }));
