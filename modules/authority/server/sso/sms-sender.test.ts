import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { ConfigError, hmac, nobody, readConfig, systemRequest } from "@ops/platform/server";
import { smsOutbox } from "../../contract/index.ts";
import { formerMessageJob } from "../sms/message.ts";
import { givenMember } from "../testing.ts";
import { smsLogin } from "./portal/portal-login.ts";
import { sendSmsCode } from "./send-sms-code.ts";
import { isSmsAvailable, ssoSettingsOf } from "./settings.ts";
import { ssoTestApp, testSsoSettings } from "./testing.ts";

/** A provider whose answers the test sets. */
const provider = { status: 200, isSilent: false, requests: [] as { headers: IncomingHttpHeaders; body: string }[] };
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    provider.requests.push({ headers: request.headers, body });
    if (provider.isSilent) return void response.destroy(); // it has taken the message, but its answer is lost
    response.writeHead(provider.status, { "content-type": "application/json" });
    response.end(JSON.stringify({ providerMsgId: `p-${provider.requests.length}` }));
  });
});
server.listen(0).unref(); // without a host it listens at once
const address = (): string => {
  const bound: AddressInfo | string | null = server.address();
  assert.ok(bound !== null && typeof bound === "object");
  return `http://127.0.0.1:${bound.port}/sms`;
};
const app = ssoTestApp({
  ...testSsoSettings,
  appEnv: "production",
  smsGateway: { url: address(), secret: "gateway-secret" },
});
after(() => server.closeAllConnections());

/** Finds how many seconds the message of this phone waits for its next try; undefined if there is none. */
async function waitOf(mobilePhone: string): Promise<number | undefined> {
  const [call] = await app.rows<{ wait: number | null }>(
    `select round(extract(epoch from c.due_at - c.updated_at))::int as wait from outside_call c
     join sms_outbox o on o.id::text = c.key where o.mobile_phone = $1`,
    [mobilePhone],
  );
  return call?.wait ?? undefined;
}

test("PF-R53 the http gateway gets a signed POST with the outbox id as idempotency key", async () => {
  provider.requests = [];
  const user = await givenMember(app);
  await app.browser().askForCode(user.mobilePhone);
  await app.runSmsJob(user.mobilePhone);

  const [request] = provider.requests;
  assert.ok(request);
  const [row] = await app.rows<{ id: string; providerMsgId: string }>(
    "select id, provider_msg_id from sms_outbox where mobile_phone = $1",
    [user.mobilePhone],
  );
  const sent = JSON.parse(request.body);
  assert.deepEqual(
    [sent.phone, sent.templateCode, sent.outboxId, request.headers["idempotency-key"]],
    [user.mobilePhone, "LOGIN_CODE", row?.id, row?.id],
  );
  assert.match(sent.params.code, /^\d{6}$/);
  const signed = `${request.headers["x-timestamp"]}.${request.body}`;
  assert.equal(request.headers["x-signature"], hmac(Buffer.from("gateway-secret"), signed));
  assert.equal(row?.providerMsgId, "p-1");
  assert.equal((await app.browser().smsLogin(user.mobilePhone, sent.params.code)).success, true);
});

test("PF-R53 PF-R120 a message whose answer was lost is shown once more under its id, and stands as sent once", async () => {
  const user = await givenMember(app);
  await app.browser().askForCode(user.mobilePhone);
  provider.requests = [];
  provider.isSilent = true;
  await app.runSmsJob(user.mobilePhone);
  provider.isSilent = false;
  const [lost] = await app.messagesTo(user.mobilePhone);
  assert.deepEqual([lost?.status, lost?.attempts], ["QUEUED", 1]);
  await app.runSmsJob(user.mobilePhone);
  const [message] = await app.messagesTo(user.mobilePhone);
  assert.deepEqual([message?.status, message?.attempts, message?.lastError], ["SENT", 2, null]);
  const ids = provider.requests.map(({ headers }) => headers["idempotency-key"]);
  assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
});

test("PF-R53 in production the code does not stay in the outbox once it has been sent", async () => {
  const user = await givenMember(app);
  await app.browser().askForCode(user.mobilePhone);
  await app.runSmsJob(user.mobilePhone);

  const [message] = await app.messagesTo(user.mobilePhone);
  assert.equal(message?.status, "SENT");
  assert.match(message?.text ?? "", /验证码为\*{6}，/);
});

test("PF-R53 a job that runs twice sends once", async () => {
  provider.requests = [];
  const user = await givenMember(app);
  await app.browser().askForCode(user.mobilePhone);
  await app.runSmsJob(user.mobilePhone);
  await app.runSmsJob(user.mobilePhone);

  assert.equal(provider.requests.length, 1);
});

