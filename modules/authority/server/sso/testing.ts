import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { AnswerOf, CallInput, Endpoint, Envelope } from "@ops/platform/contract";
import { createHttpServer, createMetrics } from "@ops/platform/server";
import { addressOf } from "@ops/platform/server/testing";
import { openApp, sendSmsCode, smsLogin, staffLogin } from "../../contract/index.ts";
import { createAuthority } from "../index.ts";
import { fillText } from "../sms/text.ts";
import { AuthorityTestApp, CAPTCHA_ANSWER, encrypted, TEST_PASSWORD, testSettings } from "../testing.ts";
import type { SsoContext, SsoSettings } from "./settings.ts";
import { smsCodeJob } from "./sms-sender.ts";

export const testSsoSettings: SsoSettings = {
  appEnv: "test",
  productName: "营销运营管理平台",
  console: { clientId: "ops-console", name: "运营后台", transferUrl: "http://console.test/#/Transfer" },
  smsGateway: null,
};

/** An authority app with unified sign-on, whose portal has its own host. */
export class SsoTestApp extends AuthorityTestApp {
  readonly context: SsoContext;
  /** The portal's address through a proxy, and its address on the same machine. */
  #origins = { proxy: "", own: "" };
  readonly #closing: (() => Promise<unknown>)[] = [];

  constructor(settings: SsoSettings = testSsoSettings) {
    const authority = createAuthority({ ...testSettings, sso: settings });
    super([], authority);
    this.context = { authority: authority.context, settings };
  }

  override async start(): Promise<void> {
    await super.start();
    this.#origins = { proxy: await this.#servePortal(true), own: await this.#servePortal(false) };
  }

  async #servePortal(trustProxy: boolean): Promise<string> {
    const { portal: served } = this.authority;
    assert.ok(served);
    const portal = await createHttpServer({
      node: this.node,
      routes: served.routes.map((route) => ({ route, module: "authority" })),
      authenticate: served.authenticate,
      source: "SSO",
      metrics: createMetrics(),
      trustProxy,
      secureCookies: false,
      connectTo: [],
      callsPerSecond: 10_000,
    });
    this.#closing.push(() => portal.close());
    return portal.listen({ port: 0, host: "127.0.0.1" });
  }

  override async stop(): Promise<void> {
    for (const close of this.#closing) await close();
    await super.stop();
  }

  browser(ip = `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`): PortalBrowser {
    return new PortalBrowser(this, ip === OWN_MACHINE ? this.#origins.own : this.#origins.proxy, ip);
  }

  /** Runs the job of the newest request of this phone, like a worker. */
  async runSmsJob(mobilePhone: string): Promise<void> {
    const [newest] = await this.rows<{ id: string }>(
      "select id from sms_code where mobile_phone = $1 order by created_at desc, id desc limit 1",
      [mobilePhone],
    );
    assert.ok(newest, "no code was asked for");
    await smsCodeJob(this.context).run({ step: (act) => this.arrange(act) }, { smsCodeId: newest.id });
    await this.rows(
      `update outside_call c set due_at = $2 from sms_outbox o
       where o.id::text = c.key and o.sms_code_id = $1 and c.due_at is not null`,
      [newest.id, this.now()],
    );
    await this.node.outside.callAll();
  }

  async messagesTo(mobilePhone: string) {
    const rows = await this.rows<{
      text: string;
      params: Record<string, string>;
      status: string;
      attempts: number;
      lastError: string | null;
    }>(
      "select text, params, status, attempts, last_error from sms_outbox where mobile_phone = $1 order by created_at desc, id desc",
      [mobilePhone],
    );
    return rows.map(({ params, ...row }) => ({ ...row, text: fillText(row.text, params) }));
  }
}

/** A browser with this address runs on the server's machine; others come through a proxy. */
export const OWN_MACHINE = "127.0.0.1";

/** A browser at the portal, with its cookies and its address. */
export class PortalBrowser {
  readonly ip: string;
  readonly cookies = new Map<string, string>();
  readonly #app: SsoTestApp;
  readonly #origin: string;

  constructor(app: SsoTestApp, origin: string, ip: string) {
    this.#app = app;
    this.#origin = origin;
    this.ip = ip;
  }

  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>, headers: Record<string, string> = {}) {
    const response = await fetch(this.#origin + addressOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        applicationid: "1",
        ...(this.ip === OWN_MACHINE ? {} : { "x-forwarded-for": this.ip }),
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(input.body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) this.#keep(line);
    const envelope: Envelope<AnswerOf<E>> = await response.json();
    return { ...envelope, status: response.status, setCookies };
  }

  #keep(line: string): void {
    const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
    if (/Max-Age=0\b/.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  askForCode(mobilePhone: string) {
    return this.call(sendSmsCode, { body: { mobilePhone, verifyCode: CAPTCHA_ANSWER, codeId: this.#app.codeId() } });
  }

  /** Requests a code, runs the job that sends it and reads it from the outbox. */
  async receiveCode(mobilePhone: string): Promise<string> {
    const asked = await this.askForCode(mobilePhone);
    assert.equal(asked.success, true, asked.msg);
    await this.#app.runSmsJob(mobilePhone);
    const [message] = await this.#app.messagesTo(mobilePhone);
    const code = /\d{6}/.exec(message?.text ?? "")?.[0];
    assert.ok(code, "no message was written");
    return code;
  }

  smsLogin(mobilePhone: string, smsCode: string) {
    return this.call(smsLogin, { body: { mobilePhone, smsCode } });
  }

  async signInBySms(mobilePhone: string) {
    return this.smsLogin(mobilePhone, await this.receiveCode(mobilePhone));
  }

  signInByStaffNo(staffNo: string, password = TEST_PASSWORD) {
    const typed = { verifyCode: CAPTCHA_ANSWER, codeId: this.#app.codeId() };
    return this.call(staffLogin, { body: { staffNo, password: encrypted(password), ...typed } });
  }

  openConsole() {
    return this.call(openApp, { body: { clientId: "ops-console" } });
  }

  /** Opens the console and answers the handover value of the address. */
  async handover(): Promise<string> {
    const { data, success, msg } = await this.openConsole();
    assert.equal(success, true, msg);
    const value = new URLSearchParams(data.location.split("?")[1]).get("authorization");
    assert.ok(value);
    return value;
  }
}

export function ssoTestApp(settings?: SsoSettings): SsoTestApp {
  const app = new SsoTestApp(settings);
  before(() => app.start());
  after(() => app.stop());
  return app;
}
