import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { ConfigError, readConfig, warningsOf } from "./config.ts";

const defaults = {
  appEnv: "development",
  port: 8000,
  ssoPort: 8001,
  host: "127.0.0.1",
  maxConnections: 5_000,
  dataDir: resolve("data"),
  databaseUrl: null,
  databaseOwnerUrl: null,
  databasePoolSize: 20,
  productName: "营销运营管理平台",
  apiBase: "",
  publicUrl: "http://localhost:8000",
  ssoHost: "http://localhost:8001",
  ssoClientId: "ops-console",
  captchaTestAnswer: null,
  credentialKey: null,
  credentialIv: null,
  demoData: "small",
  logLevel: "info",
  trustProxy: false,
  metricsToken: null,
  adminPhone: "13900000000",
  smsGatewayUrl: null,
  smsGatewaySecret: null,
  outsidePort: 8003,
  s3: null,
  map: null,
};
const bytes = Buffer.alloc(16, 7);
const settings = {
  APP_ENV: "production",
  PORT: "80",
  SSO_PORT: "81",
  HOST: "10.0.0.1",
  MAX_CONNECTIONS: "200",
  DATA_DIR: "/var/data",
  DATABASE_URL: "postgres://u@h/d",
  DATABASE_OWNER_URL: "postgresql://o@h/d",
  DATABASE_POOL_SIZE: "8",
  PRODUCT_NAME: "平台",
  API_BASE: "https://api.example/v1/",
  PUBLIC_URL: "https://console.example//",
  SSO_HOST: "https://sso.example",
  SSO_CLIENT_ID: "client",
  CREDENTIAL_AES_KEY: bytes.toString("base64"),
  CREDENTIAL_AES_IV: bytes.toString("base64"),
  DEMO_DATA: "small",
  LOG_LEVEL: "warn",
  TRUST_PROXY: "on",
  METRICS_TOKEN: "token",
  ADMIN_PHONE: "13612345678",
  SMS_GATEWAY_URL: "https://sms.example",
  SMS_GATEWAY_SECRET: "secret",
  OUTSIDE_PORT: "83",
  FILE_STORE: "s3",
  S3_ENDPOINT: "https://s3.example",
  S3_BUCKET: "bucket",
  S3_REGION: "cn-1",
  S3_ACCESS_KEY: "key",
  S3_SECRET_KEY: "hidden",
  S3_PATH_STYLE: "off",
  MAP_SERVICE: "http",
  MAP_SERVICE_URL: "https://map.example",
  MAP_SERVICE_KEY: "key",
} as const;
const changed = (changes: Readonly<Record<string, string>>) => readConfig({ ...settings, ...changes });

test("without settings, or with empty ones, the server runs in development on 8000 and 8001 with demo data", () => {
  assert.deepEqual(readConfig({}), defaults);
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, ""]));
  assert.deepEqual(readConfig({ ...empty, CAPTCHA_TEST_ANSWER: "" }), { ...defaults, ssoHost: null });
});

test("every setting is taken as it was given; production has no demo data and every address unless asked for", () => {
  assert.deepEqual(readConfig(settings), {
    ...defaults,
    appEnv: "production",
    port: 80,
    ssoPort: 81,
    host: "10.0.0.1",
    maxConnections: 200,
    dataDir: "/var/data",
    databaseUrl: "postgres://u@h/d",
    databaseOwnerUrl: "postgresql://o@h/d",
    databasePoolSize: 8,
    productName: "平台",
    apiBase: "https://api.example/v1",
    publicUrl: "https://console.example",
    ssoHost: "https://sso.example",
    ssoClientId: "client",
    credentialKey: bytes,
    credentialIv: bytes,
    logLevel: "warn",
    trustProxy: true,
    metricsToken: "token",
    adminPhone: "13612345678",
    smsGatewayUrl: "https://sms.example",
    smsGatewaySecret: "secret",
    outsidePort: 83,
    s3: {
      endpoint: "https://s3.example",
      bucket: "bucket",
      region: "cn-1",
      accessKey: "key",
      secretKey: "hidden",
      pathStyle: false,
    },
    map: { url: "https://map.example", key: "key" },
  });
  const { host, demoData, s3, map } = changed({
    HOST: "",
    DEMO_DATA: "",
    S3_REGION: "",
    S3_PATH_STYLE: "",
    MAP_SERVICE_URL: "",
  });
  assert.deepEqual([host, demoData, s3?.region, s3?.pathStyle], ["0.0.0.0", "none", "us-east-1", true]);
  assert.deepEqual(map, { url: "https://restapi.amap.com", key: "key" });
});

