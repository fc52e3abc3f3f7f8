import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before } from "node:test";
import type { TestApp } from "./testing.ts";

/** What the other side says to a request: done with an answer, refused with a reason, still open, or nothing of use. */
export type OutsideReply =
  | { readonly state: "DONE"; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly state: "REFUSED" | "PENDING"; readonly reason: string }
  | { readonly state: "LOST" };

interface Asked {
  readonly key: string;
  readonly request: Readonly<Record<string, unknown>>;
}

const statuses = { DONE: 200, REFUSED: 422, PENDING: 202, LOST: 500 } as const;

/**
 * Plays the program behind a port in the wire format (docs/outside.md). What it heard stands in `heard`; `replies` may be
 * changed at any time, because a question about a key is answered anew.
 */
export function playOutside(app: TestApp, port: string, replies: (asked: Asked) => OutsideReply) {
  const heard: Asked[] = [];
  const side = { heard, replies };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    if (request.method === "POST") heard.push(JSON.parse(body));
    const key = request.method === "POST" ? heard.at(-1)?.key : decodeURIComponent(request.url?.slice(1) ?? "");
    const asked = heard.find((one) => one.key === key);
    const reply = asked ? side.replies(asked) : null;
    response.writeHead(reply ? statuses[reply.state] : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(reply ?? {}));
  });
  before(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    const bound = server.address();
    assert.ok(bound && typeof bound === "object");
    app.outsidePlaces.set(port, { url: `http://127.0.0.1:${bound.port}`, secret: "shared" });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return side;
}
