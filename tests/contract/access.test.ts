import assert from "node:assert/strict";
import { test } from "node:test";
import type { Endpoint } from "@ops/platform/contract";
import { newId, newToken } from "@ops/platform/server";
import { type Answer, parseAnswer } from "./answers.ts";
import { callOf } from "./cases.ts";
import type { Received } from "./wire.ts";
import { type Credentials, nobody, type Offer, world } from "./world.ts";

const app = world();
const REFUSED_SESSION = "您的账号登录超时或已在其他地方登录，若不是本人操作，请注意账号安全！";

/**
 * Calls with unknown ids and without content. A caller without the right must not even learn that the input is wrong.
 */
async function call(
  { host, endpoint }: Offer,
  credentials: Credentials,
): Promise<Received & { answer: Answer | null }> {
  const names = Object.keys(endpoint.params?.shape ?? {});
  const params = Object.fromEntries(names.map((name) => [name, newId()]));
  const sent = callOf(endpoint, { params, query: {}, body: endpoint.body ? { nonsense: 1 } : undefined });
  const received = await app.send(host, { ...sent, headers: { ...sent.headers, ...credentials } });
  return { ...received, answer: parseAnswer(received) };
}

test("A1 without a session every endpoint answers HTTP 401, unless it is public; a cookie is no session", async (context) => {
  const offers = app.offers();
  const closed = offers.filter(({ endpoint }) => endpoint.permission !== "public");
  const admin = await app.administrator("console");
  const strangers: Credentials[] = [
    nobody,
    { authorization: "" },
    { authorization: newToken() },
    { authorization: "Bearer" },
    { authorization: `Basic ${Buffer.from("admin:admin").toString("base64")}` },
    { authorization: "' OR 1=1 --" },
    { authorization: "x".repeat(4_000) },
    { cookie: `token=${admin["authorization"]}; Authorization=${admin["authorization"]}` },
  ];
  let cases = 0;
  for (const offer of closed) {
    for (const credentials of strangers) {
      const { status, answer } = await call(offer, credentials);
      assert.equal(status, 401, `${offer.name} as ${JSON.stringify(credentials)}`);
      assert.partialDeepStrictEqual(answer, { success: false, msg: REFUSED_SESSION, data: null }, offer.name);
      assert.match(answer?.msgCode ?? "", /^SESSION_[A-Z_]+$/);
      cases++;
    }
  }
  for (const offer of offers.filter(({ endpoint }) => endpoint.permission === "public")) {
    for (const credentials of [nobody, { authorization: newToken() }]) {
      assert.equal((await call(offer, credentials)).status, 200, offer.name);
      cases++;
    }
  }
  assert.ok(closed.length > 10);
  context.diagnostic(`${offers.length} endpoints, ${closed.length} of them closed, ${cases} cases`);
});

test("A1 without the permission the answer is HTTP 200 COMMON_FORBIDDEN, whatever was sent, and the session goes on", async (context) => {
  const guarded = app.offers().filter(({ endpoint }) => isGuarded(endpoint));
  const credentials = await app.powerless("console");
  for (const offer of guarded) {
    const { status, answer } = await call(offer, credentials);
    assert.equal(status, 200, offer.name);
    const told = { success: false, msgCode: "COMMON_FORBIDDEN", msg: "您没有该操作的权限，请联系管理员！" };
    assert.deepEqual(answer, { ...told, data: null }, offer.name);
    assert.equal(await app.isSignedIn(offer.host, credentials), true, `${offer.name} ended the session`);
  }
  assert.ok(guarded.length > 5);
  context.diagnostic(`${guarded.length} guarded endpoints`);
});

/**
 * Each caller has the codes whose number has one particular bit set, or not set. Any two codes differ in some bit, so
 * an endpoint that opens for a wrong code, or asks for a second one, answers some caller wrongly. This proves as much
 * as one caller per code, but with as few callers as the numbers have bits.
 */
test("A1 each permission opens its own endpoints and no others", async (context) => {
  const guarded = app.offers().filter(({ endpoint }) => isGuarded(endpoint));
  const codes = [...new Set(guarded.map(({ endpoint }) => endpoint.permission))];
  const bits = Math.ceil(Math.log2(codes.length));
  let cases = 0;
  for (const [bit, value] of Array.from({ length: bits }, (_, n) => [0, 1].map((one) => [n, one] as const)).flat()) {
    const held = codes.filter((_, number) => ((number >> bit) & 1) === value);
    const { token } = await app.signIn({ permissions: held });
    for (const offer of guarded) {
      const { answer } = await call(offer, { authorization: token });
      const isOpen = answer?.msgCode !== "COMMON_FORBIDDEN";
      assert.equal(isOpen, held.includes(offer.endpoint.permission), `${offer.name} with bit ${bit} = ${value}`);
      cases++;
    }
  }
  context.diagnostic(`${codes.length} permissions × ${guarded.length} endpoints by ${2 * bits} people: ${cases} cases`);
});

test("A1 a path answers its declared methods and no others", async (context) => {
  const offers = app.offers();
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
  const credentials = { console: await app.administrator("console"), portal: await app.administrator("portal") };
  let cases = 0;
  for (const { host, endpoint } of offers) {
    const path = endpoint.path.replace(/\{\w+\}/g, newId());
    const declared = new Set(offers.filter((one) => one.host === host && matches(one.endpoint.path, path)));
    for (const method of methods) {
      if ([...declared].some((one) => one.endpoint.method === method)) continue;
      const received = await app.send(host, { method, path, headers: credentials[host], body: undefined });
      assert.equal(received.status, 404, `${method} ${path}`);
      cases++;
    }
  }
  context.diagnostic(`${offers.length} endpoints, ${cases} cases`);
});

function isGuarded({ permission }: Endpoint): boolean {
  return permission !== "public" && permission !== "session";
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
}
