import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { overWire } from "./wire.ts";

let answer = { status: 200, text: "" };
const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.text));
before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => server.close());

const wire = overWire<object, unknown>();
const callOf = () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const place = { url: `http://127.0.0.1:${port}/refund`, secret: "s" };
  return { key: "TK1", request: {}, sentAt: new Date(), signal: AbortSignal.timeout(5_000), place };
};

test("PF-R121 an answer that is not as agreed leaves the outcome open, in words that operators read", async () => {
  for (const [status, text, reason] of [
    [500, "", "对方返回 500"],
    [401, "{}", "对方返回 401"],
    [200, "<html>", "对方的应答无法识别"],
    [200, `{"state":"NEVER"}`, "对方的应答无法识别"],
  ] as const) {
    answer = { status, text };
    assert.deepEqual(await wire.send(callOf()), { is: "NO_ANSWER", reason });
    assert.deepEqual(await wire.query(callOf()), { is: "NO_ANSWER", reason });
  }
});

test("PF-R121 what is refused, not taken or unknown there is told as such", async () => {
  answer = { status: 422, text: `{"state":"REFUSED","reason":"余额不足"}` };
  assert.deepEqual(await wire.send(callOf()), { is: "REFUSED", reason: "余额不足" });
  answer = { status: 409, text: "" };
  assert.deepEqual(await wire.query(callOf()), { is: "REFUSED", reason: "对方返回 409" });
  answer = { status: 429, text: "" };
  assert.deepEqual(await wire.send(callOf()), { is: "NOT_TAKEN", reason: "对方返回 429" });
  answer = { status: 404, text: "" };
  assert.deepEqual(await wire.query(callOf()), { is: "ABSENT", reason: "对方没有收到该请求" });
  assert.deepEqual(await wire.send({ ...callOf(), place: null }), { is: "NOT_TAKEN", reason: "未配置对接地址" });
});
