import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { createAuthority, ssoSettingsOf } from "@ops/authority/server";
import { AuthorityTestApp, givenMember, testSettings } from "@ops/authority/server/testing";
import { type Config, ConfigError, readConfig } from "@ops/platform/server";
import type { FastifyInstance } from "fastify";
import { createPortalServer } from "./server.ts";

const config = readConfig({ APP_ENV: "test", PUBLIC_URL: "https://console.test", SSO_HOST: "https://sso.test" });
const sso = ssoSettingsOf(config);
assert.ok(sso);
const app = new AuthorityTestApp([], createAuthority({ ...testSettings, sso }));
const files = mkdtempSync(join(tmpdir(), "portal-"));
let portal: FastifyInstance;

before(async () => {
  mkdirSync(join(files, "assets"));
  writeFileSync(join(files, "index.html"), "<!doctype html><title>统一登录平台</title>");
  writeFileSync(join(files, "assets/index-1.js"), "export {};");
  writeFileSync(join(files, "assets/index-1.js.gz"), gzipSync("export {};"));
  await app.start();
  portal = await portalOf(config);
});

function portalOf(config: Config): Promise<FastifyInstance> {
  const [credential] = testSettings.credentialKeys;
  const served = app.authority.portal;
  assert.ok(credential && served);
  return createPortalServer(app.node, { config, portal: served, credential, smsAvailable: false, files });
}

after(async () => {
  await portal.close();
  await app.stop();
  rmSync(files, { recursive: true });
});

test("PF-R55 a write without our header is refused, whatever cookie it carries", async () => {
  const user = await givenMember(app);
  const payload = { staffNo: user.staffNo, password: "x", verifyCode: "TEST", codeId: app.codeId() };
  const post = (headers: Record<string, string>) =>
    portal.inject({ method: "POST", url: "/sso/v1/login/staff", payload, headers });

  const foreign = await post({});
  const wrong = await post({ applicationid: "2" });
  const ours = await post({ applicationid: "1" });

  assert.deepEqual([foreign.statusCode, foreign.json().msgCode], [200, "APP_ID_INVALID"]);
  assert.equal(wrong.json().msgCode, "APP_ID_INVALID");
  assert.equal(ours.json().msgCode, "BAD_STAFF_CREDENTIAL");
});

test("PF-R53 the page learns that no SMS gateway is set", async () => {
  const { body, headers } = await portal.inject("/config.json");

  assert.partialDeepStrictEqual(JSON.parse(body), {
    smsAvailable: false,
    appEnv: "test",
    productName: config.productName,
  });
  assert.equal(JSON.parse(body).credentialKey.length, 24);
  assert.equal(headers["cache-control"], "no-store");
});

test("PF-R47 the console is registered under its public address", async () => {
  const rows = await app.rows("select client_id, transfer_url, status from sso_client");

  assert.deepEqual(rows, [
    { clientId: "ops-console", transferUrl: "https://console.test/#/Transfer", status: "ENABLED" },
  ]);
});

test("the page is revalidated, its assets are kept for ever and come compressed; scripts only from here", async () => {
  const page = await portal.inject("/");
  const asset = await portal.inject({ url: "/assets/index-1.js", headers: { "accept-encoding": "gzip" } });

  assert.equal(page.headers["cache-control"], "no-cache");
  assert.match(String(page.headers["content-security-policy"]), /script-src 'self'(;|$)/);
  assert.equal(asset.headers["cache-control"], "public, max-age=31536000, immutable");
  assert.equal(asset.headers["content-encoding"], "gzip");
});

test("the console's own calls are not answered at the portal", async () => {
  assert.equal((await portal.inject("/user/v1/userInfo")).statusCode, 404);
});

test("PF-R58 without a sign-on host there is no portal; a gateway without its secret stops the start", () => {
  assert.equal(ssoSettingsOf(readConfig({ SSO_HOST: "" })), undefined);
  assert.throws(() => ssoSettingsOf(readConfig({ SMS_GATEWAY_URL: "https://sms.test" })), ConfigError);
});

test("PF-R53 the outbox answers callers on the machine itself, never through a proxy", async () => {
  const ask = async (headers: Record<string, string>, remoteAddress = "127.0.0.1", at = portal) =>
    (await at.inject({ url: "/sso/v1/outbox", headers: { applicationid: "1", ...headers }, remoteAddress })).json();
  assert.equal((await ask({})).success, true);
  assert.equal((await ask({}, "::1")).success, true);
  const refused = { success: false, msgCode: "COMMON_NOT_FOUND", msg: "数据不存在或已被删除" };
  assert.partialDeepStrictEqual(await ask({}, "10.0.0.9"), refused);
  for (const name of ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"]) {
    assert.partialDeepStrictEqual(await ask({ [name]: "127.0.0.1" }), refused, name);
  }
  const behindProxy = await portalOf({ ...config, trustProxy: true });
  assert.partialDeepStrictEqual(await ask({}, "127.0.0.1", behindProxy), refused, "the proxy may add no header");
  await behindProxy.close();
});
