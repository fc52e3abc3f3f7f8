import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { newId } from "../secret/crypto.ts";
import { probeApp } from "../start/probe.ts";

const app = probeApp({ headersTimeoutMs: 400, bodyTimeoutMs: 300 });

/**
 * Sends the beginning and then a little now and then, until the server closes. Answers how long that took and what the
 * server sent.
 */
async function drip(beginning: readonly string[], drop: string): Promise<{ took: number; answered: string }> {
  const { port, hostname } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  const answered: Buffer[] = [];
  socket.on("data", (piece) => answered.push(piece)).on("error", () => undefined);
  const closed = new Promise<number>((resolve) => socket.once("close", () => resolve(performance.now())));
  const began = performance.now();
  socket.write(beginning.join("\r\n"));
  const drops = setInterval(() => socket.write(drop), 100);
  const took = (await closed) - began;
  clearInterval(drops);
  return { took, answered: Buffer.concat(answered).toString() };
}

test("a client that sends its headers drop by drop is cut off", async () => {
  const { took, answered } = await drip(["GET /probe/v1/probes HTTP/1.1", "host: probe", ""], "x-drop: 1\r\n");
  assert.ok(took >= 300 && took < 10_000, `${took} ms`);
  assert.match(answered, /^HTTP\/1\.1 408 /);
});

test("a client that sends its body drop by drop is cut off, whether it told its length or not", async () => {
  const permissions = ["probe:probe:edit"];
  const token = app.admit("slow", { userId: newId(), organizationId: newId(), permissions });
  const head = ["POST /probe/v1/probes HTTP/1.1", "host: probe", "applicationid: 1", `authorization: ${token}`];
  const type = "content-type: application/json";
  for (const [length, drop] of [
    ["content-length: 90000", " "],
    ["transfer-encoding: chunked", "1\r\n \r\n"],
  ] as const) {
    const { took, answered } = await drip([...head, type, length, "", ""], drop);
    assert.ok(took >= 200 && took < 10_000, `${length}: ${took} ms`);
    assert.equal(answered, "", length);
  }
});
