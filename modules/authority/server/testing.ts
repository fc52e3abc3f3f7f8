import assert from "node:assert/strict";
import { createCipheriv, randomBytes } from "node:crypto";
import type { CallInput, Endpoint } from "@ops/platform/contract";
import { type Logger, type Module, newId, type ParamDeclaration } from "@ops/platform/server";
import { type Called, type CallOptions, declareTestApp, TestApp } from "@ops/platform/server/testing";
import { phoneLogin } from "../contract/index.ts";
import { newCodeId } from "./account/captcha.ts";
import type { ScopeKind } from "./database.ts";
import { type Authority, createAuthority } from "./index.ts";
import { openSession } from "./session/open.ts";
import type { AuthoritySettings } from "./settings.ts";
import {
  type Arranging,
  type GivenUser,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  insideOf,
  type UserWishes,
} from "./testing-data.ts";

export { givenClient, signedCall } from "./api-client/testing.ts";
export * from "./testing-batch.ts";
export * from "./testing-channel.ts";
export * from "./testing-data.ts";
export * from "./testing-export.ts";
export * from "./testing-import.ts";
export * from "./testing-promises.ts";
export { waitsFor } from "./testing-waiting.ts";

/** Accepted as any image code in tests. */
export const CAPTCHA_ANSWER = "TEST";

export const testSettings: AuthoritySettings = {
  captchaTestAnswer: CAPTCHA_ANSWER,
  credentialKeys: [
    { key: randomBytes(16), iv: randomBytes(16) },
    { key: randomBytes(16), iv: randomBytes(16) },
  ],
  deviceCookieKey: randomBytes(32),
  sealingKey: randomBytes(32),
  argon2: { memoryKib: 32, passes: 1, lanes: 1 },
};

/** Has started in the databases of tests before their own. */
const authorityBefore = createAuthority(testSettings).module;

export interface SignIn {
  readonly permissions?: readonly string[];
  readonly scope?: ScopeKind;
  readonly scopeOverrides?: Readonly<Record<string, ScopeKind>>;
  readonly menuKeys?: readonly string[];
  /** Where the person works; a new organisation below the root by default. */
  readonly organization?: { readonly id: string };
  readonly boolAdmin?: boolean;
  readonly userName?: string;
}

/** Somebody who is signed in. */
export interface TestClient {
  readonly user: GivenUser;
  readonly token: string;
  readonly sessionId: string;
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Called<E>>;
}

export interface TypedCredentials {
  readonly mobilePhone: string;
  readonly password?: string;
  readonly verifyCode?: string;
  readonly codeId?: string;
}

/** The platform's test app with sign-in wired as in production. */
export class AuthorityTestApp extends TestApp {
  readonly authority: Authority;

  constructor(
    modules: readonly Module[],
    authority: Authority = createAuthority(testSettings),
    options: { log?: Logger; background?: boolean } = {},
  ) {
    const { authenticate, personName } = authority;
    // what a file adds for its tests has not started before
    const startedBefore = [authorityBefore, ...modules.filter(({ migrations }) => migrations)];
    super({ modules: [authority.module, ...modules], startedBefore, authenticate, personName, ...options });
    this.authority = authority;
  }

  /** A real person with a real role, grant and session, made in one transaction. */
  async signIn(as: SignIn = {}): Promise<TestClient> {
    const { user, opened } = await this.arrange(async (tx) => {
      const inside = insideOf(this, tx);
      const user = await givenUser(inside, pickUser(as));
      const organizationIds = as.boolAdmin ? [] : [await givenRights(inside, user, as)];
      return { user, opened: await openSession(tx, sessionOf(user, organizationIds)) };
    });
    return this.clientWith(user, opened.id, opened.token);
  }

  /** Opens a session for somebody without the way through the login page. */
  async clientOf(user: GivenUser, organizationIds: readonly string[]): Promise<TestClient> {
    const opened = await this.arrange((tx) => openSession(tx, sessionOf(user, organizationIds)));
    return this.clientWith(user, opened.id, opened.token);
  }

  clientWith(user: GivenUser, sessionId: string, token: string): TestClient {
    const call: TestClient["call"] = (endpoint, input, options) => this.call(endpoint, input, { token, ...options });
    return { user, token, sessionId, call };
  }

  /** A fresh image code whose answer is known. */
  codeId(answer = "AB3D", validSeconds = 120): string {
    const until = Math.floor(this.now().getTime() / 1000) + validSeconds;
    return newCodeId(this.authority.context, until, answer);
  }

  /** Signs in through the login call, as the page does. */
  login(typed: TypedCredentials, options: CallOptions = {}): Promise<Called<typeof phoneLogin>> {
    const { mobilePhone, password = TEST_PASSWORD, verifyCode = CAPTCHA_ANSWER, codeId = this.codeId() } = typed;
    const body = { mobilePhone, password: encrypted(password), verifyCode, codeId };
    return this.call(phoneLogin, { body }, options);
  }
}

const pickUser = ({ boolAdmin = false, userName }: SignIn): UserWishes =>
  userName ? { boolAdmin, userName } : { boolAdmin };

const sessionOf = ({ id: userId }: GivenUser, organizationIds: readonly string[]) =>
  ({ userId, organizationIds, loginKind: "PASSWORD", restricted: false }) as const;

/** Gives somebody a role of his own in an organisation, and answers its id. */
async function givenRights(app: Arranging, user: GivenUser, as: SignIn): Promise<string> {
  const organization = as.organization ?? (await givenOrganization(app));
  const role = await givenRole(app, {
    permissionCodes: [...(as.permissions ?? [])],
    dataScope: as.scope ?? "ALL",
    scopeOverrides: as.scopeOverrides ?? {},
    menuKeys: [...(as.menuKeys ?? [])],
  });
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  return organization.id;
}

/** Declares the app of a test file with authority and these modules. */
export function testApp(...modules: Module[]): AuthorityTestApp {
  return declareTestApp(new AuthorityTestApp(modules));
}

/** Changes a parameter for the rest of the file's tests. */
export async function setParam<T>(app: TestApp, { key, parse }: ParamDeclaration<T>, value: string): Promise<void> {
  assert.notEqual(parse(value), null, `${value} is no value of ${key}`);
  await app.rows(
    `insert into param (id, created_at, created_by, updated_at, updated_by, key, value)
     values ($1, now(), $1, now(), $1, $2, $3) on conflict (key) do update set value = excluded.value`,
    [newId(), key, value],
  );
  await app.node.params.load(app.node.database.writer);
}

/** As the client encrypts credentials (PF-R14); `which` 1 is the previous key. */
export function encrypted(text: string, which = 0): string {
  const keys = testSettings.credentialKeys[which];
  assert.ok(keys);
  const cipher = createCipheriv("aes-128-cbc", keys.key, keys.iv);
  return Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64");
}

/** The password of everybody whom `givenUser` makes. */
export const TEST_PASSWORD = "Demo@2025";
