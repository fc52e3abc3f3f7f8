import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { phoneLogin, userInfo } from "@ops/authority/contract";
import { testApp, testSettings } from "@ops/authority/server/testing";
import { type Config, readConfig, warningsOf } from "@ops/platform/server";
import type { FastifyInstance } from "fastify";
import { createConsoleServer } from "./http.ts";

const app = testApp();
const production = readConfig({ APP_ENV: "production", PUBLIC_URL: "https://console.test", HOST: "127.0.0.1" });
const servers: FastifyInstance[] = [];

async function consoleOf(config: Config): Promise<FastifyInstance> {
  const [credential] = testSettings.credentialKeys;
  assert.ok(credential);
  const { authenticate } = app.authority;
  const server = await createConsoleServer(app.node, { config, authenticate, credential, isDraining: () => false });
  servers.push(server);
  return server;
}

let console: FastifyInstance;
before(async () => {
  console = await consoleOf(production);
});
after(() => Promise.all(servers.map((server) => server.close())));

test("PF-R83 the console lets 30 calls of a session pass in a second, no more", async () => {
  const { token } = await app.signIn();
  const headers = { authorization: token, applicationid: "1" };
  await app.holdTime(async () => {
    const asked = Array.from({ length: 35 }, () => console.inject({ url: userInfo.path, headers }));
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    assert.equal(statuses.filter((status) => status === 200).length, 30);
    assert.equal(statuses.filter((status) => status === 429).length, 5);
  });
});

test("in production the description of the interfaces is for people who are signed in; a tab sends its cookie", async () => {
  const { token } = await app.signIn();
  for (const url of ["/openapi.json", "/api-docs"]) {
    const statusOf = async (headers: Record<string, string>) => (await console.inject({ url, headers })).statusCode;
    assert.equal(await statusOf({}), 404, url);
    assert.equal(await statusOf({ authorization: "made-up" }), 404, url);
    assert.equal(await statusOf({ cookie: "session-token=made-up" }), 404, url);
    assert.equal(await statusOf({ authorization: token }), 200, url);
    assert.equal(await statusOf({ cookie: `session-token=${token}` }), 200, url);
    const developers = await consoleOf(readConfig({ APP_ENV: "development" }));
    assert.equal((await developers.inject(url)).statusCode, 200, url);
  }
});

test("PF-R77 the description says of every call with a session that it may be over, and of no open one", async () => {
  const developers = await consoleOf(readConfig({ APP_ENV: "development" }));
  const described = (await developers.inject("/openapi.json")).json();
  const statuses = ({ method, path }: { method: string; path: string }) =>
    Object.keys(described.paths[path]?.[method.toLowerCase()]?.responses ?? {});
  assert.deepEqual(statuses(userInfo), ["200", "401", "429", "500", "503"]);
  assert.deepEqual(statuses(phoneLogin), ["200", "429", "500", "503"]);
});

test("/metrics answers this machine, nobody where a proxy stands before it, and with a token only its holders", async () => {
  const ask = async (server: FastifyInstance, headers: Record<string, string> = {}) =>
    (await server.inject({ url: "/metrics", headers })).statusCode;
  for (const [TRUST_PROXY, status] of [["on", 404] as const, ["off", 200] as const]) {
    const server = await consoleOf(readConfig({ APP_ENV: "production", TRUST_PROXY }));
    assert.equal(await ask(server), status, `TRUST_PROXY=${TRUST_PROXY}: the proxy may add no header`);
    for (const name of ["x-forwarded-for", "x-real-ip", "forwarded", "via"]) {
      assert.equal(await ask(server, { [name]: "127.0.0.1" }), 404, name);
    }
  }
  const guarded = await consoleOf(readConfig({ APP_ENV: "production", METRICS_TOKEN: "secret" }));
  assert.deepEqual([await ask(guarded), await ask(guarded, { authorization: "Bearer wrong" })], [404, 404]);
  assert.equal(await ask(guarded, { authorization: "Bearer secret", "x-forwarded-for": "10.0.0.1" }), 200);
});

test("/metrics tells of the process, of each kind of call with its status, and of refusals by their code", async () => {
  const server = await consoleOf(readConfig({ APP_ENV: "test" }));
  await server.inject({ url: userInfo.path, headers: { applicationid: "1" } });
  const { body } = await server.inject("/metrics");
  assert.match(body, /^process_resident_memory_bytes \d/m);
  assert.match(
    body,
    new RegExp(`^http_request_seconds_count\\{method="GET",route="${userInfo.path}",status="401"\\} 1$`, "m"),
  );
  assert.match(body, /^http_refusals_total\{code="SESSION_\w+"\} 1$/m);
});

test("headers must come within 20 s, and connections are counted", async () => {
  assert.equal(console.server.headersTimeout, 20_000);
  assert.equal(console.server.maxConnections, 5_000);
  const crowded = await consoleOf({ ...production, port: 0, maxConnections: 2 });
  await crowded.listen({ port: 0, host: "127.0.0.1" });
  const address = crowded.server.address();
  assert.ok(typeof address === "object" && address !== null);
  const sockets = [1, 2, 3].map(() => connect(address.port, "127.0.0.1"));
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once("close", () => resolve("closed"))));
  for (const socket of sockets) socket.on("error", () => undefined);
  assert.equal(await Promise.race(closed), "closed");
  assert.equal(sockets.filter(({ destroyed }) => destroyed).length, 1);
  for (const socket of sockets) socket.destroy();
});

test("production is warned of addresses without TLS and of /metrics without a token; elsewhere nobody is", () => {
  const named = (env: Record<string, string>) => warningsOf(readConfig(env)).map((text) => text.split(" ")[0]);
  const plain = { PUBLIC_URL: "http://console.test", SSO_HOST: "http://sso.test" };
  const secure = { PUBLIC_URL: "https://console.test", SSO_HOST: "https://sso.test" };
  assert.deepEqual(named({ APP_ENV: "production", ...plain }), ["PUBLIC_URL", "SSO_HOST", "METRICS_TOKEN"]);
  assert.deepEqual(named({ APP_ENV: "production", ...secure, METRICS_TOKEN: "secret" }), []);
  assert.deepEqual(named({ APP_ENV: "production", ...secure }), ["METRICS_TOKEN"]);
  assert.deepEqual(named({ APP_ENV: "production", ...secure, TRUST_PROXY: "on" }), ["METRICS_TOKEN"]);
  assert.deepEqual(named(plain), []);
});

test("outside production the server listens on this machine only, unless HOST says otherwise", () => {
  const hostOf = (env: Record<string, string>) => readConfig(env).host;
  assert.equal(hostOf({}), "127.0.0.1");
  assert.equal(hostOf({ APP_ENV: "test" }), "127.0.0.1");
  assert.equal(hostOf({ APP_ENV: "production" }), "0.0.0.0");
  assert.equal(hostOf({ HOST: "10.0.0.5" }), "10.0.0.5");
});
