import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Outgoing, overWire } from "@ops/platform/server";
import { createStandIn } from "./server.ts";

const folder = mkdtempSync(join(tmpdir(), "outside-"));
const file = join(folder, "outside.jsonl");
const secret = "shared";
const { send, query } = overWire<object, Record<string, string>>();
let standIn: Server;
let origin = "";

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const bound = server.address();
  assert.ok(bound && typeof bound === "object");
  return `http://127.0.0.1:${bound.port}`;
}
before(async () => {
  standIn = createStandIn({ secret, file, slowMs: 300 });
  origin = await listening(standIn);
});
after(() => {
  standIn.closeAllConnections();
  standIn.close();
  rmSync(folder, { recursive: true });
});

const call = (port: string, key: string, { ms = 5_000, by = secret } = {}): Outgoing<object> => ({
  key,
  request: { amountFen: 100 },
  sentAt: new Date(),
  signal: AbortSignal.timeout(ms),
  place: { url: `${origin}/${port}`, secret: by },
});
const choose = (port: string, mood: string) =>
  fetch(`${origin}/switches/${port}`, { method: "POST", body: new URLSearchParams({ mood }), redirect: "manual" });

test("PF-R121 each port answers in the wire format, once per key; a key that never arrived is not known", async () => {
  for (const [port, field] of [
    ["refund", "channelNo"],
    ["invoice", "invoiceNo"],
    ["contract", "contractNo"],
    ["payout", "channelNo"],
  ] as const) {
    const first = await send(call(port, "K1"));
    assert.equal(first.is, "DONE", port);
    assert.ok(first.is === "DONE" && first.answer[field], field);
    assert.deepEqual(await send(call(port, "K1")), first, "shown again, it is the same");
    assert.deepEqual(await query(call(port, "K1")), first);
    assert.equal((await query(call(port, "unknown"))).is, "ABSENT");
  }
  const unsigned = await send(call("refund", "K2", { by: "another secret" }));
  assert.deepEqual(unsigned, { is: "NO_ANSWER", reason: "对方返回 401" });
  assert.equal((await query(call("refund", "K2"))).is, "ABSENT", "what is not signed is not taken");
});

test("PF-R121 switches: failing, refusing, working on it, slow, silent", async () => {
  const as = async (mood: string, key: string, ms?: number) => {
    await choose("refund", mood);
    const sent = send(call("refund", key, ms ? { ms } : {}));
    return sent.then(
      ({ is }) => is,
      () => "nothing",
    );
  };
  assert.equal(await as("FAILING", "S1"), "NOT_TAKEN");
  assert.equal((await query(call("refund", "S1"))).is, "ABSENT");
  assert.equal(await as("REFUSING", "S2"), "REFUSED");
  assert.deepEqual(await query(call("refund", "S2")), { is: "REFUSED", reason: "替身设置为拒绝" });
  assert.equal(await as("PENDING", "S3"), "PENDING");
  assert.deepEqual(
    [(await query(call("refund", "S3"))).is, (await query(call("refund", "S3"))).is],
    ["PENDING", "DONE"],
  );
  assert.equal(await as("SLOW", "S4", 100), "nothing");
  assert.equal(await as("SLOW", "S4"), "DONE");
  assert.equal(await as("SILENT", "S5", 100), "nothing");
  assert.equal((await query(call("refund", "S5"))).is, "DONE", "it was done all the same");
  await choose("refund", "NORMAL");
  assert.equal((await choose("refund", "ODD")).status, 400);
  assert.equal((await choose("nothing", "NORMAL")).status, 400);
});

/** Signs and sends a body as a port does that speaks another format than the wire's. */
function post(port: string, key: string, more: Record<string, string> = {}): Promise<Response> {
  const [body, timestamp] = [JSON.stringify({ key }), String(Date.now())];
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("base64url");
  const headers = { "idempotency-key": key, "x-timestamp": timestamp, "x-signature": signature, ...more };
  return fetch(`${origin}/${port}`, { method: "POST", headers, body });
}

test("PF-R121 messages are answered as the SMS gateway does: taken once per id, refused, or not taken", async () => {
  const send = async (mood: string, key: string) => {
    await choose("sms", mood);
    const response = await post("sms", key);
    return [response.status, await response.json()];
  };
  const taken = await send("NORMAL", "M1");
  assert.deepEqual(taken, [200, { providerMsgId: "M00000001" }]);
  assert.deepEqual(await send("NORMAL", "M1"), taken, "shown again, it is the same");
  assert.equal((await send("REFUSING", "M2"))[0], 422);
  assert.equal((await send("FAILING", "M3"))[0], 503);
  await choose("sms", "NORMAL");
});

test("PF-R121 an outcome is told to whoever asks to be called back, twice where that is switched on", async () => {
  const heard: string[] = [];
  const listener = createServer(async (request, response) => {
    for await (const piece of request) heard.push(JSON.parse(String(piece)).key);
    response.end();
  });
  const callback = await listening(listener);
  const ask = (key: string) => post("payout", key, { "x-callback": callback });
  await ask("C1");
  await choose("payout", "REPEATED");
  await ask("C2");
  await choose("payout", "NORMAL");
  listener.close();
  assert.deepEqual(heard, ["C1", "C2", "C2"]);
});

test("PF-R121 the page shows what arrived, with nothing in it that runs; it outlives the program", async () => {
  await send(call("invoice", "<script>K9"));
  const page = async (address: string) => (await fetch(address)).text();
  const shown = await page(origin);
  assert.match(shown, /外部系统替身/);
  assert.match(shown, /&lt;script&gt;K9/);
  assert.doesNotMatch(shown, /<script>/);
  const foreign = await fetch(origin, { headers: { "sec-fetch-site": "cross-site" } });
  assert.equal(foreign.status, 403, "no page of another site reads it");
  const again = createStandIn({ secret, file });
  assert.match(await page(await listening(again)), /K9/);
  again.close();
});

test("PF-R121 the program refuses production, listens on this machine alone and ends with whoever started it", async () => {
  const start = (env: object): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
      env: { ...process.env, DATA_DIR: folder, OUTSIDE_SECRET: secret, OUTSIDE_PORT: "0", ...env },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  const refused = start({ APP_ENV: "production" });
  assert.deepEqual((await once(refused, "exit"))[0], 1);
  const running = start({ APP_ENV: "test" });
  const [{ port }] = await once(running, "message");
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
  await assert.rejects(fetch(`http://[::1]:${port}/`));
  running.disconnect();
  assert.deepEqual((await once(running, "exit"))[0], 0);
});
