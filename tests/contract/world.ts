import { after, before } from "node:test";
import { portalApps, staffLogin, userInfo } from "@ops/authority/contract";
import {
  AuthorityTestApp,
  CAPTCHA_ANSWER,
  type Credentials,
  encrypted,
  givenUser,
  TEST_PASSWORD,
} from "@ops/authority/server/testing";
import type { Endpoint } from "@ops/platform/contract";
import { createHttpServer, createMetrics, type Route, routesOf } from "@ops/platform/server";
import type { FastifyInstance } from "fastify";
import { composeProduct } from "../../scripts/openapi.ts";
import { closeConnections, type Received, type Sent, send } from "./wire.ts";

export type { Credentials } from "@ops/authority/server/testing";

type HostName = "console" | "portal";

/** One endpoint on one host: what every promise is made for. */
export interface Offer {
  readonly host: HostName;
  readonly endpoint: Endpoint;
  readonly kind: Route["kind"];
  readonly module: string;
  /** `console GET /user/v1/users` */
  readonly name: string;
}

export const nobody: Credentials = {};

/** The whole product on a database of its own, both hosts up, with ways to be somebody there. */
export class World extends AuthorityTestApp {
  #portal: FastifyInstance | undefined;
  #origins: Record<HostName, string> = { console: "", portal: "" };
  #addresses = 0;

  constructor() {
    const { authority, modules } = composeProduct();
    super(
      modules.filter((module) => module !== authority.module),
      authority,
    );
  }

  override async start(): Promise<void> {
    await super.start();
    this.#portal = await createHttpServer({
      node: this.node,
      routes: this.#portalRoutes(),
      authenticate: this.authority.portal?.authenticate ?? this.authority.authenticate,
      source: "SSO",
      metrics: createMetrics(),
      trustProxy: true,
      secureCookies: false,
      connectTo: [],
      callsPerSecond: 10_000,
    });
    this.#origins = { console: this.origin, portal: await this.#portal.listen({ port: 0, host: "127.0.0.1" }) };
  }

  override async stop(): Promise<void> {
    closeConnections();
    await this.#portal?.close();
    await super.stop();
  }

  /** Every endpoint of the product, found from the modules. */
  offers(): Offer[] {
    const hosts = { console: routesOf(this.node), portal: this.#portalRoutes() };
    return (["console", "portal"] as const).flatMap((host) =>
      hosts[host].map(({ route: { endpoint, kind }, module }) => {
        return { host, endpoint, kind, module, name: `${host} ${endpoint.method} ${endpoint.path}` };
      }),
    );
  }

  /** Each call comes from an address of its own, so that limits per address do not hide what lies behind them. */
  send(host: HostName, sent: Omit<Sent, "headers"> & { headers?: Sent["headers"] }): Promise<Received> {
    const n = ++this.#addresses;
    const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    return send(this.#origins[host], {
      ...sent,
      headers: { applicationid: "1", "x-forwarded-for": from, ...sent.headers },
    });
  }

  /** Somebody signed in who holds every right that there is. */
  async administrator(host: HostName): Promise<Credentials> {
    if (host === "portal") return this.#portalCookie();
    return { authorization: (await this.signIn({ boolAdmin: true })).token };
  }

  /** Somebody signed in who holds no right at all. */
  async powerless(host: HostName): Promise<Credentials> {
    if (host === "portal") return this.#portalCookie();
    return { authorization: (await this.signIn()).token };
  }

  async isSignedIn(host: HostName, credentials: Credentials): Promise<boolean> {
    const { method, path } = host === "portal" ? portalApps : userInfo;
    const { status } = await this.send(host, { method, path, headers: credentials, body: undefined });
    return status === 200;
  }

  #portalRoutes(): { route: Route; module: string }[] {
    return (this.authority.portal?.routes ?? []).map((route) => ({ route, module: "sso" }));
  }

  async #portalCookie(): Promise<Credentials> {
    const { staffNo } = await givenUser(this, { boolAdmin: true });
    const password = encrypted(TEST_PASSWORD);
    const body = JSON.stringify({ staffNo, password, verifyCode: CAPTCHA_ANSWER, codeId: this.codeId() });
    const headers = { "content-type": "application/json" };
    const answer = await this.send("portal", { method: staffLogin.method, path: staffLogin.path, headers, body });
    const cookies = answer.headers["set-cookie"] ?? [];
    if (cookies.length === 0) throw new Error(`nobody could sign in at the portal: ${answer.text}`);
    return { cookie: cookies.map((line) => line.split(";")[0]).join("; ") };
  }
}

export function world(): World {
  const app = new World();
  before(() => app.start());
  after(() => app.stop());
  return app;
}