test("PF-R53 PF-R120 messages that waited in the former queue, or were written by it, go out once", async () => {
  const write = async (phone: string, status: string, smsCodeId: string | null = null) => {
    const [row] = await app.rows<{ id: string }>(
      `insert into sms_outbox (id, sms_code_id, mobile_phone, template_code, params, text, gateway, status, attempts,
         created_at, updated_at)
       values (gen_random_uuid(), $1, $2, 'LOGIN_CODE', '{"code":"123456"}', '{code}', 'http', $3, 1, $4, $4) returning id`,
      [smsCodeId, phone, status, app.now()],
    );
    return row?.id ?? "";
  };
  provider.requests = [];
  const carryOver = async (outboxId: string) => {
    for (let n = 0; n < 2; n++) {
      await formerMessageJob.run({ step: (act) => app.arrange(act) }, { outboxId });
      await app.node.outside.callAll();
    }
  };
  const waiting = await write("13900000001", "QUEUED");
  for (const id of [waiting, await write("13900000002", "SENT"), await write("13900000003", "FAILED")])
    await carryOver(id);
  const user = await givenMember(app);
  await app.browser().askForCode(user.mobilePhone);
  const [code] = await app.rows<{ id: string }>("select id from sms_code where mobile_phone = $1", [user.mobilePhone]);
  const written = await write(user.mobilePhone, "QUEUED", code?.id ?? null);
  await app.runSmsJob(user.mobilePhone);
  assert.deepEqual(
    provider.requests.map(({ headers }) => headers["idempotency-key"]),
    [waiting, written],
  );
});

test("PF-R53 a gateway that is down is asked again after 5, 30 and 120 s with the same id and code", async () => {
  provider.requests = [];
  const neighbour = await givenMember(app);
  await app.browser().askForCode(neighbour.mobilePhone);
  await app.runSmsJob(neighbour.mobilePhone);
  provider.requests = [];
  provider.status = 503;
  const user = await givenMember(app);
  await app.browser().askForCode(user.mobilePhone);
  const delays: (number | undefined)[] = [];
  for (let n = 0; n < 5; n++) {
    await app.runSmsJob(user.mobilePhone);
    delays.push(await waitOf(user.mobilePhone));
  }
  provider.status = 200;

  assert.equal(provider.requests.length, 4);
  assert.equal(new Set(provider.requests.map((request) => request.body)).size, 1);
  assert.deepEqual(delays, [5, 30, 120, undefined, undefined]);
  const [message] = await app.messagesTo(user.mobilePhone);
  assert.deepEqual([message?.status, message?.attempts], ["FAILED", 4]);
  assert.match(message?.lastError ?? "", /503/);
  const [other] = await app.messagesTo(neighbour.mobilePhone);
  assert.deepEqual([other?.status, other?.attempts, other?.lastError], ["SENT", 1, null]);
});

test("PF-R53 PF-R120 429 and 503 are sent again, 400, 409 and 422 refused for good; 500 and its like are asked for", async () => {
  app.passTime(3_600); // one address may ask for so many codes in an hour
  for (const [status, state, failure, message] of [
    [429, "WAITING", null, "QUEUED"],
    [503, "WAITING", null, "QUEUED"],
    [400, "FAILED", "REFUSED", "FAILED"],
    [409, "FAILED", "REFUSED", "FAILED"],
    [422, "FAILED", "REFUSED", "FAILED"],
    [404, "ASKING", null, "QUEUED"],
    [500, "ASKING", null, "QUEUED"],
    [502, "ASKING", null, "QUEUED"],
  ] as const) {
    provider.status = status;
    const { mobilePhone } = await givenMember(app);
    await app.browser().askForCode(mobilePhone);
    await app.runSmsJob(mobilePhone);
    const [call] = await app.rows(
      `select state, failure from outside_call where key = (select id::text from sms_outbox where mobile_phone = $1)`,
      [mobilePhone],
    );
    assert.deepEqual(call, { state, failure }, String(status));
    const [told] = await app.messagesTo(mobilePhone);
    assert.deepEqual([told?.status, told?.lastError], [message, `短信网关返回 ${status}`]);
    await app.rows("delete from outside_call where due_at is not null");
  }
  provider.status = 200;
});

test("12 gateway down: everybody is told 短信发送失败 after 3 tries, staff numbers still work, and it recovers", async () => {
  app.passTime(120);
  provider.status = 500;
  const user = await givenMember(app);
  await app.browser().askForCode(user.mobilePhone);
  for (let n = 0; n < 3; n++) await app.runSmsJob(user.mobilePhone);

  const known = await app.browser().askForCode((await givenMember(app)).mobilePhone);
  const unknown = await app.browser().askForCode("18899990001");

  assert.deepEqual([known.msg, unknown.msg], ["短信发送失败，请稍后再试", "短信发送失败，请稍后再试"]);
  assert.deepEqual(await app.rows("select from sms_code where mobile_phone = '18899990001'"), [], "nothing is stored");
  assert.equal((await app.browser().signInByStaffNo(user.staffNo)).success, true);
  provider.status = 200;
  await app.runSmsJob(user.mobilePhone);
  assert.equal((await app.browser().askForCode("18899990001")).success, true);
});

