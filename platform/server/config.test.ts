import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";

test("without settings the server runs in development on 8000 and 8001 with demo data", () => {
  const config = readConfig({});
  assert.partialDeepStrictEqual(config, { appEnv: "development", port: 8000, ssoPort: 8001, demoData: "small" });
  assert.equal(config.ssoHost, "http://localhost:8001");
});

test("production has no demo data unless asked for", () => {
  assert.equal(readConfig({ APP_ENV: "production" }).demoData, "none");
});

test("a wrong value stops the start with a sentence that names the variable", () => {
  const wrong: Record<string, Record<string, string>> = {
    APP_ENV: { APP_ENV: "staging" },
    PORT: { PORT: "80x" },
    SSO_PORT: { SSO_PORT: "70000" },
    DATABASE_URL: { DATABASE_URL: "mysql://u:secret@h/d" },
    DATABASE_OWNER_URL: { DATABASE_URL: "postgres://u@h/d", DATABASE_OWNER_URL: "mysql://u:secret@h/d" },
    CREDENTIAL_AES_KEY: { CREDENTIAL_AES_KEY: "short", CREDENTIAL_AES_IV: "short" },
    CREDENTIAL_AES_IV: { CREDENTIAL_AES_KEY: Buffer.alloc(16).toString("base64") },
    SSO_HOST: { SSO_HOST: "not an address" },
    DEMO_DATA: { DEMO_DATA: "huge" },
    ADMIN_PHONE: { ADMIN_PHONE: "12" },
    FILE_STORE: { FILE_STORE: "disk" },
    S3_ENDPOINT: { FILE_STORE: "s3" },
    MAP_SERVICE_KEY: { MAP_SERVICE: "http" },
    S3_SECRET_KEY: { FILE_STORE: "s3", S3_ENDPOINT: "https://s3.example", S3_BUCKET: "b", S3_ACCESS_KEY: "a" },
  };
  for (const [name, env] of Object.entries(wrong)) {
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigError && error.message.includes(name),
      name,
    );
  }
  assert.throws(
    () => readConfig({ DATABASE_URL: "mysql://u:secret@h/d" }),
    (error: Error) => !error.message.includes("secret"),
  );
});

test("PF-R18 the test answer of the image code is refused outside APP_ENV=test", () => {
  assert.throws(() => readConfig({ CAPTCHA_TEST_ANSWER: "abcd" }), ConfigError);
  assert.throws(() => readConfig({ CAPTCHA_TEST_ANSWER: "abcd", APP_ENV: "production" }), ConfigError);
  assert.equal(readConfig({ CAPTCHA_TEST_ANSWER: "abcd", APP_ENV: "test" }).captchaTestAnswer, "abcd");
});

test("the first administrator has the operator's phone", () => {
  assert.equal(readConfig({ ADMIN_PHONE: "13612345678" }).adminPhone, "13612345678");
});

test("PF-R58 an empty SSO_HOST switches unified sign-on off", () => {
  assert.equal(readConfig({ SSO_HOST: "" }).ssoHost, null);
});
