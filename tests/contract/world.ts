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
import { createHttpServer, createMetrics, type Module, type Route, routesOf } from "@ops/platform/server";
import type { FastifyInstance } from "fastify";
import { composeProduct } from "../../scripts/openapi.ts";
import { closeConnections, type Received, type Sent, send } from "./wire.ts";

export type { Credentials } from "@ops/authority/server/testing";

type HostName = "console" | "portal";

/** One endpoint on one host, for which the promises are checked. */
export interface Offer {
  readonly host: HostName;
  readonly endpoint: Endpoint;
  readonly kind: Route["kind"];
  readonly module: string;
  /** The name, such as `console GET /user/v1/users`. */
  readonly name: string;
}

export const nobody: Credentials = {};

/** The product has no carrier for notices yet. With one, the switches of notices can be set (PF-R124). */
export const CARRIER = "test.post";
const carrying: Module = {
  name: "carrying",
  noticeCarriers: [{ key: CARRIER, label: "信件", carry: async () => undefined }],
};

/** The whole product on its own database, with both hosts running and ways to sign in. */
export class World extends AuthorityTestApp {
  #portal: FastifyInstance | undefined;
  #origins: Record<HostName, string> = { console: "", portal: "" };
  #addresses = 0;
  readonly #calls: Record<string, number> = {};
  #moduleOf: ReadonlyMap<string, string> | undefined;

  constructor() {
    const { authority, modules } = composeProduct();
    const others: readonly Module[] = modules.filter((module) => module !== authority.module);
    super([...others, carrying], authority);
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
    // the number of calls per module, for the report of PF-R135
    console.log(`calls by module: ${JSON.stringify(this.#calls)}`);
  }

  /** Lists every endpoint of the product from its modules. */
  offers(): Offer[] {
    const hosts = { console: routesOf(this.node), portal: this.#portalRoutes() };
    return (["console", "portal"] as const).flatMap((host) =>
      hosts[host].map(({ route: { endpoint, kind }, module }) => {
        return { host, endpoint, kind, module, name: `${host} ${endpoint.method} ${endpoint.path}` };
      }),
    );
  }

  /** Sends a call from an address of its own, so that limits per address do not hide other faults. */
  send(host: HostName, sent: Omit<Sent, "headers"> & { headers?: Sent["headers"] }): Promise<Received> {
    const n = ++this.#addresses;
    this.#count(sent.path);
    const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    return send(this.#origins[host], {
      ...sent,
      headers: { applicationid: "1", "x-forwarded-for": from, ...sent.headers },
    });
  }

  #count(path: string): void {
    // the portal also answers some paths of authority, so its offers come last and the first one of a path counts
    this.#moduleOf ??= new Map(
      this.offers()
        .toReversed()
        .map(({ endpoint, module }) => [serviceOf(endpoint.path), module]),
    );
    const module = this.#moduleOf.get(serviceOf(path)) ?? "house";
    this.#calls[module] = (this.#calls[module] ?? 0) + 1;
  }

  /** Signs in somebody who has every right. */
  async administrator(host: HostName): Promise<Credentials> {
    if (host === "portal") return this.#portalCookie();
    return { authorization: (await this.signIn({ boolAdmin: true })).token };
  }

  /** Signs in somebody who has no right. */
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

/** Finds the first word of a path: `/partner/v1/contracts` belongs to `partner`. */
function serviceOf(path: string): string {
  return path.split("/")[1] ?? "";
}