test("12 a gateway is doubted for 60 seconds after the third failure, and not before it", () =>
  app.holdTime(async () => {
    app.passTime(3_600);
    provider.status = 503;
    const user = await givenMember(app);
    await app.browser().askForCode(user.mobilePhone);
    const answers: string[] = [];
    const ask = async (seconds: number) => {
      app.passTime(seconds);
      answers.push((await app.browser().askForCode(`1889998000${answers.length}`)).msgCode);
    };
    for (let n = 0; n < 3; n++) {
      await app.runSmsJob(user.mobilePhone);
      await ask(0);
    }
    await ask(59.999);
    await ask(0.001);
    provider.status = 200;
    assert.deepEqual(answers, ["", "", "SMS_FAILED", "SMS_FAILED", ""]);
  }));

test("PF-R53 a message whose code has been replaced or is too old is not sent any more", async () => {
  await app.holdTime(async () => {
    provider.requests = [];
    const [late, replaced, inTime] = [await givenMember(app), await givenMember(app), await givenMember(app)];
    for (const { mobilePhone } of [late, replaced, inTime]) await app.browser().askForCode(mobilePhone);
    await app.rows("update sms_code set status = 'SUPERSEDED' where mobile_phone = $1", [replaced.mobilePhone]);
    await app.runSmsJob(replaced.mobilePhone);
    app.passTime(299.999);
    await app.runSmsJob(inTime.mobilePhone);
    app.passTime(0.001);
    await app.runSmsJob(late.mobilePhone);

    assert.deepEqual(
      provider.requests.map(({ body }) => JSON.parse(body).phone),
      [inTime.mobilePhone],
    );
  });
});

test("PF-R53 PF-R58 the settings of the portal: its console, and a gateway with its secret or none", () => {
  const env = { APP_ENV: "test", PUBLIC_URL: "https://console.test", SSO_HOST: "https://sso.test" };
  const gateway = { SMS_GATEWAY_URL: "https://sms.test", SMS_GATEWAY_SECRET: "geheim" };
  const settings = ssoSettingsOf(readConfig({ ...env, PRODUCT_NAME: "平台", SSO_CLIENT_ID: "c" }));
  const console = { clientId: "c", name: "平台", transferUrl: "https://console.test/#/Transfer" };
  assert.deepEqual(settings, { appEnv: "test", productName: "平台", console, smsGateway: null });
  const { smsGateway } = ssoSettingsOf(readConfig({ ...env, ...gateway })) ?? {};
  assert.deepEqual(smsGateway, { url: "https://sms.test", secret: "geheim" });
  assert.equal(ssoSettingsOf(readConfig({ ...env, SSO_HOST: "" })), undefined);
  assert.throws(() => ssoSettingsOf(readConfig({ ...env, SMS_GATEWAY_URL: "https://sms.test" })), ConfigError);
  assert.equal(ssoSettingsOf(readConfig({ ...env, SMS_GATEWAY_SECRET: "geheim" }))?.smsGateway, null);
});

test("PF-R53 one that the gateway did not take in time is given up and its code forgotten; others still wait", async () => {
  const outboxOf = ({ mobilePhone }: { mobilePhone: string }) =>
    app.rows("select status, attempts, params->>'code' is null as forgotten from sms_outbox where mobile_phone = $1", [
      mobilePhone,
    ]);
  // messages of other tests would otherwise be tried as well
  await app.rows("delete from outside_call where due_at is not null");
  const [late, other] = [await givenMember(app), await givenMember(app)];
  provider.status = 503;
  await app.browser().askForCode(late.mobilePhone);
  await app.runSmsJob(late.mobilePhone);
  app.passTime(301);
  await app.browser().askForCode(other.mobilePhone);
  await app.runSmsJob(other.mobilePhone);
  provider.status = 200;
  await app.runSmsJob(late.mobilePhone);
  assert.deepEqual(await outboxOf(late), [{ status: "FAILED", attempts: 1, forgotten: true }]);
  assert.deepEqual(await outboxOf(other), [{ status: "QUEUED", attempts: 1, forgotten: false }]);
});

test("PF-R53 in production without a gateway nothing is sent or taken, and the developer's outbox is not there", async () => {
  const { context } = app;
  const closed = { ...context, settings: { ...context.settings, smsGateway: null } };
  const never = () => assert.fail("nothing may be stored");
  const { signal } = new AbortController();
  const steps = {
    actor: nobody,
    request: systemRequest("r"),
    signal,
    noteRefusal: never,
    commit: never,
    finish: never,
  };
  const unavailable = { msgCode: "SMS_UNAVAILABLE", message: "短信网关未配置" };

  await assert.rejects(
    sendSmsCode(closed, steps, { mobilePhone: "13800000001", verifyCode: "a", codeId: "b" }),
    unavailable,
  );
  await assert.rejects(smsLogin(closed, steps, { mobilePhone: "13800000001", smsCode: "123456" }), unavailable);
  assert.deepEqual(
    [isSmsAvailable(closed.settings), isSmsAvailable(context.settings), isSmsAvailable(testSsoSettings)],
    [false, true, true],
  );
  const hidden = await app.browser().call(smsOutbox, {});
  assert.deepEqual([hidden.status, hidden.msgCode], [200, "COMMON_NOT_FOUND"]);
});
