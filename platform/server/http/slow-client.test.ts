import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { probeApp } from "../probe.ts";

const app = probeApp({ headersTimeoutMs: 400 });

test("a client that sends its headers drop by drop is cut off", async () => {
  const { port, hostname } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  const answered: Buffer[] = [];
  socket.on("data", (piece) => answered.push(piece)).on("error", () => undefined);
  const closed = new Promise<number>((resolve) => socket.once("close", () => resolve(performance.now())));
  const began = performance.now();
  socket.write("GET /probe/v1/probes HTTP/1.1\r\nhost: probe\r\n");
  const drops = setInterval(() => socket.write("x-drop: 1\r\n"), 100);
  const took = (await closed) - began;
  clearInterval(drops);
  assert.ok(took >= 300 && took < 10_000, `${took} ms`);
  assert.match(Buffer.concat(answered).toString(), /^HTTP\/1\.1 408 /);
});