test("numbers are whole and inside their bounds, both included", () => {
  const bounds: Record<string, [least: number, most: number]> = {
    PORT: [0, 65_535],
    SSO_PORT: [0, 65_535],
    OUTSIDE_PORT: [0, 65_535],
    MAX_CONNECTIONS: [100, 100_000],
    DATABASE_POOL_SIZE: [4, 500],
  };
  for (const [name, [least, most]] of Object.entries(bounds)) {
    for (const fine of [least, most]) changed({ [name]: `${fine}` });
    for (const wrong of [`${least - 1}`, `${most + 1}`, "200.5", "x"]) {
      const message = `${name} must be a whole number from ${least} to ${most}, but is "${wrong}"`;
      assert.throws(() => changed({ [name]: wrong }), { message });
    }
  }
});

test("what is wrong is told in a whole sentence, without secrets", () => {
  const wrong: [Record<string, string>, string][] = [
    [{ APP_ENV: "staging" }, 'APP_ENV must be one of production, development, test, but is "staging"'],
    [{ PUBLIC_URL: "ftp://x" }, 'PUBLIC_URL must be an http(s) address, but is "ftp://x"'],
    [{ ADMIN_PHONE: "12" }, 'ADMIN_PHONE must be a mobile phone number, but is "12"'],
    [{ DATABASE_URL: "mysql://u:secret@h/d" }, "DATABASE_URL must be a postgres:// address"],
    [{ DATABASE_URL: "" }, "DATABASE_URL must be set with DATABASE_OWNER_URL"],
    [{ CREDENTIAL_AES_KEY: "" }, "CREDENTIAL_AES_KEY and CREDENTIAL_AES_IV must be set together"],
    [{ CREDENTIAL_AES_IV: "" }, "CREDENTIAL_AES_KEY and CREDENTIAL_AES_IV must be set together"],
    [{ CREDENTIAL_AES_IV: Buffer.alloc(15).toString("base64") }, "CREDENTIAL_AES_IV must be 16 bytes in Base64"],
    [{ CREDENTIAL_AES_KEY: ` ${bytes.toString("base64")}` }, "CREDENTIAL_AES_KEY must be 16 bytes in Base64"],
    [{ S3_ENDPOINT: "" }, "S3_ENDPOINT must be set with FILE_STORE=s3"],
    [{ S3_BUCKET: "" }, "S3_BUCKET must be set with FILE_STORE=s3"],
    [{ S3_ACCESS_KEY: "" }, "S3_ACCESS_KEY must be set with FILE_STORE=s3"],
    [{ S3_SECRET_KEY: "" }, "S3_SECRET_KEY must be set with FILE_STORE=s3"],
    [{ MAP_SERVICE_KEY: "" }, "MAP_SERVICE_KEY must be set with MAP_SERVICE=http"],
    [{ CAPTCHA_TEST_ANSWER: "abcd" }, "CAPTCHA_TEST_ANSWER is only allowed with APP_ENV=test"],
  ];
  for (const [changes, message] of wrong) assert.throws(() => changed(changes), { message });
});

test("section 12: what works but is no good idea in production is told, and elsewhere it is not", () => {
  const plain = { PUBLIC_URL: "http://a", SSO_HOST: "http://b", METRICS_TOKEN: "" };
  assert.deepEqual(warningsOf(changed(plain)), [
    "PUBLIC_URL is an http address: tokens travel readable and cookies are not Secure",
    "SSO_HOST is an http address: passwords travel readable and cookies are not Secure",
    "METRICS_TOKEN is not set: behind a proxy /metrics answers nobody",
  ]);
  assert.deepEqual(warningsOf(changed({ ...plain, APP_ENV: "test" })), []);
  assert.deepEqual(warningsOf(readConfig(settings)), []);
  assert.deepEqual(warningsOf(changed({ METRICS_TOKEN: "", TRUST_PROXY: "off", SSO_HOST: "" })), [
    "METRICS_TOKEN is not set: /metrics answers every call from this machine, those of a proxy without headers as well",
  ]);
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
