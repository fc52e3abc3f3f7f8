import { resolve } from "node:path";
import { PHONE_FORM } from "@ops/platform/contract";
import type { S3Settings } from "../file/s3-store.ts";
import type { MapSettings } from "../lbs/amap.ts";

export interface Config {
  readonly appEnv: "production" | "development" | "test";
  readonly port: number;
  readonly ssoPort: number;
  readonly host: string;
  /** Open connections of one process and port; more are turned away. */
  readonly maxConnections: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** The same database for the role that owns it; null if there is only one role. */
  readonly databaseOwnerUrl: string | null;
  readonly databasePoolSize: number;
  readonly productName: string;
  readonly apiBase: string;
  readonly publicUrl: string;
  /** Null hides the link 统一登录 (PF-R58). */
  readonly ssoHost: string | null;
  readonly ssoClientId: string;
  readonly captchaTestAnswer: string | null;
  readonly credentialKey: Buffer | null;
  readonly credentialIv: Buffer | null;
  readonly demoData: "small" | "none";
  readonly logLevel: string;
  readonly trustProxy: boolean;
  /** The token to read /metrics from other machines. */
  readonly metricsToken: string | null;
  readonly adminPhone: string;
  readonly smsGatewayUrl: string | null;
  readonly smsGatewaySecret: string | null;
  /** The port of the stand-in for outside systems, which comes with the demo. */
  readonly outsidePort: number;
  /** Where contents of files go; null for the database. */
  readonly s3: S3Settings | null;
  /** The map service for addresses; null if only own data is used. */
  readonly map: MapSettings | null;
}

/** A setting that cannot be used; the start stops with this sentence. */
export class ConfigError extends Error {}

/** What works but is no good idea in production, in words for the log. */
export function warningsOf({ appEnv, publicUrl, ssoHost, metricsToken, trustProxy }: Config): string[] {
  if (appEnv !== "production") return [];
  const isPlain = (address: string | null) => address?.startsWith("http:") === true;
  return [
    ...(isPlain(publicUrl) ? ["PUBLIC_URL is an http address: tokens travel readable and cookies are not Secure"] : []),
    ...(isPlain(ssoHost) ? ["SSO_HOST is an http address: passwords travel readable and cookies are not Secure"] : []),
    ...(metricsToken ? [] : [`METRICS_TOKEN is not set: ${trustProxy ? CLOSED_METRICS : OPEN_METRICS}`]),
  ];
}
const CLOSED_METRICS = "behind a proxy /metrics answers nobody";
const OPEN_METRICS = "/metrics answers every call from this machine, those of a proxy without headers as well";

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings; the first wrong one stops the start with a sentence that names the variable. */
export function readConfig(env: Environment): Config {
  const appEnv = choice(env, "APP_ENV", ["production", "development", "test"], "development");
  const port = integer(env, "PORT", 8000, 0, 65_535);
  const ssoPort = integer(env, "SSO_PORT", 8001, 0, 65_535);
  const captchaTestAnswer = env["CAPTCHA_TEST_ANSWER"] || null;
  if (captchaTestAnswer !== null && appEnv !== "test") {
    throw new ConfigError("CAPTCHA_TEST_ANSWER is only allowed with APP_ENV=test");
  }
  const credentialKey = base64Bytes(env, "CREDENTIAL_AES_KEY", 16);
  const credentialIv = base64Bytes(env, "CREDENTIAL_AES_IV", 16);
  if ((credentialKey === null) !== (credentialIv === null)) {
    throw new ConfigError("CREDENTIAL_AES_KEY and CREDENTIAL_AES_IV must be set together");
  }
  return {
    appEnv,
    port,
    ssoPort,
    // a developer's data and the codes in the outbox are for this machine only, unless set otherwise
    host: env["HOST"] || (appEnv === "production" ? "0.0.0.0" : "127.0.0.1"),
    maxConnections: integer(env, "MAX_CONNECTIONS", 5_000, 100, 100_000),
    dataDir: resolve(env["DATA_DIR"] || "./data"),
    databaseUrl: databaseUrl(env, "DATABASE_URL"),
    databaseOwnerUrl: databaseOwnerUrl(env),
    databasePoolSize: integer(env, "DATABASE_POOL_SIZE", 20, 4, 500),
    productName: env["PRODUCT_NAME"] || "营销运营管理平台",
    apiBase: url(env, "API_BASE") ?? "",
    publicUrl: url(env, "PUBLIC_URL") ?? `http://localhost:${port}`,
    ssoHost: env["SSO_HOST"] === "" ? null : (url(env, "SSO_HOST") ?? `http://localhost:${ssoPort}`),
    ssoClientId: env["SSO_CLIENT_ID"] || "ops-console",
    captchaTestAnswer,
    credentialKey,
    credentialIv,
    demoData: choice(env, "DEMO_DATA", ["small", "none"], appEnv === "production" ? "none" : "small"),
    logLevel: choice(env, "LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "silent"], "info"),
    trustProxy: choice(env, "TRUST_PROXY", ["on", "off"], "off") === "on",
    metricsToken: env["METRICS_TOKEN"] || null,
    adminPhone: adminPhone(env),
    smsGatewayUrl: url(env, "SMS_GATEWAY_URL"),
    smsGatewaySecret: env["SMS_GATEWAY_SECRET"] || null,
    outsidePort: integer(env, "OUTSIDE_PORT", 8003, 0, 65_535),
    s3: s3Settings(env),
    map: mapSettings(env),
  };
}

function choice<const C extends string>(env: Environment, name: string, choices: readonly C[], initial: NoInfer<C>): C {
  const text = env[name];
  if (text === undefined || text === "") return initial;
  const found = choices.find((one) => one === text);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${choices.join(", ")}, but is "${text}"`);
  return found;
}

function integer(env: Environment, name: string, initial: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === "") return initial;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, but is "${text}"`);
  }
  return value;
}

