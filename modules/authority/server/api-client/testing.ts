import assert from "node:assert/strict";
import { createHash, createHmac, randomUUID } from "node:crypto";
import type { BodyInputOf, CallInput, Endpoint } from "@ops/platform/contract";
import { addressOf, startSeries } from "@ops/platform/server/testing";
import { createApiClient } from "../../contract/index.ts";
import { type AuthorityTestApp, givenMember, givenOrganization, type TestClient } from "../testing.ts";

export interface Keys {
  readonly ak: string;
  readonly sk: string;
}

export interface Bent {
  readonly timestamp?: number;
  readonly nonce?: string;
  readonly signature?: string;
  /** Sent instead of the body that was signed. */
  readonly body?: string;
  readonly address?: string;
  readonly ip?: string;
  readonly headers?: Record<string, string>;
}

export const interfaceIdOf = async (app: AuthorityTestApp, { method, path }: Endpoint): Promise<string> => {
  const asked = "select id from api_interface where method = $1 and path = $2";
  const [row] = await app.rows<{ id: string }>(asked, [method, path]);
  assert.ok(row, path);
  return row.id;
};

/** Builds the headers of a signed call from the written rule, independently of the code under test. */
export function signatureOf(keys: Keys, call: { method: string; address: string; body: string } & Bent) {
  const [path = "", query = ""] = call.address.split("?");
  const timestamp = String(call.timestamp ?? Math.floor(Date.now() / 1000));
  const nonce = call.nonce ?? randomUUID();
  const bodyHash = createHash("sha256").update(call.body).digest("hex");
  const text = [call.method, path, query.split("&").sort().join("&"), bodyHash, timestamp, nonce].join("\n");
  const signature = call.signature ?? createHmac("sha256", keys.sk).update(text).digest("hex");
  return { "x-ak": keys.ak, "x-timestamp": timestamp, "x-nonce": nonce, "x-signature": signature };
}

export interface SignedAnswer {
  readonly status: number;
  readonly success: boolean;
  readonly msg: string;
  readonly msgCode: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any endpoint are looked into
  readonly data: any;
}

/** Calls like another system. `bent` changes what is sent after signing. */
export async function signedCall<E extends Endpoint>(
  app: AuthorityTestApp,
  keys: Keys,
  endpoint: E,
  input: CallInput<E>,
  bent: Bent = {},
): Promise<SignedAnswer> {
  const body = input.body === undefined ? "" : JSON.stringify(input.body);
  const address = addressOf(endpoint, input);
  const seconds = bent.timestamp ?? Math.floor(app.now().getTime() / 1000);
  const signed = signatureOf(keys, { ...bent, method: endpoint.method, address, timestamp: seconds, body });
  const sent = bent.body ?? body;
  const response = await fetch(app.origin + (bent.address ?? address), {
    method: endpoint.method,
    headers: {
      ...signed,
      ...(sent === "" ? {} : { "content-type": "application/json" }),
      ...(bent.ip ? { "x-forwarded-for": bent.ip } : {}),
      ...bent.headers,
    },
    ...(sent === "" ? {} : { body: sent }),
  });
  return { status: response.status, ...(await response.json()) };
}

/** Makes a client of a new organisation through the API. */
export async function givenClient(
  app: AuthorityTestApp,
  operator: TestClient,
  endpoints: readonly Endpoint[],
  wishes: Partial<BodyInputOf<typeof createApiClient>> = {},
) {
  const body = { ...(await clientBody(app, endpoints)), ...wishes };
  const answer = await operator.call(createApiClient, { body });
  assert.ok(answer.success, answer.msg);
  return { ...answer.data, body };
}

const nextClient = startSeries();

export async function clientBody(app: AuthorityTestApp, endpoints: readonly Endpoint[]) {
  const owner = await givenMember(app);
  const organization = await givenOrganization(app);
  const interfaceIds = await Promise.all(endpoints.map((endpoint) => interfaceIdOf(app, endpoint)));
  return {
    name: `系统${nextClient()}`,
    ownerOrgId: organization.id,
    ownerUserId: owner.id,
    actAsUserId: null,
    interfaceIds,
    ipAllow: [] as string[],
    ratePerMin: 600,
    validUntil: null as string | null,
    remark: null,
  };
}

/** Waits until the log holds that many calls, because it is written after the answer. */
export async function logged(app: AuthorityTestApp, clientId: string, count: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    await app.authority.flushUsage();
    const rows = await app.rows("select from api_client_call where client_id = $1", [clientId]);
    if (rows.length >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
