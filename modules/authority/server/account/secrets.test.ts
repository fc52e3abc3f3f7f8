import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import { logout, modifyPassword, phoneLogin, userInfo } from "../../contract/index.ts";
import { AuthorityTestApp, CAPTCHA_ANSWER, encrypted, givenMember, TEST_PASSWORD } from "../testing.ts";

const lines: string[] = [];
const log = createLog("debug", { write: (line) => lines.push(line) });
const app = declareTestApp(new AuthorityTestApp([], undefined, { log }));

test("PF-R27 tokens, passwords and phones appear in no log line and no table in clear", async () => {
  const user = await givenMember(app);
  const changed = "Changed@2026";
  await app.login({ mobilePhone: user.mobilePhone, password: "Wrong@2026" });
  const { data } = await app.login({ mobilePhone: user.mobilePhone });
  const token = data.accessToken;
  const codeId = app.codeId();
  const encryptedPassword = encrypted(TEST_PASSWORD);
  await app.call(userInfo, {}, { token: `${token}x` });
  const body = { password: encryptedPassword, newPassword: encrypted(changed) };
  await app.call(modifyPassword, { body }, { token });
  await app.call(logout, {}, { token });
  const bad = { mobilePhone: user.mobilePhone, password: encryptedPassword, verifyCode: CAPTCHA_ANSWER, codeId };
  await app.call(phoneLogin, { body: bad });

  const tables = ["audit_log", "login_log", "live_event", "event_outbox", "idempotency_key", "session", "app_user"];
  const dumps = await Promise.all(tables.map((table) => app.rows(`select t::text from ${table} t`)));
  const written = lines.join("\n");
  const stored = JSON.stringify(dumps);
  assert.ok(lines.length >= 6, "there was something to look at");
  for (const secret of [TEST_PASSWORD, "Wrong@2026", changed, token, encryptedPassword, codeId]) {
    assert.equal(written.includes(secret), false, "in the log");
    assert.equal(stored.includes(secret), false, "in the database");
  }
  assert.equal(written.includes(user.mobilePhone), false);
});