function url(env: Environment, name: string): string | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? "")) {
    throw new ConfigError(`${name} must be an http(s) address, but is "${text}"`);
  }
  return text.replace(/\/+$/, "");
}

function adminPhone(env: Environment): string {
  const text = env["ADMIN_PHONE"] || "13900000000";
  if (!PHONE_FORM.test(text)) throw new ConfigError(`ADMIN_PHONE must be a mobile phone number, but is "${text}"`);
  return text;
}

function s3Settings(env: Environment): S3Settings | null {
  if (choice(env, "FILE_STORE", ["pg", "s3"], "pg") === "pg") return null;
  return {
    endpoint: url(env, "S3_ENDPOINT") ?? refuseMissing("S3_ENDPOINT"),
    bucket: env["S3_BUCKET"] || refuseMissing("S3_BUCKET"),
    region: env["S3_REGION"] || "us-east-1",
    accessKey: env["S3_ACCESS_KEY"] || refuseMissing("S3_ACCESS_KEY"),
    secretKey: env["S3_SECRET_KEY"] || refuseMissing("S3_SECRET_KEY"),
    pathStyle: choice(env, "S3_PATH_STYLE", ["on", "off"], "on") === "on",
  };
}

function mapSettings(env: Environment): MapSettings | null {
  if (choice(env, "MAP_SERVICE", ["offline", "http"], "offline") === "offline") return null;
  return {
    url: url(env, "MAP_SERVICE_URL") ?? "https://restapi.amap.com",
    key: env["MAP_SERVICE_KEY"] || refuseMissing("MAP_SERVICE_KEY", "MAP_SERVICE=http"),
  };
}

function refuseMissing(name: string, because = "FILE_STORE=s3"): never {
  throw new ConfigError(`${name} must be set with ${because}`);
}

function databaseUrl(env: Environment, name: string): string | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  if (!/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? "")) {
    // the value may contain a password, so it is not repeated
    throw new ConfigError(`${name} must be a postgres:// address`);
  }
  return text;
}

function databaseOwnerUrl(env: Environment): string | null {
  const text = databaseUrl(env, "DATABASE_OWNER_URL");
  if (text !== null && !env["DATABASE_URL"]) refuseMissing("DATABASE_URL", "DATABASE_OWNER_URL");
  return text;
}

function base64Bytes(env: Environment, name: string, length: number): Buffer | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== length || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    throw new ConfigError(`${name} must be ${length} bytes in Base64`); // a secret: not repeated
  }
  return bytes;
}
