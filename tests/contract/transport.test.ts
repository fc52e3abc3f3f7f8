import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { imageCode, phoneLogin } from "@ops/authority/contract";
import { parseAnswer } from "./answers.ts";
import { send } from "./wire.ts";
import { world } from "./world.ts";

const app = world();
const post = `POST ${phoneLogin.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
const json = "Content-Type: application/json\r\n";
/** The text that no answer may repeat. A picture in base64 cannot contain it by chance. */
const echo = "x~x~";

/** Requests that are not well-formed, or that two servers would read differently (RELIABILITY C2). */
const raw: Record<string, string> = {
  "two lengths": `${post}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  "length and chunks": `${post}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "a chunk without end": `${post}${json}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nx`,
  "an odd chunk size": `${post}${json}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n`,
  "a negative length": `${post}${json}Content-Length: -5\r\n\r\n`,
  "a header too long": `${post}X-Long: ${echo.repeat(5_000)}\r\n\r\n`,
  "an address too long": `GET /${echo.repeat(5_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  "a thousand headers": `${post}${"A: b\r\n".repeat(3_000)}\r\n`,
  "a header folded": `${post}X-A: b\r\n c: d\r\n\r\n`,
  "a header without name": `${post}: x\r\n\r\n`,
  "no host": `GET ${imageCode.path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
  "an unknown method": `FOO ${imageCode.path} HTTP/1.1\r\nHost: x\r\n\r\n`,
  trace: `TRACE ${imageCode.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  "a version of the future": `GET ${imageCode.path} HTTP/9.9\r\nHost: x\r\n\r\n`,
  "a foreign address": `GET http://evil.example${imageCode.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  "another protocol": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  nonsense: "\0\0\0\0 \r\n\r\n",
};

function exchange(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(bytes, "latin1")));
    socket.setTimeout(5_000, () => socket.destroy(new Error("no answer within 5 s")));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.includes("\r\n\r\n")) socket.end();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}

for (const [what, bytes] of Object.entries(raw)) {
  test(`C2 ${what}: refused, and the server goes on`, async () => {
    const answer = await exchange(app.origin, bytes).catch((error: Error) => {
      if (/ECONNRESET|EPIPE/.test(error.message)) return "";
      throw error;
    });
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 400);
    assert.ok(status < 500, answer.slice(0, 300));
    assert.doesNotMatch(answer, /\n\s+at |node_modules|fastify|evil\.example|x~x~/i);
    const next = await app.send("console", { method: "GET", path: imageCode.path, body: undefined });
    assert.equal(parseAnswer(next)?.success, true);
  });
}

test("C2 a body in chunks is checked like any other, and one that is too long is refused", async () => {
  const headers = { "content-type": "application/json", "transfer-encoding": "chunked", applicationId: "1" };
  const call = { method: "POST", path: phoneLogin.path, headers };
  const chunked = await send(app.origin, { ...call, body: '{"mobilePhone":1,"boolAdmin":true}' });
  assert.equal(parseAnswer(chunked)?.msgCode, "COMMON_PARAM");
  const long = await send(app.origin, { ...call, body: `{"mobilePhone":"${"x".repeat(2_100_000)}"}` });
  assert.deepEqual([long.status, parseAnswer(long)?.msgCode], [200, "COMMON_PARAM"]);
});
