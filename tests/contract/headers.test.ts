import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import { callOf } from "./cases.ts";
import type { Received } from "./wire.ts";
import { type Credentials, nobody, type Offer, world } from "./world.ts";

const app = world();

const policy: Record<string, string> = {
  "default-src": "'self'",
  "script-src": "'self'",
  "object-src": "'none'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
  "form-action": "'self'",
};

/** Checks the headers that every answer of the API must have (RELIABILITY J2). */
function checkHeaders({ headers }: Received, name: string): void {
  const csp = String(headers["content-security-policy"] ?? "");
  const directives = csp.split(";").map((one) => one.trim());
  for (const [directive, value] of Object.entries(policy)) {
    if (directives.includes("default-src 'none'") && /-src$/.test(directive)) continue;
    const accepted = [value, "'none'"].map((one) => `${directive} ${one}`);
    assert.ok(
      accepted.some((one) => directives.includes(one)),
      `${name}: ${directive} in ${csp}`,
    );
  }
  assert.doesNotMatch(csp, /unsafe-eval|\*|script-src[^;]*unsafe-inline/, name);
  assert.equal(headers["x-content-type-options"], "nosniff", name);
  assert.equal(headers["referrer-policy"], "no-referrer", name);
  assert.match(String(headers["strict-transport-security"]), /max-age=\d{7,}/, name);
  for (const banner of ["server", "x-powered-by"]) assert.equal(headers[banner], undefined, `${name}: ${banner}`);
}

async function call({ host, endpoint }: Offer, credentials: Credentials): Promise<Received> {
  const names = Object.keys(endpoint.params?.shape ?? {});
  const params = Object.fromEntries(names.map((name) => [name, newId()]));
  const sent = callOf(endpoint, { params, query: {}, body: endpoint.body ? {} : undefined });
  return app.send(host, { ...sent, headers: { ...sent.headers, ...credentials } });
}

test("J2 every answer of the API carries the security headers and is kept by no cache", async (context) => {
  let cases = 0;
  for (const offer of app.offers()) {
    for (const credentials of [nobody, await app.administrator(offer.host)]) {
      const received = await call(offer, credentials);
      checkHeaders(received, offer.name);
      const isPrivate = received.status === 200 && (offer.endpoint.revalidates || offer.endpoint.streams);
      const cache = String(received.headers["cache-control"]);
      assert.match(cache, isPrivate ? /no-store|no-cache/ : /^no-store$/, offer.name);
      assert.match(String(received.headers["x-request-id"]), /^[0-9a-f-]{36}$/, offer.name);
      cases++;
    }
  }
  context.diagnostic(`${app.offers().length} endpoints, ${cases} answers`);
});

test("J2 answers outside every endpoint carry the security headers, too", async () => {
  const odd = ["/", "/nowhere", "/user/v1/nowhere", "/user/v1/users/%zz", `/user/v1/users/${"x".repeat(600)}`, "/%00"];
  for (const host of ["console", "portal"] as const) {
    for (const path of odd) {
      const received = await app.send(host, { method: "GET", path, body: undefined });
      checkHeaders(received, `${host} ${path.slice(0, 40)}`);
      assert.doesNotMatch(received.text, /xxxx|%zz/, "what was sent is sent back");
    }
  }
});

test("J2 the version of nothing is told", async () => {
  const { text, headers } = await app.send("console", { method: "GET", path: "/nowhere", body: undefined });
  assert.doesNotMatch(text + JSON.stringify(headers), /fastify|express|node\/|v\d+\.\d+/i);
});
